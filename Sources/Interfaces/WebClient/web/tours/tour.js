// The preview of a tour: what it is, where it goes, what it costs, and setting out.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { buyTour, codeAddress, watchTour } from '../data/tours.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { enterTrial } from '../shell/trial.js';
import { mayWalk } from '../shell/under-way.js';
import { confirm, openDialog } from '../parts/dialog.js';
import { facts } from '../parts/facts.js';
import { distance, duration, height, money } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { look, photo } from '../parts/photo.js';
import { picture } from '../parts/picture.js';
import { share } from '../parts/sharing.js';
import { shown, warning } from '../parts/states.js';
import { nameOf, spokenDescription, spokenMark, spokenName, titleOf } from '../parts/tongue.js';
import { WaysideMap } from '../map/map.js';
import { Profile } from '../map/profile.js';
import { languages, price } from './facts.js';
import { isFree } from './fitting.js';
import { drawTour, extent } from './tour-map.js';
import { GettingThere } from './getting-there.js';
import { GoingOn } from './going-on.js';
import { Keeping } from './keeping.js';
import { SettingOut } from './setting-out.js';
import { startTour } from './starting.js';
import { openStop, stopList } from './stops.js';

/** @typedef {import('../data/tours.js').Tour} Tour */

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  new TourPage(view);
}

class TourPage {
  /** @type {WaysideMap | null} */
  #map = null;
  isBusy = false;

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.id = view.params.id;
    this.keeping = new Keeping(view, this.id);
    this.goingOn = new GoingOn(view, this.id);
    this.gettingThere = new GettingThere(view);
    this.settingOut = new SettingOut(this);
    this.profile = new Profile(() => view.update());
    this.tour = watchTour(view, this.id, ({ data }) => data && this.#take(data));
    view.onLeave(() => this.#map?.end());
    this.#nameDialogs();
    view.draw(() => shown(this.tour, (tour) => this.page(tour), ['/tours', t('tours.title')]));
  }

  /** @param {Tour} tour as it is now */
  #take(tour) {
    this.view.title(nameOf(tour));
    this.profile.follow(tour.route.coordinates);
    // The walk may begin where there is no network.
    if (session.role === 'general') import('./walk.js').catch(() => {});
    if (this.#map) drawTour(this.#map, tour);
  }

  // A field, because the template tells a new function from the one before.
  /** @param {Element | undefined} element */
  placeMap = (element) => {
    const { data } = this.tour;
    if (!element || this.#map || !data) return;
    this.#map = new WaysideMap(/** @type {HTMLElement} */ (element), {});
    drawTour(this.#map, data);
    // Not behind the makers' names nor the buttons.
    this.#map.fit(extent(data), { top: 40, bottom: 80, left: 72, right: 88 });
  };

  #nameDialogs() {
    const { view, tour } = this;
    view.dialog('share', (at) =>
      openDialog({
        at,
        title: t('tours.share'),
        body: () => html`<p class="address">${this.address}</p>`,
      }));
    view.dialog('stop', (at) => tour.data && openStop(tour.data, at));
    // The number of the stop, and that of the picture.
    view.dialog('picture', (at) => {
      const [order, number] = at.id.split('-').map(Number);
      const pictures = tour.data?.stops.find((stop) => stop.order === order)?.pictures;
      return pictures?.[number - 1] && look(pictures, number - 1, {
        at,
        turned: (index) => at.follow(`${order}-${index + 1}`),
      });
    });
    view.dialog('qr', (at) => tour.data && this.#showCode(tour.data, at));
    view.dialog('keep', (at) => tour.data && this.keeping.ask(tour.data, at));
  }

  /** @param {Tour} tour @param {import('../shell/view.js').At} at */
  #showCode(tour, at) {
    return openDialog({
      at,
      title: t('tours.qrTitle'),
      body: () =>
        html`
          <img class="tours-qr" src=${codeAddress(this.id, 'svg')} width="280" height="280"
            alt=${t('tours.qrAlt', { name: nameOf(tour) })}>
          <p class="soft">${t('tours.qrText')}</p>
          <a class="button" href=${codeAddress(this.id, 'png')}
            download="${tour.name}.png">${icon('download')}${t('tours.qrDownload')}</a>
        `,
    });
  }

  /** Where others find it. */
  get address() {
    return `${location.origin}/t/${this.id}`;
  }

  // What one can do

  /** Does something, once at a time. @param {() => Promise<unknown>} task */
  async #do(task) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.view.update();
    try {
      await task();
    } catch (error) {
      complain(error);
    }
    this.isBusy = false;
    this.view.update();
  }

  /** @param {boolean} isTrial in the drawn world */
  start(isTrial) {
    return this.#do(async () => {
      // Without an account it stays on this device.
      if (!mayWalk()) await enterTrial(this.id);
      await startTour(this.view, this.id, { trial: isTrial });
    });
  }

  /** @param {Tour} tour */
  async buy(tour) {
    const isWanted = await confirm({
      title: t('tours.buyTitle', { name: nameOf(tour) }),
      text: t('tours.buyText', { price: price(tour) }),
      button: t('tours.buyFor', { price: price(tour) }),
      danger: false,
    });
    if (!isWanted) return;
    await this.#do(async () => {
      const bought = await buyTour(this.id);
      await this.tour.refresh();
      notice(t('tours.bought', {
        price: money(bought.amount + (bought.tax ?? 0), bought.currency),
        reference: bought.reference,
      }));
    });
  }

  /** @param {Tour} tour */
  async share(tour) {
    if (!await share({ title: nameOf(tour), url: this.address })) this.view.open('share');
  }

  // Drawing

  /** @param {Tour} tour */
  page(tour) {
    const { profile } = this;
    return html`<article class="tour stack loose">
      ${this.head(tour)}
      ${tour.picture ? photo(tour.picture, { look: 'cover', lazy: false }) : nothing}
      ${tour.state === 'retired' ? warning(t('tours.retired')) : nothing}
      <div class="tour-columns">
        <div class="stack loose">
          ${this.facts(tour)}
          ${this.actions(tour)}
          ${this.description(tour)}
          ${this.gettingThere.draw(tour.start, startName(tour))}
          ${links(tour)}
          ${tour.revision === undefined ? nothing : this.editing()}
        </div>
        <div class="stack">
          <div class="tours-map" ${ref(this.placeMap)}></div>
          ${profile.isUnknown ? html`<p class="soft">${t('tours.noHeights')}</p>` : profile.draw()}
          <section class="stack tight"><h2>${t('tours.stopsTitle')}</h2>${
      stopList(this.view, tour)
    }</section>
        </div>
      </div></article>`;
  }

  /** @param {Tour} tour */
  head(tour) {
    return html`
      <header class="stack tight">
        <div class="way"><a class="button quiet" href="/tours">${icon('arrow-left')}${t(
          'tours.title',
        )}</a></div>
        <h1 lang=${spokenName(tour).language}>${nameOf(tour)}</h1>
        <p class="soft row">${tour.organizationPicture
          ? picture(tour.organizationName, { of: tour.organizationPicture, size: 32 })
          : nothing}${tour.organizationName}${tour.place ? ` · ${tour.place}` : ''}</p>
      </header>
    `;
  }

  /** @param {Tour} tour */
  facts(tour) {
    const { climb } = this.profile;
    return facts([
      [t('tours.distance'), distance(tour.distance)],
      [t('tours.duration'), duration(tour.duration)],
      [t('tours.climb'), climb && height(climb.up)],
      [t('tours.price'), price(tour)],
      [t('tours.languages'), languages(tour.languages)],
      [t('tours.wheelchair'), tour.wheelchair && t(`tours.wheelchair-${tour.wheelchair}`)],
    ], { inRow: true });
  }

  /** @param {Tour} tour */
  actions(tour) {
    const needsPaying = !isFree(tour) && !tour.purchased;
    return html`
      <div class="stack tight">
        ${needsPaying
          ? html`<p class="soft">${t('tours.priceIncludes', { count: tour.stops.length })}</p>`
          : nothing}
        ${this.goingOn.draw()}
        <div class="row">${this.settingOut.draw(tour, needsPaying)}</div>
        <div class="row">
          <button class="button" @click=${() => this.share(tour)}>${icon('share-2')}${t(
            'tours.share',
          )}</button>
          <button class="button" @click=${() => this.view.open('qr')}>${icon('qr-code')}${t(
            'tours.qr',
          )}</button>
          ${needsPaying ? nothing : this.keeping.draw()}</div>
      </div>
    `;
  }

  /** @param {Tour} tour */
  description(tour) {
    const words = spokenDescription(tour);
    return html`<div class="stack tight">${
      spokenMark(words)
    }<p class="tour-text" lang=${words.language}>${words.text}</p></div>`;
  }

  /** For those who edit the tour: the way to where it is written, with its pictures. */
  editing() {
    return html`<div class="row"><a class="button" href="/studio/tours/${this.id}">${
      icon('pencil')
    }${t('tours.editInStudio')}</a></div>`;
  }
}

/** What stands where it starts: its first stop, else what it is called. @param {Tour} tour */
const startName = (tour) => tour.stops[0] ? titleOf(tour.stops[0], tour.languages) : nameOf(tour);

/** @param {Tour} tour */
const links = (tour) =>
  tour.links.length === 0 ? nothing : html`
    <section class="stack tight">
      <h2>${t('tours.links')}</h2>
      <ul class="plain-list">${tour.links.map((link) =>
        html`<li><a href=${link.url} target="_blank" rel="noopener noreferrer">${
          link.title ?? link.url
        }${icon('external-link')}<span class="unseen">${t('tours.newWindow')}</span></a></li>`
      )}</ul>
    </section>
  `;
