// Where shall we meet? Places of the map, ranked by the ways of all who come.

import { html, nothing } from 'lit-html';
import { duration } from '../parts/format.js';
import { followPosition } from '../map/position.js';
import { check, Form, select } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { hint, warning } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {{lat?: number, lon?: number, label?: string, address?: string}} Place */
/** @typedef {{shortest: number, median: number, longest: number}} Spread */

const kinds = ['cafe', 'restaurant', 'park', 'playground', 'sportsGround', 'library'];

/** The own way and how those of all are spread, in words. @param {{own?: number, spread?: Spread}} way */
export const wayWords = ({ own, spread }) =>
  [
    own === undefined ? '' : t('activities.ownWay', { time: duration(own) }),
    !spread
      ? ''
      : spread.median === spread.longest
      ? t('activities.waysAlike', { time: duration(spread.longest) })
      : t('activities.waysSpread', {
        median: duration(spread.median),
        longest: duration(spread.longest),
      }),
  ].filter(Boolean).join(' · ');

/** Asks for a place and hands the one that is taken to `take`. */
export class Meeting {
  /** @type {any} what the server has found */
  #found = null;

  /**
   * @param {import('../shell/view.js').View} view
   * @param {{realm: string, activity?: string, participants: () => string[],
   *   time: () => string | undefined, take: (place: Place) => void}} question
   */
  constructor(view, question) {
    this.view = view;
    this.question = question;
    /** @type {Form<Record<string, any>>} */
    this.form = new Form(
      { ...Object.fromEntries(kinds.map((kind) => [kind, kind === 'cafe'])), order: 'longest' },
      () => view.update(),
    );
    /** @type {{lat: number, lon: number} | null} where the asker sets out, if shown */
    this.from = null;
    this.kept = view.watch('/v1/me/places');
    /** @type {Set<string>} those of the own places that are compared */
    this.own = new Set();
  }

  /** @returns {any[]} the places that one keeps */
  get #places() {
    return this.kept.data?.items ?? [];
  }

  /** Keeps a place that was found, under its name. @param {Place} place */
  async #keep(place) {
    try {
      await api.send('POST', '/v1/me/places', {
        body: { name: place.label ?? place.address, place },
        changes: ['/v1/me/places'],
      });
      notice(t('activities.placeKept', { name: place.label ?? place.address ?? '' }));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {{id: string}} place */
  async #forget({ id }) {
    this.own.delete(id);
    try {
      await api.send('DELETE', `/v1/me/places/${id}`, { changes: ['/v1/me/places'], match: null });
    } catch (error) {
      complain(error);
    }
  }

  async #ask() {
    const { order, ...rest } = this.form.values;
    const chosen = kinds.filter((kind) => rest[kind]);
    const own = this.#places.filter(({ id }) => this.own.has(id));
    await this.form.submit(async () => {
      const time = this.question.time();
      this.#found = await api.send('POST', `/v1/realms/${this.question.realm}/meeting-places`, {
        body: {
          participants: this.question.participants().slice(0, 19),
          kinds: chosen,
          order,
          ...(own.length > 0
            ? { places: own.map(({ name, place }) => ({ ...place, label: name })) }
            : {}),
          ...(this.question.activity ? { activity: this.question.activity } : {}),
          ...(time ? { time } : {}),
          ...(this.from ? { from: this.from } : {}),
        },
        changes: ['none'],
      });
    }, () => chosen.length + own.length > 0 ? {} : { cafe: t('activities.needsKind') });
  }

  /** Sets out from where the device is, and looks no longer. */
  #here() {
    let end = () => {};
    end = followPosition((position) => {
      if (position) {
        this.from = { lat: position.lat, lon: position.lon };
        this.#ask();
      } else {
        this.form.problem = t('activities.noPosition');
        this.view.update();
      }
      queueMicrotask(() => end());
    });
  }

  draw() {
    const { form } = this;
    return html`<section class="card stack" aria-label=${t('activities.whereMeet')}>
      <fieldset class="field"><legend class="required">${t('activities.placeKinds')}</legend>
        <div class="row">${
      kinds.map((kind) => check(form, { name: kind, label: t(`activities.kind-${kind}`) }))
    }</div></fieldset>
      ${this.#places.length > 0 ? this.#ownPlaces() : nothing}
      ${
      select(form, {
        name: 'order',
        label: t('activities.bestIs'),
        options: ['longest', 'sum', 'fairness'].map((value) => ({
          value,
          text: t(`activities.order-${value}`),
        })),
      })
    }
      <p class="soft small">${t('activities.startsStay')}</p>
      <div class="row">
        <button type="button" class="button" ?disabled=${form.isSending} @click=${() =>
      this.#ask()}>${icon('search')}${t('activities.findPlaces')}</button>
        <button type="button" class="button quiet" ?disabled=${form.isSending} @click=${() =>
      this.#here()}>${icon('locate-fixed')}${t('activities.fromHere')}</button>
      </div>
      ${form.problem ? html`<div role="alert">${warning(form.problem)}</div>` : nothing}
      ${this.#found ? this.#list(this.#found) : nothing}
    </section>`;
  }

  /** @param {Place} place */
  #isKept({ label, address }) {
    return this.#places.some(({ name }) => name === (label ?? address));
  }

  #ownPlaces() {
    return html`<fieldset class="field"><legend>${t('activities.ownPlaces')}</legend>
      ${
      this.#places.map((place) =>
        html`<div class="row"><div class="check"><input type="checkbox" id="own-${place.id}"
          .checked=${this.own.has(place.id)} @change=${() => {
          if (!this.own.delete(place.id)) this.own.add(place.id);
          this.view.update();
        }}><label for="own-${place.id}">${place.name}</label></div>
          <button type="button" class="button quiet" aria-label=${
          t('activities.forgetPlace', { name: place.name })
        } @click=${() => this.#forget(place)}>${icon('trash-2')}</button></div>`
      )
    }</fieldset>`;
  }

  /** @param {any} found */
  #list(found) {
    if (found.items.length === 0) return hint(t('activities.noPlaces'));
    return html`${found.ways === 'straightLine' ? hint(t('activities.waysEstimated')) : nothing}
      ${found.unknown > 0 ? hint(t('activities.unknownStarts', { count: found.unknown })) : nothing}
      <ol class="list" aria-label=${t('activities.places-found')}>${
      found.items.map((/** @type {any} */ item) =>
        html`
          <li class="list-row">
            <div class="row-link"><span class="row-body">
                    <span class="row-title">${item.place.label}</span>
                    <span class="row-text">${item.kind
                      ? t(`activities.kind-${item.kind}`)
                      : nothing}${item.place.address
                      ? ` · ${item.place.address}`
                      : ''}<br>${wayWords(item)}</span>
                    </span></div>
            <div class="row-end">${this.#isKept(item.place) ? nothing : html`
              <button type="button" class="button quiet"
                aria-label=${t('activities.keepPlace', { name: item.place.label })}
                @click=${() => this.#keep(item.place)}>${t('activities.keep')}</button>
            `}<button type="button" class="button"
                      aria-label=${t('activities.takePlace', { name: item.place.label })}
                      @click=${() => this.question.take(item.place)}>${t(
                        'activities.take',
                      )}</button></div>
          </li>
        `
      )
    }</ol>`;
  }
}

/**
 * A field for a place, on the map or in words, with the question where to meet beside it.
 *
 * @param {import('../parts/place-field.js').PlaceField} place
 * @param {{error?: string, isOpen: boolean, toggle: () => void, meeting: Meeting}} options
 */
export const placeChoice = (place, { error, isOpen, toggle, meeting }) =>
  html`${place.draw(error)}
    <div><button type="button" class="button" aria-expanded=${isOpen} @click=${toggle}>${
    icon('map-pin')
  }${t('activities.whereMeet')}</button></div>
    ${isOpen ? meeting.draw() : nothing}`;
