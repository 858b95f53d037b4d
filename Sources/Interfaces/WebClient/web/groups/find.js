import { html } from 'lit-html';
import { field, Form, formOf } from '../parts/form.js';
import { Paged, pagedList, row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { emptyState } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { heading } from '../parts/people/words.js';
import { about } from './words.js';

/** @typedef {import('api-types').Realm} Realm */

/** Groups that can be joined. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const wished = (view.query.get('name') ?? '').trim();
  const list = new Paged(
    view,
    `/v1/realms?discover=true${wished ? `&name=${encodeURIComponent(wished)}` : ''}`,
  );
  /** @type {string[]} the names that begin as what is typed */
  let names = [];
  const form = new Form({ name: wished }, () => view.update());
  const complete = async () => {
    const name = form.values.name.trim();
    if (!name) {
      names = [];
      return view.update();
    }
    try {
      const found = await api.get(
        `/v1/realms?discover=true&limit=10&name=${encodeURIComponent(name.slice(0, 100))}`,
      );
      // Something else may have been typed meanwhile.
      if (form.values.name.trim() !== name) return;
      names = found.items.map((/** @type {Realm} */ realm) => realm.name);
      view.update();
    } catch (error) {
      complain(error);
    }
  };
  const set = form.set.bind(form);
  form.set = (name, value) => {
    set(name, value);
    complete();
  };
  const search = () => {
    const name = form.values.name.trim();
    view.go(`/people/find${name ? `?name=${encodeURIComponent(name)}` : ''}`);
  };
  /** @param {Realm} realm */
  const join = async (realm) => {
    try {
      if (realm.joinPolicy === 'open') {
        await api.send('POST', `/v1/realms/${realm.id}/members`, { changes: ['/v1/realms'] });
        notice(t('groups.joined', { name: realm.name }));
        view.go(`/people/${realm.id}`);
      } else {
        await api.send('POST', `/v1/realms/${realm.id}/requests`, {
          body: {},
          changes: ['/v1/realms'],
        });
        notice(t('groups.asked', { name: realm.name }));
      }
    } catch (error) {
      complain(error);
    }
  };
  view.draw(() =>
    html`<div class="stack">${heading(t('groups.find'))}<p class="soft">${t('groups.findHelp')}</p>
      ${
      formOf(form, {
        isPassing: true,
        submit: search,
        button: t('shell.search'),
        fields: field(form, {
          name: 'name',
          label: t('people.name'),
          maxlength: 100,
          autocomplete: 'off',
          suggestions: names,
        }),
      })
    }
      ${
      pagedList(list, {
        label: t('groups.find'),
        empty: emptyState({
          icon: 'users',
          text: t('groups.noneToFind'),
          action: html`<a class="button main" href="/people/new">${t('groups.start')}</a>`,
        }),
        row: (/** @type {Realm} */ realm) =>
          row({
            ...(realm.kind === 'community' ? { href: `/people/${realm.id}` } : {}),
            start: picture(realm.name),
            title: realm.name,
            text: html`${about(realm)}${realm.description ? html`<br>${realm.description}` : ''}`,
            end: html`
              <button class="button" @click=${() => join(realm)}
                aria-label=${t(
                  realm.joinPolicy === 'open' ? 'groups.joinNamed' : 'groups.askNamed',
                  { name: realm.name },
                )}>
                          ${t(realm.joinPolicy === 'open' ? 'groups.join' : 'groups.ask')}</button>
            `,
          }),
      })
    }</div>`
  );
}
