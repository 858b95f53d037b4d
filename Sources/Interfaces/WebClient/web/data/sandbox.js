// The sandbox of a trial: the pages work as ever, but what they change stays on this device and is thrown away at
// the end. While it is on, nothing that changes anything leaves for the server.

import { metresBetween } from '../map/measure.js';
import { setOut, walkOn } from '../shell/device-run.js';
import { ApiError } from '../shell/problem.js';
import { randomID } from '../shell/sending.js';
import { t } from '../shell/texts.js';

/** @typedef {import('../shell/device-run.js').DeviceRun} DeviceRun */
/** @typedef {import('../shell/device-run.js').Place} Place */
/** @typedef {import('../shell/trial-state.js').Trial} Trial */
/** @typedef {import('api-types').Appointment} Appointment */
/** @typedef {import('api-types').Instance} Instance */
/** @typedef {{items: {startsAt: string}[], reactions: Instance['reactions']}} Answer what is changed of answers */

/** Requests that only ask, though they are sent as changes, and those of the session itself. */
const passes = /^(POST \/v1\/heights|POST \/v1\/accounts|(POST|DELETE) \/v1\/sessions)/;
/** Of a walk that can be gone on with. */
const going = ['active', 'paused'];
const none = { like: 0, love: 0, laugh: 0, wow: 0, sad: 0, thanks: 0 };

/** @param {string} path */
const queryOf = (path) => new URLSearchParams(path.split('?')[1] ?? '');
/** @param {number} status @param {string} slug @param {string} detail */
const refusal = (status, slug, detail) =>
  new ApiError({ type: `/problems/${slug}`, title: detail, detail, status });
const notFound = () => refusal(404, 'not-found', t('shell.trialNone'));
const newID = () => `trial-${randomID()}`;

/** The moment of a wall clock's time in a zone. @param {string} wall `2026-06-20T09:00` @param {string} zone */
function instant(wall, zone) {
  const guess = Date.parse(`${wall.slice(0, 16)}:00Z`);
  const shown = new Intl.DateTimeFormat('sv', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(guess);
  return new Date(2 * guess - Date.parse(`${shown.replace(' ', 'T')}Z`));
}

/** @template {{id: string}} T @param {T[]} items @param {string} id */
function own(items, id) {
  const found = items.find((item) => item.id === id);
  if (!found) throw notFound();
  return found;
}

export class Sandbox {
  #trial;
  #get;
  #keep;
  #author;

  /**
   * @param {Trial} trial what was tried
   * @param {{get: typeof import('../shell/api.js').get, keep: () => void,
   *   author: () => {id: string, name: string} | null}} around `get` asks the server, or the sandbox; `keep` is
   *   called when something was tried; `author` is who tries it
   */
  constructor(trial, { get, keep, author }) {
    this.#trial = trial;
    this.#get = get;
    this.#keep = keep;
    this.#author = author;
  }

  // What is asked for

  /** What only this device knows; undefined is asked of the server. @param {string} path */
  read(path) {
    const [address] = path.split('?');
    const [, , kind, id, rest] = address.split('/');
    if (kind === 'runs') {
      if (id) return own(this.#trial.runs, id);
      const isOpen = queryOf(path).get('open') === 'true';
      const runs = this.#trial.runs.filter((run) => !isOpen || going.includes(run.state));
      return { items: runs.reverse() };
    }
    if (!id?.startsWith('trial-')) return undefined;
    if (rest) throw notFound();
    if (kind === 'instances') return own(this.#trial.instances, id);
    if (kind === 'appointments') return own(this.#trial.appointments, id);
    throw notFound();
  }

  /** What the server says, with what was tried. @param {string} path @param {unknown} answer */
  seen(path, answer) {
    const [address] = path.split('?');
    const data = /** @type {Answer} */ (answer);
    if (address === '/v1/view/cell' || address === '/v1/nearby') {
      return { ...data, items: [...data.items, ...this.#placedAround(queryOf(path))] };
    }
    if (address === '/v1/inventory') {
      return { ...data, items: [...data.items, ...this.#trial.kept] };
    }
    if (address === '/v1/appointments') {
      const items = [...data.items, ...this.#appointmentsIn(queryOf(path))];
      items.sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
      return { ...data, items };
    }
    const kind = this.#trial.reactions[address.split('/')[3]];
    if (address.startsWith('/v1/instances/') && kind) {
      const reactions = { ...data.reactions, [kind]: data.reactions[kind] + 1 };
      return { ...data, ownReaction: kind, reactions };
    }
    return data;
  }

  /** What was placed around a spot, nearest first. @param {URLSearchParams} query */
  #placedAround(query) {
    const spot = { lat: Number(query.get('lat')), lon: Number(query.get('lon')) };
    return this.#trial.instances
      .filter((one) => one.realms.includes(query.get('realm') ?? 'public'))
      .map((one) => ({ ...one, distance: metresBetween(spot, one.pose.position), bearing: 0 }))
      .filter((one) => one.distance <= Number(query.get('radius')))
      .sort((a, b) => a.distance - b.distance);
  }

  /** @param {URLSearchParams} query */
  #appointmentsIn(query) {
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? '9'].map(Date.parse);
    return this.#trial.appointments.filter((one) =>
      Date.parse(one.endsAt) > from && Date.parse(one.startsAt) < to
    );
  }

  // What is changed

  /**
   * Does on the device what the server would.
   *
   * @param {string} method @param {string} path @param {unknown} body
   * @returns {Promise<{answer: unknown} | null>} null: it may go to the server
   */
  async change(method, path, body) {
    const [address] = path.split('?');
    if (passes.test(`${method} ${address}`)) return null;
    const [, , kind, id, rest] = address.split('/');
    const verb = this.#verbs[`${method} ${kind}${rest ? `/${rest}` : ''}`];
    if (!verb) throw refusal(409, 'tutorial', t('shell.trialRefused'));
    const answer = await verb(id, body) ?? null;
    this.#keep();
    return { answer };
  }

  /**
   * What can be tried, by method and address without ids.
   *
   * @type {Record<string, (id: string, body: any) => unknown>} any: each takes the body of its own operation
   */
  #verbs = {
    'POST instances': (_id, body) => this.#place(body),
    'PATCH instances': (id, body) => Object.assign(own(this.#trial.instances, id), body),
    'DELETE instances': (id) => this.#remove('instances', id),
    'PUT instances/reaction': (id, { kind }) => {
      this.#trial.reactions[id] = kind;
      return this.#get(`/v1/instances/${id}`);
    },
    'DELETE instances/reaction': (id) => {
      delete this.#trial.reactions[id];
    },
    'PUT inventory': async (id) => {
      this.#trial.kept.push({ ...await this.#get(`/v1/objects/${id}`), source: 'added' });
    },
    'DELETE inventory': (id) => {
      this.#trial.kept = this.#trial.kept.filter((one) => one.id !== id);
    },
    'POST reports': () => null,
    'POST tours/runs': (id, body) => this.#setOut(id, body?.anew === true),
    'POST runs/pause': (id) => Object.assign(own(this.#trial.runs, id), { state: 'paused' }),
    'POST runs/positions': (id, { points }) => this.#walkOn(own(this.#trial.runs, id), points),
    'DELETE runs': (id) => this.#remove('runs', id),
    'POST appointments': (_id, body) => this.#plan(body),
    'DELETE appointments': (id) => this.#remove('appointments', id),
  };

  /** @param {'instances' | 'runs' | 'appointments'} what @param {string} id */
  #remove(what, id) {
    /** @type {{id: string}[]} */
    const items = this.#trial[what];
    items.splice(items.indexOf(own(items, id)), 1);
  }

  /** @param {Pick<Instance, 'object' | 'pose' | 'scale' | 'realms'>} body */
  async #place(body) {
    const { boundingBox } = await this.#get(`/v1/objects/${body.object}`);
    /** @type {import('../shell/trial-state.js').TrialInstance} */
    const made = {
      ...body,
      id: newID(),
      boundingBox,
      priority: 0,
      isTrial: true,
      author: this.#author()?.id ?? '',
      createdAt: new Date().toISOString(),
      version: 1,
      reactions: none,
      actions: ['edit', 'delete'],
    };
    this.#trial.instances.push(made);
    return made;
  }

  /** Begins a walk, or goes on with that of the same tour. @param {string} tour @param {boolean} isAnew */
  async #setOut(tour, isAnew) {
    const run = setOut(
      await this.#get(`/v1/tours/${tour}`),
      newID(),
      new Date().toISOString(),
      true,
    );
    const { runs } = this.#trial;
    const before = runs.find((one) => one.tour === run.tour && going.includes(one.state));
    for (const one of runs) if (one.state === 'active') one.state = 'paused';
    if (before && !isAnew) return Object.assign(before, { state: 'active' });
    this.#trial.runs = [...runs.filter((one) => one !== before), run];
    return run;
  }

  /** @param {DeviceRun} run @param {(Place & {at: string})[]} points */
  #walkOn(run, points) {
    return { ...Object.assign(run, walkOn(run, points)), ignored: 0 };
  }

  /** @param {Pick<Appointment, 'title' | 'start' | 'zone' | 'duration'> & Partial<Appointment>} body */
  #plan(body) {
    const starts = instant(body.start, body.zone);
    const at = new Date().toISOString();
    const { id = '', name = '' } = this.#author() ?? {};
    /** @type {import('../shell/trial-state.js').TrialAppointment} */
    const made = {
      notes: '',
      preNotification: 0,
      ...body,
      id: newID(),
      kind: 'appointment',
      startsAt: starts.toISOString(),
      endsAt: new Date(starts.getTime() + body.duration * 1000).toISOString(),
      allDay: body.allDay ?? false,
      repeats: false,
      status: 'confirmed',
      organizer: { id, name },
      participants: [],
      own: true,
      answer: 'accepted',
      createdAt: at,
      updatedAt: at,
      version: 1,
    };
    this.#trial.appointments.push(made);
    return made;
  }
}
