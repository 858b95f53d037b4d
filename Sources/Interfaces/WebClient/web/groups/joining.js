// Whoever signs up by an invitation wants to be in the group, and is not asked once more.

const kept = 'wayside.joining';

/** Notes that somebody signs up or logs in to join. @param {string} token of the invitation */
export function wish(token) {
  try {
    sessionStorage.setItem(kept, token);
  } catch {
    // Without storage one presses "Join" once more.
  }
}

/** Whether that was noted of an invitation; it is not from then on. @param {string} token */
export function takeWish(token) {
  try {
    const isWished = sessionStorage.getItem(kept) === token;
    if (isWished) sessionStorage.removeItem(kept);
    return isWished;
  } catch {
    return false;
  }
}
