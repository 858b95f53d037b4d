// One's own account: profile, proofs, consents, and its end.

import { get, send, stored, watch } from '../shell/api.js';

/** @typedef {import('api-types').Account} Account */
/** @typedef {import('api-types').Consent} Consent */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/api.js').Resource<T>} Resource */
/** @template T @typedef {import('../shell/view.js').Watched<T>} Watched */

/** @typedef {'email' | 'phone'} Proof what is proved by a code */
/** @typedef {Partial<Record<'name' | 'givenName' | 'familyName' | 'timeZone', string | null>>} ProfileChange */

const own = '/v1/me';
/** Where consents are, which other changes give, too. */
export const consentsAddress = `${own}/consents`;

/** @param {View} view @param {(resource: Resource<Account>) => void} [call] before it is drawn @returns {Watched<Account>} */
export const watchAccount = (view, call) => view.watch(own, call);

/** Follows it beside all pages. @param {(resource: Resource<Account>) => void} call */
export const followAccount = (call) => watch(own, call);

/** @returns {Promise<Account>} */
export const readAccount = () => get(own);

/** What the device knows of the account that was here last. @returns {Promise<Account | null>} */
export const storedAccount = () => stored(own);

/** Changes the account that was read. @param {ProfileChange} change @returns {Promise<Account>} */
export const changeAccount = (change) => send('PATCH', own, { body: change });

/** The language of mails and pushes. @param {string} locale @param {string} queue what it is called while it waits */
export const changeLanguage = (locale, queue) => send('PATCH', own, { body: { locale }, queue });

/** Erases it. @param {string} password */
export const eraseAccount = (password) =>
  send('DELETE', own, { body: { password }, changes: [], match: null });

/** @param {string} password @param {string} [current] what it was, unless one logged in without */
export const changePassword = (password, current) =>
  send('PUT', `${own}/password`, {
    body: { new: password, current: current || undefined },
    changes: ['/v1/sessions'],
    match: null,
  });

/** All that is known of one, as a file. */
export const exportAddress = `${own}/export`;

// Picture

/** @param {Blob} file @param {string} words about it, as a query @param {(part: number) => void} progress */
export const sendPortrait = (file, words, progress) =>
  send('PUT', `${own}/picture?${words}`, { body: file, progress, match: null, changes: [] });

export const removePortrait = () => send('DELETE', `${own}/picture`, { match: null, changes: [] });

// Proofs

/** Has a code sent. @param {Proof} kind @param {string} [phoneNumber] @returns {Promise<import('api-types').Verification>} */
export const askForCode = (kind, phoneNumber) =>
  send('POST', `${own}/verifications`, {
    body: { kind, phoneNumber: phoneNumber || undefined },
    changes: [],
  });

/** @param {Proof} kind @param {string} code @returns {Promise<Account>} */
export const enterCode = (kind, code) =>
  send('PUT', `${own}/verifications`, { body: { kind, code }, changes: [own], match: null });

export const removePhone = () => send('DELETE', `${own}/phone`, { changes: [own], match: null });

// Consents

/** @param {View} view @returns {Watched<{items: Consent[]}>} */
export const watchConsents = (view) => view.watch(consentsAddress);

/** @param {Consent['kind']} kind @param {boolean} given @returns {Promise<Consent>} */
export const changeConsent = (kind, given) =>
  send('POST', consentsAddress, { body: { kind, given }, changes: [consentsAddress] });
