import { html, nothing } from 'lit-html';
import { changeActivity, removeActivity, watchActivity } from '../data/activities.js';
import { confirm } from '../parts/dialog.js';
import { icon } from '../parts/icon.js';
import { heading } from '../parts/people/heading.js';
import { loading, shown } from '../parts/states.js';
import { activityName } from '../parts/waiting/words.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { Change } from './change.js';
import { Details } from './details.js';
import { Kept } from './kept.js';
import { factsOf } from './planned.js';
import { PollPage } from './poll.js';
import { Scheduling } from './scheduling.js';
import { Start } from './start.js';

/** @typedef {import('api-types').Activity} Activity */
/** @typedef {import('../data/activities.js').ActivityChange} ActivityChange */
/** @typedef {import('../shell/view.js').View} View */

/** An activity at the step that it is at. @param {View} view */
export default function page(view) {
  const activity = new ActivityPage(view);
  view.draw(() => activity.draw());
}

/** The part of the page for each step. */
const parts = {
  start: Start,
  polling: PollPage,
  scheduling: Scheduling,
  details: Details,
  confirmed: null,
  cancelled: null,
};

/** The part for a step; none once there is no more to do. @param {Activity} data */
function partOf({ step, hosted, poll }) {
  const Part = parts[step];
  // Those who are asked see the poll and what came of it.
  return Part && (hosted ? Part : poll ? PollPage : null);
}

class ActivityPage {
  /** The part for the present step; made anew when the step is another. @type {{draw: (data: Activity) => unknown} | null} */
  #part = null;
  #partStep = '';
  /** Entered values that are not at the server. @type {Kept | null} */
  #kept = null;
  /** The change of what is planned, while there is one. @type {Change | null} */
  #changing = null;

  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.activity = watchActivity(view, view.params.activity, ({ data }) => {
      if (data && data.step !== this.#partStep) this.#take(data);
    });
  }

  /** Begins the step that it is at. @param {Activity} data */
  async #take(data) {
    this.#partStep = data.step;
    this.#part = null;
    this.view.title(activityName(data));
    if (this.#kept) {
      this.#make(data, this.#kept);
      return;
    }
    const found = await Kept.of(data.id);
    this.#kept ??= found;
    const now = this.activity.data;
    if (now && !this.#part) this.#make(now, this.#kept);
    this.view.update();
  }

  /** @param {Activity} data @param {Kept} kept */
  #make(data, kept) {
    const Part = partOf(data);
    const change = async (/** @type {ActivityChange} */ body) => {
      await changeActivity(data.id, body);
      this.view.update();
    };
    this.#part = Part && new Part(this.view, data, change, kept);
    // Of an activity that was sent, or is no more, nothing is kept.
    if (!Part) kept.drop();
  }

  /** @param {Activity} data @returns {Change} */
  #changeOf(data) {
    return new Change(this.view, data, {
      done: () => {
        this.#changing = null;
        this.view.setQuery({ edit: null });
      },
      again: (theirs) => {
        this.#changing = this.#changeOf(theirs);
        this.view.update();
      },
    });
  }

  /** @param {Activity} data */
  async #cancel(data) {
    const isSure = data.step !== 'confirmed' || await confirm({
      title: t('activities.cancelActivityNamed', { name: data.name }),
      text: t('activities.cancelActivityText'),
      button: t('activities.cancelActivity'),
    });
    if (!isSure) return;
    try {
      await removeActivity(data.id);
      this.#kept?.drop();
      notice(t('activities.activityGone'));
      this.view.go(`/people/${data.realm}/activities`);
    } catch (error) {
      complain(error);
    }
  }

  draw() {
    return html`<div class="stack loose">${
      shown(this.activity, (data) => this.#draw(data), ['/people', t('people.title')])
    }</div>`;
  }

  /** @param {Activity} data */
  #draw(data) {
    return html`${this.#heading(data)}
      <p class="soft">${t('activities.hostedBy', { name: data.host.name })} · ${
      t(`activities.step-${data.step}`)
    }</p>
      ${this.#part ? this.#part.draw(data) : partOf(data) ? loading() : this.#planned(data)}
      ${
      data.hosted && data.step !== 'cancelled'
        ? html`<div><button class="button quiet" @click=${() => this.#cancel(data)}>${
          t('activities.cancelActivity')
        }</button></div>`
        : nothing
    }`;
  }

  /** Whoever comes from the bell goes back to it. @param {Activity} data */
  #heading(data) {
    return this.view.query.get('from') === 'bell'
      ? heading(activityName(data), '/notifications', t('activities.back'))
      : heading(
        activityName(data),
        `/people/${data.realm}/activities`,
        t('activities.close-activity'),
      );
  }

  /** @param {Activity} data */
  #planned(data) {
    const { view } = this;
    if (data.step !== 'confirmed' || !data.hosted) return factsOf(data);
    if (view.query.has('edit')) return (this.#changing ??= this.#changeOf(data)).draw();
    this.#changing = null;
    return html`${factsOf(data)}<div><button class="button" @click=${() =>
      view.setQuery({ edit: '1' }, { push: true })}>${icon('pencil')}${
      t('activities.changeActivity')
    }</button></div>`;
  }
}
