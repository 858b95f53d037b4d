// Coming in and going: new accounts, log-ins, where one is logged in, and a forgotten password.

import { send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Answers} Answers */
/** @typedef {import('api-types').Session} Session */

const all = '/v1/sessions';
/** The session is a cookie, which no script can read. */
const asCookie = { cookie: true };

/**
 * @param {{login: string, password: string, device: string}} credentials
 * @returns {Promise<Answers['createSession']>}
 */
export const logIn = (credentials) =>
  send('POST', address(all, asCookie), { body: credentials, changes: [] });

/**
 * Makes an account.
 *
 * @param {Record<string, unknown>} account @returns {Promise<Answers['createSession']>} the session with `logIn`,
 *   else nothing of it
 */
export const createAccount = (account) =>
  send('POST', address('/v1/accounts', asCookie), { body: account, changes: [] });

/** Where one is logged in. @param {import('../shell/view.js').View} view @returns {import('../shell/view.js').Watched<{items: Session[]}>} */
export const watchSessions = (view) => view.watch(all);

/** @param {string} id */
export const endSession = (id) => send('DELETE', `${all}/${id}`, { changes: [all], match: null });

/** Ends the session of this browser. @returns {Promise<Answers['logOut'] | null>} */
export const endOwnSession = () => send('DELETE', `${all}/current`, { match: null, changes: [] });

/** Has a temporary password sent. @param {string} email @returns {Promise<Answers['requestPasswordRecovery']>} */
export const recoverPassword = (email) =>
  send('POST', '/v1/password-recoveries', { body: { email }, changes: [] });
