// Storing an appointment although something speaks against it: asked first, perhaps moved to when it can be reached.

import * as api from '../../shell/api.js';
import { whatHelps } from './help.js';
import { askWarnings } from './warnings.js';

/** @typedef {NonNullable<import('api-types').Problem['warnings']>[number]} Warning */
/** @typedef {Warning['warning']} WarningKind */
/** @typedef {Parameters<typeof whatHelps>[0]} Subject what is stored: when, where, by which means */

/**
 * @template T
 * @param {() => Promise<T>} send
 * @param {() => Subject} subject
 * @param {{anyway: (kinds: WarningKind[]) => Promise<T | null>, later: (start: Date) => Promise<T | null>}} then
 *   stores it in spite of what speaks against it, or at another time
 * @returns {Promise<T | null>} null if it shall not be stored
 */
export async function confirming(send, subject, { anyway, later }) {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof api.ApiError) || error.slug !== 'unconfirmed-warnings') throw error;
    const { warnings = [] } = /** @type {import('api-types').Problem} */ (error.problem);
    const answer = await askWarnings(warnings, () => whatHelps(subject()));
    if (!answer.save) return null;
    if (answer.moveTo) return await later(answer.moveTo);
    return await anyway(warnings.map(({ warning }) => warning));
  }
}
