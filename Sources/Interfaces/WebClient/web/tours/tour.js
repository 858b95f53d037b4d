// The preview of a tour: what it is, where it goes, what it costs, and setting out.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { locale, t } from '../shell/texts.js';
import { trial } from '../shell/trial.js';
import { confirm, openDialog } from '../parts/dialog.js';
import { distance, duration, height, money } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { gallery, look, photo } from '../parts/photo.js';
import { picture } from '../parts/picture.js';
import { TourPictures } from '../parts/tour-pictures.js';
import { emptyState, shown, warning } from '../parts/states.js';
import { WaysideMap } from '../map/map.js';
import { Profile } from '../map/profile.js';
import { isFree, languages, price } from './facts.js';
import { drawTour, extent } from './tour-map.js';
import { Keeping } from './keeping.js';
import { startTour } from './starting.js';

/** @typedef {import('api-types').Tour} Tour */

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const id = view.params.id;
  const path = `/v1/tours/${encodeURIComponent(id)}`;
  /** @type {WaysideMap | null} */
  let map = null;
  let isBusy = false;
  const keeping = new Keeping(view, id);
  const profile = new Profile(() => view.update());
  const tour = view.watch(path, ({ data }) => {
    if (!data) return;
    view.title(data.name);
    profile.follow(data.route.coordinates);
    // The walk may begin where there is no network.
    if (session.role === 'general') import('./walk.js').catch(() => {});
    if (map) drawTour(map, data);
  });
  view.onLeave(() => map?.end());
  /** Decided once, so that it does not close while pictures are sent. @type {boolean | null} */
  let opensPictures = null;
  const pictures = new TourPictures(() => view.update(), path);

  /** @param {Element | undefined} element */
  function placeMap(element) {
    if (!element || map || !tour.data) return;
    map = new WaysideMap(/** @type {HTMLElement} */ (element), {});
    drawTour(map, tour.data);
    // Not behind the makers' names nor the buttons.
    map.fit(extent(tour.data), { top: 40, bottom: 80, left: 72, right: 88 });
  }

  async function start() {
    if (isBusy) return;
    isBusy = true;
    view.update();
    try {
      await startTour(view, id);
    } catch (error) {
      complain(error);
    }
    isBusy = false;
    view.update();
  }

  async function buy() {
    const { name } = tour.data;
    const yes = await confirm({
      title: t('tours.buyTitle', { name }),
      text: t('tours.buyText', { price: price(tour.data) }),
      button: t('tours.buyFor', { price: price(tour.data) }),
      danger: false,
    });
    if (!yes) return;
    isBusy = true;
    view.update();
    try {
      const bought = await api.send('POST', `${path}/purchase`, {
        match: null,
        changes: [path, '/v1/purchases'],
      });
      await tour.refresh();
      notice(t('tours.bought', {
        price: money(bought.amount + (bought.tax ?? 0), bought.currency),
        reference: bought.reference,
      }));
    } catch (error) {
      complain(error);
    }
    isBusy = false;
    view.update();
  }

  async function share() {
    const address = `${location.origin}/t/${id}`;
    try {
      if (navigator.share) await navigator.share({ title: tour.data.name, url: address });
      else {
        await navigator.clipboard.writeText(address);
        notice(t('tours.copied'));
      }
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) view.open('share');
    }
  }

  view.dialog('share', (at) =>
    openDialog({
      at,
      title: t('tours.share'),
      body: () => html`<p class="address">${location.origin}/t/${id}</p>`,
    }));

  // The number of the stop, and that of the picture.
  view.dialog('picture', (at) => {
    const [order, number] = at.id.split('-').map(Number);
    const pictures = tour.data?.stops.find((/** @type {any} */ stop) => stop.order === order)
      ?.pictures;
    return pictures?.[number - 1] && look(pictures, number - 1, {
      at,
      turned: (index) => at.follow(`${order}-${index + 1}`),
    });
  });

  view.dialog('qr', (at) =>
    tour.data && openDialog({
      at,
      title: t('tours.qrTitle'),
      body: () =>
        html`
          <img class="tours-qr" src="${path}/qr.svg" width="280" height="280" alt=${t(
            'tours.qrAlt',
            { name: tour.data.name },
          )}><p
            class="soft">${t('tours.qrText')}</p>
                  <a class="button" href="${path}/qr.png"
            download="${tour.data.name}.png">${icon('download')}${t('tours.qrDownload')}</a>
        `,
    }));
  view.dialog('keep', (at) => tour.data && keeping.ask(tour.data, at));

  const content = (/** @type {Tour} */ data) =>
    html`<article class="tour stack loose">
      <header class="stack tight"><div class="way"><a class="button quiet" href="/tours">${
      icon('arrow-left')
    }${t('tours.title')}</a></div><h1>${data.name}</h1>
        <p class="soft row">${
      data.organizationPicture
        ? picture(data.organizationName, { of: data.organizationPicture, size: 32 })
        : nothing
    }${data.organizationName}${data.place ? ` · ${data.place}` : ''}</p></header>
      ${data.picture ? photo(data.picture, { look: 'cover', lazy: false }) : nothing}
      ${data.state === 'retired' ? warning(t('tours.retired')) : nothing}
      <div class="tour-columns">
        <div class="stack loose">
          ${facts(data)}
          <p class="tour-text">${data.description}</p>
          ${actions(data)}
          ${links(data)}
          ${data.revision === undefined ? nothing : seeTo(data)}
        </div>
        <div class="stack">
          <div class="tours-map" ${ref(placeMap)}></div>
          ${profile.draw()}
          <section class="stack tight"><h2>${t('tours.stopsTitle')}</h2>${stops(data)}</section>
        </div>
      </div></article>`;

  const facts = (/** @type {Tour} */ data) =>
    html`<dl class="tour-facts">
      ${fact(t('tours.distance'), distance(data.distance))}
      ${fact(t('tours.duration'), duration(data.duration))}
      ${profile.climb ? fact(t('tours.climb'), height(profile.climb.up)) : nothing}${
      fact(t('tours.price'), price(data))
    }
      ${fact(t('tours.languages'), languages(data.languages))}
      ${
      data.wheelchair
        ? fact(t('tours.wheelchair'), t(`tours.wheelchair-${data.wheelchair}`))
        : nothing
    }
    </dl>`;

  const fact = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    html`
      <div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>
    `;

  function actions(/** @type {Tour} */ data) {
    const needsPaying = !isFree(data) && !data.purchased;
    return html`
      <div class="stack tight">
        <div class="row">${setOut(data, needsPaying)}</div>
        <div class="row">
              <button class="button" @click=${share}>${icon('share-2')}${t('tours.share')}</button>
              <button class="button" @click=${() => view.open('qr')}>${icon('qr-code')}${t(
                'tours.qr',
              )}</button>
              ${needsPaying ? nothing : keeping.draw()}</div>
      </div>
    `;
  }

  function setOut(/** @type {Tour} */ data, /** @type {boolean} */ needsPaying) {
    if (session.role === 'organization') {
      return html`<p class="soft">${t('tours.generalOnly')}</p>`;
    }
    if (session.role === 'nobody' && !trial.isOn) {
      const next = encodeURIComponent(`/t/${id}`);
      return html`<a class="button main" href="/login?next=${next}">${icon('log-in')}${
        t('tours.logInToStart')
      }</a>`;
    }
    if (needsPaying) {
      return html`<button class="button main" ?disabled=${isBusy} @click=${buy}>${
        icon('shopping-bag')
      }${t('tours.buyFor', { price: price(data) })}</button>`;
    }
    return html`<button class="button main" ?disabled=${isBusy} @click=${start}>${
      icon('footprints')
    }${t('tours.start')}</button>
      ${
      isFree(data)
        ? nothing
        : html`<span class="mark good">${icon('check')}${t('tours.paid')}</span>`
    }`;
  }

  const name = (/** @type {Tour['stops'][number]} */ stop) =>
    stop.titles[locale.split('-')[0]] ?? stop.title;

  const stops = (/** @type {Tour} */ data) =>
    data.stops.length === 0
      ? emptyState({ icon: 'map-pin', text: t('tours.noStops') })
      : html`<ol class="tour-stops">${
        data.stops.map((stop) =>
          html`<li><span class="tour-number" aria-hidden="true">${stop.order}</span>
          <div class="stack tight"><span>${name(stop)}</span>${
            gallery(
              stop.pictures ?? [],
              name(stop),
              (index) => view.open('picture', `${stop.order}-${index + 1}`),
            )
          }</div></li>`
        )
      }</ol>`;

  /** For those who edit the tour. */
  const seeTo = (/** @type {Tour} */ data) =>
    html`
      <details class="stack" ?open=${opensPictures ??= !data.picture}>
        <summary>
          <h2>${t('tours.pictures')}</h2>
        </summary>
        <div class="stack"><p class="soft">${t('tours.picturesLead')}</p>
          ${pictures.cover(data)}
          ${data.stops.map((stop) =>
            pictures.stop(data, stop, `${stop.order}. ${name(stop)}`)
          )}</div>
      </details>
    `;

  const links = (/** @type {Tour} */ data) =>
    data.links.length === 0 ? nothing : html`
      <section class="stack tight">
        <h2>${t('tours.links')}</h2>
        <ul class="plain-list">${data.links.map((link) =>
          html`<li><a href=${link.url} target="_blank" rel="noopener noreferrer">${
            link.title ?? link.url
          }${icon('external-link')}<span class="unseen">${t('tours.newWindow')}</span></a></li>`
        )}</ul>
      </section>
    `;

  view.draw(() => shown(tour, content, ['/tours', t('tours.title')]));
}
