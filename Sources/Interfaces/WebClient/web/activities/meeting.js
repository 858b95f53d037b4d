// Meeting places: of the map, ranked by the travel times of all who come.

import { html, nothing } from 'lit-html';
import {
  findMeetingPlaces,
  removeSavedPlace,
  savePlace,
  watchSavedPlaces,
} from '../data/meetings.js';
import { followPosition } from '../map/position.js';
import { check, Form, select } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { hint, warning } from '../parts/states.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { wayWords } from './words.js';

/** @typedef {import('api-types').MeetingPlaces} MeetingPlaces */
/** @typedef {import('api-types').SavedPlace} SavedPlace */
/** @typedef {import('../data/meetings.js').Place} Place */
/** @typedef {'cafe' | 'restaurant' | 'park' | 'playground' | 'sportsGround' | 'library'} Kind */

/** @type {Kind[]} */
const kinds = ['cafe', 'restaurant', 'park', 'playground', 'sportsGround', 'library'];

/** As many others as one question takes. */
const mostParticipants = 19;

/** The values at first. */
const begun = () => ({
  cafe: true,
  restaurant: false,
  park: false,
  playground: false,
  sportsGround: false,
  library: false,
  order: 'longest',
});

/** Asks for a place and hands the one that is taken to `take`. */
export class Meeting {
  /** The places that were found. @type {MeetingPlaces | null} */
  #found = null;

  /**
   * @param {import('../shell/view.js').View} view
   * @param {{realm: string, activity?: string, participants: () => string[],
   *   time: () => string | undefined, take: (place: Place) => void}} question
   */
  constructor(view, question) {
    this.view = view;
    this.question = question;
    this.form = new Form(begun(), () => view.update());
    /** @type {{lat: number, lon: number} | null} where the asker sets out, if shown */
    this.from = null;
    this.kept = watchSavedPlaces(view);
    /** @type {Set<string>} those of the own places that are compared */
    this.own = new Set();
  }

  /** The places that one keeps. */
  get #places() {
    return this.kept.data?.items ?? [];
  }

  /** Keeps a place that was found, under its name. @param {Place} place */
  async #keep(place) {
    const name = place.label ?? place.address ?? '';
    try {
      await savePlace({ name, place });
      notice(t('activities.placeKept', { name }));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {SavedPlace} place */
  async #forget({ id }) {
    this.own.delete(id);
    try {
      await removeSavedPlace(id);
    } catch (error) {
      complain(error);
    }
  }

  async #ask() {
    const { form, question } = this;
    const chosen = kinds.filter((kind) => form.values[kind]);
    const own = this.#places.filter(({ id }) => this.own.has(id));
    await form.submit(async ({ order }) => {
      const time = question.time();
      this.#found = await findMeetingPlaces(question.realm, {
        participants: question.participants().slice(0, mostParticipants),
        kinds: chosen,
        order,
        ...(own.length > 0
          ? { places: own.map(({ name, place }) => ({ ...place, label: name })) }
          : {}),
        ...(question.activity ? { activity: question.activity } : {}),
        ...(time ? { time } : {}),
        ...(this.from ? { from: this.from } : {}),
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

  /** @param {MeetingPlaces} found */
  #list(found) {
    if (found.items.length === 0) return hint(t('activities.noPlaces'));
    return html`${found.ways === 'straightLine' ? hint(t('activities.waysEstimated')) : nothing}
      ${found.unknown > 0 ? hint(t('activities.unknownStarts', { count: found.unknown })) : nothing}
      <ol class="list" aria-label=${t('activities.places-found')}>${
      found.items.map((item) => html`<li class="list-row">${this.#item(item)}</li>`)
    }</ol>`;
  }

  /** @param {MeetingPlaces['items'][number]} item */
  #item(item) {
    const { kind, place } = item;
    const name = place.label ?? '';
    return html`
      <div class="row-link"><span class="row-body">
              <span class="row-title">${place.label}</span>
              <span class="row-text">${kind ? t(`activities.kind-${kind}`) : nothing}${place.address
                ? ` · ${place.address}`
                : ''}<br>${wayWords(item)}</span>
            </span></div>
      <div class="row-end">${this.#isKept(place) ? nothing : html`
        <button type="button" class="button quiet" aria-label=${t('activities.keepPlace', { name })}
          @click=${() => this.#keep(place)}>${t('activities.keep')}</button>
      `}<button type="button" class="button" aria-label=${t('activities.takePlace', { name })}
              @click=${() => this.question.take(place)}>${t('activities.take')}</button></div>
    `;
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
