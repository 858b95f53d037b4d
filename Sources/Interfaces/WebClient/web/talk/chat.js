// What is said in a conversation: the latest first, heard and said with large buttons.

import { html, nothing } from 'lit-html';
import {
  pagedMessages,
  quitGroupChat,
  removeMessage,
  sendText,
  waitingIn,
  watchConversation,
} from '../data/conversations.js';
import { watchMembers } from '../data/members.js';
import { confirm, openDialog } from '../parts/dialog.js';
import { field, Form, formOf } from '../parts/form.js';
import { moment } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { pagedList } from '../parts/list.js';
import { heading } from '../parts/people/heading.js';
import { face } from '../parts/person.js';
import { playback } from '../parts/playing.js';
import '../parts/player.js';
import { reportDialog } from '../parts/report.js';
import { emptyState, shown } from '../parts/states.js';
import { connection, dropWaiting, followConnection } from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { addFriends } from './friends-choice.js';
import { storyId, toggle } from './hearing.js';
import { clockOf, whose } from './message-words.js';
import { longest, Voice } from './voice.js';
import { waveform } from './waveform.js';

/** @typedef {import('api-types').Conversation} Conversation */
/** @typedef {import('api-types').Message} Message */
/** @typedef {import('../shell/view.js').View} View */
/** @typedef {import('../shell/view.js').At} At */

/** How long what one has said can be taken back, in ms. */
const takeBack = 3_600_000;

/** @param {View} view */
export default function page(view) {
  const chat = new ChatPage(view);
  view.dialog('message', (at) => chat.about(at));
  view.dialog(
    'report',
    (at) => reportDialog({ at, title: t('talk.report'), subject: { kind: 'message', id: at.id } }),
  );
  view.dialog(
    'friends',
    (at) =>
      chat.members && addFriends(
        view,
        at,
        chat.id,
        chat.members.data?.items.map(({ account }) => account.id) ?? [],
      ),
  );
  view.draw(() => chat.draw());
}

class ChatPage {
  /** Messages of blocked people that one has unfolded. @type {Set<string>} */
  #unfolded = new Set();

  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.id = view.params.id;
    this.conversation = watchConversation(view, this.id);
    this.messages = pagedMessages(view, this.id);
    this.members = watchMembers(view, this.id);
    this.voice = new Voice(this.id, () => view.update());
    this.form = new Form({ text: '' }, () => view.update());
    view.onLeave(followConnection(() => view.update()));
    view.onLeave(playback.follow(() => view.update()));
    view.onLeave(() => this.voice.end());
  }

  draw() {
    return shown(this.conversation, (conversation) =>
      html`<div class="stack loose chat">
        ${heading(conversation.name, '/people/chats', t('talk.chats'))}
        ${conversation.kind === 'group' ? this.#group(conversation) : nothing}
        ${this.#say(conversation)}
        ${this.#waiting()}
        ${
        pagedList(this.messages, {
          label: t('talk.messages'),
          scrolls: true,
          row: (message) => this.#message(message, conversation),
          empty: emptyState({ icon: 'mic', text: t('talk.nobodySpoke') }),
        })
      }</div>`, ['/people/chats', t('talk.chats')]);
  }

  /** @param {Conversation} conversation */
  #group(conversation) {
    const names = (this.members.data?.items ?? []).map(({ account }) => account.name);
    return html`
      <p class="soft">${names.join(', ')}</p>
      <div class="row"><button class="button" @click=${() => this.view.open('friends')}>${icon(
        'user-plus',
      )}${t('talk.addFriends')}</button>
            <button class="button quiet" @click=${() => this.#quit(conversation)}>${icon(
              'log-out',
            )}${t('talk.quit')}</button></div>
    `;
  }

  /** @param {Conversation} conversation */
  async #quit({ name }) {
    const isSure = await confirm({
      title: t('talk.quitTitle', { name }),
      text: t('talk.quitText'),
      button: t('talk.quit'),
    });
    if (!isSure || !session.account) return;
    try {
      await quitGroupChat(this.id, session.account.id);
      this.view.go('/people/chats');
      notice(t('talk.hasQuit', { name }));
    } catch (error) {
      complain(error);
    }
  }

  // Saying

  /** @param {Conversation} conversation */
  #say({ allowsText }) {
    return html`<section class="stack tight chat-say" aria-label=${t('talk.say')}>
      ${this.#recorder()}
      ${allowsText && this.voice.state === 'idle' ? this.#writing() : nothing}</section>`;
  }

  #recorder() {
    const { voice } = this;
    if (voice.state === 'recording') return this.#recording();
    if (!voice.made) {
      return html`<button class="button main chat-record" @click=${() => voice.start()}>${
        icon('mic')
      }${t('talk.record')}</button>`;
    }
    return html`
      ${voice.state === 'found' ? html`<p role="status">${t('talk.found')}</p>` : nothing}
            <way-player src=${voice.made.address} label=${t('talk.own', {
              time: clockOf(voice.made.seconds),
            })}></way-player>
            <div
        class="row"><button class="button main" @click=${() => voice.send()}>${icon('send')}${t(
          'talk.send',
        )}</button>
            <button class="button" @click=${() => voice.drop()}>${icon('trash-2')}${t(
              'talk.dropRecording',
            )}</button></div>
    `;
  }

  #recording() {
    const { voice } = this;
    const { seconds, level } = voice.recorder;
    return html`
      <div class="row chat-recording"><span class="chat-light" aria-hidden="true"></span>
              <span role="timer" class="figures">${clockOf(seconds)}</span>
              <meter min="0" max="1" value=${level} aria-label=${t('talk.level')}></meter>
              <span class="soft small">${t('talk.atMost', { time: clockOf(longest) })}</span></div>
      <button class="button main chat-record" @click=${() => voice.stopAndSend()}>${icon(
        'send',
      )}${t('talk.stopAndSend')}</button>
      <div class="row"><button class="button" @click=${() => voice.stop()}>${icon('square')}${t(
        'talk.stopAndListen',
      )}</button>
            <button class="button quiet" @click=${() => this.#cancel()}>${icon('x')}${t(
              'shell.cancel',
            )}</button></div>
    `;
  }

  async #cancel() {
    await this.voice.stop();
    await this.voice.drop();
  }

  #writing() {
    return formOf(this.form, {
      isPassing: true,
      submit: () =>
        this.form.submit(async ({ text }) => {
          if (!text.trim()) return;
          await sendText(this.id, text.trim(), t('talk.textMessage'));
          this.form.values.text = '';
          this.view.update();
        }),
      button: t('talk.sendText'),
      fields: field(this.form, {
        name: 'text',
        label: t('talk.write'),
        rows: 2,
        optional: true,
        maxlength: 4000,
      }),
    });
  }

  /** What is on the device and not yet at the server. */
  #waiting() {
    const waiting = waitingIn(connection.waiting, this.id);
    return waiting.length === 0
      ? nothing
      : html`<ul class="list" aria-label=${t('talk.waiting')}>${
        waiting.map(({ id, label }) =>
          html`<li class="list-row"><span class="row-body"><span class="row-title">${label}</span>
          <span class="row-text" role="status">${
            connection.online ? t('talk.sending') : t('talk.waits')
          }</span></span>
          <button class="button quiet" @click=${() => dropWaiting(id)}>${
            t('talk.takeBack')
          }</button></li>`
        )
      }</ul>`;
  }

  // Hearing

  /** @param {Message} message @param {Conversation} conversation */
  #message(message, conversation) {
    const { id, isOwn, isFolded, at, author } = message;
    const name = whose(message);
    const isNew = !isOwn && !message.isHeard;
    const content = isFolded && !this.#unfolded.has(id)
      ? html`<button class="button quiet" @click=${() => this.#unfold(id)}>${
        t('talk.unfold', { name })
      }</button>`
      : message.kind === 'text'
      ? html`<p class="chat-words">${message.words}</p>`
      : this.#voice(message, conversation);
    return html`<article class="chat-message ${isOwn ? 'own' : ''} ${isNew ? 'new' : ''}">
      ${author && !isOwn ? face(author) : nothing}
      <div class="stack tight chat-body"><p class="small soft">${name} · ${moment(at)}${
      isNew
        ? html`
          · <strong>${t('talk.new')}</strong>
        `
        : nothing
    }${
      isOwn && message.hearings > 0
        ? html`
          · ${t('talk.heardBy', { count: message.hearings })}
        `
        : nothing
    }</p>
      ${content}${
      message.kind === 'voice' && message.words
        ? html`<p class="chat-words">“${message.words}”</p>`
        : nothing
    }</div>
      <button class="button round quiet" aria-label=${t('talk.more', { name, at: moment(at) })}
        @click=${() => this.view.open('message', id)}>${icon('ellipsis-vertical')}</button>
    </article>`;
  }

  /** @param {string} id */
  #unfold(id) {
    this.#unfolded.add(id);
    this.view.update();
  }

  /** @param {Message} message @param {Conversation} conversation */
  #voice(message, conversation) {
    if (message.state === 'failed') {
      return html`<p class="chat-failed" role="alert">${t('talk.failed')}</p>`;
    }
    const isPlaying = playback.isCurrent(storyId(message)) && playback.state === 'playing';
    const label = isPlaying ? t('talk.stop') : t('talk.play', { name: whose(message) });
    return html`
      <button class="button chat-play" aria-pressed=${isPlaying} aria-label=${label}
        @click=${() => toggle(message, this.messages.items, conversation.name)}>${icon(
          isPlaying ? 'square' : 'play',
        )}${message.peaks
          ? waveform(message.peaks, playback.isCurrent(storyId(message)) ? playback.part : 0)
          : html`<span class="soft small">${
            t('talk.preparing')
          }</span>`}<span class="figures">${message.seconds === undefined
          ? ''
          : clockOf(message.seconds)}</span></button>
    `;
  }

  /** What can be done with a message. @param {At} at */
  about(at) {
    const message = this.messages.items.find(({ id }) => id === at.id);
    if (!message) return undefined;
    const { isOwn, id } = message;
    const mayTakeBack = isOwn &&
      (message.state === 'failed' || Date.now() - Date.parse(message.at) < takeBack);
    return openDialog({
      at,
      title: t('talk.aboutMessage', { name: whose(message) }),
      body: (close) => {
        const remove = async (/** @type {'me' | 'everybody'} */ whom) => {
          close();
          try {
            await removeMessage(id, whom);
            notice(t('talk.deleted'));
          } catch (error) {
            complain(error);
          }
        };
        return html`<div class="stack">
          <button class="button" @click=${() => remove('me')}>${icon('eye-off')}${
          t('talk.deleteForMe')
        }</button>
          ${
          mayTakeBack
            ? html`<button class="button danger" @click=${() => remove('everybody')}>${
              icon('trash-2')
            }${t('talk.deleteForAll')}</button>`
            : nothing
        }
          ${
          isOwn ? nothing : html`<button class="button" @click=${() => {
            close();
            this.view.open('report', id);
          }}>${icon('flag')}${t('talk.report')}</button>`
        }
        </div>`;
      },
    });
  }
}
