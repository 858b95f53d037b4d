// An appointment: what, when, where, who, and the way to it.

import { html, nothing } from 'lit-html';
import { confirm, openDialog } from '../../parts/dialog.js';
import { field, Form, formOf } from '../../parts/form.js';
import { day, daysOf, there } from '../../parts/format.js';
import { heading } from '../../parts/heading.js';
import { icon } from '../../parts/icon.js';
import { hint, shown, warning } from '../../parts/states.js';
import * as api from '../../shell/api.js';
import { complain, notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { PlanCard } from '../../parts/journey/plan.js';
import { words } from '../editing/recurrence.js';
import { changes, decide, give, hours, placeWords } from '../words.js';

/** @typedef {import('api-types').Appointment} Appointment */

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  const { id } = view.params;
  const at = view.query.get('at');
  const occurrence = at ? `?occurrence=${encodeURIComponent(at)}` : '';
  const path = `/v1/appointments/${id}${occurrence}`;
  /** @type {PlanCard | null} */
  let plan = null;
  const read = view.watch(path, ({ data }) => {
    if (!data) return;
    view.title(data.title);
    plan ??= data.allDay ? null : new PlanCard(view, data, occurrence);
  });

  /** @param {() => Promise<unknown>} change */
  async function attempt(change) {
    try {
      await change();
    } catch (error) {
      complain(error);
    }
  }

  /** Which of a series is meant. @param {string} title @returns {Promise<'one' | 'following' | 'all' | undefined>} */
  const whichOf = (title) =>
    openDialog({
      title,
      body: (/** @type {(which?: 'one' | 'following' | 'all') => void} */ close) =>
        html`
          <p>${t('calendar.whichOf')}</p>
          <div class="row">
                    <button class="button" @click=${() => close('one')}>${t(
                      'calendar.one',
                    )}</button>
                    <button class="button" @click=${() => close('following')}>${t(
                      'calendar.following',
                    )}</button>
                    <button class="button" @click=${() => close('all')}>${t(
                      'calendar.all',
                    )}</button></div>
        `,
    });

  /** @param {Appointment} data */
  async function edit(data) {
    const which = data.recurrence && data.own ? await whichOf(t('calendar.edit')) : 'all';
    if (!which) return;
    view.go(
      `/calendar/${id}/edit${
        which === 'all'
          ? ''
          : `?at=${encodeURIComponent(data.startsAt)}${which === 'following' ? '&following' : ''}`
      }`,
    );
  }

  /** @param {Appointment} data */
  async function remove(data) {
    const title = t('calendar.deleteNamed', { title: data.title });
    const which = data.recurrence && data.own ? await whichOf(title) : 'all';
    if (!which) return;
    const first = day(data.startsAt, data.allDay ? data.zone : undefined);
    const text = which === 'one'
      ? t('calendar.deleteOne', { day: first })
      : which === 'following'
      ? t('calendar.deleteFollowing', { day: first })
      : !data.own
      ? t('calendar.deleteText')
      : data.participants.some((one) => one.id !== data.organizer.id)
      ? t('calendar.deleteAll')
      : t('calendar.deleteText');
    if (!await confirm({ title, text, button: t('calendar.delete') })) return;
    await attempt(async () => {
      const only = which === 'all' || !data.recurrence
        ? ''
        : `?occurrence=${encodeURIComponent(data.startsAt)}${
          which === 'following' ? '&following=true' : ''
        }`;
      await api.send('DELETE', `/v1/appointments/${id}${only}`, {
        match: api.etag(path),
        changes: ['/v1/appointments?', '/v1/appointment-invitations'],
      });
      notice(t('calendar.deleted', { title: data.title }));
      view.go('/calendar');
    });
  }

  view.dialog('invite', (at) =>
    read.data?.own && openDialog({
      at,
      title: t('calendar.invitePeople'),
      body: (close, update) => {
        inviting ??= new Form({ to: '' }, update);
        const form = inviting;
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
              await api.send('POST', `/v1/appointments/${id}/participants`, {
                body: { to: to.split(/[\s,;]+/).filter(Boolean) },
                changes,
              });
              inviting = null;
              notice(t('calendar.invited'));
              close();
            }, ({ to }) => to.trim() ? {} : { to: t('calendar.needsAddress') }),
        });
      },
    }));
  /** @type {Form<{to: string}> | null} */
  let inviting = null;

  /** @param {Appointment} data */
  const facts = (data) =>
    html`<dl class="calendar-facts">
      <div><dt>${t('calendar.when')}</dt><dd>${whenWords(data)}</dd></div>
      ${
      data.place
        ? html`
          <div>
            <dt>${t('calendar.place')}</dt>
            <dd>${placeWords(data)}</dd>
          </div>
        `
        : nothing
    }
      ${
      data.recurrence
        ? html`
          <div>
            <dt>${t('calendar.recurrence')}</dt>
            <dd>${words(data.recurrence, data.zone)}</dd>
          </div>
        `
        : nothing
    }
      ${
      data.own ? nothing : html`
        <div>
          <dt>${t('calendar.organizer')}</dt>
          <dd>${data.organizer.name}</dd>
        </div>
      `
    }
      ${
      data.notes
        ? html`
          <div>
            <dt>${t('calendar.notes')}</dt>
            <dd class="calendar-notes">${data.notes}</dd>
          </div>
        `
        : nothing
    }
      ${
      data.allDay ? nothing : html`
        <div>
          <dt>${t('calendar.reminder')}</dt>
          <dd>${t('calendar.beforeLeaving', { count: data.preNotification })}</dd>
        </div>
      `
    }
    </dl>`;

  /** @param {Appointment} data */
  const participants = (data) => {
    const others = data.participants.filter((one) => one.id !== data.organizer.id);
    return html`<section class="stack tight"><div class="row spread"><h2>${
      t('calendar.participants')
    }</h2>${
      data.own && data.status === 'confirmed'
        ? html`<button class="button" @click=${() => view.open('invite')}>${icon('user-plus')}${
          t('calendar.invitePeople')
        }</button>`
        : nothing
    }</div>
      ${
      others.length === 0 ? html`<p class="soft">${t('calendar.onlyYou')}</p>` : html`
        <ul class="list" aria-label=${t('calendar.participants')}>${others.map((one) =>
          html`<li class="list-row"><span class="row-link"><span class="row-body"><span
            class="row-title">${one.name}</span><span class="row-text">${
            t(`calendar.answer-${one.answer}`)
          }</span></span></span>${
            data.own
              ? html`<button class="button quiet" @click=${() =>
                attempt(() =>
                  api.send('DELETE', `/v1/appointments/${id}/participants/${one.id}`, {
                    match: null,
                    changes,
                  })
                )}>${t('calendar.takeBack')}</button>`
              : nothing
          }</li>`
        )}</ul>
      `
    }</section>`;
  };

  /** @param {Appointment} data */
  const answers = (data) =>
    html`<div class="row" role="group" aria-label=${t('calendar.yourAnswer')}>
      <span class="mark">${t(`calendar.answer-${data.answer}`)}</span>
      ${
      data.answer === 'accepted'
        ? nothing
        : html`<button class="button main" @click=${() => give(data, 'accepted')}>${
          t('calendar.accept')
        }</button>`
    }
      ${
      data.answer === 'declined'
        ? nothing
        : html`<button class="button" @click=${() => give(data, 'declined')}>${
          t('calendar.deny')
        }</button>`
    }
      ${
      data.answer === 'tentative'
        ? nothing
        : html`<button class="button quiet" @click=${() => give(data, 'tentative')}>${
          t('calendar.maybe')
        }</button>`
    }</div>`;

  /** @param {Appointment} data */
  const cancelled = (data) =>
    warning(
      t('calendar.cancelledText', { name: data.organizer.name }),
      html`<div class="row">
        <button class="button main" @click=${async () => {
        const kept = await decide(data, 'keep');
        if (kept) view.go(`/calendar/${kept.id}`);
      }}>${t('calendar.keep')}</button>
        <button class="button" @click=${async () => {
        if (await decide(data, 'drop') !== undefined) view.go('/calendar');
      }}>${t('calendar.remove')}</button></div>`,
    );

  view.draw(() =>
    html`<div class="stack loose calendar-page">
      ${
      shown(read, (/** @type {Appointment} */ data) =>
        html`
          ${heading(data.title, '/calendar', t('calendar.title'))}
          ${data.status === 'cancelled'
            ? data.own
              ? html`<p><span class="mark bad">${t('calendar.cancelled')}</span></p>`
              : cancelled(data)
            : nothing}
          <div class="calendar-two">
            <div class="stack loose">
              ${facts(data)}
              ${isFollowed(data) ? hint(t('calendar.fromSubscription')) : nothing}
              ${data.own || data.status === 'cancelled' || isFollowed(data)
                ? nothing
                : answers(data)}
              ${data.status === 'cancelled' ? nothing : html`<div class="row">
              <button class="button" @click=${() => edit(data)}>${icon('pencil')}${
                t('calendar.editButton')
              }</button>
              ${
                isFollowed(data)
                  ? nothing
                  : html`<button class="button" @click=${() => remove(data)}>${icon('trash-2')}${
                    t('calendar.delete')
                  }</button>`
              }
              <button class="button" @click=${() => globalThis.print()}>${icon('printer')}${
                t('calendar.print')
              }</button></div>`}
              ${participants(data)}
            </div>
            ${plan && data.status === 'confirmed' && Date.parse(data.endsAt) > Date.now()
              ? plan.draw()
              : nothing}
          </div>
        `, ['/calendar', t('calendar.title')])
    }</div>`
  );
}

/** Whether it comes from a calendar that one follows. @param {Appointment} data */
const isFollowed = (data) => data.kind.startsWith('subscribed');

/** Day and hours here, and at the place's clocks if they differ. @param {Appointment} data */
function whenWords(data) {
  if (data.allDay) return `${daysOf(data)}, ${t('calendar.allDay')}`;
  const words = `${day(data.startsAt)}, ${hours(data)}`;
  const clocks = there(data.startsAt, data.zone);
  if (clocks === undefined) return words;
  return html`${words}<br><span class="soft small">${clocks}</span>`;
}
