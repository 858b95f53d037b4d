// The values of the appointment form, and what is sent of them.

import { instant, wallTime } from '../../parts/days.js';
import { Form } from '../../parts/form-state.js';
import { join, split } from './recurrence.js';
import { modes } from '../../parts/journey/preferences.js';

/** @typedef {import('api-types').Appointment} Appointment */
/** @typedef {import('api-types').AppointmentChange} AppointmentChange */

const day = 86_400_000;

/** A day later or earlier. @param {string} key @param {number} days */
const plus = (key, days) =>
  new Date(Date.parse(`${key}T00:00Z`) + days * day).toISOString().slice(0, 10);

/**
 * What the form holds at first.
 *
 * @param {string} start wall time @param {string} end wall time @param {string} zone
 */
export const empty = (start, end, zone) => ({
  title: '',
  allDay: false,
  start,
  end,
  zone,
  recurrence: '',
  until: '',
  notes: '',
  preNotification: '10',
  ownModes: false,
  modes: /** @type {string[]} */ ([]),
  invite: '',
  place: '',
});

/** @typedef {ReturnType<typeof empty>} Values */

/**
 * An appointment as the form shows it.
 *
 * @param {Appointment} data @param {boolean} only one occurrence of a series
 * @returns {Values}
 */
export function valuesOf(data, only) {
  const start = only ? wallTime(new Date(data.startsAt), data.zone) : data.start.slice(0, 16);
  const begin = instant(start, data.zone) ?? new Date(data.startsAt);
  const end = data.allDay
    ? `${plus(start.slice(0, 10), Math.max(0, Math.round(data.duration / 86_400) - 1))}T00:00`
    : wallTime(new Date(begin.getTime() + data.duration * 1000), data.zone);
  const { base, until } = split(only ? '' : data.recurrence, data.zone);
  return {
    ...empty(start, end, data.zone),
    title: data.title,
    allDay: data.allDay,
    recurrence: base,
    until,
    notes: data.notes,
    preNotification: String(data.preNotification),
    ownModes: data.modes !== undefined,
    modes: data.modes ?? [],
  };
}

/** Seconds from start to end; null if they are no times. @param {Values} values */
export function seconds({ start, end, zone, allDay }) {
  if (allDay) {
    const days = (Date.parse(`${end.slice(0, 10)}T00:00Z`) -
          Date.parse(`${start.slice(0, 10)}T00:00Z`)) / day + 1;
    return Number.isFinite(days) ? Math.round(days) * 86_400 : null;
  }
  const [from, to] = [instant(start, zone), instant(end, zone)];
  return from && to ? Math.round((to.getTime() - from.getTime()) / 1000) : null;
}

/** The end that keeps how long it lasts, by the clocks, when another start is entered. @param {{start: string, end: string}} values @param {string} start wall time */
export function endAfter(values, start) {
  const walls = [values.start, values.end, start];
  if (!walls.every((wall) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(wall))) return values.end;
  const [from, to, next] = walls.map((wall) => Date.parse(`${wall.slice(0, 16)}:00Z`));
  const end = new Date(to + next - from);
  return end.getFullYear() < 10_000 ? end.toISOString().slice(0, 16) : values.end;
}

/** The values of an appointment: another start takes the end with it. @extends {Form<Values>} */
export class AppointmentForm extends Form {
  /** The start that was whole last: while one types it is none. */
  #start;

  /** @param {Values} values @param {() => void} update */
  constructor(values, update) {
    super(values, update);
    this.#start = values.start;
  }

  /** @override @param {string} name @param {any} value any: as of every form */
  set(name, value) {
    if (name === 'start' && value) {
      super.set('end', endAfter({ start: this.#start, end: this.values.end }, value));
      this.#start = value;
    }
    super.set(name, value);
  }
}

/** The same, from another start on. @param {Values} values @param {Date} start @returns {Values} */
export function moved(values, start) {
  const at = (/** @type {string} */ wall) => instant(wall, values.zone)?.getTime() ?? 0;
  const end = new Date(at(values.end) + start.getTime() - at(values.start));
  return { ...values, start: wallTime(start, values.zone), end: wallTime(end, values.zone) };
}

/**
 * What everybody sees of it.
 *
 * @param {Values} values @param {AppointmentChange['place'] | undefined} place @param {boolean} only one of a series
 */
export const shared = (values, place, only) => ({
  title: values.title.trim(),
  start: values.allDay ? `${values.start.slice(0, 10)}T00:00` : values.start.slice(0, 16),
  zone: values.zone,
  duration: seconds(values),
  allDay: values.allDay,
  place: place ?? null,
  ...(only
    ? {}
    : { recurrence: join(values.recurrence, values.until, values.allDay, values.zone) || null }),
});

/** What everybody has of their own. @param {Values} values */
export const own = (values) => ({
  notes: values.notes,
  preNotification: Number(values.preNotification),
  modes: values.ownModes ? modes.filter((mode) => values.modes.includes(mode)) : null,
});

/** A new one has no members to clear. @template {object} Body @param {Body} body */
export const newBody = (body) => /** @type {Body} */ (Object.fromEntries(
  Object.entries(body).filter(([, value]) => value !== null),
));
