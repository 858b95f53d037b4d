// One to five stars, as a picture and in words.

import { html } from 'lit-html';
import { t } from '../shell/texts.js';

/** @param {number} count */
export const stars = (count) =>
  html`
    <span
      class="stars-told"><span aria-hidden="true">${[1, 2, 3, 4, 5].map((one) =>
        one <= count ? '★' : '☆'
      ).join('')}</span><span class="unseen">${t('shell.starCount', { count })}</span></span>
  `;
