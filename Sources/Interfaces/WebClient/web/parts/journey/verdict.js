// Whether one comes in time, where that is not sure.

import { html, nothing } from 'lit-html';
import { t } from '../../shell/texts.js';

/** @param {string | undefined} verdict */
export const verdictMark = (verdict) =>
  verdict === 'unreachable'
    ? html`<span class="mark bad">${t('journey.verdict-unreachable')}</span>`
    : verdict === 'tight' || verdict === 'early'
    ? html`<span class="mark warn">${t(`journey.verdict-${verdict}`)}</span>`
    : nothing;
