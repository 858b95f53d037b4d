import { html, nothing } from 'lit-html';
import { placeText } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { loading, shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { confirm } from '../parts/dialog.js';
import { t } from '../shell/texts.js';
import { Change } from './change.js';
import { Details } from './details.js';
import { Kept } from './kept.js';
import { PollPage } from './poll.js';
import { Scheduling } from './scheduling.js';
import { Start } from './start.js';
import { when } from '../parts/people/times.js';
import { activityName } from './words.js';
import { heading } from '../parts/people/words.js';

/** @typedef {import('api-types').Activity} Activity */

/** What a step is worked on with; nothing once there is no more to do. @param {Activity} data */
function partOf({ step, hosted, poll }) {
  const Part = { start: Start, polling: PollPage, scheduling: Scheduling, details: Details }[
    /** @type {string} */ (step)
  ];
  // Those who are asked see the poll and what came of it.
  return Part && (hosted ? Part : poll ? PollPage : null);
}

/** An activity at the step that it is at. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const path = `/v1/activities/${view.params.activity}`;
  /** What a step is drawn with; made anew when the step is another. @type {any} */
  let part = null;
  let partStep = '';
  /** What was entered before and is not at the server. @type {Kept | null} */
  let kept = null;
  const activity = view.watch(path, ({ data }) => {
    if (!data || data.step === partStep) return;
    partStep = data.step;
    part = null;
    view.title(activityName(data));
    if (kept) make(data);
    else {
      Kept.of(data.id).then((found) => {
        kept ??= found;
        if (activity.data && !part) make(activity.data);
        view.update();
      });
    }
  });

  /** The change of what is planned, while there is one. @type {Change | null} */
  let changing = null;
  const changeOf = (/** @type {Activity} */ data) =>
    new Change(view, data, {
      done: () => {
        changing = null;
        view.setQuery({ edit: null });
      },
      again: (theirs) => {
        changing = changeOf(theirs);
        view.update();
      },
    });

  /** @param {Activity} data */
  const planned = (data) => {
    if (data.step !== 'confirmed' || !data.hosted) return facts(data);
    if (view.query.has('edit')) return (changing ??= changeOf(data)).draw();
    changing = null;
    return html`${facts(data)}<div><button class="button" @click=${() =>
      view.setQuery({ edit: '1' }, { push: true })}>${icon('pencil')}${
      t('activities.changeActivity')
    }</button></div>`;
  };

  /** @param {Activity} data */
  function make(data) {
    const Part = partOf(data);
    part = Part && kept ? new Part(view, data, change, kept) : null;
    // What was sent, or is no more, is not begun any more.
    if (!Part) kept?.drop();
  }

  /** Keeps what was entered, and goes on or back. @param {object} body */
  async function change(body) {
    await api.send('PATCH', path, { body, changes: [path, '/v1/realms', '/v1/appointments'] });
    view.update();
  }

  const cancel = async () => {
    const data = /** @type {Activity} */ (activity.data);
    const isSure = data.step !== 'confirmed' || await confirm({
      title: t('activities.cancelActivityNamed', { name: data.name }),
      text: t('activities.cancelActivityText'),
      button: t('activities.cancelActivity'),
    });
    if (!isSure) return;
    try {
      await api.send('DELETE', path, { changes: ['/v1/realms', '/v1/appointments'], match: null });
      kept?.drop();
      notice(t('activities.activityGone'));
      view.go(`/people/${data.realm}/activities`);
    } catch (error) {
      complain(error);
    }
  };

  /** What is known of it. @param {Activity} data */
  const facts = (data) =>
    html`
      <section class="card stack">
        <dl class="people-facts">
            <div><dt>${t('people.description')}</dt><dd>${data.description}</dd></div>
            ${data.start && data.end
              ? html`
                <div>
                  <dt>${t('people.wanted')}</dt>
                  <dd>${when({ start: data.start, end: data.end })}${data.checked
                    ? nothing
                    : html`<br><span class="soft">${t('activities.unchecked')}</span>`}</dd>
                </div>
              `
              : nothing}
            ${data.place
              ? html`
                <div>
                  <dt>${t('activities.location')}</dt>
                  <dd>${placeText(data.place)}</dd>
                </div>
              `
              : nothing}
            ${data.type
              ? html`
                <div>
                  <dt>${t('activities.type')}</dt>
                  <dd>${data.type}</dd>
                </div>
              `
              : nothing}
            <div><dt>${t('activities.invitees')}</dt><dd>${data.invitees.map(({ name }) => name)
              .join(
                ', ',
              )}</dd></div>
            ${data.tasks.length > 0
              ? html`
                <div>
                  <dt>${t('activities.tasks')}</dt>
                  <dd>
                    <ul>${data.tasks.map((task) =>
                      html`<li>${task.title}${task.assignee ? ` · ${task.assignee.name}` : ''}</li>`
                    )}</ul>
                  </dd>
                </div>
              `
              : nothing}
          </dl>
      </section>
          ${data.appointment && data.step === 'confirmed'
            ? html`<div class="row"><a class="button" href="/calendar/${data.appointment}">${
              t('activities.inCalendar')
            }</a></div>`
            : nothing}
    `;

  view.draw(() =>
    html`<div class="stack loose">${
      shown(activity, (/** @type {Activity} */ data) =>
        html`${
          // Whoever comes from the bell goes back to it.
          view.query.get('from') === 'bell'
            ? heading(activityName(data), '/notifications', t('activities.back'))
            : heading(
              activityName(data),
              `/people/${data.realm}/activities`,
              t('activities.close-activity'),
            )}
        <p class="soft">${t('activities.hostedBy', { name: data.host.name })} · ${
          t(`activities.step-${data.step}`)
        }</p>
        ${part ? part.draw(data) : partOf(data) ? loading() : planned(data)}
        ${
          data.hosted && data.step !== 'cancelled'
            ? html`<div><button class="button quiet" @click=${cancel}>${
              t('activities.cancelActivity')
            }</button></div>`
            : nothing
        }`, ['/people', t('people.title')])
    }</div>`
  );
}
