// Appointments: one's own, those that one is invited to, and single ones of a series.

import { Paged } from '../parts/list.js';
import { etag, get, send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Appointment} Appointment */
/** @typedef {import('api-types').AppointmentChange} AppointmentChange */
/** @typedef {import('api-types').AppointmentInput} AppointmentInput */
/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {import('../shell/view.js').View} View */

/**
 * Which of a series is meant: the occurrence that begins then, alone or with all that follow it. The whole
 * series without it.
 *
 * @typedef {{at: string, following?: boolean}} Occurrence
 */

/** @param {string} id @param {Occurrence} [which] */
const one = (id, which) =>
  address(`/v1/appointments/${id}`, {
    occurrence: which?.at,
    following: which?.following ? true : undefined,
  });

/** What a change of an appointment changes besides it: the calendar, its plans, what waits for an answer. */
const changes = ['/v1/appointments', '/v1/appointment-invitations'];

/**
 * What stands in the calendar from one moment until another, with what waits for an answer.
 *
 * @param {View} view @param {Date} from @param {Date} to @returns {Paged<CalendarLine>}
 */
export const pagedCalendar = (view, from, to) =>
  new Paged(
    view,
    address('/v1/appointments', {
      from: from.toISOString(),
      to: to.toISOString(),
      unanswered: true,
    }),
    200,
  );

/** What stands in the calendar from one moment until another. @param {Date} from @param {Date} to @returns {Promise<CalendarLine[]>} */
export const listCalendar = async (from, to) =>
  (await get(address('/v1/appointments', {
    from: from.toISOString(),
    to: to.toISOString(),
    limit: 200,
  }))).items;

/**
 * What comes first in a calendar from one moment until another, with what waits for an answer.
 *
 * @param {View} view @param {Date} from @param {Date} to
 * @returns {import('../shell/view.js').Watched<{items: CalendarLine[]}>}
 */
export const watchComing = (view, from, to) =>
  view.watch(address('/v1/appointments', {
    from: from.toISOString(),
    to: to.toISOString(),
    unanswered: true,
    limit: 50,
  }));

/** Invitations to appointments that wait for an answer. @param {View} view @returns {Paged<Appointment>} */
export const pagedAppointmentInvitations = (view) => new Paged(view, '/v1/appointment-invitations');

/**
 * @param {View} view @param {string} id @param {Occurrence} [which]
 * @param {(resource: import('../shell/api.js').Resource<Appointment>) => void} [call] before it is drawn
 * @returns {import('../shell/view.js').Watched<Appointment>}
 */
export const watchAppointment = (view, id, which, call) => view.watch(one(id, which), call);

/** @param {string} id @param {Occurrence} [which] @returns {Promise<Appointment>} */
export const readAppointment = (id, which) => get(one(id, which));

/** The version that was read last, for a change of it. @param {string} id @param {Occurrence} [which] */
export const appointmentTag = (id, which) => etag(one(id, which));

/** @param {AppointmentInput} body @returns {Promise<Appointment>} */
export const createAppointment = (body) => send('POST', '/v1/appointments', { body, changes });

/**
 * Changes an appointment; what speaks against it is refused until it is confirmed, see {@link warningsOf}.
 *
 * @param {string} id @param {AppointmentChange} body @param {string | number | null} version tag or number
 * @param {Occurrence} [which] @returns {Promise<Appointment>}
 */
export const changeAppointment = (id, body, version, which) =>
  send('PATCH', one(id, which), {
    body,
    match: typeof version === 'number' ? `"${version}"` : version,
    changes,
  });

/** @param {string} id @param {string | null} tag @param {Occurrence} [which] @returns {Promise<null>} */
export const removeAppointment = (id, tag, which) =>
  send('DELETE', one(id, which), {
    match: tag,
    // Its own page is about to be left, and would find nothing.
    changes: ['/v1/appointments?', '/v1/appointment-invitations'],
  });

/** Invites by addresses. @param {string} id @param {string[]} to @returns {Promise<Appointment>} */
export const inviteToAppointment = (id, to) =>
  send('POST', `${one(id)}/participants`, { body: { to }, changes });

/** Takes an invitation back. @param {string} id @param {string} account @returns {Promise<null>} */
export const uninviteFromAppointment = (id, account) =>
  send('DELETE', `${one(id)}/participants/${account}`, { match: null, changes });

/**
 * Answers an invitation; the answer waits for a network.
 *
 * @param {string} id @param {'accepted' | 'declined' | 'tentative'} answer @param {string} queue what it is called
 */
export const answerAppointment = (id, answer, queue) =>
  send('PUT', `${one(id)}/answer`, { body: { answer }, match: null, changes, queue });

/**
 * Keeps what its organizer has cancelled as one's own, or drops it.
 *
 * @param {string} id @param {'keep' | 'drop'} decision @returns {Promise<Appointment | null>} what is one's own now
 */
export const decideAppointment = (id, decision) =>
  send('POST', `${one(id)}/decision`, { body: { decision }, changes });
