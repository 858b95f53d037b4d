// What is known of an activity, once it is planned.

import { html, nothing } from 'lit-html';
import { placeText } from '../parts/format.js';
import { when } from '../parts/people/times.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').Activity} Activity */

/** @param {string} name @param {unknown} content */
const fact = (name, content) =>
  html`
    <div>
      <dt>${name}</dt>
      <dd>${content}</dd>
    </div>
  `;

/** @param {Activity} data */
export const factsOf = (data) =>
  html`
    <section class="card stack">
      <dl class="people-facts">
        ${fact(t('people.description'), data.description)}
        ${data.start && data.end
          ? fact(
            t('people.wanted'),
            html`${when({ start: data.start, end: data.end })}${
              data.checked
                ? nothing
                : html`<br><span class="soft">${t('activities.unchecked')}</span>`
            }`,
          )
          : nothing}
        ${data.place ? fact(t('activities.location'), placeText(data.place)) : nothing}
        ${data.type ? fact(t('activities.type'), data.type) : nothing}
        ${fact(t('activities.invitees'), data.invitees.map(({ name }) => name).join(', '))}
        ${data.tasks.length > 0 ? fact(t('activities.tasks'), tasksOf(data)) : nothing}
      </dl>
    </section>
    ${data.appointment && data.step === 'confirmed'
      ? html`<div class="row"><a class="button" href="/calendar/${data.appointment}">${
        t('activities.inCalendar')
      }</a></div>`
      : nothing}
  `;

/** Who does what. @param {Activity} data */
const tasksOf = ({ tasks }) =>
  html`
    <ul>${tasks.map((task) =>
      html`<li>${task.title}${task.assignee ? ` · ${task.assignee.name}` : ''}</li>`
    )}</ul>
  `;
