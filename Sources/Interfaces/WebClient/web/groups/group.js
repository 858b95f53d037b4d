import { html, nothing } from 'lit-html';
import { icon } from '../parts/icon.js';
import { openDialog } from '../parts/dialog.js';
import { field, Form, formOf, select } from '../parts/form.js';
import { moment } from '../parts/format.js';
import { picture } from '../parts/picture.js';
import { shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { Courses } from '../parts/people/course-list.js';
import { Events, hasEvents } from '../parts/people/event-list.js';
import { canLeave, leaveGroup } from './leaving.js';
import { Members } from './members.js';
import { familyCentre } from './family.js';
import { NewsList } from './news.js';
import { Requests } from './requests.js';
import { heading, runs } from '../parts/people/words.js';
import { about, hasSettings, messageField, roles } from './words.js';

/** @typedef {import('api-types').Realm} Realm */

/** A group: who is in it, who may come in. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const path = `/v1/realms/${view.params.id}`;
  /** @type {Members | null} */
  let members = null;
  /** @type {Events | null} */
  let events = null;
  /** @type {NewsList | null} */
  let news = null;
  /** @type {Courses | null} */
  let courses = null;
  /** @type {Requests | null} */
  let requests = null;
  /** @type {ReturnType<typeof view.watch> | null} */
  let team = null;
  const realm = view.watch(path, ({ data }) => {
    if (!data) return;
    view.title(data.name);
    if (runs(data)) requests ??= new Requests(view, data);
    if (data.kind === 'team') team ??= view.watch(`${path}/team`);
    // A team has a page for its roster.
    if (data.role && data.kind !== 'team') members ??= new Members(view, data);
    if (hasEvents(data) && (data.role || data.kind === 'community')) {
      events ??= new Events(view, data, data.kind === 'team' ? 5 : 20);
      // Also for whoever joins on this page.
      if (data.role && !news) {
        news = new NewsList(view, data.id);
        // What is new here has been looked at now.
        api.send('PUT', `${path}/visit`, { changes: ['/v1/communities'], match: null })
          .catch(() => {});
      }
    }
    if (data.kind === 'community' && data.role) courses ??= new Courses(view, data.id);
  });
  /** @param {() => Promise<unknown>} change @param {string} [done] */
  const perform = async (change, done) => {
    try {
      await change();
      if (done) notice(done);
    } catch (error) {
      complain(error);
    }
  };
  const join = () =>
    perform(
      () => api.send('POST', `${path}/members`, { changes: ['/v1/realms'] }),
      t('groups.joined', { name: realm.data.name }),
    );
  let hasAsked = false;
  const ask = () =>
    perform(async () => {
      await api.send('POST', `${path}/requests`, { body: {} });
      hasAsked = true;
      view.update();
    }, t('groups.asked', { name: realm.data.name }));

  view.dialog('invite', (at) => realm.data && runs(realm.data) && invite(at, path));
  view.draw(() =>
    html`<div class="stack loose">
      ${
      shown(realm, (/** @type {Realm} */ data) =>
        html`
          ${heading(
            data.kind === 'public' || data.kind === 'personal'
              ? t(`groups.own-${data.kind}`)
              : data.name,
            ...wayBack(data),
          )}
                  <div
            class="row group-head">${picture(data.name, {
              of: data.picture,
              size: 56,
            })}<div class="stack tight"><p class="soft">${about(data)}${team?.data?.sport
              ? ` · ${team.data.sport}`
              : nothing}</p>
                    ${data.description ? html`<p>${data.description}</p>` : nothing}</div></div>
                  <div class="row">
                    ${runs(data)
                      ? html`
                        <button class="button main" @click=${() => view.open('invite')}>${icon(
                          'user-plus',
                        )}${t('people.invite')}</button>
                      `
                      : nothing}
                    ${hasSettings(data)
                      ? html`<a class="button" href="/people/${data.id}/edit">${
                        icon('settings-2')
                      }${t('groups.settings')}</a>`
                      : nothing}
                    ${canLeave(data)
                      ? html`<button class="button" @click=${() => leaveGroup(view, data)}>${
                        icon('log-out')
                      }${t(quit(data))}</button>`
                      : !data.role && data.joinPolicy === 'open'
                      ? html`<button class="button main" @click=${join}>${icon('log-in')}${
                        t(data.kind === 'community' ? 'groups.joinCommunity' : 'groups.join')
                      }</button>`
                      : !data.role && data.joinPolicy === 'request'
                      ? html`<button class="button main" ?disabled=${hasAsked} @click=${ask}>${
                        icon('log-in')
                      }${t('groups.ask')}</button>`
                      : nothing}
                  </div>
                  ${planning(data)}
                  ${events ? events.draw(data) : nothing}
                  ${news ? news.draw(data) : nothing}
                  ${courses ? courses.draw(data) : nothing}
                  ${requests?.draw() ?? nothing}
                  ${data.kind === 'public' || !members
                    ? nothing
                    : html`<section class="stack"><h2>${t('groups.who')}</h2>${
                      members.draw(data)
                    }</section>`}
        `, ['/people', t('people.title')])
    }
    </div>`
  );
}

/** Where a group stands: address and name of the list. @param {Realm} realm @returns {[string, string]} */
const wayBack = ({ kind }) =>
  kind === 'community'
    ? ['/people/communities', t('groups.backToCommunities')]
    : kind === 'direct'
    ? ['/people/friends', t('groups.friends')]
    : ['/people', t('people.title')];

/** What leaving is called. @param {Realm} realm */
const quit = ({ kind }) =>
  kind === 'community' ? 'groups.quit' : kind === 'direct' ? 'groups.unfriend' : 'groups.leave';

/** Whether its members plan activities. @param {Realm} realm */
const plansTogether = (realm) => ['family', 'group'].includes(realm.kind);

/** The pages of a group, by its kind: address, icon, key of the text. @param {Realm} realm */
const pagesOf = (realm) => [
  ...(realm.kind === 'team'
    ? [
      { at: 'calendar', icon: 'calendar-days', text: 'people.teamCalendar' },
      { at: 'roster', icon: 'users', text: 'groups.roster' },
      { at: 'attendance', icon: 'check-check', text: 'people.attendance' },
      { at: 'records', icon: 'chart-line', text: 'groups.records' },
      {
        at: `players/${session.account?.id}`,
        icon: 'circle-user',
        text: 'groups.ownRecords',
      },
    ]
    : []),
  ...(realm.kind === 'community'
    ? [{ at: 'calendar', icon: 'calendar-days', text: 'people.eventCalendar' }]
    : []),
  ...(plansTogether(realm)
    ? [{ at: 'activities', icon: 'calendar-plus', text: 'people.activities' }]
    : []),
  { at: 'resources', icon: 'key-round', text: 'people.resources' },
  ...(plansTogether(realm)
    ? [
      {
        href: `/calendar/group/${realm.id}`,
        icon: 'calendar-days',
        text: 'groups.calendarOfAll',
      },
    ]
    : []),
];

/** From where all that its members share and plan is reached. @param {Realm} realm */
const planning = (realm) =>
  realm.role && realm.kind === 'family' ? familyCentre(entries(realm)) : entries(realm);

/** @param {Realm} realm */
const entries = (realm) =>
  realm.role && ['family', 'group', 'team', 'community', 'organization'].includes(realm.kind)
    ? html`<nav class="row" aria-label=${t('groups.pagesOf', { name: realm.name })}>${
      pagesOf(realm).map((item) =>
        html`<a class="button" href=${
          'href' in item ? item.href : `/people/${realm.id}/${item.at}`
        }>${icon(item.icon)}${t(item.text)}</a>`
      )
    }</nav>`
    : nothing;

/** For how many days an invitation may work. */
const lives = [1, 7, 30];

/** Inviting by address, or by a link. @param {import('../shell/view.js').At} at @param {string} path */
function invite(at, path) {
  const form = new Form({ to: '', role: 'member', days: '7', message: '' }, () => {});
  let link = '';
  /** Until when the link works. */
  let until = '';
  const life = () => ({ expiresIn: Number(form.values.days) * 86_400 });
  return openDialog({
    at,
    title: t('people.invite'),
    body: (close, update) => {
      form.update = update;
      const send = () =>
        form.submit(async ({ to, role, message }) => {
          await api.send('POST', `${path}/invitations`, {
            body: {
              to: to.trim(),
              role,
              ...life(),
              ...(message.trim() ? { message: message.trim() } : {}),
            },
            changes: [path],
          });
          close();
          notice(t('groups.sent', { to: to.trim() }));
        }, ({ to }) => to.trim() ? {} : { to: t('groups.needsAddress') });
      const makeLink = () =>
        form.submit(async ({ role }) => {
          const made = await api.send('POST', `${path}/invitations`, {
            body: { link: true, role, uses: 20, ...life() },
            changes: [path],
          });
          until = made.invitation.expiresAt;
          link = `${location.origin}/invitations/${made.token}`;
        });
      return html`${
        formOf(form, {
          submit: send,
          button: t('groups.send'),
          fields: html`${
            field(form, {
              name: 'to',
              label: t('groups.address'),
              type: 'email',
              help: t('groups.addressHelp'),
            })
          }
          ${
            select(form, {
              name: 'role',
              label: t('groups.role'),
              options: roles.map((value) => ({ value, text: t(`groups.role-${value}`) })),
            })
          }
          ${
            select(form, {
              name: 'days',
              label: t('groups.worksFor'),
              options: lives.map((count) => ({
                value: String(count),
                text: t('groups.lastingDays', { count }),
              })),
            })
          }
          ${messageField(form)}`,
          other: html`<button type="button" class="button" @click=${makeLink}>${icon('link')}${
            t('groups.makeLink')
          }</button>`,
        })
      }
      ${
        link
          ? html`
            <div class="card stack tight">
              <p>${t('groups.linkHelp', { when: moment(until) })}</p>
              <p class="link-text">${link}</p>
              <div><button class="button" @click=${() =>
                navigator.clipboard?.writeText(link).then(() => notice(t('groups.copied')))}>${icon(
                  'copy',
                )}${t('groups.copy')}</button></div>
            </div>
          `
          : nothing
      }`;
    },
  });
}
