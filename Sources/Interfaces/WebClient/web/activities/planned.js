// Facts of a planned activity.

import { html, nothing } from 'lit-html';
import { facts } from '../parts/facts.js';
import { placeText } from '../parts/format.js';
import { when } from '../parts/people/times.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').Activity} Activity */

/** @param {Activity} data */
export const factsOf = (data) =>
  html`
    <section class="card stack">${facts([
      [t('people.description'), data.description],
      [t('people.wanted'), times(data)],
      [t('activities.location'), data.place && placeText(data.place)],
      [t('activities.type'), data.type],
      [t('activities.invitees'), data.invitees.map(({ name }) => name).join(', ')],
      [t('activities.tasks'), data.tasks.length > 0 && tasksOf(data)],
    ])}</section>
    ${data.appointment && data.step === 'confirmed'
      ? html`<div class="row"><a class="button" href="/calendar/${data.appointment}">${
        t('activities.inCalendar')
      }</a></div>`
      : nothing}
  `;

/** @param {Activity} data */
const times = ({ start, end, checked }) =>
  start && end &&
  html`${when({ start, end })}${
    checked ? nothing : html`<br><span class="soft">${t('activities.unchecked')}</span>`
  }`;

/** The tasks with their assignees. @param {Activity} data */
const tasksOf = ({ tasks }) =>
  html`
    <ul>${tasks.map((task) =>
      html`<li>${task.title}${task.assignee ? ` · ${task.assignee.name}` : ''}</li>`
    )}</ul>
  `;
