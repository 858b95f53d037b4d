// What one can do with an object that stands somewhere: details, react, keep, report, take away.

import { html, nothing } from 'lit-html';
import { react, readInstance, removeInstance } from '../data/instances.js';
import { dropObject, keepObject, readObject } from '../data/objects.js';
import { metresBetween } from '../map/measure.js';
import { confirm } from '../parts/dialog.js';
import { distance } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { reportDialog } from '../parts/report.js';
import { errorState, hint, loading } from '../parts/states.js';
import { ApiError } from '../shell/api.js';
import { complain, notice, reason } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { changeWords } from './thing-words.js';

const reactions = /** @type {const} */ (['like', 'love', 'laugh', 'wow', 'sad', 'thanks']);
// Of the icon set: not every device has pictures for emoji.
const signs = {
  like: icon('thumbs-up'),
  love: icon('heart'),
  laugh: icon('laugh'),
  wow: icon('sparkles'),
  sad: icon('frown'),
  thanks: icon('hand-heart'),
};

/** @typedef {import('../data/instances.js').Instance} Instance */
/** @typedef {import('../data/objects.js').ARObject} ARObject */

/** One object that is looked at: what the server says of it, and what is done with it. */
export class Details {
  /**
   * @param {import('../shell/view.js').View} view @param {string} id of the instance
   * @param {{close: () => void, lookAt?: (id: string) => void, gone: (id: string) => void,
   *   changed?: () => void, place: (object: string, instance?: string) => void,
   *   from: () => {lat: number, lon: number} | undefined}} options
   */
  constructor(view, id, options) {
    this.view = view;
    this.id = id;
    this.options = options;
    /** @type {Instance | null} */
    this.instance = null;
    /** @type {ARObject | null} */
    this.object = null;
    /** @type {unknown} */
    this.error = null;
    this.isAdded = false;
    view.dialog('report', (at) =>
      at.id === this.id && this.object && reportDialog({
        title: t('around.reportTitle', { name: this.name }),
        subject: { kind: 'instance', id: this.id },
        at,
      }));
    view.dialog('words', (at) => at.id === this.id && this.object && this.changeWords(at));
    this.load();
  }

  /** Its own name, else that of its object. */
  get name() {
    return this.instance?.name || this.object?.name || t('around.details');
  }

  /** @param {import('../shell/view.js').At} at */
  changeWords(at) {
    const { instance } = this;
    if (!instance) return;
    return changeWords(at, instance, (changed) => {
      this.instance = changed;
      this.options.changed?.();
      this.view.update();
    });
  }

  async load() {
    this.error = null;
    try {
      this.instance = await readInstance(this.id);
      this.object = await readObject(this.instance.object);
    } catch (error) {
      this.error = error;
    }
    this.view.update();
  }

  /** @param {typeof reactions[number]} kind */
  async react(kind) {
    try {
      this.instance = await react(this.id, this.instance?.ownReaction === kind ? null : kind);
    } catch (error) {
      complain(error);
    }
    this.view.update();
  }

  async keep() {
    if (!this.object) return;
    const { id, name } = this.object;
    try {
      await keepObject(id);
      this.isAdded = true;
      notice(t('around.added', { name }), {
        action: { label: t('around.undo'), run: () => this.unkeep(id) },
      });
    } catch (error) {
      complain(error);
    }
    this.view.update();
  }

  /** @param {string} object */
  async unkeep(object) {
    try {
      await dropObject(object);
      this.isAdded = false;
    } catch (error) {
      complain(error);
    }
    this.view.update();
  }

  async takeAway() {
    const { name } = this;
    const isSure = await confirm({
      title: t('around.removeTitle', { name }),
      text: t('around.removeText'),
      button: t('around.remove'),
    });
    if (!isSure) return;
    try {
      await removeInstance(this.id);
      notice(t('around.removed', { name }));
      this.options.gone(this.id);
    } catch (error) {
      complain(error);
    }
  }

  draw() {
    const { close } = this.options;
    const { name } = this;
    return html`<section class="around-card stack" aria-label=${name}>
      <header class="row spread"><h2>${name}</h2>
        <button class="button quiet" aria-label=${t('around.close')} @click=${close}>${
      icon('x')
    }</button></header>
      ${
      this.error
        ? this.failed()
        : this.instance && this.object
        ? this.content(this.instance, this.object)
        : loading(2)
    }
    </section>`;
  }

  failed() {
    const isGone = this.error instanceof ApiError && this.error.status === 404;
    return isGone
      ? html`<p>${t('around.gone')}</p>`
      : errorState(reason(this.error), () => this.load());
  }

  /** @param {Instance} instance @param {ARObject} object */
  content(instance, object) {
    const can = (/** @type {Instance['actions'][number]} */ action) =>
      instance.actions.includes(action);
    const from = this.options.from();
    return html`
      ${instance.hidden ? hint(t('around.hiddenUntilChanged')) : nothing}
      ${instance.name && instance.name !== object.name
        ? html`<p class="soft">${object.name}</p>`
        : nothing}
      ${instance.message ? html`<p class="thing-message">${instance.message}</p>` : nothing}
      ${object.alt ? html`<p>${object.alt}</p>` : nothing}
      ${from
        ? html`<p class="soft">${
          t('around.away', { distance: distance(metresBetween(from, instance.pose.position)) })
        }</p>`
        : nothing}
      ${can('react')
        ? html`<div class="row reactions" role="group" aria-label=${t('around.react')}>
        ${
          reactions.map((kind) =>
            html`
              <button class="button reaction" aria-pressed=${instance.ownReaction === kind
                ? 'true'
                : 'false'}
                title=${t(`around.${kind}`)} @click=${() => this.react(kind)}>
                          ${signs[kind]}<span class="unseen">${t(
                            `around.${kind}`,
                          )}</span>
                          ${instance.reactions[kind]
                            ? html`<span class="figure">${instance.reactions[kind]}</span>`
                            : nothing}</button>
            `
          )
        }</div>`
        : nothing}
      <div class="row">
        ${this.options.lookAt
          ? html`<button class="button" @click=${() => this.options.lookAt?.(this.id)}>${
            icon('eye')
          }${t('around.lookAt')}</button>`
          : nothing}
        ${can('addToInventory')
          ? html`<button class="button main" ?disabled=${this.isAdded} @click=${() =>
            this.keep()}>${icon('archive')}${
            this.isAdded ? t('around.alreadyAdded') : t('around.addToInventory')
          }</button>`
          : nothing}
        ${can('report')
          ? html`<button class="button" @click=${() => this.view.open('report', this.id)}>${
            icon('flag')
          }${t('around.report')}</button>`
          : nothing}
        ${can('edit')
          ? html`
            <button class="button" @click=${() =>
              this.options.place(instance.object, this.id)}>${icon('move')}${t(
                'around.move',
              )}</button>
            <button class="button" @click=${() => this.view.open('words', this.id)}>${icon(
              'pencil',
            )}${t('around.nameAndMessage')}</button>
          `
          : nothing}
        ${can('delete')
          ? html`<button class="button" @click=${() => this.takeAway()}>${icon('trash-2')}${
            t('around.remove')
          }</button>`
          : nothing}
      </div>
      ${session.role === 'nobody'
        ? html`<p class="soft"><a href="/login?next=${
          encodeURIComponent(this.view.address.pathname + this.view.address.search)
        }">${t('around.logInTo')}</a></p>`
        : nothing}
    `;
  }
}
