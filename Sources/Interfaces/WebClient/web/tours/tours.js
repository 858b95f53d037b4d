// All tours: search, filters, grouped as a list, or on a map.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { readMapBounds } from '../data/geodata.js';
import * as api from '../shell/api.js';
import { complain } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { trial } from '../shell/trial.js';
import { askPosition, lastPosition } from '../map/position.js';
import { distance } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import { MoreRows } from '../parts/more-rows.js';
import { cover } from '../parts/picture.js';
import { emptyState, shown } from '../parts/states.js';
import { languageName, nameOf, spokenMark, spokenName } from '../parts/tongue.js';
import { WaysideMap } from '../map/map.js';
import { isFree, isStepFree, languages, shortFacts, wheelchair } from './facts.js';
import { FoundStops } from './found-stops.js';
import { cornersOf, shownFirst } from './map-extent.js';
import { NearPlace } from './near-place.js';
import { inOrder, orderOf, orders } from './order.js';
import { startTour } from './starting.js';

/** @typedef {import('api-types').TourSummary} TourSummary */

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const place = new NearPlace(view);
  const stops = new FoundStops(view);
  const { chosen } = place;
  const near = chosen
    ? `&near=${chosen.lat.toFixed(5)},${chosen.lon.toFixed(5)}&radius=100000`
    : '';
  /** Where one is orders the tours and leaves none out: one may look for a tour of a journey. */
  /** @type {{lat: number, lon: number} | null} */
  let here = chosen ? null : lastPosition();
  /** Why it is not known, after it was asked for. */
  let positionProblem = '';
  /** @type {TourSummary[]} */
  let later = [];
  const first = view.watch(`/v1/tours?limit=200${near}`, ({ data }) => readRest(data?.next));
  let turn = 0;
  const rows = new MoreRows(() => view.update());
  let isStarting = false;
  /** @type {WaysideMap | null} */
  let map = null;

  /** Reads the pages after the first. @param {string | undefined} next */
  async function readRest(next) {
    const mine = ++turn;
    /** @type {TourSummary[]} */
    const found = [];
    try {
      for (let pages = 0; next && pages < 10; pages++) {
        const page = await api.get(
          `/v1/tours?limit=200${near}&cursor=${encodeURIComponent(next)}`,
          view.signal,
        );
        if (mine !== turn) return;
        found.push(...page.items);
        next = page.next;
      }
      later = found;
      view.update();
    } catch (error) {
      if (!view.isLeft) complain(error);
    }
  }

  const query = (/** @type {string} */ name) => view.query.get(name) ?? '';
  const isMap = () => query('view') === 'map';

  const order = () => orderOf(query('sort'), Boolean(here || chosen));

  /** All tours in order; the nearest first where a place is known. @returns {TourSummary[]} */
  const known = () => inOrder([...first.data?.items ?? [], ...later], order(), here);

  /** What is near is known only with a position, which is asked for in the tap. @param {string} wanted */
  function sortBy(wanted) {
    positionProblem = '';
    view.setQuery({ sort: wanted });
    if (wanted !== 'near' || here || chosen) return;
    view.onLeave(askPosition((position, problem) => {
      here = position;
      positionProblem = problem ?? '';
      view.update();
    }));
  }

  const sorting = () =>
    html`
      <label
        class="tours-sort"><span>${t('tours.sort')}</span><select @change=${(
          /** @type {Event} */ event,
        ) => sortBy(/** @type {HTMLSelectElement} */ (event.target).value)}>${orders.map((one) =>
          html`<option value=${one} .selected=${order() === one}>${t(`tours.sort-${one}`)}</option>`
        )}</select></label>
    `;

  /** The tours that fit what is asked for. */
  function fitting() {
    stops.follow(query('q'));
    const words = query('q').toLocaleLowerCase().split(/\s+/).filter(Boolean);
    return known().filter((tour) => {
      const text = `${nameOf(tour)} ${tour.name} ${tour.description} ${tour.organizationName} ${
        tour.place ?? ''
      }`
        .toLocaleLowerCase();
      return (words.every((word) => text.includes(word)) || stops.has(tour.id)) &&
        (!query('length') || tour.distance <= Number(query('length'))) &&
        (!query('time') || tour.duration <= Number(query('time'))) &&
        (!query('free') || isFree(tour)) &&
        (!query('wheelchair') || isStepFree(tour, query('wheelchair'))) &&
        (!query('language') || tour.languages.includes(query('language')));
    });
  }

  /** @param {TourSummary[]} tours @returns {[string, TourSummary[]][]} */
  function grouped(tours) {
    // Near a place it is the distance that counts, and in an order that was chosen the order.
    const isInOrder = place.chosen || query('sort');
    if (query('group') === 'none' || (isInOrder && !query('group'))) return [['', tours]];
    /** @type {Map<string, TourSummary[]>} */
    const groups = new Map();
    for (const tour of tours) {
      const name = query('group') === 'place'
        ? tour.place ?? t('tours.elsewhere')
        : tour.organizationName;
      groups.set(name, [...groups.get(name) ?? [], tour]);
    }
    // Groups stand where their nearest is.
    return order() === 'near' ? [...groups] : [...groups].sort(([a], [b]) => a.localeCompare(b));
  }

  /** @param {Element | undefined} element */
  function placeMap(element) {
    if (!element || map) {
      if (!element) {
        map?.end();
        map = null;
      }
      return;
    }
    beginMap(/** @type {HTMLElement} */ (element)).catch(complain);
  }

  /** @param {HTMLElement} element */
  async function beginMap(element) {
    // Without the maps' boxes the first tour's place is shown.
    const maps = await readMapBounds().catch(() => []);
    if (map || !element.isConnected) return;
    const places = shownFirst(fitting().map(({ start }) => start), chosen ?? here, maps);
    map = new WaysideMap(element, places.length > 0 ? { bounds: cornersOf(places) } : {});
    drawMap(fitting());
  }

  function drawMap(/** @type {TourSummary[]} */ tours) {
    map?.setPoints(
      'tours',
      tours.map((tour) => ({
        id: tour.id,
        at: [tour.start.lon, tour.start.lat],
        label: nameOf(tour),
        kind: 'tour',
      })),
      { choose: (id) => view.go(`/t/${id}`), clusters: true },
    );
  }

  function list(/** @type {TourSummary[]} */ tours) {
    let left = rows.limit;
    return html`${
      grouped(tours).map(([name, members]) => {
        const some = members.slice(0, Math.max(0, left));
        left -= some.length;
        if (some.length === 0) return nothing;
        return html`<section class="stack tight">
          ${name ? html`<h2 class="tours-group">${name}</h2>` : nothing}
          <ul class="list tours-cards" aria-label=${name || t('tours.title')}>${
          some.map((tour) => html`<li>${tourRow(tour)}</li>`)
        }</ul></section>`;
      })
    }
      ${rows.end(tours.length)}`;
  }

  const tourRow = (/** @type {TourSummary} */ tour) =>
    row({
      href: `/t/${tour.id}`,
      start: cover(nameOf(tour), { of: tour.picture, shape: tour.shape, size: 80 }),
      title: html`${nameOf(tour)} ${spokenMark(spokenName(tour))}`,
      text: html`${shortFacts(tour)}<br>${t('tours.stops', { count: tour.stopCount })} · ${
        languages(tour.languages)
      }${stops.has(tour.id) ? html`<br>${stops.words(tour.id)}` : nothing}${
        tour.wheelchair ? html`<br>${wheelchair(tour.wheelchair)}` : nothing
      }`,
      end: html`${
        tour.distanceToStart === undefined
          ? nothing
          : html`<span class="soft small">${
            t('tours.away', { distance: distance(tour.distanceToStart) })
          }</span>`
      }${session.role === 'organization' ? nothing : starting(tour)}`,
    });

  /** The way out from the list; what has to be done before is done on the tour's page. */
  const starting = (/** @type {TourSummary} */ tour) =>
    html`
      <button class="button quiet tours-start" aria-label=${t('tours.startNamed', {
        name: nameOf(tour),
      })}
        @click=${() => setOut(tour)}>${icon('footprints')}<span>${t(
          'tours.startShort',
        )}</span></button>
    `;

  async function setOut(/** @type {TourSummary} */ tour) {
    const mayWalk = session.role === 'general' || trial.isOn;
    // What has to be done before, and trying it without an account, is on its page.
    if (!mayWalk || !isFree(tour)) return view.go(`/t/${tour.id}`);
    if (isStarting) return;
    isStarting = true;
    try {
      await startTour(view, tour.id);
    } catch (error) {
      complain(error);
    }
    isStarting = false;
  }

  const nothingFound = () =>
    first.data?.items.length === 0
      ? emptyState({
        icon: 'route',
        text: chosen ? t('tours.noneNear', { name: chosen.name }) : t('tours.none'),
        // The way to tours everywhere stands above.
        action: chosen
          ? undefined
          : session.role === 'organization'
          ? html`<a class="button main" href="/studio">${t('tours.makeOne')}</a>`
          : html`<a class="button main" href="/around">${t('shell.lookAround')}</a>`,
      })
      : emptyState({
        icon: 'search',
        text: t('tours.noneFits'),
        action: html`<button class="button main" @click=${() => {
          view.setQuery({
            q: null,
            length: null,
            time: null,
            free: null,
            wheelchair: null,
            language: null,
          });
        }}>${t('tours.showAll')}</button>`,
      });

  /** One choice among the filters. @param {string} name @param {string} label @param {[string, string][]} choices */
  const choice = (name, label, choices) =>
    html`<div class="field"><label for="tours-${name}">${label}</label>
      <div class="field-box"><select id="tours-${name}" @change=${(/** @type {Event} */ event) => {
      const { value } = /** @type {HTMLSelectElement} */ (event.target);
      view.setQuery({ [name]: value || null });
    }}>${
      choices.map(([value, words]) =>
        html`<option value=${value} ?selected=${query(name) === value}>${words}</option>`
      )
    }</select></div></div>`;

  function filters() {
    const all = [...first.data?.items ?? [], ...later];
    const tags = [...new Set(all.flatMap((tour) => tour.languages))].sort();
    return html`
      <div class="stack tight" role="search">
        <div class="row tours-bar">
          <div class="field tours-search"><label for="tours-q">${t('tours.search')}</label>
                <div class="field-box">${icon(
                  'search',
                )}<input id="tours-q" type="search" .value=${query('q')} @input=${(
                  /** @type {Event} */ event,
                ) => {
                  const { value } = /** @type {HTMLInputElement} */ (event.target);
                  place.type(value);
                  view.setQuery({ q: value || null });
                }}></div></div>
          <div class="choice" role="group" aria-label=${t('tours.viewLabel')}>
            <button class="button" aria-pressed=${isMap() ? 'false' : 'true'}
              @click=${() => view.setQuery({ view: null })}>${icon('list')}${t(
                'tours.asList',
              )}</button>
            <button class="button" aria-pressed=${isMap() ? 'true' : 'false'}
              @click=${() => view.setQuery({ view: 'map' })}>${icon('map')}${t(
                'tours.asMap',
              )}</button>
          </div>
        </div>
        ${place.draw()}
        <details class="tours-filters" ?open=${[
          'length',
          'time',
          'free',
          'wheelchair',
          'language',
          'group',
        ].some(
          (name) => query(name),
        )}>
          <summary>${t('tours.filters')}</summary>
          <div class="tours-choices">
                ${choice('length', t('tours.length'), [
                  ['', t('tours.any')],
                  ...[1000, 2000, 5000, 10_000].map((metres) => /** @type {[string, string]} */ ([
                    String(metres),
                    t('tours.upTo', { what: distance(metres) }),
                  ])),
                ])}
                ${choice('time', t('tours.time'), [
                  ['', t('tours.any')],
                  ...[30, 60, 120].map((minutes) => /** @type {[string, string]} */ ([
                    String(minutes * 60),
                    t('tours.upTo', { what: t('shell.minutes', { count: minutes }) }),
                  ])),
                ])}
                ${choice('free', t('tours.price'), [['', t('tours.any')], ['1', t('tours.free')]])}
                ${choice('wheelchair', t('tours.wheelchair'), [
                  ['', t('tours.any')],
                  ['yes', t('tours.wheelchair-yes')],
                  ['limited', t('tours.withHelpToo')],
                ])}
                ${choice('language', t('tours.language'), [
                  ['', t('tours.any')],
                  ...tags.map((
                    tag,
                  ) => /** @type {[string, string]} */ ([tag, languageName(tag, tags)])),
                ])}
                ${choice('group', t('tours.group'), [
                  ['', t('tours.byOrganization')],
                  ['place', t('tours.byPlace')],
                  ['none', t('tours.notGrouped')],
                ])}
              </div>
        </details>
      </div>
    `;
  }

  view.onLeave(() => placeMap(undefined));
  view.draw(() => {
    const tours = fitting();
    if (map) drawMap(tours);
    return html`<div class="stack">
      <div class="row spread"><h1>${t('tours.title')}</h1>
        ${
      session.role === 'organization'
        ? html`<a class="button" href="/studio">${icon('pencil')}${t('tours.studio')}</a>`
        : nothing
    }</div>
      ${filters()}
      ${
      shown(first, () =>
        tours.length === 0 ? nothingFound() : html`
          <div class="row spread"><p class="soft small" role="status">${t('tours.count', {
            count: tours.length,
          })}</p>${sorting()}</div>
          ${positionProblem
            ? html`<p class="soft" role="status">${
              t(positionProblem === 'denied' ? 'tours.positionRefused' : 'tours.positionMissing')
            }</p>`
            : nothing}
          ${isMap() ? html`<div class="tours-map" ${ref(placeMap)}></div>` : nothing}
          ${list(tours)}
        `)
    }</div>`;
  });
}
