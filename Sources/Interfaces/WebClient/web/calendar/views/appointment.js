// An appointment: what, when, where, who, and the way to it.

import { html, nothing } from 'lit-html';
import {
  appointmentTag,
  inviteToAppointment,
  removeAppointment,
  uninviteFromAppointment,
  watchAppointment,
} from '../../data/appointments.js';
import { confirm, openDialog } from '../../parts/dialog.js';
import { field, Form, formOf } from '../../parts/form.js';
import { day } from '../../parts/format.js';
import { heading } from '../../parts/heading.js';
import { icon } from '../../parts/icon.js';
import { PlanCard } from '../../parts/journey/plan.js';
import { hint, shown, warning } from '../../parts/states.js';
import { complain, notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { WaysOut } from '../editing/ways-out.js';
import { askWhichOf, occurrenceOf } from '../editing/which-of.js';
import { decide } from '../words.js';
import { answerButtons, factsOf, participantList } from './appointment-parts.js';

/** @typedef {import('api-types').Appointment} Appointment */

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  new AppointmentPage(view).open();
}

class AppointmentPage {
  /** The way to it. @type {PlanCard | null} */
  #plan = null;
  /** What would help where it cannot be reached in time. */
  #waysOut;
  /** Whom one is about to invite, kept while its dialog is closed. @type {Form<{to: string}> | null} */
  #inviting = null;

  /** @param {import('../../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.id = view.params.id;
    const at = view.query.get('at') || undefined;
    this.occurrence = at === undefined ? undefined : { at };
    this.#waysOut = new WaysOut(view);
    this.read = watchAppointment(view, this.id, this.occurrence, ({ data }) => {
      if (!data) return;
      view.title(data.title);
      this.#plan ??= data.allDay ? null : new PlanCard(view, data, at);
    });
  }

  open() {
    this.view.dialog('invite', (at) => this.read.data?.own && this.#invite(at));
    this.view.draw(() =>
      html`<div class="stack loose calendar-page">
        ${
        shown(this.read, (data) => this.#draw(data), [
          '/calendar',
          t('calendar.title'),
        ])
      }
      </div>`
    );
  }

  /** @param {Appointment} data */
  async #edit(data) {
    const which = data.recurrence && data.own ? await askWhichOf(t('calendar.edit')) : 'all';
    if (!which) return;
    const at = which === 'all'
      ? ''
      : `?at=${encodeURIComponent(data.startsAt)}${which === 'following' ? '&following' : ''}`;
    this.view.go(`/calendar/${this.id}/edit${at}`);
  }

  /** @param {Appointment} data */
  async #remove(data) {
    const title = t('calendar.deleteNamed', { title: data.title });
    const isSeries = data.recurrence !== undefined;
    const which = isSeries && data.own ? await askWhichOf(title) : 'all';
    if (!which) return;
    const text = removalWords(data, which);
    if (!await confirm({ title, text, button: t('calendar.delete') })) return;
    try {
      const occurrence = isSeries ? occurrenceOf(which, data.startsAt) : undefined;
      await removeAppointment(this.id, appointmentTag(this.id, this.occurrence), occurrence);
      notice(t('calendar.deleted', { title: data.title }));
      this.view.go('/calendar');
    } catch (error) {
      complain(error);
    }
  }

  /** @param {string} account */
  async #uninvite(account) {
    try {
      await uninviteFromAppointment(this.id, account);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {import('../../shell/view.js').At} at */
  #invite(at) {
    return openDialog({
      at,
      title: t('calendar.invitePeople'),
      body: (close, update) => {
        const form = this.#inviting ??= new Form({ to: '' }, update);
        form.update = update;
        return formOf(form, {
          button: t('calendar.sendInvitation'),
          fields: field(form, {
            name: 'to',
            label: t('calendar.invite'),
            help: t('calendar.inviteHelp'),
            required: true,
          }),
          submit: () =>
            form.submit(async ({ to }) => {
              await inviteToAppointment(this.id, to.split(/[\s,;]+/).filter(Boolean));
              this.#inviting = null;
              notice(t('calendar.invited'));
              close();
            }, ({ to }) => to.trim() ? {} : { to: t('calendar.needsAddress') }),
        });
      },
    });
  }

  /** What its organizer has cancelled is kept or dropped. @param {Appointment} data */
  #cancelled(data) {
    const keep = async () => {
      const kept = await decide(data, 'keep');
      if (kept) this.view.go(`/calendar/${kept.id}`);
    };
    const drop = async () => {
      if (await decide(data, 'drop') !== undefined) this.view.go('/calendar');
    };
    return warning(
      t('calendar.cancelledText', { name: data.organizer.name }),
      html`<div class="row">
        <button class="button main" @click=${keep}>${t('calendar.keep')}</button>
        <button class="button" @click=${drop}>${t('calendar.remove')}</button></div>`,
    );
  }

  /** @param {Appointment} data */
  #status(data) {
    if (data.status !== 'cancelled') return nothing;
    return data.own
      ? html`<p><span class="mark bad">${t('calendar.cancelled')}</span></p>`
      : this.#cancelled(data);
  }

  /** @param {Appointment} data */
  #buttons(data) {
    if (data.status === 'cancelled') return nothing;
    return html`<div class="row">
      <button class="button" @click=${() => this.#edit(data)}>${icon('pencil')}${
      t('calendar.editButton')
    }</button>
      ${
      isFollowed(data)
        ? nothing
        : html`<button class="button" @click=${() => this.#remove(data)}>${icon('trash-2')}${
          t('calendar.delete')
        }</button>`
    }
      <button class="button" @click=${() => globalThis.print()}>${icon('printer')}${
      t('calendar.print')
    }</button></div>`;
  }

  /** @param {Appointment} data */
  #draw(data) {
    const isAnswered = !data.own && data.status !== 'cancelled' && !isFollowed(data);
    const isAhead = data.status === 'confirmed' && Date.parse(data.endsAt) > Date.now();
    return html`
      ${heading(data.title, '/calendar', t('calendar.title'))}
      ${this.#status(data)}
      <div class="calendar-two">
        <div class="stack loose">
          ${factsOf(data)}
          ${isFollowed(data) ? hint(t('calendar.fromSubscription')) : nothing}
          ${isAnswered ? answerButtons(data) : nothing}
          ${this.#buttons(data)}
          ${participantList(data, {
            invite: () => this.view.open('invite'),
            uninvite: (account) => this.#uninvite(account),
          })}
        </div>
        ${this.#plan && isAhead ? this.#plan.draw(() => this.#waysOut.draw(data)) : nothing}
      </div>
    `;
  }
}

/** Whether it comes from a calendar that one follows. @param {Appointment} data */
const isFollowed = (data) => data.kind.startsWith('subscribed');

/** What comes of deleting it. @param {Appointment} data @param {import('../editing/which-of.js').Which} which */
function removalWords(data, which) {
  const first = day(data.startsAt, data.allDay ? data.zone : undefined);
  if (which === 'one') return t('calendar.deleteOne', { day: first });
  if (which === 'following') return t('calendar.deleteFollowing', { day: first });
  const isOfOthers = data.own && data.participants.some((one) => one.id !== data.organizer.id);
  return t(isOfOthers ? 'calendar.deleteAll' : 'calendar.deleteText');
}
