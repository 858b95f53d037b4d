// Choosing friends: for a group chat that begins, and for one that grows.

import { html, nothing } from 'lit-html';
import { addToGroupChat, createGroupChat } from '../data/conversations.js';
import { pagedFriends } from '../data/friends.js';
import { openDialog } from '../parts/dialog.js';
import { field, Form } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { pagedList } from '../parts/list.js';
import { face } from '../parts/person.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {import('../shell/view.js').View} View */
/** @typedef {import('../shell/view.js').At} At */

const fewest = 2;

/** Friends with a box each. */
class FriendsChoice {
  /** @type {Set<string>} */
  chosen = new Set();
  update = () => {};

  /** @param {View} view @param {string[]} [already] who is in it and not offered */
  constructor(view, already = []) {
    // A dialog is not drawn with its page: what the list has read is drawn here.
    const both = {
      watch: view.watch.bind(view),
      update: () => {
        view.update();
        this.update();
      },
    };
    this.friends = pagedFriends(/** @type {View} */ (/** @type {unknown} */ (both)));
    this.already = new Set(already);
  }

  draw() {
    return html`
      <fieldset class="field">
        <legend>${t('talk.friends')}</legend>
        <div class="chat-friends">${pagedList(this.friends, {
          label: t('talk.friends'),
          empty: html`<p class="soft">${t('talk.noFriend')}</p>`,
          row: ({ account }) =>
            this.already.has(account.id) ? nothing : html`<label class="check list-row">
            <input type="checkbox" .checked=${this.chosen.has(account.id)}
              @change=${() => this.#toggle(account.id)}>
            ${face(account)}<span class="row-title">${account.name}</span></label>`,
        })}</div>
      </fieldset>
    `;
  }

  /** @param {string} id */
  #toggle(id) {
    if (!this.chosen.delete(id)) this.chosen.add(id);
    this.update();
  }
}

/** A group chat with at least two friends. @param {View} view @param {At} at */
export function beginGroupChat(view, at) {
  const choice = new FriendsChoice(view);
  const form = new Form({ name: '' }, () => choice.update());
  return openDialog({
    at,
    title: t('talk.newGroup'),
    body: (close, update) => {
      choice.update = update;
      const isEnough = choice.chosen.size >= fewest;
      const submit = () =>
        form.submit(async ({ name }) => {
          if (!isEnough) return;
          const made = await createGroupChat([...choice.chosen], name.trim());
          close();
          view.go(`/people/chats/${made.id}`);
        });
      return html`
        <form class="stack"
          @submit=${(/** @type {Event} */ event) => {
            event.preventDefault();
            submit();
          }}>${field(form, {
            name: 'name',
            label: t('talk.groupName'),
            help: t('talk.groupNameHelp'),
            optional: true,
            maxlength: 50,
            autocomplete: 'off',
          })}${choice.draw()}<p class="soft" aria-live="polite">${t('talk.chosen', {
            count: choice.chosen.size,
          })}</p><div class="row"><button class="button main" ?disabled=${!isEnough}>${icon(
            'check',
          )}${t('talk.submit')}</button>
                <button class="button" type="button" @click=${() => close()}>${t(
                  'shell.cancel',
                )}</button></div></form>
      `;
    },
  });
}

/** @param {View} view @param {At} at @param {string} id of the conversation @param {string[]} already */
export function addFriends(view, at, id, already) {
  const choice = new FriendsChoice(view, already);
  return openDialog({
    at,
    title: t('talk.addFriends'),
    body: (close, update) => {
      choice.update = update;
      const add = async () => {
        try {
          await addToGroupChat(id, [...choice.chosen]);
          close();
          notice(t('talk.added', { count: choice.chosen.size }));
        } catch (error) {
          complain(error);
        }
      };
      return html`<div class="stack">${choice.draw()}<div class="row">
        <button class="button main" ?disabled=${choice.chosen.size === 0} @click=${add}>${
        icon('user-plus')
      }${t('talk.confirmFriends')}</button>
        <button class="button" @click=${() => close()}>${t('shell.cancel')}</button></div></div>`;
    },
  });
}
