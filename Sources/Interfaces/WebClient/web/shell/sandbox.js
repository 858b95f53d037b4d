// The tutorial's sandbox: the pages work as ever, but what they change stays on this device and is
// thrown away at the end. While it is on, nothing that changes anything leaves for the server.

import * as api from './api.js';
import { metresBetween } from '../map/measure.js';
import { setOut, walkOn } from './device-run.js';
import { t } from './texts.js';
import { session } from './session.js';
import { keepTrial, trial } from './trial.js';

/** Requests that only ask, though they are sent as changes, and those of the session itself. */
const passes = /^(POST \/v1\/heights|POST \/v1\/accounts|(POST|DELETE) \/v1\/sessions)/;
/** Of a walk that can be gone on with. */
const going = ['active', 'paused'];
const none = { like: 0, love: 0, laugh: 0, wow: 0, sad: 0, thanks: 0 };

/** @typedef {import('./device-run.js').Place} Place */

/** @param {string} path */
const queryOf = (path) => new URLSearchParams(path.split('?')[1] ?? '');
/** @param {number} status @param {string} slug @param {string} detail */
const refusal = (status, slug, detail) =>
  new api.ApiError({ type: `/problems/${slug}`, title: detail, detail, status });
const notFound = () => refusal(404, 'not-found', t('shell.trialNone'));
const newID = () => `trial-${api.randomID()}`;

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

// What is asked for

/** What only this device knows; undefined is asked of the server. @param {string} path */
function read(path) {
  const [address] = path.split('?');
  const [, , kind, id, rest] = address.split('/');
  if (kind === 'runs') {
    if (id) return own(trial.runs, id);
    const isOpen = queryOf(path).get('open') === 'true';
    return { items: trial.runs.filter((run) => !isOpen || going.includes(run.state)).reverse() };
  }
  if (!id?.startsWith('trial-')) return undefined;
  if (rest) throw notFound();
  if (kind === 'instances') return own(trial.instances, id);
  if (kind === 'appointments') return own(trial.appointments, id);
  throw notFound();
}

/** @param {any[]} items @param {string} id */
function own(items, id) {
  const found = items.find((item) => item.id === id);
  if (!found) throw notFound();
  return found;
}

/** What the server says, with what was tried. @param {string} path @param {any} data */
function seen(path, data) {
  const [address] = path.split('?');
  if (address === '/v1/view/cell' || address === '/v1/nearby') {
    return { ...data, items: [...data.items, ...around(queryOf(path))] };
  }
  if (address === '/v1/inventory') {
    return { ...data, items: [...data.items, ...trial.kept] };
  }
  if (address === '/v1/appointments') {
    const query = queryOf(path);
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? '9'].map(Date.parse);
    const items = trial.appointments.filter((one) =>
      Date.parse(one.endsAt) > from && Date.parse(one.startsAt) < to
    );
    return {
      ...data,
      items: [...data.items, ...items].sort((a, b) =>
        Date.parse(a.startsAt) - Date.parse(b.startsAt)
      ),
    };
  }
  const kind = trial.reactions[address.split('/')[3]];
  if (address.startsWith('/v1/instances/') && kind) {
    const reactions = { ...data.reactions, [kind]: data.reactions[kind] + 1 };
    return { ...data, ownReaction: kind, reactions };
  }
  return data;
}

/** What was placed around a spot, nearest first. @param {URLSearchParams} query */
function around(query) {
  const spot = { lat: Number(query.get('lat')), lon: Number(query.get('lon')) };
  return trial.instances
    .filter((one) => one.realms.includes(query.get('realm') ?? 'public'))
    .map((one) => ({ ...one, distance: metresBetween(spot, one.pose.position), bearing: 0 }))
    .filter((one) => one.distance <= Number(query.get('radius')))
    .sort((a, b) => a.distance - b.distance);
}

// What is changed

/**
 * Does on the device what the server would.
 *
 * @param {string} method @param {string} path @param {any} body
 * @returns {Promise<{answer: any} | null>} null: it may go to the server
 */
async function change(method, path, body) {
  const [address] = path.split('?');
  if (passes.test(`${method} ${address}`)) return null;
  const [, , kind, id, rest] = address.split('/');
  const answer = await changed(`${method} ${kind}${rest ? `/${rest}` : ''}`, id, body);
  keepTrial();
  return { answer };
}

/** @param {string} what @param {string} id @param {any} body @returns {Promise<any>} */
async function changed(what, id, body) {
  const at = new Date().toISOString();
  switch (what) {
    case 'POST instances': {
      const { boundingBox } = await api.get(`/v1/objects/${body.object}`);
      const made = {
        ...body,
        id: newID(),
        boundingBox,
        priority: 0,
        isTrial: true,
        author: session.account?.id ?? '',
        createdAt: at,
        version: 1,
        reactions: none,
        actions: ['edit', 'delete'],
      };
      trial.instances.push(made);
      return made;
    }
    case 'PATCH instances':
      return Object.assign(own(trial.instances, id), body);
    case 'DELETE instances':
      own(trial.instances, id);
      trial.instances = trial.instances.filter((one) => one.id !== id);
      return null;
    case 'PUT instances/reaction':
      trial.reactions[id] = body.kind;
      return await api.get(`/v1/instances/${id}`);
    case 'DELETE instances/reaction':
      delete trial.reactions[id];
      return null;
    case 'PUT inventory':
      trial.kept.push({ ...await api.get(`/v1/objects/${id}`), source: 'added' });
      return null;
    case 'DELETE inventory':
      trial.kept = trial.kept.filter((one) => one.id !== id);
      return null;
    case 'POST reports':
      return null;
    case 'POST tours/runs':
      return begun(setOut(await api.get(`/v1/tours/${id}`), newID(), at, true), !!body?.anew);
    case 'POST runs/pause':
      return Object.assign(own(trial.runs, id), { state: 'paused' });
    case 'POST runs/positions':
      return goneOn(own(trial.runs, id), body.points);
    case 'DELETE runs':
      own(trial.runs, id);
      trial.runs = trial.runs.filter((one) => one.id !== id);
      return null;
    case 'POST appointments': {
      const starts = instant(body.start, body.zone);
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
        organizer: { id: session.account?.id ?? '', name: session.account?.name ?? '' },
        participants: [],
        own: true,
        answer: 'accepted',
        createdAt: at,
        updatedAt: at,
        version: 1,
      };
      trial.appointments.push(made);
      return made;
    }
    case 'DELETE appointments':
      own(trial.appointments, id);
      trial.appointments = trial.appointments.filter((one) => one.id !== id);
      return null;
    default:
      throw refusal(409, 'tutorial', t('shell.trialRefused'));
  }
}

/** Begins a walk, or goes on with that of the same tour. @param {any} run @param {boolean} isAnew */
function begun(run, isAnew) {
  const before = trial.runs.find((one) => one.tour === run.tour && going.includes(one.state));
  for (const one of trial.runs) if (one.state === 'active') one.state = 'paused';
  if (before && !isAnew) return Object.assign(before, { state: 'active' });
  trial.runs = [...trial.runs.filter((one) => one !== before), run];
  return run;
}

/** @param {any} run @param {(Place & {at: string})[]} points */
const goneOn = (run, points) => ({ ...Object.assign(run, walkOn(run, points)), ignored: 0 });

/** The pages work in the sandbox from now on. */
export const enter = () => api.divert({ read, seen, change });

/** They work for good again. */
export const leave = () => api.divert(null);
