// What is said about a tour in few words, the same way in lists and previews.

import { html } from 'lit-html';
import { distance, duration, list, money } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { languageName } from '../parts/tongue.js';
import { t } from '../shell/texts.js';
import { isFree } from './fitting.js';

/** @typedef {import('api-types').TourSummary} TourSummary */
/** @typedef {import('api-types').Tour} Tour */

/** @param {Pick<Tour, 'price' | 'currency'>} tour */
export const price = (tour) =>
  isFree(tour) ? t('tours.free') : money(Math.round(Number(tour.price) * 100), tour.currency);

/** Names of languages in the reader's. @param {string[]} tags */
export const languages = (tags) => list(tags.map((tag) => languageName(tag, tags)));

/** How far a wheelchair gets. @param {NonNullable<Tour['wheelchair']>} access */
export const wheelchair = (access) =>
  html`<span class="marked-line">${icon('accessibility')}${t(`tours.wheelchair-${access}`)}</span>`;

/** Distance, time and price in one line. @param {TourSummary} tour */
export const shortFacts = (tour) =>
  html`${distance(tour.distance)} · ${duration(tour.duration)} · ${price(tour)}`;
