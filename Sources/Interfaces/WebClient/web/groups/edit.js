import { html } from 'lit-html';
import { sendChange } from '../parts/conflict.js';
import { field, Form, formOf, select } from '../parts/form.js';
import { confirm } from '../parts/dialog.js';
import { icon } from '../parts/icon.js';
import { PictureField } from '../parts/picture-field.js';
import { hint, shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { canLeave, leaveGroup } from './leaving.js';
import { Members } from './members.js';
import { Requests } from './requests.js';
import { heading, runs } from '../parts/people/words.js';
import { policiesOf, roles, sportField } from './words.js';

/** @typedef {import('api-types').Realm} Realm */

/** What the form has of a group itself. @param {Realm} data */
const valuesOf = (data) => ({
  name: data.name,
  description: data.description,
  joinPolicy: data.joinPolicy,
  timeZone: data.timeZone ?? '',
});

/** It, beside what somebody else has made of it. @param {ReturnType<typeof valuesOf>} values */
const said = (values) =>
  html`
    <p>${values.name}</p>
    <p>${values.description}</p>
    <p>${t(`groups.policy-${values.joinPolicy}`)}</p>
    <p>${values.timeZone.replaceAll('_', ' ')}</p>
  `;

/** The settings of a group: for all who are in it, more for those who run it. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const path = `/v1/realms/${view.params.id}`;
  /** @type {Form<any> | null} */
  let form = null;
  /** What the form was made of, and its first values. @type {Realm} */
  let before;
  /** @type {Record<string, string>} */
  let first = {};
  /** @type {ReturnType<typeof view.watch> | null} */
  let team = null;
  /** @type {ReturnType<typeof view.watch> | null} */
  let community = null;
  /** @type {ReturnType<typeof view.watch> | null} what communities are found under */
  let categories = null;
  /** @type {Requests | null} */
  let requests = null;
  /** @type {Members | null} */
  let members = null;
  const sign = new PictureField(() => view.update(), {
    send: (file, words, progress) =>
      api.send('PUT', `${path}/picture?${words}`, {
        body: file,
        progress,
        match: null,
        changes: ['/v1/realms'],
      }),
    remove: () => api.send('DELETE', `${path}/picture`, { match: null, changes: ['/v1/realms'] }),
  });
  const begin = () => {
    /** @type {Realm | null} */
    const data = realm.data;
    if (!data || form || !runs(data) || data.kind === 'team' && !team?.data) return;
    if (data.kind === 'community' && !community?.data) return;
    make(data);
  };
  const make = (/** @type {Realm} */ data) => {
    before = data;
    first = {
      ...valuesOf(data),
      sport: team?.data?.sport ?? '',
      category: community?.data?.category ?? '',
      publishers: community?.data?.publishers ?? '',
    };
    form = new Form({ ...first }, () => view.update());
  };
  const realm = view.watch(path, ({ data }) => {
    if (!data) return;
    if (runs(data)) requests ??= new Requests(view, data);
    if (data.role && data.kind !== 'team') members ??= new Members(view, data);
    if (data.kind === 'team') team ??= view.watch(`${path}/team`, () => queueMicrotask(begin));
    if (data.kind === 'community' && runs(data)) {
      community ??= view.watch(`/v1/communities/${data.id}`, () => queueMicrotask(begin));
      categories ??= view.watch('/v1/communities?limit=1', () => view.update());
    }
    queueMicrotask(begin);
    queueMicrotask(() => view.update());
  });
  const save = () =>
    form?.submit(
      async ({ sport, category, publishers, timeZone, ...values }) => {
        const stored = await sendChange(before, {
          path,
          send: (match) =>
            api.send('PATCH', path, {
              body: { ...values, timeZone: timeZone || null },
              changes: ['/v1/realms'],
              match,
            }),
          isSame: (now) => JSON.stringify(valuesOf(now)) === JSON.stringify(valuesOf(before)),
          words: (thing) => said(valuesOf(thing)),
          yours: () => said(/** @type {any} */ ({ ...values, timeZone })),
          rebase: (now) => before = now,
          again: make,
        });
        if (!stored) return false;
        // What was not changed here stays as others may have made it meanwhile.
        if (team && sport.trim() !== first.sport) {
          await api.send('PUT', `${path}/team`, {
            body: { sport: sport.trim() },
            changes: [path],
            match: null,
          });
        }
        const isFoundElsewhere = category.trim() !== first.category;
        const isByOthers = publishers !== first.publishers;
        if (community && (isFoundElsewhere || isByOthers)) {
          await api.send('PUT', `/v1/communities/${view.params.id}`, {
            body: {
              category: isFoundElsewhere ? category.trim() : community.data.category,
              publishers: isByOthers ? publishers : community.data.publishers,
            },
            changes: ['/v1/communities', path],
            match: null,
          });
        }
        notice(t('shell.saved'));
        view.go(`/people/${view.params.id}`);
      },
      (values) => values.name.trim() ? {} : { name: t('people.needsName') },
    );
  const remove = async () => {
    const sure = await confirm({
      title: t('groups.deleteNamed', { name: realm.data.name }),
      text: t('groups.deleteText'),
      button: t('groups.delete'),
    });
    if (!sure) return;
    try {
      await api.send('DELETE', path, { changes: ['/v1/realms?'] });
      view.go('/people');
    } catch (error) {
      complain(error);
    }
  };
  /** @param {import('api-types').Realm} data */
  const pictureOf = (data) =>
    data.kind === 'organization'
      ? hint(
        t('groups.organizationPicture'),
        html`<a class="button" href="/me/organization">${t('groups.organizationPage')}</a>`,
      )
      : sign.draw({
        name: 'group',
        label: t('groups.picture'),
        help: t('groups.pictureHelp'),
        picture: data.picture,
      });
  view.draw(() =>
    html`<div class="stack loose">${
      heading(
        t('groups.groupSettings'),
        `/people/${view.params.id}`,
        realm.data?.name ?? t('people.group'),
      )
    }
      ${
      shown(realm, (data) =>
        html`${
          form
            ? formOf(form, {
              submit: save,
              button: t('shell.save'),
              fields: html`
                ${field(form, { name: 'name', label: t('people.name'), maxlength: 100 })}
                ${data.kind === 'team' ? sportField(form) : ''}
                ${community ? communityFields(form, categories?.data?.categories ?? []) : ''}
                ${field(form, {
                  name: 'description',
                  label: t('people.description'),
                  rows: 3,
                  maxlength: 2000,
                  optional: true,
                })}
                ${select(form, {
                  name: 'joinPolicy',
                  label: t('groups.policy'),
                  options: policiesOf(data.kind).map((value) => ({
                    value,
                    text: t(`groups.policy-${value}`),
                  })),
                })}
                ${select(form, {
                  name: 'timeZone',
                  label: t('groups.timeZone'),
                  help: t('groups.timeZoneHelp'),
                  options: zones(form.values.timeZone),
                })}
              `,
            })
            : ''
        }
        ${runs(data) ? pictureOf(data) : hint(t('groups.adminsChange'))}
        <section class="stack"><h2>${t('groups.rights')}</h2>
          <dl class="facts">${
          roles.map((role) =>
            html`
              <div>
                <dt>${t(`groups.role-${role}`)}</dt>
                <dd>${t(`groups.may-${role}`)}</dd>
              </div>
            `
          )
        }</dl>
          ${
          members
            ? members.draw(data)
            : data.kind === 'team'
            ? html`<div><a class="button" href="/people/${data.id}/roster">${icon('users')}${
              t('groups.roster')
            }</a></div>`
            : ''
        }</section>
        ${
          requests
            ? hint(
              t('groups.protect'),
              html`<a class="button" href="/me/security">${t('groups.passwordAndDevices')}</a>`,
            )
            : ''
        }
        ${requests?.draw({ always: true }) ?? ''}
        <div class="row">${
          canLeave(data)
            ? html`<button class="button" @click=${() => leaveGroup(view, data)}>${
              icon('log-out')
            }${t('groups.leaveGroup')}</button>`
            : ''
        }${
          data.role === 'owner' && data.kind !== 'organization'
            ? html`<button class="button danger" @click=${remove}>${icon('trash-2')}${
              t('groups.delete')
            }</button>`
            : ''
        }</div>`)
    }
    </div>`
  );
}

/**
 * Under what a community is found, and who publishes in it.
 *
 * @param {Form<any>} form @param {string[]} known categories that others have
 */
const communityFields = (form, known) =>
  html`${
    field(form, {
      name: 'category',
      label: t('groups.category'),
      help: t('groups.categoryHelp'),
      maxlength: 40,
      optional: true,
      autocomplete: 'off',
      suggestions: known,
    })
  }${
    select(form, {
      name: 'publishers',
      label: t('groups.publishers'),
      help: t('groups.publishersHelp'),
      options: ['admins', 'moderators'].map((value) => ({
        value,
        text: t(`groups.publishers-${value}`),
      })),
    })
  }`;

/** What can be chosen, and none. @param {string} own */
const zones = (own) => [
  { value: '', text: t('groups.noTimeZone') },
  ...[...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])].filter(Boolean)
    .map((value) => ({ value, text: value.replaceAll('_', ' ') })),
];
