// A page to be printed and put up where the tour starts: A4, with the code of its address.

import { fileAddress, watchDraft } from '../data/drafts.js';
import { html, nothing } from 'lit-html';
import { t } from '../shell/texts.js';
import { distance, duration, money } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { hint, shown } from '../parts/states.js';

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const { id } = view.params;
  const tour = watchDraft(view, id);
  const address = `${location.origin}/t/${id}`;

  /** @param {import('api-types').Tour} data */
  const poster = (data) => {
    const price = Number(data.price) === 0
      ? t('studio.free')
      : money(Math.round(Number(data.price) * 100), data.currency);
    return html`
      ${data.state === 'published'
        ? nothing
        : html`<div class="no-print">${hint(t('studio.posterDraft'))}</div>`}
      <article class="poster">
        <p class="poster-who">${data.organizationName}</p>
        <h2>${data.name}</h2>
        <p class="poster-what">${data.description}</p>
        <p class="poster-facts">${distance(data.distance)} · ${duration(data.duration)} · ${t(
          'studio.stops',
          { count: data.stops.length },
        )} · ${price}</p>
        <img src=${fileAddress(id, 'qr.svg')} alt=${t('studio.qrAlt', {
          name: data.name,
        })} width="320" height="320">
        <p class="poster-how">${t('studio.posterHow')}</p>
        <p class="poster-address">${address}</p>
      </article>
    `;
  };

  view.draw(() =>
    html`
      <div
        class="stack"><div class="row spread no-print"><a class="button quiet" href="/studio/tours/${id}?part=share">${icon(
          'arrow-left',
        )}${t('studio.toTour')}</a>
            <button class="button main" ?disabled=${!tour.data} @click=${() => print()}>${icon(
              'printer',
            )}${t('studio.print')}</button></div>
            <h1 class="no-print">${t('studio.poster')}</h1>
            <p class="no-print soft">${t('studio.printHelp')}</p>
            ${shown(tour, poster)}</div>
    `
  );
}
