// Giving an address on: by whatever the device shares with, else by copying it.

import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/**
 * Shares an address, or copies it where the device has nothing to share with.
 *
 * @param {{title: string, url: string, text?: string}} what
 * @returns {Promise<boolean>} false where neither was possible: it has to be shown
 */
export async function share({ title, url, text }) {
  try {
    if (navigator.share) await navigator.share({ title, url, ...(text ? { text } : {}) });
    else {
      await navigator.clipboard.writeText(text ? `${text} ${url}` : url);
      notice(t('shell.linkCopied'));
    }
    return true;
  } catch (error) {
    // Whoever closes what the device offers wants nothing else.
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
