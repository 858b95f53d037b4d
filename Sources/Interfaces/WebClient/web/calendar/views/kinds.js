// The kinds of what stands in the calendar, each with its icon and its words.

import { html, nothing } from 'lit-html';
import { icon } from '../../parts/icon.js';
import { t } from '../../shell/texts.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */

/** Kinds in the order in which they are offered, with their icons. */
/** @type {Record<string, unknown>} */
export const kindIcons = {
  appointment: icon('calendar'),
  event: icon('flag'),
  practice: icon('dumbbell'),
  activity: icon('users'),
  booking: icon('key-round'),
  tourSession: icon('footprints'),
  subscribed: icon('rss'),
};
export const kinds = Object.keys(kindIcons);

/** The kind that a person tells apart. @param {{kind: string}} line */
export const kindOf = ({ kind }) =>
  kind.startsWith('subscribed') ? 'subscribed' : kinds.includes(kind) ? kind : 'appointment';

/** The sub-realm of an entry, and what it is. @param {CalendarLine} line */
export const kindWords = (line) =>
  [t(`calendar.kind-${kindOf(line)}`), line.realm?.name].filter(Boolean).join(' · ');

/** Kind and sub-realm as a mark; of one's own appointments nothing. @param {CalendarLine} line */
export const kindMark = (line) =>
  kindOf(line) === 'appointment'
    ? nothing
    : html`<span class="mark calendar-kind kind-${kindOf(line)}">${kindIcons[kindOf(line)]}${
      kindWords(line)
    }</span>`;
