// What stops tell, as stories that the one playback tells: by their recording, else by the device's voice.

import { recordingAddress } from '../data/tours.js';
import { language } from '../shell/texts.js';
import { sizeOf } from '../parts/photo.js';

/** @typedef {import('api-types').Tour} Tour */
/** @typedef {Tour['stops'][number]} Stop */
/** @typedef {import('api-types').Narration} Narration */

/** Whether stories and guidance are spoken by themselves; kept on the device. */
const key = 'wayside.speak';

export function speaks() {
  try {
    return localStorage.getItem(key) !== 'no';
  } catch {
    return true;
  }
}

/** @param {boolean} does */
export function setSpeaks(does) {
  try {
    localStorage.setItem(key, does ? 'yes' : 'no');
  } catch {
    // Without storage it holds until the page is left.
  }
}

/** The title in the reader's language. @param {{title: string, titles: Record<string, string>}} stop */
export const titleOf = (stop) => stop.titles[language] ?? stop.title;

/** What tells a stop, by language. @param {Tour} tour @param {Stop} stop @returns {Record<string, Narration>} */
const narrations = (tour, stop) =>
  stop.narrations ?? (stop.narration ? { [tour.languages[0]]: stop.narration } : {});

/** The addresses of a stop's recordings, in all languages. @param {Tour} tour @param {Stop} stop */
export const recordings = (tour, stop) =>
  stop.id
    ? Object.entries(narrations(tour, stop)).filter(([, { kind }]) => kind === 'recording')
      .map(([lang]) => recordingAddress(tour, stop.id ?? '', lang))
    : [];

/** The language in which a stop is told to the reader. @param {Tour} tour @param {Stop} stop */
export const languageOf = (tour, stop) =>
  stop.texts?.[language] || narrations(tour, stop)[language]?.kind === 'recording'
    ? language
    : tour.languages[0] ?? language;

/** @param {Tour} tour @param {Stop} stop */
export const textOf = (tour, stop) => stop.texts?.[languageOf(tour, stop)] ?? stop.text ?? '';

/**
 * What a stop tells; nothing where it has neither a text nor a recording.
 *
 * @param {Tour} tour @param {Stop} stop @returns {import('../parts/playback.js').Story | null}
 */
export function storyOf(tour, stop) {
  const lang = languageOf(tour, stop);
  const text = textOf(tour, stop);
  const isRecorded = stop.id && narrations(tour, stop)[lang]?.kind === 'recording';
  if (!text && !isRecorded) return null;
  const picture = stop.pictures?.[0];
  return {
    id: `${tour.id}/${stop.order}`,
    title: stop.titles?.[lang] ?? stop.title,
    by: tour.name,
    src: isRecorded ? recordingAddress(tour, stop.id ?? '', lang) : undefined,
    text,
    lang,
    picture: picture ? sizeOf(picture, 640) : undefined,
    href: `/t/${tour.id}/walk`,
  };
}
