// How far away a tour starts, and the way there.

import { html } from 'lit-html';
import { askPosition, lastPosition } from '../map/position.js';
import { metresBetween } from '../map/measure.js';
import { distance } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { t } from '../shell/texts.js';

export class GettingThere {
  /** @type {'idle' | 'asking' | 'unknown'} */
  #state = 'idle';

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
  }

  #ask() {
    this.#state = 'asking';
    this.view.onLeave(askPosition((position) => {
      this.#state = position ? 'idle' : 'unknown';
      this.view.update();
    }));
    this.view.update();
  }

  /** @param {{lat: number, lon: number}} start @param {string} name of the place where it starts */
  draw(start, name) {
    const here = lastPosition();
    const query = new URLSearchParams({
      to: `${start.lat.toFixed(5)},${start.lon.toFixed(5)}`,
      toName: name,
    });
    return html`
      <section class="stack tight" aria-label=${t('tours.gettingThere')}>
        <p role="status">${here
          ? t('tours.startsAway', { distance: distance(metresBetween(here, start)), name })
          : this.#state === 'unknown'
          ? t('tours.startUnknown', { name })
          : t('tours.startsAt', { name })}</p>
        <div class="row">
              <a class="button" href="/ways/find?${query}">${icon('navigation')}${t(
                'tours.wayThere',
              )}</a>
              ${here
                ? ''
                : html`<button class="button" ?disabled=${this.#state === 'asking'} @click=${() =>
                  this.#ask()}>${icon('locate-fixed')}${t('tours.howFar')}</button>`}</div>
      </section>
    `;
  }
}
