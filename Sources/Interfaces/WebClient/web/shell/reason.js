// Why something did not work, in the reader's words.

import { connection } from './api.js';
import { ApiError, OfflineError } from './problem.js';
import { t } from './texts.js';

/** Why something did not work, as a sentence. @param {unknown} error */
export function reason(error) {
  if (error instanceof OfflineError) return t('shell.noNetwork');
  if (error instanceof ApiError) {
    // A proxy on the way answers by itself, with a number alone.
    if (error.problem.type === 'about:blank') return t('shell.noNetwork');
    const first = error.problem.errors?.[0];
    if (first && !error.message.includes(first.detail)) {
      return `${error.message} (${first.pointer.replace(/^\//, '')}: ${first.detail})`;
    }
    return error.message;
  }
  // A part of the pages that is not on the device is not fetched without a network either.
  if (error instanceof TypeError && !connection.online) return t('shell.noNetworkLong');
  return t('shell.unexpected', { detail: error instanceof Error ? error.message : String(error) });
}
