// Pictures and recordings of a tour that is being written.

import { get, send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Tour} Tour */
/** @typedef {import('api-types').Picture} Picture */
/** @typedef {import('./objects.js').AltText} AltText */
/** @typedef {{id: string, version: number}} Draft the tour, and its version that was read */
/** @typedef {{stop: string, language?: string}} Told a stop, in a language other than the tour's first */

const all = '/v1/tours';

/** @param {string} id @param {AbortSignal} [signal] @returns {Promise<Picture>} */
export const readPicture = (id, signal) => get(`/v1/pictures/${id}`, signal);

/** @param {string} tour @param {Told} told */
export const recordingAddress = (tour, { stop, language }) =>
  address(`${all}/${tour}/stops/${stop}/recording`, { language: language || undefined });

/** @param {string} tour @param {string} stop @param {string} [picture] */
const galleryAddress = (tour, stop, picture) =>
  `${all}/${tour}/stops/${stop}/pictures${picture ? `/${picture}` : ''}`;

/**
 * @param {'PUT' | 'POST' | 'PATCH'} method @param {string} path @param {Draft} draft
 * @param {import('../shell/api.js').Sending} sending @returns {Promise<Tour>} the draft as it is then
 */
const change = (method, path, { version }, sending) =>
  send(method, path, { ...sending, match: `"${version}"`, changes: [all] });

/**
 * @param {Draft} draft @param {Blob} file @param {string} words what is to be seen, as a query
 * @param {(part: number) => void} progress
 */
export const sendCover = (draft, file, words, progress) =>
  change('PUT', `${all}/${draft.id}/picture?${words}`, draft, { body: file, progress });

/** Says in other words what is to be seen on the cover. @param {Draft} draft @param {AltText} words */
export const describeCover = (draft, words) =>
  change('PATCH', `${all}/${draft.id}/picture`, draft, { body: words });

/**
 * Adds a picture behind those of a stop.
 *
 * @param {Draft} draft @param {string} stop @param {Blob} file @param {string} words as a query
 * @param {(part: number) => void} progress
 */
export const addStopPicture = (draft, stop, file, words, progress) =>
  change('POST', `${galleryAddress(draft.id, stop)}?${words}`, draft, { body: file, progress });

/** @param {Draft} draft @param {string} stop @param {string} picture @param {AltText} words */
export const describeStopPicture = (draft, stop, picture, words) =>
  change('PATCH', galleryAddress(draft.id, stop, picture), draft, { body: words });

/**
 * Makes a sound file what is heard at a stop.
 *
 * @param {Draft} draft @param {Told} told @param {Blob} sound @param {(part: number) => void} progress
 */
export const sendRecording = (draft, told, sound, progress) =>
  change('PUT', recordingAddress(draft.id, told), draft, {
    body: sound,
    type: sound.type.split(';')[0],
    progress,
  });
