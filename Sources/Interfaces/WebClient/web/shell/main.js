// Starts the pages.

import { html, nothing, render } from 'lit-html';
import * as api from './api.js';
import { followCommunityNews, followUnread as followUnreadCount } from '../data/frame.js';
import { apply, followSettings } from './settings.js';
import { followSession, loadSession, onNotification, session } from './session.js';
import { language, loadTexts, t } from './texts.js';
import { askFirst } from './first-question.js';
import { complain, notice, placeNotices } from './notices.js';
import { placeOf, places } from './places.js';
import { fetchAhead, go, reload, startRouter, usePlaces } from './router.js';
import { navigation, topBar } from './navigation.js';
import { followUse } from './in-use.js';
import { followKeys } from './keys.js';
import { followClosing } from './leaving.js';
import { endTrial } from '../parts/trial-end.js';
import { followTrial, leaveTrial, resumeTrial, trial, tryFor } from './trial.js';
import { followReminders } from './reminders.js';
import { followTyping, keepTyped, restoreTyped } from './restored-input.js';
import { UnderWay } from './under-way.js';
import { watchVersion } from './version.js';

const catalogues = { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') };
const state = { path: location.pathname, unread: 0, communities: 0 };
const underWay = new UnderWay(() => frame(), go);
/** @type {{end: () => void} | null} */
let unread = null;
/** @type {{end: () => void} | null} */
let communities = null;
/** @type {{end: () => void} | null} */
let reminders = null;

const app = document.createElement('div');
app.id = 'app';
const main = document.createElement('main');
main.id = 'main';
main.tabIndex = -1;
const before = document.createElement('div');
before.style.display = 'contents';
const notices = document.createElement('div');
notices.className = 'notices';
notices.setAttribute('role', 'status');

/** Draws what stands around the page. */
function frame() {
  const { online, waiting } = api.connection;
  render(
    html`<a class="skip" href="#main" @click=${skip}>${t('shell.skip')}</a>
      ${trial.isOn ? trying() : nothing}
      ${topBar(state)} ${navigation(state)} ${underWay.draw(state.path)}
      ${
      online && waiting.length === 0 ? nothing : html`<div class="banner" role="status">
        ${online ? nothing : html`<span>${t('shell.offline')}</span>`}
        ${
        waiting.length > 0
          ? html`<span>${t('shell.waiting', { count: waiting.length })}</span>`
          : nothing
      }
      </div>`
    }`,
    before,
  );
  document.documentElement.classList.toggle('walking', !!underWay.at(state.path));
}

/** Said while nothing that is done counts. */
const trying = () => trial.tour ? tryingTour() : tryingAll();

const tryingTour = () =>
  html`
    <section class="trying" aria-label=${t('shell.trial')}>
      <p>${t('shell.trialText')}</p>
      <button class="button quiet" @click=${() => endTrial(go).catch(complain)}>${t(
        'shell.trialEnd',
      )}</button>
    </section>
  `;

const tryingAll = () =>
  html`<section class="trying" aria-label=${t('shell.trial')}><p>${t('shell.trialText')}</p>
    <a class="button quiet" href="/help/tutorial">${t('shell.trialSteps')}</a>
    <button class="button quiet" @click=${() => leaveTrial().then(() => go('/around'), complain)}>${
    t('shell.trialLeave')
  }</button></section>`;

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  main.focus();
}

/** Follows what is unread, and reminds of what begins, while somebody is logged in. */
function followUnread() {
  for (const followed of [unread, communities, reminders]) followed?.end();
  unread = null;
  communities = null;
  reminders = null;
  state.unread = 0;
  state.communities = 0;
  if (session.role === 'nobody' || session.role === 'admin') return;
  reminders = followReminders();
  unread = followUnreadCount(({ data }) => {
    state.unread = data?.unread ?? 0;
    frame();
  });
  communities = followCommunityNews(({ data }) => {
    state.communities = data?.unread ?? 0;
    frame();
  });
}

async function start() {
  apply();
  document.documentElement.lang = language;
  usePlaces(placeOf);
  fetchAhead();
  await Promise.all([loadTexts('shell', catalogues), loadSession()]);
  document.body.append(app);
  app.append(before, main);
  document.body.append(notices);
  placeNotices(notices);
  frame();
  followUnread();
  underWay.follow();
  api.followConnection(frame);
  followUse(frame);
  followSettings(frame);
  followTrial(() => {
    app.classList.toggle('trying-out', trial.isOn);
    underWay.follow();
    frame();
  });
  const sayWho = () => tryFor(session.account?.id);
  sayWho();
  followSession(sayWho);
  await resumeTrial();
  api.onRefusedChange((label, error) =>
    notice(t('shell.refusedChange', { label, detail: error.message }), { bad: true, seconds: 0 })
  );
  // What it is about is one press away, as from the list of notifications.
  onNotification((item) =>
    notice(item.text, {
      action: { label: t('shell.open'), run: () => go(`/notifications?open=${item.id}`) },
    })
  );
  const current = () => `${session.account?.id} ${session.role}`;
  let shownFor = current();
  let last = session.account?.id ?? null;
  followTyping();
  followClosing();
  followSession(() => {
    frame();
    if (current() === shownFor) return;
    shownFor = current();
    // Whoever logs in again goes on with the form.
    if (!session.account) keepTyped(last);
    last = session.account?.id ?? null;
    followUnread();
    underWay.follow();
    reload();
  });
  followKeys();
  // A notification of the device was pressed.
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (typeof data?.open === 'string' && data.open.startsWith('/')) go(data.open);
  });
  await startRouter(main, (_route, address) => {
    state.path = address.pathname;
    underWay.refresh();
    frame();
    restoreTyped(session.account?.id ?? null);
    askFirst(places.calendar);
  });
  api.readWaiting().then(() => api.connection.online ? api.sendWaiting() : undefined);
  watchVersion();
  api.dropKept();
}

start().catch((error) => {
  // Nothing of the frame may be there yet.
  if (!app.isConnected) {
    document.body.append(error instanceof Error ? error.message : String(error));
  } else complain(error);
});
