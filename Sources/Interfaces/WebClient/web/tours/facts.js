// What is said about a tour in few words, the same way in lists and previews.

import { html } from 'lit-html';
import { distance, duration, list, money } from '../parts/format.js';
import { locale, t } from '../shell/texts.js';

/** @typedef {import('api-types').TourSummary} TourSummary */
/** @typedef {import('api-types').Tour} Tour */

/** @param {Pick<Tour, 'price' | 'currency'>} tour */
export const isFree = (tour) => Number(tour.price) === 0;

/** @param {Pick<Tour, 'price' | 'currency'>} tour */
export const price = (tour) =>
  isFree(tour) ? t('tours.free') : money(Math.round(Number(tour.price) * 100), tour.currency);

/** Names of languages in the reader's. @param {string[]} tags */
export const languages = (tags) => {
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' });
  return list(tags.map((tag) => names.of(tag) ?? tag));
};

/** Distance, time and price in one line. @param {TourSummary} tour */
export const shortFacts = (tour) =>
  html`${distance(tour.distance)} · ${duration(tour.duration)} · ${price(tour)}`;
