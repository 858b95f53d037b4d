// Which page an address shows, and the way from one to the next.

import { html } from 'lit-html';
import {
  dropAll,
  dropPassing,
  entry,
  followHistory,
  inOrder,
  newVisit,
  push,
  replace,
  stepBack,
} from './history.js';
import { mayLeave } from './leaving.js';
import { session } from './session.js';
import { loadTextsOf, t } from './texts.js';
import { trial } from './trial.js';
import { hasUnsaved } from './unsaved.js';
import { View } from './view.js';
import { reason } from './notices.js';
import { emptyState, errorState, loading } from '../parts/states.js';

/** @typedef {import('./places.js').Route} Route */

/** The place that has the page of an address. @type {(path: string) => import('./places.js').Loader | undefined} */
let placeOf = () => undefined;
/** @type {View | null} */
let current = null;
let turn = 0;
/** Whether a page is on its way, and nothing stands in its place yet. */
let isAwaited = false;
/** The dialog that was asked for meanwhile. @type {string | null} */
let wanted = null;
/** @type {(route: Route | null, address: URL) => void} */
let whenShown = () => {};
/** @type {HTMLElement} */
let main;

/** Says which pages there are, before anything else; places are not imported, as they import pages. @param {typeof placeOf} find */
export const usePlaces = (find) => {
  placeOf = find;
};

/** @param {HTMLElement} element @param {(route: Route | null, address: URL) => void} shown */
export function startRouter(element, shown) {
  main = element;
  whenShown = shown;
  history.scrollRestoration = 'manual';
  followHistory(arrive);
  dropPassing();
  document.addEventListener('click', (event) => {
    const link = /** @type {Element} */ (event.target).closest?.('a');
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    const url = new URL(link.href);
    if (!isPage(url)) return;
    event.preventDefault();
    if (url.pathname === location.pathname && url.search === location.search && url.hash) {
      document.getElementById(url.hash.slice(1))?.scrollIntoView();
      return;
    }
    go(url.pathname + url.search);
  });
  return show(location.href, { isBack: true });
}

/** @param {URL} url */
const isPage = (url) => placeOf(url.pathname) !== undefined;

/**
 * Goes to a page that somebody has chosen, who may be asked about what they have entered first.
 *
 * @param {string} path with its query @param {{replace?: boolean}} [options]
 * @returns {Promise<void>} when it is shown, or when they stay
 */
export async function go(path, options = {}) {
  if (!hasUnsaved() || await mayLeave()) await move(path, options);
}

/**
 * Goes to a page without asking, as pages do of themselves: after they have saved, for instance.
 *
 * @param {string} path @param {{replace?: boolean}} [options] @returns {Promise<void>}
 */
function move(path, options = {}) {
  return new Promise((resolve, reject) => {
    inOrder(() => {
      // Nobody comes back to a question whose page was left.
      const isPassing = dropAll();
      if (options.replace || isPassing) replace({ page: newVisit() }, path);
      else {
        replace({ ...entry(), top: scrollY });
        push({ page: newVisit() }, path);
      }
      show(location.href, {}).then(resolve, reject);
    });
  });
}

/** Goes back, or to a page if there is no way back within Wayside. @param {string} otherwise */
export function back(otherwise) {
  if (entry().inside) stepBack();
  else go(otherwise, { replace: true });
}

/**
 * The browser has come to another entry: of the page that is shown, or of another one.
 *
 * @param {boolean} isClosing @param {number} steps
 */
function arrive(isClosing, steps) {
  const dialogs = steps > 0 && !isClosing ? wouldClose(steps) : [];
  if (dialogs.some((dialog) => hasUnsaved(dialog))) {
    // The page's own form stays below.
    returnAndAsk(steps, dialogs);
    return;
  }
  if (current?.arrive(new URL(location.href), isClosing)) {
    // Not to the page that was on its way.
    turn++;
    isAwaited = false;
    dropPassing();
    current.openAddressed();
    return;
  }
  if (steps !== 0 && hasUnsaved()) {
    returnAndAsk(steps);
    return;
  }
  dropAll();
  show(location.href, { isBack: true });
}

/** The dialogs that so many steps back take away, and what lies over them. @param {number} steps */
const wouldClose = (steps) => [...document.querySelectorAll('dialog')].slice(-steps);

/**
 * The browser has left a form already: it comes back to it, and goes on once that is wanted.
 *
 * @param {number} steps @param {ParentNode[]} [parts] what is left
 */
async function returnAndAsk(steps, parts) {
  const { pathname, search } = location;
  stepBack(-steps);
  if (!await mayLeave(parts)) return;
  if (steps > 0) stepBack(steps);
  // What was above has made way for the question.
  else move(pathname + search);
}

/** Shows the page of the present address again, for instance after logging in. */
export const reload = () => show(location.href, { isBack: true });

/** Opens a dialog over the page that is shown, or over the one that is on its way, once it is there. @param {string} name */
export function openHere(name) {
  if (isAwaited) wanted = name;
  else current?.open(name);
}

/** Opens what was asked for before there was a page to open it over. */
function openWanted() {
  if (wanted !== null) current?.open(wanted);
  wanted = null;
}

/** @param {string} pattern @param {string} path @returns {Record<string, string> | null} */
function match(pattern, path) {
  const wanted = pattern.split('/');
  const parts = path.split('/');
  if (wanted.length !== parts.length) return null;
  /** @type {Record<string, string>} */
  const params = {};
  for (let i = 0; i < wanted.length; i++) {
    if (wanted[i].startsWith(':') && parts[i]) {
      params[wanted[i].slice(1)] = decodeURIComponent(parts[i]);
    } else if (wanted[i] !== parts[i]) return null;
  }
  return params;
}

/** @param {string} path */
async function find(path) {
  const load = placeOf(path);
  if (!load) return null;
  const place = (await load()).default;
  for (const route of place.routes) {
    const params = match(route.path, path);
    if (!params) continue;
    // The page is on its way while the texts are.
    if (mayEnter(route)) route.load().catch(() => {});
    await loadTextsOf(place);
    return { route, params };
  }
  return null;
}

/** Has the page of the present address fetched, for {@link startRouter} to find it. */
export const fetchAhead = () => find(location.pathname.replace(/(.)\/$/, '$1')).catch(() => null);

/** @param {Route} route */
function mayEnter(route) {
  const access = route.access ?? 'anyone';
  if (access === 'anyone') return session.role !== 'admin';
  if (access === 'account') return session.role !== 'nobody';
  if (access === 'user') return session.role === 'general' || session.role === 'organization';
  // Walks are tried in the tutorial without an account, too.
  if (access === 'general' && session.role === 'nobody') return trial.isOn;
  return session.role === access;
}

/** @param {string} href @param {{isBack?: boolean}} options */
async function show(href, { isBack }) {
  const mine = ++turn;
  isAwaited = true;
  wanted = null;
  if (!entry().page) replace({ ...entry(), page: newVisit() });
  const address = new URL(href);
  const path = address.pathname.replace(/(.)\/$/, '$1');
  /** @type {{route: Route, params: Record<string, string>} | null} */
  let found = null;
  /** @type {((view: View) => void) | null} */
  let page = null;
  /** @type {unknown} */
  let failure = null;
  let isLate = false;
  // In the page's own place, which is known with its route.
  const wait = () => {
    if (mine !== turn || !isLate || !found) return;
    layOut(found.route.layout ?? 'text');
    blank(address).draw(() => loading());
    openWanted();
  };
  const skeleton = setTimeout(() => {
    isLate = true;
    wait();
  }, 300);
  try {
    found = await find(path);
    wait();
    if (found && mayEnter(found.route)) page = (await found.route.load()).default;
  } catch (error) {
    failure = error;
  }
  clearTimeout(skeleton);
  if (mine !== turn) return;
  // The menu, for instance, may have been opened while the page was on its way.
  const view = blank(new URL(location.href), found?.params);
  const layout = page ? found?.route.layout ?? 'text' : 'text';
  view.root.className = `page ${layout}`;
  layOut(layout);
  view.title(found ? t(found.route.title) : t('shell.notFound'));
  if (page) page(view);
  else if (failure) view.draw(() => errorState(reason(failure), () => reload()));
  else if (found) refuse(view, found.route);
  else view.draw(() => notFound());
  // The page may have sent people on.
  if (mine !== turn) return;
  openWanted();
  whenShown(found?.route ?? null, address);
  if (isBack) scrollTo(0, entry().top ?? 0);
  else {
    scrollTo(0, 0);
    replace({ ...entry(), inside: true });
    const heading = main.querySelector('h1:not([hidden])') ?? main;
    heading.setAttribute('tabindex', '-1');
    /** @type {HTMLElement} */ (heading).focus({ preventScroll: true });
  }
}

/** Makes room for a page: beside the navigation, or all of the window for maps. @param {string} layout */
const layOut = (layout) =>
  document.getElementById('app')?.classList.toggle('full', layout === 'full');

/** Leaves the page that is shown for an empty one. @param {URL} address @param {Record<string, string>} [params] */
function blank(address, params = {}) {
  current?.leave();
  isAwaited = false;
  const root = document.createElement('div');
  root.className = 'page';
  current = new View(root, params, address, move, entry().page ?? '');
  main.replaceChildren(current.heading, root);
  return current;
}

const notFound = () =>
  html`<h1>${t('shell.notFound')}</h1>
    ${
    emptyState({
      icon: 'signpost',
      text: t('shell.notFoundText'),
      action: html`
        <a class="button main" href="/around">${t('shell.lookAround')}</a>
      `,
    })
  }`;

/** @param {View} view @param {Route} route */
function refuse(view, route) {
  const next = encodeURIComponent(view.address.pathname + view.address.search);
  if (session.role === 'nobody') {
    view.draw(() =>
      html`<h1>${t(route.title)}</h1>
        ${
        emptyState({
          icon: 'lock',
          text: t('shell.needsAccount'),
          action: html`
            <a class="button main" href="/login?next=${next}">${t('shell.logIn')}</a>
            <a class="button" href="/signup?next=${next}">${t('shell.signUp')}</a>
          `,
        })
      }`
    );
  } else if (session.role === 'admin') {
    view.go('/admin/reports', { replace: true });
  } else {
    view.draw(() =>
      html`<h1>${t(route.title)}</h1>
        ${emptyState({ icon: 'lock', text: t('shell.otherRole') })}`
    );
  }
}
