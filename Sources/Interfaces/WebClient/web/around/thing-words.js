// The name and the message that a placed thing carries: said when it is placed, changed later.

import { html, nothing } from 'lit-html';
import { changeInstance } from '../data/instances.js';
import { openDialog } from '../parts/dialog.js';
import { check, field, Form, formOf } from '../parts/form.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {{name: string, message: string, showsMessage: boolean}} ThingWords */
/** @typedef {Form<ThingWords>} WordsForm */
/** @typedef {import('api-types').Instance} Instance */

/** Most characters. */
const most = { name: 80, message: 280 };

/**
 * @param {{name?: string, message?: string, showsMessage?: boolean} | null} thing that carries them
 * @param {() => void} update
 * @returns {WordsForm}
 */
export const wordsOf = (thing, update) =>
  new Form({
    name: thing?.name ?? '',
    message: thing?.message ?? '',
    showsMessage: thing?.showsMessage ?? true,
  }, update);

/** @param {WordsForm} form */
export function wordsFields(form) {
  const { message } = form.values;
  return html`${
    field(form, {
      name: 'name',
      id: 'thing-name',
      label: t('around.name'),
      optional: true,
      maxlength: most.name,
    })
  }
    ${
    field(form, {
      name: 'message',
      id: 'thing-message',
      label: t('around.message'),
      rows: 3,
      optional: true,
      maxlength: most.message,
      help: t('around.messageCount', { count: [...message].length, most: most.message }),
    })
  }
    ${
    message.trim()
      ? check(form, { name: 'showsMessage', label: t('around.showsMessage') })
      : nothing
  }`;
}

/** A message in a list, in a line or two. @param {string | undefined} message */
export const messageLine = (message) =>
  message ? html`<span class="message-line">${message}</span>` : nothing;

/** What is sent with a new thing: nothing of what was not said. @param {ThingWords} words */
export function newWords({ name, message, showsMessage }) {
  return {
    ...(name.trim() ? { name: name.trim() } : {}),
    ...(message.trim() ? { message: message.trim(), showsMessage } : {}),
  };
}

/**
 * Asks for other words of something that stands somewhere.
 *
 * @param {import('../shell/view.js').At} at @param {Instance} instance
 * @param {(changed: Instance) => void} done
 */
export async function changeWords(at, instance, done) {
  /** @type {WordsForm | undefined} */
  let form;
  await openDialog({
    at,
    title: t('around.nameAndMessage'),
    body: (close, update) => {
      form ??= wordsOf(instance, update);
      form.update = update;
      const words = form;
      const send = () =>
        words.submit(async ({ name, message, showsMessage }) => {
          const changed = await changeInstance(instance, {
            name: name.trim() || null,
            message: message.trim() || null,
            ...(message.trim() ? { showsMessage } : {}),
          });
          notice(t('around.wordsSaved'));
          close();
          done(changed);
        });
      return formOf(words, {
        submit: send,
        button: t('around.save'),
        fields: wordsFields(words),
        other: html`<button class="button" type="button" @click=${() => close()}>${
          t('around.cancel')
        }</button>`,
      });
    },
  });
}
