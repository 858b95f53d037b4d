import { html, nothing } from 'lit-html';
import { ago } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { confirm, openDialog } from '../parts/dialog.js';
import { field, Form, formOf, select } from '../parts/form.js';
import { Paged, pagedList, row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { Contacts } from './contacts.js';
import { Events, hasEvents } from './events.js';
import { NewsList } from './news.js';
import { about, heading, roles, runs } from './words.js';

/** @typedef {import('api-types').Realm} Realm */
/** @typedef {import('api-types').Member} Member */
/** @typedef {import('api-types').Invitation} Invitation */

/** A group: who is in it, who may come in. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const path = `/v1/realms/${view.params.id}`;
  /** @type {Paged | null} */
  let members = null;
  /** @type {Events | null} */
  let events = null;
  /** @type {NewsList | null} */
  let news = null;
  /** @type {Contacts | null} */
  let contacts = null;
  /** @type {Paged | null} */
  let open = null;
  const realm = view.watch(path, ({ data }) => {
    if (data && runs(data) && !open) open = new Paged(view, `${path}/invitations`, 50);
    if (!data) return;
    view.title(data.name);
    if (data.kind === 'team' && data.role) contacts ??= new Contacts(view, data.id);
    if ((data.role || data.kind === 'public') && !members) {
      members = new Paged(view, `${path}/members`, 50);
    }
    if (hasEvents(data) && (data.role || data.kind === 'community') && !events) {
      events = new Events(view, data.id);
      if (data.role) {
        news = new NewsList(view, data.id);
        // What is new here has been looked at now.
        api.send('PUT', `${path}/visit`, { changes: ['/v1/communities'], match: null })
          .catch(() => {});
      }
    }
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
  const changes = [path, '/v1/realms?'];

  const join = () =>
    perform(
      () => api.send('POST', `${path}/members`, { changes: ['/v1/realms'] }),
      t('people.joined', { name: realm.data.name }),
    );

  const leave = async () => {
    const { name } = realm.data;
    if (
      !(await confirm({
        title: t('people.leaveNamed', { name }),
        text: t('people.leaveText'),
        button: t('people.leave'),
      }))
    ) return;
    perform(async () => {
      await api.send('DELETE', `${path}/members/${session.account?.id}`, {
        changes: ['/v1/realms', '/v1/appointments'],
        match: null,
      });
      view.go('/people');
    }, t('people.left', { name }));
  };

  view.draw(() =>
    html`<div class="stack loose">
      ${
      shown(realm, (/** @type {Realm} */ data) =>
        html`
          ${heading(
            data.kind === 'public' || data.kind === 'personal'
              ? t(`people.own-${data.kind}`)
              : data.name,
            data.kind === 'community' ? '/people/communities' : '/people',
            t(data.kind === 'community' ? 'people.communities' : 'people.title'),
          )}
                  <div
            class="row group-head">${picture(data.name, {
              size: 56,
            })}<div class="stack tight"><p class="soft">${about(data)}</p>
                    ${data.description ? html`<p>${data.description}</p>` : nothing}</div></div>
                  <div class="row">
                    ${runs(data)
                      ? html`
                        <button class="button main" @click=${() => invite(view, path)}>${icon(
                          'user-plus',
                        )}${t('people.invite')}</button>
                        <a class="button" href="/people/${data.id}/edit">${icon('pencil')}${t(
                          'people.edit',
                        )}</a>
                      `
                      : nothing}
                    ${data.role && data.kind !== 'public' && data.kind !== 'personal'
                      ? html`<button class="button" @click=${leave}>${icon('log-out')}${
                        t(data.kind === 'community' ? 'people.quit' : 'people.leave')
                      }</button>`
                      : !data.role && data.joinPolicy === 'open'
                      ? html`<button class="button main" @click=${join}>${icon('log-in')}${
                        t(data.kind === 'community' ? 'people.joinCommunity' : 'people.join')
                      }</button>`
                      : nothing}
                  </div>
                  ${planning(data)}
                  ${events ? events.draw(data) : nothing}
                  ${news ? news.draw(data) : nothing}
                  ${open && open.items.length > 0
                    ? html`<section class="stack"><h2>${t('people.open')}</h2>
            ${pagedList(open, { label: t('people.open'), empty: nothing, row: waiting })}</section>`
                    : nothing}
                  ${data.kind === 'public' || !members
                    ? nothing
                    : html`<section class="stack"><h2>${t('people.who')}</h2>${
                      contacts?.draw() ?? nothing
                    }
          ${
                      pagedList(members, {
                        label: t('people.who'),
                        empty: nothing,
                        row: (item) => member(item, data),
                      })
                    }</section>`}
        `)
    }
    </div>`
  );

  /** An invitation or a request that waits. @param {Invitation} item */
  function waiting(item) {
    const isRequest = item.direction === 'requested';
    const name = isRequest
      ? item.from.name
      : item.toEmail ?? (item.link ? t('people.link') : t('people.someone'));
    return row({
      start: isRequest ? icon('hand') : icon('mail'),
      title: name,
      text: html`${t(isRequest ? 'people.wantsIn' : 'people.isInvited')} · ${ago(item.createdAt)}${
        item.message ? html`<br>“${item.message}”` : nothing
      }`,
      end: isRequest
        ? html`
          <button class="button main" aria-label=${t('people.acceptNamed', { name })} @click=${() =>
            decide(item, 'accept')}>${t('people.accept')}</button>
          <button class="button" aria-label=${t('people.denyNamed', { name })} @click=${() =>
            decide(item, 'deny')}>${t('people.deny')}</button>
        `
        : html`<button class="button" aria-label=${
          t('people.takeBackNamed', { name })
        } @click=${() =>
          perform(
            () => api.send('DELETE', `/v1/invitations/${item.id}`, { changes, match: null }),
            t('people.takenBack'),
          )}>${t('people.takeBack')}</button>`,
    });
  }

  /** @param {Invitation} item @param {'accept' | 'deny'} decision */
  const decide = (item, decision) =>
    perform(() =>
      api.send('POST', `/v1/requests/${item.id}/decision`, { body: { decision }, changes })
    );

  /** @param {Member} item @param {Realm} data */
  function member(item, data) {
    const { id, name } = item.account;
    const isMe = id === session.account?.id;
    return row({
      start: picture(name, { of: item.account.picture, round: true }),
      title: isMe ? t('people.you', { name }) : name,
      text: html`${t(`people.role-${item.role}`)}${
        item.number === undefined ? '' : ` · ${t('people.number', { number: item.number })}`
      }${item.position ? ` · ${item.position}` : ''}${
        item.biography ? html`<br>${item.biography}` : nothing
      }${contacts?.of(id) ?? nothing}`,
      end: isMe || (!runs(data) && data.kind === 'public')
        ? nothing
        : html`<button class="button quiet" aria-label=${
          t('people.moreOf', { name })
        } @click=${() => more(item, data)}>${icon('ellipsis')}</button>`,
    });
  }

  /** What can be done about a member. @param {Member} item @param {Realm} data */
  function more(item, data) {
    const { id, name } = item.account;
    const form = new Form({ role: item.role }, () => {});
    openDialog({
      title: name,
      body: (close) =>
        html`${
          runs(data) && item.role !== 'owner'
            ? html`${
              formOf(form, {
                submit: () => {
                  close();
                  perform(() =>
                    api.send('PATCH', `${path}/members/${id}`, {
                      body: { role: form.values.role },
                      changes,
                      match: null,
                    }), t('shell.saved'));
                },
                button: t('people.giveRole'),
                fields: select(form, {
                  name: 'role',
                  label: t('people.role'),
                  options: roles.map((value) => ({ value, text: t(`people.role-${value}`) })),
                }),
              })
            }
            <div><button class="button" @click=${() => {
              close();
              perform(
                () => api.send('DELETE', `${path}/members/${id}`, { changes, match: null }),
                t('people.removed', { name }),
              );
            }}>${icon('user-minus')}${t('people.remove')}</button></div>`
            : nothing
        }
          <div><button class="button" @click=${() => {
          close();
          perform(
            () =>
              api.send('PUT', `/v1/blocks/${id}`, { changes: ['/v1/blocks', path], match: null }),
            t('people.blocked', { name }),
          );
        }}>${icon('ban')}${t('people.block')}</button></div>`,
    });
  }
}

/** What its members share and plan. @param {Realm} realm */
const planning = (realm) =>
  realm.role && ['family', 'group', 'team', 'community', 'organization'].includes(realm.kind)
    ? html`
      <div
        class="row"><a class="button" href="/people/${realm.id}/resources">${icon('key-round')}${t(
          'people.resources',
        )}</a>${['family', 'group'].includes(realm.kind)
          ? html`<a class="button" href="/people/${realm.id}/activities">${icon('calendar-plus')}${
            t('people.activities')
          }</a>`
          : nothing}${realm.kind === 'team'
          ? html`<a class="button" href="/people/${realm.id}/records">${icon('chart-line')}${
            t('people.records')
          }</a>`
          : nothing}</div>
    `
    : nothing;

/** Inviting by address, or by a link. @param {import('../shell/view.js').View} view @param {string} path */
function invite(view, path) {
  const form = new Form({ to: '', role: 'member', message: '' }, () => {});
  let link = '';
  openDialog({
    title: t('people.invite'),
    body: (close, update) => {
      form.update = update;
      const send = () =>
        form.submit(async ({ to, role, message }) => {
          await api.send('POST', `${path}/invitations`, {
            body: { to: to.trim(), role, ...(message.trim() ? { message: message.trim() } : {}) },
            changes: [path],
          });
          close();
          notice(t('people.sent', { to: to.trim() }));
        }, ({ to }) => to.trim() ? {} : { to: t('people.needsAddress') });
      const makeLink = () =>
        form.submit(async ({ role }) => {
          const made = await api.send('POST', `${path}/invitations`, {
            body: { link: true, role, uses: 20 },
            changes: [path],
          });
          link = `${location.origin}/invitations/${made.token}`;
        });
      return html`${
        formOf(form, {
          submit: send,
          button: t('people.send'),
          fields: html`${
            field(form, {
              name: 'to',
              label: t('people.address'),
              type: 'email',
              help: t('people.addressHelp'),
            })
          }
          ${
            select(form, {
              name: 'role',
              label: t('people.role'),
              options: roles.map((value) => ({ value, text: t(`people.role-${value}`) })),
            })
          }
          ${
            field(form, {
              name: 'message',
              label: t('people.message'),
              rows: 2,
              maxlength: 500,
              optional: true,
            })
          }`,
          other: html`<button type="button" class="button" @click=${makeLink}>${icon('link')}${
            t('people.makeLink')
          }</button>`,
        })
      }
      ${
        link
          ? html`
            <div class="card stack tight">
              <p>${t('people.linkHelp')}</p>
              <p class="link-text">${link}</p>
              <div><button class="button" @click=${() =>
                navigator.clipboard?.writeText(link).then(() => notice(t('people.copied')))}>${icon(
                  'copy',
                )}${t('people.copy')}</button></div>
            </div>
          `
          : nothing
      }`;
    },
  });
}
