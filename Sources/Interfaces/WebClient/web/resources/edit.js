import { html } from 'lit-html';
import {
  readResource,
  removeResourcePicture,
  replaceResource,
  sendResourcePicture,
  watchResource,
} from '../data/resources.js';
import { sendChange } from '../parts/conflict.js';
import { Form, formOf } from '../parts/form.js';
import { heading } from '../parts/people/heading.js';
import { PictureField } from '../parts/picture-field.js';
import { hint, shown } from '../parts/states.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { bodyOf, errorsIn, valuesOf } from './draft.js';
import { resourceFields, resourceWords } from './fields.js';

/** @typedef {import('api-types').Resource} SharedThing */
/** @typedef {import('../shell/view.js').View} View */
/** @typedef {Form<ReturnType<typeof valuesOf>>} ResourceForm */

/** Changing what is said of something shared, and the rules for booking it. @param {View} view */
export default function page(view) {
  const editing = new EditingPage(view);
  view.draw(() => editing.draw());
}

class EditingPage {
  /** With what it was made of. @type {{form: ResourceForm, before: SharedThing} | null} */
  #editing = null;
  /** @type {PictureField | undefined} */
  #picture;

  /** @param {View} view */
  constructor(view) {
    const { id: group, resource } = view.params;
    this.view = view;
    this.list = `/people/${group}/resources`;
    this.back = `${this.list}/${resource}`;
    this.found = watchResource(view, resource, ({ data }) => {
      if (data && !this.#editing) this.#begin(data);
    });
  }

  /** @param {SharedThing} data */
  #begin(data) {
    this.#editing = { before: data, form: new Form(valuesOf(data), () => this.view.update()) };
    this.#picture ??= new PictureField(() => this.view.update(), {
      send: (file, words, progress) => sendResourcePicture(data, file, words, progress),
      remove: () => removeResourcePicture(data),
    });
  }

  /** @param {{form: ResourceForm, before: SharedThing}} editing */
  #save = (editing) =>
    editing.form.submit(async (values) => {
      const { before } = editing;
      const stored = await sendChange(before, {
        read: () => readResource(before.id),
        send: (match) => replaceResource(before, bodyOf(values, editing.before), match),
        isSame: (now) => JSON.stringify(valuesOf(now)) === JSON.stringify(valuesOf(editing.before)),
        words: (thing) => resourceWords(valuesOf(thing)),
        yours: () => resourceWords(values),
        rebase: (now) => editing.before = now,
        again: (now) => this.#begin(now),
      });
      if (!stored) return false;
      notice(t('shell.saved'));
      this.view.go(this.back);
    }, errorsIn);

  draw() {
    return html`<div class="stack loose">${
      heading(
        t('resources.editResource'),
        this.back,
        this.found.data?.name ?? t('people.resources'),
      )
    }${shown(this.found, (data) => this.#draw(data), [this.list, t('people.resources')])}</div>`;
  }

  /** @param {SharedThing} data */
  #draw(data) {
    const editing = this.#editing;
    if (!editing || !data.editable) return hint(t('resources.notEditable'));
    return html`${
      formOf(editing.form, {
        submit: () => this.#save(editing),
        button: t('shell.save'),
        fields: resourceFields(editing.form),
      })
    }<p class="soft small">${t('resources.rulesLater')}</p>
    ${
      this.#picture?.draw({
        name: 'resource',
        label: t('resources.photo'),
        help: t('resources.photoHelp'),
        picture: data.picture,
      })
    }`;
  }
}
