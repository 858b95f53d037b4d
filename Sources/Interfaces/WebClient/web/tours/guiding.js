// Guidance on a walk: takes the positions, shows what comes next and has it said.

import { language, t } from '../shell/texts.js';
import { distance } from '../parts/format.js';
import { playback } from '../parts/playing.js';
import { Course } from './course.js';
import { Guidance, placesAlong } from './guidance.js';
import { learnStreets } from './streets.js';

/** @typedef {import('api-types').Tour} Tour */
/** @typedef {import('./guidance.js').Instruction} Instruction */
/** @typedef {[number, number]} LonLat */

/** Metres of a leg that is one. */
const shortest = 20;
/** Metres past a stop from which it was passed without being noticed. */
const past = 30;

/** The word of a direction. @param {number} bearing */
export const compass = (bearing) => t(`tours.compass-${Math.round(bearing / 45) % 8}`);

/** An instruction in words. @param {Instruction} one */
export function inWords({ kind, way, metres, street, isNow, bearing }) {
  const turn = way ? t(`tours.turn-${way}`) : '';
  const values = {
    distance: distance(Math.max(5, Math.round(metres / 5) * 5)),
    turn,
    street: street ?? '',
    direction: bearing === undefined ? '' : compass(bearing),
  };
  if (kind === 'turn') {
    const when = isNow ? 'now' : 'in';
    return t(street ? `tours.guide-${when}-into` : `tours.guide-${when}`, values);
  }
  if (kind === 'on' && street) return t('tours.guide-on-along', values);
  return t(`tours.guide-${kind}`, values);
}

export class Guiding {
  /** What is shown. @type {Instruction | null} */
  now = null;
  /** Whether the words are spoken, too. */
  isSpoken = false;
  /** The next stop's place along the route. */
  #until = 0;
  /** @type {number | undefined} */
  #order;
  /** @type {import('../map/position.js').Position | null} */
  #last = null;

  /**
   * @param {Tour} tour @param {AbortSignal} signal @param {() => void} changed
   * @param {(words: string) => void} announce for who does not hear the voice
   */
  constructor(tour, signal, changed, announce) {
    this.tour = tour;
    this.announce = announce;
    this.course = new Course(tour.route.coordinates);
    this.guidance = new Guidance(this.course);
    this.places = placesAlong(
      this.course,
      tour.stops.map(({ position }) => /** @type {LonLat} */ ([position.lon, position.lat])),
    );
    learnStreets(this.course, signal, (index, street) => {
      const turn = this.course.turns[index - 1];
      if (turn) this.guidance.streets.set(turn.along, street);
      else this.guidance.firstStreet = street;
      changed();
    });
  }

  /** Which stop is next. @param {number | undefined} order */
  setTarget(order) {
    if (order === this.#order) return;
    this.#order = order;
    const index = this.tour.stops.findIndex((stop) => stop.order === order);
    this.#until = this.places[index] ?? this.course.length;
    this.guidance.nextLeg(this.places[index - 1]);
    this.now = null;
    if (this.#last) this.take(this.#last);
  }

  /** The part of the route to the next stop, and what lies on both sides of it. */
  get legs() {
    const index = this.tour.stops.findIndex((stop) => stop.order === this.#order);
    if (index < 0) return { before: this.course.line, leg: [], after: [] };
    const from = index > 0 ? this.places[index - 1] : 0;
    const start = Math.min(from, this.#until);
    // Most tours start at their first stop: the first leg is the one behind it.
    const end = this.#until - start < shortest
      ? this.places[index + 1] ?? this.course.length
      : this.#until;
    return {
      before: start > 0 ? this.course.part(0, start) : [],
      leg: end > start ? this.course.part(start, end) : [],
      after: end < this.course.length ? this.course.part(end, this.course.length) : [],
    };
  }

  /** @param {import('../map/position.js').Position} position */
  take(position) {
    this.#last = position;
    if (this.#order === undefined) return;
    const { now, say } = this.guidance.take({
      at: [position.lon, position.lat],
      accuracy: position.accuracy,
      heading: position.heading,
      time: Date.now() / 1000,
    }, this.#until);
    this.now = now;
    if (!say) return;
    if (!this.isSpoken) this.announce(inWords(say));
    else if (!this.say(say)) this.guidance.unsaid(say);
  }

  /** @param {Instruction} one @returns {boolean} whether it is said */
  say(one) {
    const matters = ['left', 'missed', 'round'].includes(one.kind);
    return playback.say(inWords(one), { lang: language, matters });
  }

  /** After a story: how it goes on. */
  goOn() {
    if (this.now && this.isSpoken) this.say(this.now);
  }

  /** The stops that lie behind one though they were not reached, in order. @returns {Tour['stops']} */
  get passed() {
    const { along } = this.guidance;
    if (along === undefined || this.#order === undefined) return [];
    const first = this.tour.stops.findIndex((stop) => stop.order === this.#order);
    return this.tour.stops.filter((_, index) =>
      index >= first && this.places[index] + past < along
    );
  }
}
