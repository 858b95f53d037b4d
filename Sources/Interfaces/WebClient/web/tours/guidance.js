// Guidance between stops: what is shown all the time, and what is said when. Pure; `guiding.js` gives it positions
// and says its words.

import { metres } from '../map/measure.js';
import { bearing, turned } from './course.js';

/** @typedef {[number, number]} LonLat */
/**
 * @typedef {Object} Instruction
 * @property {'turn' | 'on' | 'missed' | 'left' | 'back' | 'to-route' | 'round'} kind
 * @property {number} metres
 * @property {string} [way] of a turn
 * @property {string} [street] that the turn leads into, or that one goes along
 * @property {boolean} [isNow] whether the turn is here
 * @property {number} [bearing] where the route is
 */

/** Seconds ahead by which a turn is said, and between which distances that is. */
const ahead = { seconds: 30, least: 30, most: 60 };
/** Metres from a turn at which one is there. */
const there = 10;
/** Metres from the route past which, with the accuracy, one has left it. */
const leftAt = 40;
/** Metres behind a turn, away from the route, from which it is missed. */
const missedAt = 15;
/** Metres that one walks before "the other way" is said, and farther off before it is said again that one has left. */
const wrongAt = 25;
const fartherAt = 40;
/** Metres a second of whoever has not walked yet. */
const usualPace = 1.3;

export class Guidance {
  /** What was said of each turn. @type {Map<number, Set<string>>} */
  #said = new Map();
  /** @type {number | undefined} metres along the route */
  along = undefined;
  /** Farthest along since the direction was right. */
  #farthest = 0;
  /** Where the leg begins: on a round the start is not its end. */
  #from = 0;
  #hasBeenOn = false;
  #isOff = false;
  /** How far off it was when it was said last. */
  #toldAway = 0;
  #toldRound = false;
  #pace = usualPace;
  /** @type {{at: LonLat, time: number} | null} */
  #before = null;

  /** @param {import('./course.js').Course} course */
  constructor(course) {
    this.course = course;
    /** The streets behind the turns, where the map knows them. @type {Map<number, string>} */
    this.streets = new Map();
    /** The street at the start. */
    this.firstStreet = '';
  }

  /** Another stop is next: what was walked before does not count. @param {number} [from] where its leg begins */
  nextLeg(from = 0) {
    this.#toldRound = false;
    this.#from = from;
    // Who has not been on the route has not turned round on it.
    this.#farthest = this.along ?? -Infinity;
  }

  /**
   * Where one is now.
   *
   * @param {{at: LonLat, accuracy: number, heading: number | null, time: number}} fix time in seconds
   * @param {number} until metres along the route to the next stop
   * @returns {{now: Instruction, say: Instruction | null}}
   */
  take({ at, accuracy, heading, time }, until) {
    const { course } = this;
    this.#measurePace(at, time);
    const found = course.nearest(at, { near: this.along ?? this.#from });
    const isOff = found.away > leftAt + accuracy;
    if (isOff) return this.#off(found, at);
    this.along = found.along;
    // Who comes to it for the first time is not back.
    const cameBack = this.#isOff && this.#hasBeenOn;
    this.#isOff = false;
    this.#hasBeenOn = true;
    const now = this.#next(found.along, until);
    if (cameBack) {
      this.#farthest = found.along;
      return { now, say: { ...now, kind: 'back' } };
    }
    const missed = this.#missed(found, at, accuracy);
    if (missed) return { now: missed, say: missed };
    // Beside the route one is at none of its turns.
    if (found.away > missedAt + accuracy / 2) return { now, say: null };
    return { now, say: this.#round(found, heading, until) ?? this.#due(found.along, now) };
  }

  /** What was to be said could not be: it is due again. @param {Instruction} instruction */
  unsaid({ kind, isNow }) {
    if (kind !== 'turn' || this.along === undefined) return;
    const turn = this.#turnAfter(this.along);
    if (turn) this.#said.get(turn.along)?.delete(isNow ? 'now' : 'ahead');
  }

  /** The street in which one is. @param {number} along */
  street(along) {
    const before = this.course.turns.findLast((turn) => turn.along <= along);
    return (before ? this.streets.get(before.along) : this.firstStreet) ?? '';
  }

  /** @param {LonLat} at @param {number} time */
  #measurePace(at, time) {
    const before = this.#before;
    if (before && time - before.time < 2) return;
    this.#before = { at, time };
    if (!before) return;
    const pace = metres(before.at, at) / (time - before.time);
    // Standing still, or a leap of the receiver, says nothing of how one walks.
    if (pace > 0.4 && pace < 4) this.#pace += (pace - this.#pace) * 0.3;
  }

  /** @param {number} along */
  #turnAfter(along) {
    // A turn holds until one has passed it.
    return this.course.turns.find((turn) => turn.along > along - there / 2);
  }

  /** What comes next. @param {number} along @param {number} until @returns {Instruction} */
  #next(along, until) {
    const turn = this.#turnAfter(along);
    const street = this.street(along);
    if (!turn || turn.along > until - there) {
      return { kind: 'on', metres: Math.max(0, until - along), street };
    }
    const left = Math.max(0, turn.along - along);
    const into = this.streets.get(turn.along) ?? '';
    return {
      kind: 'turn',
      way: turn.way,
      metres: left,
      isNow: left <= there,
      // A bend of the same street leads into none.
      street: into === street ? '' : into,
    };
  }

  /** @param {number} along @param {Instruction} now @returns {Instruction | null} */
  #due(along, now) {
    const turn = this.#turnAfter(along);
    if (now.kind !== 'turn' || !turn) return null;
    const said = this.#said.get(turn.along) ?? new Set();
    this.#said.set(turn.along, said);
    const lead = Math.min(ahead.most, Math.max(ahead.least, this.#pace * ahead.seconds));
    // Whoever went back comes to it anew.
    if (now.metres > lead * 2) said.clear();
    const what = now.isNow ? 'now' : now.metres <= lead ? 'ahead' : '';
    if (!what || said.has(what) || (what === 'ahead' && said.has('now'))) return null;
    said.add(what);
    return now;
  }

  /**
   * Past a turn straight on, though not far enough to have left the route.
   *
   * @param {{along: number, away: number}} found @param {LonLat} here @param {number} accuracy
   * @returns {Instruction | null}
   */
  #missed({ along, away }, here, accuracy) {
    if (away < missedAt + accuracy / 2) return null;
    const turn = this.course.turns.findLast((one) =>
      this.#said.get(one.along)?.has('now') && Math.abs(one.along - along) < leftAt
    );
    if (!turn || this.#said.get(turn.along)?.has('missed')) return null;
    if (metres(turn.at, here) < missedAt + accuracy / 2) return null;
    this.#said.set(turn.along, new Set(['missed', 'ahead']));
    return {
      kind: 'missed',
      way: turn.way,
      metres: metres(turn.at, here),
      bearing: bearing(here, turn.at),
      street: this.streets.get(turn.along) ?? '',
    };
  }

  /**
   * Against the direction of the route.
   *
   * @param {{along: number}} found @param {number | null} heading @param {number} until
   * @returns {Instruction | null}
   */
  #round({ along }, heading, until) {
    if (along > this.#farthest) {
      this.#farthest = along;
      this.#toldRound = false;
    }
    if (this.#toldRound || this.#farthest - along < wrongAt) return null;
    // Somebody who stands there and looks back has not turned.
    if (heading !== null && Math.abs(turned(heading, this.course.bearing(along))) < 90) return null;
    this.#toldRound = true;
    this.#farthest = along;
    return { kind: 'round', metres: Math.max(0, until - along) };
  }

  /**
   * @param {{along: number, away: number, at: LonLat}} found @param {LonLat} here
   * @returns {{now: Instruction, say: Instruction | null}}
   */
  #off({ away, at }, here) {
    const kind = this.#hasBeenOn ? 'left' : 'to-route';
    /** @type {Instruction} */
    const now = { kind, metres: away, bearing: bearing(here, at) };
    const isNew = !this.#isOff || away > this.#toldAway + fartherAt;
    this.#isOff = true;
    if (isNew) this.#toldAway = away;
    return { now, say: isNew ? now : null };
  }
}

/** How far along the route each stop is, in their order. @param {import('./course.js').Course} course @param {LonLat[]} stops */
export function placesAlong(course, stops) {
  /** @type {number[]} */
  const places = [];
  for (const stop of stops) {
    const from = places.at(-1) ?? 0;
    // The first time that it comes by, not when it comes back.
    places.push(course.nearest(stop, { near: from, from }).along);
  }
  return places;
}
