// Notifications on this device while the pages are closed: turning them on and off, and where else
// they go.

import { html, nothing } from 'lit-html';
import { ago } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import {
  endPushDevice,
  registerPush,
  unregisterPush,
  watchPushDevices,
  watchPushKey,
} from '../data/push.js';
import { complain, notice } from '../shell/notices.js';
import { bodyOf, canPush, isFor, leavePush, subscribed } from '../shell/push.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').PushSubscription} Device */

export class PushPart {
  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.busy = false;
    this.denied = canPush() && Notification.permission === 'denied';
    /** The browser's subscription; undefined until it is known. @type {PushSubscription | null | undefined} */
    this.subscription = canPush() ? undefined : null;
    this.key = watchPushKey(view);
    this.devices = watchPushDevices(view);
    if (canPush()) this.look();
  }

  async look() {
    try {
      const registration = await navigator.serviceWorker.getRegistration();
      this.subscription = (await registration?.pushManager.getSubscription()) ?? null;
    } catch {
      this.subscription = null;
    }
    this.view.update();
  }

  /** Whether this browser and the server agree that they come. */
  get isOn() {
    const key = this.key.data?.publicKey;
    return Boolean(this.subscription) && key !== undefined &&
      isFor(/** @type {PushSubscription} */ (this.subscription), key) &&
      Notification.permission === 'granted' &&
      (this.devices.data?.items ?? []).some(({ current }) => current);
  }

  /** @param {() => Promise<void>} work */
  async run(work) {
    this.busy = true;
    this.view.update();
    try {
      await work();
    } catch (error) {
      complain(error);
    }
    this.busy = false;
    this.view.update();
  }

  turnOn() {
    return this.run(async () => {
      // Asked for right after the press: later browsers do not show the question.
      this.denied = await Notification.requestPermission() !== 'granted';
      if (this.denied) return;
      const registration = await navigator.serviceWorker.ready;
      this.subscription = await subscribed(registration, this.key.data?.publicKey ?? '');
      await registerPush(bodyOf(this.subscription));
      notice(t('me.pushTurnedOn'));
    });
  }

  turnOff() {
    return this.run(async () => {
      await unregisterPush();
      await leavePush();
      this.subscription = null;
      notice(t('me.pushTurnedOff'));
    });
  }

  /** @param {Device} device */
  end(device) {
    return this.run(async () => {
      await endPushDevice(device.id);
      notice(t('me.pushTurnedOff'));
    });
  }

  /** What is to be said or done here. */
  state() {
    const key = this.key.data;
    if (key && !key.available) return html`<p>${t('me.pushUnavailable')}</p>`;
    if (!canPush()) return html`<p>${t('me.pushUnsupported')}</p>`;
    if (this.denied) return html`<p>${t('me.pushDenied')}</p>`;
    if (!key || !this.devices.data || this.subscription === undefined) return nothing;
    const help = html`<p class="soft">${t('me.pushHelp')}</p>`;
    return this.isOn
      ? html`<p>${icon('bell-ring')} ${t('me.pushIsOn')}</p>${help}
        <div><button class="button" ?disabled=${this.busy} @click=${() => this.turnOff()}>${
        icon('bell-off')
      }${t('me.pushOff')}</button></div>`
      : html`${help}<div><button class="button" ?disabled=${this.busy} @click=${() =>
        this.turnOn()}>${icon('bell-ring')}${t('me.pushOn')}</button></div>`;
  }

  draw() {
    const others = (this.devices.data?.items ?? []).filter(({ current }) => !current);
    return html`<section class="stack device-push"><h2>${t('me.push')}</h2>${this.state()}${
      others.length === 0 ? nothing : html`
        <h3>${t('me.pushDevices')}</h3>
        <ul class="list" aria-label=${t('me.pushDevices')}>${others.map((device) =>
          html`<li>${
            row({
              start: icon('monitor-smartphone'),
              title: device.device || t('me.someDevice'),
              text: t('me.pushSince', { when: ago(device.createdAt) }),
              end: html`
                <button class="button" ?disabled=${this.busy} aria-label=${t('me.pushEndOf', {
                  device: device.device || t('me.someDevice'),
                })}
                  @click=${() => this.end(device)}>${t('me.pushEnd')}</button>
              `,
            })
          }</li>`
        )}</ul>
      `
    }</section>`;
  }
}
