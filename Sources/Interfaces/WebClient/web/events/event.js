import { html, nothing } from 'lit-html';
import { pagedAnswers, removeTeam, watchEvent } from '../data/events.js';
import { readGroup } from '../data/groups.js';
import { field, Form, formOf } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { pagedList } from '../parts/list.js';
import { answerButtons, give } from '../parts/people/event-answers.js';
import { occurrence } from '../parts/people/event-words.js';
import { heading } from '../parts/people/heading.js';
import { runs } from '../parts/people/roles.js';
import { personRow } from '../parts/person.js';
import { shown, warning } from '../parts/states.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { AttendanceSheet } from './attendance-sheet.js';
import { cancel } from './cancelling.js';
import { factsOf } from './event-facts.js';
import { Rides } from './rides.js';
import { asksToRemove, EventTeams } from './teams.js';
import { hasWay, wayThere } from './way-there.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */
/** @typedef {import('api-types').MemberAnswer} MemberAnswer */
/** @typedef {import('api-types').Realm} Realm */
/** @typedef {import('../shell/view.js').View} View */

/** One event or practice: answering it, and who was there. @param {View} view */
export default function page(view) {
  const shownEvent = new EventPage(view);
  view.draw(() => shownEvent.draw());
}

/** In whose calendar the reader has it. @param {GroupEvent} data */
const own = (data) => data.through ?? data.realm;

/** Whether the reader comes to what has a place and has not begun. @param {GroupEvent} data */
const takesRides = (data) =>
  data.answer === 'accepted' && data.status === 'confirmed' && !data.begun &&
  data.place?.lat !== undefined;

class EventPage {
  /** @type {import('../parts/list.js').Paged<MemberAnswer> | null} */
  #answers = null;
  /** The card of the way there. @type {Awaited<ReturnType<typeof wayThere>> | null} */
  #way = null;
  #isWaySought = false;
  /** @type {AttendanceSheet | null} */
  #sheet = null;
  /** The group through which one takes part. @type {Realm | null} */
  #home = null;
  #isHomeSought = false;
  /** Rides of those who come. @type {Rides | null} */
  #rides = null;

  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.comment = new Form({ comment: '' }, () => view.update());
    this.teams = new EventTeams(view);
    const at = view.query.get('occurrence') || undefined;
    this.event = watchEvent(view, view.params.id, { at }, ({ data }) => {
      if (data) this.#take(data);
    });
  }

  /** Begins what the event has, and keeps what is entered. @param {GroupEvent} data */
  #take(data) {
    this.view.title(data.title);
    if (!this.comment.isChanged) this.comment.values.comment = data.comment ?? '';
    if (hasWay(data) && !this.#isWaySought) this.#seekWay(data);
    if (data.mayEdit) this.#answers ??= pagedAnswers(this.view, data);
    // Of a guest it is known first which team that is.
    if (!data.through || this.#home) this.#beginSheet(data);
    if (takesRides(data)) this.#rides ??= new Rides(this.view, data);
    if (!this.#isHomeSought) this.#seekHome(data);
  }

  /** @param {GroupEvent} data */
  async #seekWay(data) {
    this.#isWaySought = true;
    try {
      this.#way = await wayThere(this.view, data);
      this.view.update();
    } catch (error) {
      complain(error);
    }
  }

  /** @param {GroupEvent} data */
  async #seekHome(data) {
    this.#isHomeSought = true;
    try {
      this.#home = await readGroup(own(data).id);
    } catch (error) {
      complain(error);
      return;
    }
    const team = this.#team(data);
    if (team) this.#answers = pagedAnswers(this.view, data, team);
    if (data.through) this.#beginSheet(this.event.data ?? data);
    this.view.update();
  }

  /** The team whose members one runs where it is a guest. @param {GroupEvent} data */
  #team(data) {
    return data.through && this.#home && runs(this.#home) ? this.#home.id : undefined;
  }

  /** @param {GroupEvent} data */
  #beginSheet(data) {
    if (!data.begun || data.status === 'cancelled' || (data.through && !this.#home)) return;
    this.#sheet ??= new AttendanceSheet(this.view, data, this.#team(data));
  }

  /** Takes the own team out of what another plans. @param {GroupEvent} data */
  #leave = async (data) => {
    if (!data.through || !await asksToRemove(data.through.name)) return;
    try {
      await removeTeam(data.id, data.through.id);
      this.view.go(`/people/${data.through.id}`);
    } catch (error) {
      complain(error);
    }
  };

  /** @param {GroupEvent} data */
  #saveComment = (data) =>
    this.comment.submit(async ({ comment }) => {
      if (data.answer === 'none') return false;
      const kept = data.answer === 'waiting' ? 'accepted' : data.answer;
      if (!await give(data, kept, comment)) return false;
      notice(t('shell.saved'));
      return true;
    });

  draw() {
    return html`<div class="stack loose">${
      shown(this.event, (data) => this.#draw(data), ['/people', t('people.title')])
    }</div>`;
  }

  /** @param {GroupEvent} data */
  #draw(data) {
    const team = this.#team(data);
    return html`${heading(data.title, `/people/${own(data).id}`, own(data).name)}
      ${
      data.status === 'cancelled'
        ? html`<div role="status">${warning(t('events.wasCancelled'))}</div>`
        : nothing
    }
      ${factsOf(data)}
      ${data.description ? html`<p class="prose">${data.description}</p>` : nothing}
      ${
      this.#home
        ? html`<div>${answerButtons(data, this.#home.kind === 'community')}</div>`
        : nothing
    }
      ${data.open && data.answer !== 'none' ? this.#commentForm(data) : nothing}
      ${data.mayEdit && data.status !== 'cancelled' ? this.#editing(data) : nothing}
      ${
      team && data.through
        ? html`<div><button class="button" @click=${() => this.#leave(data)}>${icon('log-out')}${
          t('events.takeOutNamed', { name: data.through.name })
        }</button></div>`
        : nothing
    }
      ${this.#mayInvite(data) ? this.teams.draw(data) : nothing}
      ${this.#way && hasWay(data) ? this.#way.draw() : nothing}
      ${this.#rides && takesRides(data) ? this.#rides.draw() : nothing}
      ${this.#sheet ? this.#sheet.draw(data, data.mayEdit || team !== undefined) : nothing}
      ${this.#answers && !data.begun ? this.#answerList(this.#answers) : nothing}`;
  }

  /** Whether other teams are invited to it. @param {GroupEvent} data */
  #mayInvite(data) {
    return this.#home?.kind === 'team' && data.mayEdit && data.status === 'confirmed' &&
      !data.begun;
  }

  /** @param {GroupEvent} data */
  #commentForm(data) {
    return formOf(this.comment, {
      label: t('events.comment'),
      submit: () => this.#saveComment(data),
      button: t('events.saveComment'),
      fields: field(this.comment, {
        name: 'comment',
        label: t('events.comment'),
        maxlength: 500,
        optional: true,
      }),
    });
  }

  /** @param {GroupEvent} data */
  #editing(data) {
    return html`
      <div
        class="row"><a class="button" href="/people/events/${data.id}/edit${occurrence(
          data,
        )}">${icon('pencil')}${t('people.edit')}</a>
            <button class="button" @click=${() => cancel(this.view, data)}>${icon('calendar-x')}${t(
              'events.cancelIt',
            )}</button></div>
    `;
  }

  /** The answers of members. @param {import('../parts/list.js').Paged<MemberAnswer>} answers */
  #answerList(answers) {
    return html`<section class="stack"><h2>${t('events.answers')}</h2>${
      pagedList(answers, {
        label: t('events.answers'),
        empty: nothing,
        row: (item) =>
          personRow(item.account, {
            text: html`${t(`events.said-${item.answer}`)}${
              item.comment ? html`<br>“${item.comment}”` : nothing
            }`,
          }),
      })
    }</section>`;
  }
}
