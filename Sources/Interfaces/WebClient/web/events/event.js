import { html, nothing } from 'lit-html';
import { confirm, openDialog } from '../parts/dialog.js';
import { field, Form, formOf } from '../parts/form.js';
import { deadline, there } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { Paged, pagedList, row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { shown, warning } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { CheckIn } from './check-in.js';
import {
  answerButtons,
  countsOf,
  give,
  hostOf,
  occurrence,
  whenOf,
  whereOf,
} from '../parts/people/event-words.js';
import { EventTeams, removeTeam, teamsOf } from './teams.js';
import { Rides } from './rides.js';
import { hasWay, wayThere, wayTo } from './way-there.js';
import { heading, runs } from '../parts/people/words.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */
/** @typedef {import('api-types').MemberAnswer} MemberAnswer */
/** @typedef {import('api-types').AttendanceLine} AttendanceLine */

/** One event or practice: answering it, and who was there. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const { id } = view.params;
  const which = view.query.get('occurrence');
  const at = which ? `?occurrence=${encodeURIComponent(which)}` : '';
  const path = `/v1/group-events/${id}`;
  /** @type {Paged | null} */
  let answers = null;
  /** @type {import('../parts/journey/plan.js').PlanCard | null} */
  let way = null;
  let isWaySought = false;
  /** @type {Paged | null} */
  let sheet = null;
  /** The own line of it, where it is on a page that is not shown yet. @type {AttendanceLine | undefined} */
  let farLine;
  let isFarSought = false;
  const comment = new Form({ comment: '' }, () => view.update());
  const teams = new EventTeams(view);
  /** @type {import('api-types').Realm | null} the group through which one takes part */
  let home = null;
  let isAsked = false;
  /** @type {Rides | null} of those who come */
  let rides = null;
  /** In whose calendar the reader has it. @param {GroupEvent} data */
  const own = (data) => data.through ?? data.realm;
  /** Names the occurrence, and the team whose members one runs as a guest. @param {GroupEvent} data */
  const ofTeam = (data) => {
    const only = occurrence(data);
    if (!data.through || !home || !runs(home)) return only;
    return `${only ? `${only}&` : '?'}team=${home.id}`;
  };
  /** Who marks the attendance of others: of all, or of the own team where it is a guest. @param {GroupEvent} data */
  const marksOthers = (data) => data.mayEdit || (!!data.through && !!home && runs(home));
  /** @param {GroupEvent} data */
  const showSheet = (data) => {
    if (!data.begun || data.status === 'cancelled' || (data.through && !home)) return;
    sheet ??= new Paged(view, `${path}/attendance${ofTeam(data)}`, 50);
  };
  const event = view.watch(`${path}${at}`, ({ data }) => {
    if (!data) return;
    view.title(data.title);
    if (!comment.isChanged) comment.values.comment = data.comment ?? '';
    const only = occurrence(data);
    if (hasWay(data) && !isWaySought) {
      isWaySought = true;
      wayThere(view, data, occurrence(data)).then((card) => {
        way = card;
        view.update();
      }, complain);
    }
    if (data.mayEdit && !answers) answers = new Paged(view, `${path}/answers${only}`, 50);
    // Of a guest it is known first which team that is.
    if (!data.through || home) showSheet(data);
    if (!rides && takesRides(data)) rides = new Rides(view, path, only);
    if (!isAsked) {
      isAsked = true;
      api.get(`/v1/realms/${own(data).id}`).then((realm) => {
        home = realm;
        if (data.through && runs(realm)) {
          answers = new Paged(view, `${path}/answers${ofTeam(data)}`, 50);
        }
        if (data.through) showSheet(event.data ?? data);
        view.update();
      }, complain);
    }
  });
  const changes = () => [path, `/v1/realms/${event.data?.realm.id}/events`];
  const leave = async () => {
    if (await removeTeam(event.data, event.data.through)) {
      view.go(`/people/${event.data.through.id}`);
    }
  };

  const cancel = async () => {
    const title = t('events.cancelNamed', { title: event.data.title });
    const which = event.data.repeats
      ? await whichCancelled(title)
      : await confirm({ title, text: t('events.cancelText'), button: t('events.cancelIt') });
    if (!which) return;
    const only = which === 'series' ? '' : occurrence(event.data);
    try {
      await api.send('DELETE', `${path}${only}${which === 'following' ? '&following=true' : ''}`, {
        changes: changes(),
        match: null,
      });
      notice(t('events.isCancelled'));
      view.go(`/people/${event.data.realm.id}`);
    } catch (error) {
      complain(error);
    }
  };

  /** @param {'present' | 'absent'} mark @param {{lat: number, lon: number}} [position] */
  const markOwn = async (mark, position) => {
    try {
      await api.send('PUT', `${path}/attendance/own${occurrence(event.data)}`, {
        body: { mark, ...position },
        changes: changes(),
        match: null,
      });
      isFarSought = false;
      view.update();
    } catch (error) {
      complain(error);
    }
  };

  const checkIn = new CheckIn(view, (position) => markOwn('present', position));

  /** @param {AttendanceLine[]} lines @param {'present' | 'absent' | undefined} mark */
  const mark = async (lines, mark) => {
    try {
      await api.send('PUT', `${path}/attendance${ofTeam(event.data)}`, {
        body: {
          marks: lines.map((line) => ({ account: line.account.id, ...(mark ? { mark } : {}) })),
        },
        changes: changes(),
        match: null,
      });
    } catch (error) {
      complain(error);
    }
  };

  /** Whoever said to come and has no mark was there; the list may be longer than what is shown of it. @param {Paged} lines */
  const markComing = async (lines) => {
    try {
      const coming = (await lines.all()).filter(isUnmarked);
      for (let at = 0; at < coming.length; at += mostMarks) {
        await mark(coming.slice(at, at + mostMarks), 'present');
      }
    } catch (error) {
      complain(error);
    }
  };

  view.draw(() =>
    html`<div class="stack loose">${
      shown(event, (/** @type {GroupEvent} */ data) =>
        html`${heading(data.title, `/people/${own(data).id}`, own(data).name)}
        ${
          data.status === 'cancelled'
            ? html`<div role="status">${warning(t('events.wasCancelled'))}</div>`
            : nothing
        }
        <dl class="facts">
          <dt>${t('events.when')}</dt>
          <dd>
            <time datetime=${data.startsAt}>${whenOf(data)}</time>
            ${
          data.allDay
            ? nothing
            : html`<div class="soft small">${there(data.startsAt, data.zone) ?? nothing}</div>`
        }
          </dd>
          ${
          whereOf(data)
            ? html`
              <dt>${t('events.where')}</dt>
              <dd>${whereOf(data)}${data.place?.lat === undefined ? nothing : html`
                <a href=${wayTo(data.place)}>${t('events.wayThere')}</a>
              `}</dd>
            `
            : nothing
        }
          ${
          data.link && hostOf(data.link)
            ? html`
              <dt>${t('events.linkOutside')}</dt>
              <dd><a href=${data.link} rel="noopener noreferrer" target="_blank">${hostOf(
                data.link,
              )}${icon('external-link')}</a></dd>
            `
            : nothing
        }
          ${
          data.responseDeadline
            ? html`
              <dt>${t('events.answerUntil')}</dt>
              <dd><time datetime=${data.responseDeadline}>${deadline(
                data.responseDeadline,
                data.zone,
              )}</time></dd>
            `
            : nothing
        }
          ${
          data.minimumAge
            ? html`
              <dt>${t('events.fromAge')}</dt>
              <dd>${t('events.years', {
                count: data.minimumAge,
              })} <button class="button quiet small" @click=${() =>
                oldEnough(data)}>${t('events.iAmOldEnough', {
                  count: data.minimumAge,
                })}</button></dd>
            `
            : nothing
        }
          ${
          teamsOf(data)
            ? html`
              <dt>${t('events.teams')}</dt>
              <dd>${teamsOf(data)}</dd>
            `
            : nothing
        }
          <dt>${t('events.whoComes')}</dt><dd>${countsOf(data)}</dd>
        </dl>
        ${data.description ? html`<p class="prose">${data.description}</p>` : nothing}
        ${home ? html`<div>${answerButtons(data, home.kind === 'community')}</div>` : nothing}
        ${
          data.open && data.answer !== 'none'
            ? formOf(comment, {
              label: t('events.comment'),
              submit: () =>
                comment.submit(async ({ comment }) => {
                  const kept = data.answer === 'waiting' ? 'accepted' : data.answer;
                  if (!await give(data, /** @type {any} */ (kept), comment)) {
                    return false;
                  }
                  notice(t('shell.saved'));
                  return true;
                }),
              button: t('events.saveComment'),
              fields: field(comment, {
                name: 'comment',
                label: t('events.comment'),
                maxlength: 500,
                optional: true,
              }),
            })
            : nothing
        }
        ${
          data.mayEdit && data.status !== 'cancelled'
            ? html`
              <div
                class="row"><a class="button" href="/people/events/${data.id}/edit${occurrence(
                  data,
                )}">${icon('pencil')}${t('people.edit')}</a>
                            <button class="button" @click=${cancel}>${icon('calendar-x')}${t(
                              'events.cancelIt',
                            )}</button></div>
            `
            : nothing
        }
        ${
          data.through && home && runs(home)
            ? html`<div><button class="button" @click=${leave}>${icon('log-out')}${
              t('events.takeOutNamed', { name: data.through.name })
            }</button></div>`
            : nothing
        }
        ${
          home?.kind === 'team' && data.mayEdit && data.status === 'confirmed' && !data.begun
            ? teams.draw(data)
            : nothing
        }
        ${way && hasWay(data) ? way.draw() : nothing}
        ${rides && takesRides(data) ? rides.draw() : nothing}
        ${sheet ? attendance(data, sheet) : nothing}
        ${
          answers && !data.begun
            ? html`<section class="stack"><h2>${t('events.answers')}</h2>${
              pagedList(answers, {
                label: t('events.answers'),
                empty: nothing,
                row: (/** @type {MemberAnswer} */ item) =>
                  row({
                    start: picture(item.account.name, { round: true }),
                    title: item.account.name,
                    text: html`${t(`events.said-${item.answer}`)}${
                      item.comment ? html`<br>“${item.comment}”` : nothing
                    }`,
                  }),
              })
            }</section>`
            : nothing
        }`, ['/people', t('people.title')])
    }</div>`
  );

  /** @param {GroupEvent} data */
  const oldEnough = async (data) => {
    try {
      await api.send('PUT', '/v1/me/age-assertion', {
        body: { threshold: data.minimumAge, answer: true },
        changes: [],
        match: null,
      });
      notice(t('events.ageKept'));
    } catch (error) {
      complain(error);
    }
  };

  /** Looks for the own line among those of a large team that are not shown yet. @param {Paged} lines */
  async function seekOwn(lines) {
    if (isFarSought) return;
    isFarSought = true;
    try {
      farLine = (await lines.all()).find(isOwn);
      view.update();
    } catch {
      // It comes with the pages that are read on.
    }
  }

  /** Who was there. @param {GroupEvent} data @param {Paged} lines */
  function attendance(data, lines) {
    const isFar = lines.hasMore && !lines.items.some(isOwn);
    if (isFar) seekOwn(lines);
    const own = isFar ? farLine : lines.items.find(isOwn);
    return html`<section class="stack"><h2>${t('people.attendance')}</h2>
      ${
      own
        ? html`${
          own.own === 'present' && own.source === 'place'
            ? html`<p role="status">${icon('map-pin')} ${t('events.checkedIn')}</p>`
            : checkIn.draw(data)
        }<p>${t('events.wereYou')}</p>${
          marks({
            label: t('events.ownMark'),
            pressed: own.own,
            choose: (chosen) => markOwn(chosen),
          })
        }${own.admin ? html`<p class="soft">${t(`events.counted-${own.admin}`)}</p>` : nothing}`
        : nothing
    }
      ${
      marksOthers(data)
        ? html`<div><button class="button" @click=${() => markComing(lines)} ?disabled=${
          !lines.hasMore && !lines.items.some(isUnmarked)
        }>${icon('check-check')}${t('events.markComing')}</button></div>${
          pagedList(lines, {
            label: t('people.attendance'),
            empty: nothing,
            row: (/** @type {AttendanceLine} */ line) =>
              row({
                start: picture(line.account.name, { round: true }),
                title: line.account.name,
                text: line.own
                  ? t(`events.says-${line.own}`) +
                    (line.source === 'place' ? ` ${t('events.atThePlace')}` : '')
                  : t(`events.said-${line.answer}`),
                end: marks({
                  label: t('events.markOf', { name: line.account.name }),
                  pressed: line.admin,
                  choose: (chosen) => mark([line], chosen === line.admin ? undefined : chosen),
                }),
              }),
          })
        }`
        : nothing
    }</section>`;
  }
}

/** As many marks as one request takes. */
const mostMarks = 200;

/** @param {AttendanceLine} line */
const isOwn = (line) => line.account.id === session.account?.id;

/** @param {AttendanceLine} line */
const isUnmarked = (line) => line.answer === 'accepted' && !line.counted;

/** Whether the reader comes to what has a place and has not begun. @param {GroupEvent} data */
const takesRides = (data) =>
  data.answer === 'accepted' && data.status === 'confirmed' && !data.begun &&
  data.place?.lat !== undefined;

/** Which of a series are cancelled. @param {string} title @returns {Promise<string | undefined>} */
const whichCancelled = (title) =>
  openDialog({
    title,
    body: (/** @type {(which?: string) => void} */ close) =>
      html`
        <p>${t('events.whichCancelled')} ${t('events.cancelText')}</p>
        <div class="row">${['one', 'following', 'series'].map((which) =>
          html`<button class="button" @click=${() => close(which)}>${
            t(`events.scope-${which}`)
          }</button>`
        )}</div>
      `,
  });

/** Present or absent. @param {{label: string, pressed?: string, choose: (mark: 'present' | 'absent') => void}} parts */
const marks = ({ label, pressed, choose }) =>
  html`
    <div class="choice" role="group" aria-label=${label}>
      <button class="button" aria-pressed=${pressed === 'present'} @click=${() =>
        choose('present')}>${icon('check')}${t('events.present')}</button>
      <button class="button" aria-pressed=${pressed === 'absent'} @click=${() =>
        choose('absent')}>${icon('x')}${t('events.absent')}</button>
    </div>
  `;
