// The telephone number that was typed at sign-up, to which a code has been sent; until it is confirmed, or put off.

let typed = '';

/** @param {string} number */
export const keepNumber = (number) => {
  typed = number;
};

export const typedNumber = () => typed;
