// The preview of a tour: what it is, where it goes, what it costs, and setting out.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { enterTrial, trial } from '../shell/trial.js';
import { mayWalk } from '../shell/under-way.js';
import { confirm, openDialog } from '../parts/dialog.js';
import { distance, duration, height, money } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { look, photo } from '../parts/photo.js';
import { picture } from '../parts/picture.js';
import { shown, warning } from '../parts/states.js';
import { nameOf, spokenDescription, spokenMark, spokenName, titleOf } from '../parts/tongue.js';
import { WaysideMap } from '../map/map.js';
import { Profile } from '../map/profile.js';
import { isFree, languages, price } from './facts.js';
import { drawTour, extent } from './tour-map.js';
import { GettingThere } from './getting-there.js';
import { GoingOn } from './going-on.js';
import { Keeping } from './keeping.js';
import { startTour } from './starting.js';
import { openStop, stopList } from './stops.js';

/** @typedef {import('api-types').Tour} Tour */

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const id = view.params.id;
  const path = `/v1/tours/${encodeURIComponent(id)}`;
  /** @type {WaysideMap | null} */
  let map = null;
  let isBusy = false;
  const keeping = new Keeping(view, id);
  const goingOn = new GoingOn(view, id);
  const gettingThere = new GettingThere(view);
  const profile = new Profile(() => view.update());
  const tour = view.watch(path, ({ data }) => {
    if (!data) return;
    view.title(nameOf(data));
    profile.follow(data.route.coordinates);
    // The walk may begin where there is no network.
    if (session.role === 'general') import('./walk.js').catch(() => {});
    if (map) drawTour(map, data);
  });
  view.onLeave(() => map?.end());

  /** @param {Element | undefined} element */
  function placeMap(element) {
    if (!element || map || !tour.data) return;
    map = new WaysideMap(/** @type {HTMLElement} */ (element), {});
    drawTour(map, tour.data);
    // Not behind the makers' names nor the buttons.
    map.fit(extent(tour.data), { top: 40, bottom: 80, left: 72, right: 88 });
  }

  /** @param {boolean} isTrial in the drawn world */
  async function start(isTrial) {
    if (isBusy) return;
    isBusy = true;
    view.update();
    try {
      // Without an account it stays on this device.
      if (!mayWalk()) await enterTrial(id);
      await startTour(view, id, { trial: isTrial });
    } catch (error) {
      complain(error);
    }
    isBusy = false;
    view.update();
  }

  async function buy() {
    const name = nameOf(tour.data);
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
      if (navigator.share) await navigator.share({ title: nameOf(tour.data), url: address });
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

  view.dialog('stop', (at) => tour.data && openStop(tour.data, at));

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
            { name: nameOf(tour.data) },
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
    }${t('tours.title')}</a></div><h1 lang=${spokenName(data).language}>${nameOf(data)}</h1>
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
          ${actions(data)}
          ${description(data)}
          ${gettingThere.draw(data.start, startName(data))}
          ${links(data)}
          ${data.revision === undefined ? nothing : seeTo}
        </div>
        <div class="stack">
          <div class="tours-map" ${ref(placeMap)}></div>
          ${profile.isUnknown ? html`<p class="soft">${t('tours.noHeights')}</p>` : profile.draw()}
          <section class="stack tight"><h2>${t('tours.stopsTitle')}</h2>${
      stopList(view, data)
    }</section>
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
        ${needsPaying
          ? html`<p class="soft">${t('tours.priceIncludes', { count: data.stops.length })}</p>`
          : nothing}
        ${goingOn.draw()}
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
    if (needsPaying) {
      if (session.role === 'general') {
        return html`<button class="button main" ?disabled=${isBusy} @click=${buy}>${
          icon('shopping-bag')
        }${t('tours.buyFor', { price: price(data) })}</button>`;
      }
      const next = encodeURIComponent(`/t/${id}`);
      return html`<a class="button main" href="/login?next=${next}">${icon('log-in')}${
        t('tours.logInToStart')
      }</a>`;
    }
    if (goingOn.run) return nothing;
    const tryIt = (/** @type {string} */ look, /** @type {string} */ words) =>
      html`
        <button class="button ${look}" ?disabled=${isBusy}
          @click=${() => start(true)}>${icon('scan-eye')}${t(words)}</button>
      `;
    if (session.role === 'nobody' && (!trial.isOn || trial.tour)) {
      const next = encodeURIComponent(`/t/${id}`);
      return html`${tryIt('main', 'shell.tryWithout')}
        <a class="button" href="/login?next=${next}">${icon('log-in')}${
        t('tours.logInToStart')
      }</a>`;
    }
    return html`<button class="button main" ?disabled=${isBusy} @click=${() => start(false)}>${
      icon('footprints')
    }${t('tours.start')}</button>
      ${tryIt('', 'tours.tryFromHere')}
      ${
      isFree(data)
        ? nothing
        : html`<span class="mark good">${icon('check')}${t('tours.paid')}</span>`
    }`;
  }

  const description = (/** @type {Tour} */ data) => {
    const words = spokenDescription(data);
    return html`<div class="stack tight">${
      spokenMark(words)
    }<p class="tour-text" lang=${words.language}>${words.text}</p></div>`;
  };

  /** What stands where it starts: its first stop, else what it is called. */
  const startName = (/** @type {Tour} */ data) =>
    data.stops[0] ? titleOf(data.stops[0], data.languages) : nameOf(data);

  /** For those who edit the tour: the way to where it is written, with its pictures. */
  const seeTo = html`
    <div class="row"><a class="button" href="/studio/tours/${id}">${icon('pencil')}${t(
      'tours.editInStudio',
    )}</a></div>
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
