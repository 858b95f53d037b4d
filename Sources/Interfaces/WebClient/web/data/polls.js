// Polls of activities: sending one, voting, and taking what leads.

import { send } from '../shell/api.js';
import { changesOf } from './activities.js';

/** @typedef {import('api-types').Activity} Activity */
/** @typedef {NonNullable<Activity['poll']>} Poll */
/** @typedef {Poll['options'][number]} Option */
/** @typedef {{name: string, description: string, start?: string, end?: string, place?: Activity['place']}} OptionDraft */

/** @param {string} activity */
const one = (activity) => `/v1/activities/${activity}/poll`;

/** @param {string} activity @param {{deadline: string, options: OptionDraft[]}} draft */
export const sendPoll = (activity, draft) =>
  send('POST', one(activity), { body: draft, changes: changesOf(activity) });

/** Votes, or votes otherwise. @param {string} activity @param {string[]} options */
export const castBallot = (activity, options) =>
  send('PUT', `${one(activity)}/ballot`, {
    body: { options },
    changes: changesOf(activity),
    match: null,
  });

/** Takes no more votes. @param {string} activity @returns {Promise<Activity>} */
export const closePoll = (activity) =>
  send('POST', `${one(activity)}/closing`, { changes: changesOf(activity) });

/** Takes one of those that lead. @param {string} activity @param {string} option */
export const choosePollOption = (activity, option) =>
  send('POST', `${one(activity)}/choice`, { body: { option }, changes: changesOf(activity) });
