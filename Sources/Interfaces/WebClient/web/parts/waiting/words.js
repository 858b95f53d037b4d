// What waits in words: what a poll is about, and whether it is open; why a time is wanted.

import { t } from '../../shell/texts.js';
import { choice } from '../format.js';

/** @typedef {import('api-types').Activity} Activity */
/** @typedef {import('../../data/polls.js').Poll} Poll */

/** Whether votes are taken. @param {Poll} poll */
export const isOpen = ({ state, deadline }) => state === 'open' && new Date(deadline) > new Date();

/** The name of an activity: its own, or the options of its poll. @param {Activity} activity */
export const activityName = ({ name, poll }) =>
  name ||
  (poll
    ? t('waiting.pollOf', { options: choice(poll.options.map((option) => option.name)) })
    : t('waiting.unnamed'));

/** Reason and priority. @param {{reason: string, priority: string}} booking */
export const why = ({ reason, priority }) =>
  `${reason} (${t('waiting.priority')}: ${t(`waiting.priority-${priority}`)})`;
