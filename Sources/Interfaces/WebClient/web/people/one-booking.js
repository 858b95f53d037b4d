import { html } from 'lit-html';
import { shown } from '../parts/states.js';
import { t } from '../shell/texts.js';
import { dayText, when, why } from './booking-words.js';
import { heading } from './words.js';

/** One booking: what, who, when and why. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const booking = view.watch(`/v1/bookings/${view.params.booking}`);
  view.draw(() =>
    html`<div class="stack loose">${
      shown(booking, (/** @type {import('api-types').Booking} */ data) => {
        const date = dayText(new Date(data.start));
        const page = `/people/${data.realm}/resources/${data.resource.id}?from=${date}&to=${date}`;
        return html`
          ${heading(data.resource.name, `/people/${data.realm}`, t('people.group'))}
                  <section class="card stack">
            <dl class="people-facts">
              <div>
                <dt>${t('people.heldBy')}</dt>
                <dd>${data.holder.name}</dd>
              </div>
              <div>
                <dt>${t('people.wanted')}</dt>
                <dd>${when(data)}</dd>
              </div>
              <div>
                <dt>${t('people.reason')}</dt>
                <dd>${why(data)}</dd>
              </div>
              <div>
                <dt>${t('people.state')}</dt>
                <dd>${t(`people.booking-${data.state}`)}</dd>
              </div>
            </dl>
          </section>
                  <div><a class="button main" href=${page}>${t('people.openResource')}</a></div>
        `;
      })
    }</div>`
  );
}
