import { html } from 'lit-html';
import { field, Form, formOf } from '../parts/form.js';
import { pagedList, row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { emptyState } from '../parts/states.js';
import { askToJoin, joinGroup, pagedOpenGroups, readOpenGroups } from '../data/groups.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { heading } from '../parts/people/heading.js';
import { about } from './words.js';

/** @typedef {import('api-types').Realm} Realm */

/** @typedef {import('../shell/view.js').View} View */

/** Groups that can be joined. @param {View} view */
export default function page(view) {
  const finding = new FindPage(view);
  view.draw(() => finding.draw());
}

class FindPage {
  /** The names that begin as what is typed. @type {string[]} */
  #names = [];

  /** @param {View} view */
  constructor(view) {
    const wished = (view.query.get('name') ?? '').trim();
    this.view = view;
    this.list = pagedOpenGroups(view, wished);
    this.form = new Form({ name: wished }, () => {
      this.#complete();
      view.update();
    });
  }

  async #complete() {
    const name = this.form.values.name.trim();
    if (!name) {
      this.#names = [];
      return;
    }
    try {
      const found = await readOpenGroups(name, 10);
      // Something else may have been typed meanwhile.
      if (this.form.values.name.trim() !== name) return;
      this.#names = found.items.map((realm) => realm.name);
      this.view.update();
    } catch (error) {
      complain(error);
    }
  }

  #search = () => {
    const name = this.form.values.name.trim();
    this.view.go(`/people/find${name ? `?name=${encodeURIComponent(name)}` : ''}`);
  };

  /** Comes into a group, or asks to. @param {Realm} realm */
  async #join({ id, name, joinPolicy }) {
    try {
      if (joinPolicy === 'open') {
        await joinGroup(id);
        notice(t('waiting.joined', { name }));
        this.view.go(`/people/${id}`);
      } else {
        await askToJoin(id);
        notice(t('groups.asked', { name }));
      }
    } catch (error) {
      complain(error);
    }
  }

  draw() {
    return html`<div class="stack">${heading(t('groups.find'))}<p class="soft">${
      t('groups.findHelp')
    }</p>
      ${
      formOf(this.form, {
        isPassing: true,
        submit: this.#search,
        button: t('shell.search'),
        fields: field(this.form, {
          name: 'name',
          label: t('people.name'),
          maxlength: 100,
          autocomplete: 'off',
          suggestions: this.#names,
        }),
      })
    }
      ${
      pagedList(this.list, {
        label: t('groups.find'),
        empty: emptyState({
          icon: 'users',
          text: t('groups.noneToFind'),
          action: html`<a class="button main" href="/people/new">${t('groups.start')}</a>`,
        }),
        row: (realm) => this.#row(realm),
      })
    }</div>`;
  }

  /** @param {Realm} realm */
  #row(realm) {
    const { id, name, kind, description } = realm;
    const [named, words] = realm.joinPolicy === 'open'
      ? ['waiting.joinNamed', 'waiting.join']
      : ['groups.askNamed', 'groups.ask'];
    return row({
      ...(kind === 'community' ? { href: `/people/${id}` } : {}),
      start: picture(name),
      title: name,
      text: html`${about(realm)}${description ? html`<br>${description}` : ''}`,
      end: html`<button class="button" @click=${() => this.#join(realm)} aria-label=${
        t(named, { name })
      }>${t(words)}</button>`,
    });
  }
}
