// The ways from one place to another, with an address of their own: choose one, see it on the map,
// step by step. What is about to leave is asked again every minute, so that delays show.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { WaysideMap } from '../../map/map.js';
import { lastPosition } from '../../map/position.js';
import { icon } from '../../parts/icon.js';
import { emptyState, errorState, loading } from '../../parts/states.js';
import { choice } from '../../parts/tabs.js';
import * as api from '../../shell/api.js';
import { reason } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { instant, ownZone, wallTime } from '../../parts/days.js';
import { drawWay, legList, turnList, wayChoice } from '../../parts/journey/itineraries.js';
import { PlaceField } from '../../parts/place-field.js';
import { ViaList } from './via.js';

/** @typedef {import('api-types').Itinerary} Itinerary */

const means = ['transit', 'walk', 'bicycle', 'car', 'withBicycle', 'withCar'];
/** What the server is asked for instead. @type {Record<string, string>} */
const modesOf = { withBicycle: 'transit,bicycle', withCar: 'transit,car,parkAndRide' };
/** Means by timetable, for which no order is chosen. */
const timed = ['transit', 'withBicycle', 'withCar'];
const orders = ['fastest', 'fewestTransfers', 'leastEmissions', 'cheapest'];
const looks = {
  transit: { icon: 'bus' },
  walk: { icon: 'footprints' },
  bicycle: { icon: 'bike' },
  car: { icon: 'car' },
  withBicycle: { icon: 'train-front' },
  withCar: { icon: 'square-parking' },
};
/** Milliseconds before a departure in which delays are looked for. */
const soon = 2 * 3_600_000;

/** A place of the address. @param {URLSearchParams} query @param {string} name */
function placeOf(query, name) {
  const [lat, lon] = query.get(name)?.split(',').map(Number) ?? [];
  if (!Number.isFinite(lat) || !Number.isFinite(lon)) return undefined;
  const label = query.get(`${name}Name`);
  return { lat, lon, ...(label ? { label } : {}) };
}

/** What is ridden on a way, and when; empty where nothing is. @param {Itinerary} way */
const ridesOf = ({ legs }) =>
  legs.filter(({ trip }) => trip)
    .map(({ trip, plannedDeparture, departure }) => `${trip} ${plannedDeparture ?? departure}`)
    .join();

/** What tells a way from the others of another answer: what is ridden, else how one goes. @param {Itinerary} way */
const keyOf = (way) => ridesOf(way) || way.legs.map(({ mode }) => mode).join();

/**
 * Without those that have been shown; all of them where no other is left.
 *
 * @param {Itinerary[]} ways @param {Set<string>} shown
 */
function unseen(ways, shown) {
  const others = ways.filter((way) => !ridesOf(way) || !shown.has(ridesOf(way)));
  return others.some(ridesOf) ? others : ways;
}

/** @param {import('../../shell/view.js').View} view */
export default function find(view) {
  /** @type {Itinerary[] | null} */
  let ways = null;
  /** @type {unknown} */
  let error = null;
  let isAsking = false;
  let chosen = 0;
  /** Whether somebody has chosen it, rather than that it is the first. */
  let isPicked = false;
  let turn = 0;
  /** Where the ways before and behind these begin. @type {{earlier?: string, later?: string}} */
  let pages = {};
  const kept = /** @type {{shown?: string[], paging?: string}} */ (view.kept ?? {});
  /** Rides that pages before this one have shown: over places on the way, pages overlap. */
  let shown = new Set(kept.shown);
  /** Which way one pages. */
  let paging = kept.paging ?? '';
  /** @type {WaysideMap | null} */
  let map = null;
  const here = lastPosition();
  const from = new PlaceField(
    view,
    placeOf(view.query, 'from') ??
      (here ? { lat: here.lat, lon: here.lon, label: t('calendar.whereIAm') } : undefined),
    () => keep('from', from),
    { label: t('calendar.from-place'), id: 'ways-from' },
  );
  const to = new PlaceField(view, placeOf(view.query, 'to'), () => keep('to', to), {
    label: t('calendar.to-place'),
    id: 'ways-to',
  });

  const via = new ViaList(view, () => ask());

  const query = (/** @type {string} */ name) => view.query.get(name) ?? '';
  /** Where the car stands, if the way is one back to it. */
  const carAt = () => mode() === 'withCar' && via.known.length === 0 ? query('carAt') : '';
  /** Over places on the way the server leaves no car on the way. */
  const modes = () => {
    const words = modesOf[mode()] ?? mode();
    return via.known.length > 0 ? words.replace(',parkAndRide', '') : words;
  };
  const mode = () => means.includes(query('mode')) ? query('mode') : 'transit';

  /** @param {string} name @param {PlaceField} field */
  function keep(name, field) {
    const { lat, lon, label } = field.place ?? {};
    view.setQuery({
      [name]: lat === undefined ? null : `${lat},${lon}`,
      [`${name}Name`]: label ?? null,
    });
    ask();
  }

  /** @param {Iterable<string>} rides @param {string} name */
  function setPage(rides, name) {
    [shown, paging] = [new Set(rides), name];
    view.keep({ shown: [...shown], paging });
  }

  /** @param {boolean} [isQuiet] again, while the ways stay */
  async function ask(isQuiet = false, isPage = isQuiet) {
    if (!isPage) setPage([], '');
    const isRound = Boolean(query('round'));
    if (!from.hasPosition || (isRound ? via.known.length === 0 : !to.hasPosition)) return;
    const mine = ++turn;
    if (!isQuiet) {
      [ways, error, isAsking, chosen, isPicked] = [null, null, true, 0, false];
      view.update();
    }
    const words = new URLSearchParams({
      from: `${from.place?.lat},${from.place?.lon}`,
      ...(isRound ? {} : { to: `${to.place?.lat},${to.place?.lon}` }),
      ...via.words,
      ...(query('optimize') && !timed.includes(mode()) && via.known.length > 1
        ? { optimize: 'true' }
        : {}),
      mode: modes(),
      limit: '5',
      ...(carAt() ? { carAt: carAt() } : {}),
      ...(query('order') ? { order: query('order') } : {}),
      ...(query('steps') ? { avoid: 'steps' } : {}),
    });
    for (const name of ['departAt', 'arriveBy']) if (query(name)) words.set(name, query(name));
    try {
      const answer = await api.get(`/v1/routes?${words}`, view.signal);
      if (mine !== turn) return;
      const before = ways?.[chosen];
      const next = unseen(answer.itineraries, shown);
      const same = before ? next.findIndex((way) => keyOf(way) === keyOf(before)) : 0;
      // The one that somebody follows stays, also where others are better by now.
      ways = before && isPicked && same < 0 ? [before, ...next] : next;
      pages = answer;
      chosen = Math.max(0, same);
    } catch (problem) {
      if (mine !== turn || view.isLeft || isQuiet) return;
      error = problem;
    }
    isAsking = false;
    draw();
    view.update();
  }

  /** The calls of a way with their names. @param {Itinerary | undefined} way */
  const callsOf = (way) =>
    way?.stopovers?.map((one) => ({
      ...one,
      name: via.known[one.via]?.field.place?.label ??
        t('calendar.viaPlace', { number: one.via + 1 }),
    })) ?? [];

  function draw() {
    const way = ways?.[chosen];
    if (map && ways) drawWay(map, way ?? null, null, callsOf(way));
  }

  // A field, because the template tells a new function from the one before.
  const placeMap = (/** @type {Element | undefined} */ element) => {
    if (!element) {
      map?.end();
      map = null;
    } else if (!map) {
      map = new WaysideMap(/** @type {HTMLElement} */ (element), {});
      draw();
    }
  };

  /** @param {string} name @param {string} label @param {{value: string, text: string}[]} options @param {(value: string) => void} set */
  const select = (name, label, options, set) =>
    html`<div class="field"><label for="ways-${name}">${label}</label><div class="field-box">
      <select id="ways-${name}" @change=${(/** @type {Event} */ event) =>
      set(/** @type {HTMLSelectElement} */ (event.target).value)}>${
      options.map(({ value, text }) =>
        html`<option value=${value} ?selected=${
          value === (name === 'when' ? when() : query(name))
        }>${text}</option>`
      )
    }</select></div></div>`;

  const when = () => query('departAt') ? 'departAt' : query('arriveBy') ? 'arriveBy' : '';

  /** @param {string} name @param {string} wall */
  function setTime(name, wall) {
    const at = wall ? instant(wall, ownZone) : new Date(Date.now() + 15 * 60_000);
    view.setQuery({
      departAt: null,
      arriveBy: null,
      ...(name && at ? { [name]: at.toISOString() } : {}),
    });
    ask();
  }

  const times = () =>
    html`${
      select('when', t('calendar.whenToGo'), [
        { value: '', text: t('calendar.now') },
        { value: 'departAt', text: t('calendar.departAt') },
        { value: 'arriveBy', text: t('calendar.arriveBy') },
      ], (name) => setTime(name, ''))
    }${
      when()
        ? html`<div class="field"><label for="ways-time">${t(`calendar.${when()}`)}</label>
          <div class="field-box"><input id="ways-time" type="datetime-local" .value=${
          wallTime(new Date(query(when())), ownZone)
        } @change=${(/** @type {Event} */ event) =>
          setTime(when(), /** @type {HTMLInputElement} */ (event.target).value)}></div></div>`
        : nothing
    }`;

  /** @param {string} name @param {string} value @param {string} label */
  const flag = (name, value, label) =>
    html`
      <label
        class="check"><input type="checkbox" .checked=${Boolean(query(name))} @change=${(
          /** @type {Event} */ event,
        ) => {
          view.setQuery({
            [name]: /** @type {HTMLInputElement} */ (event.target).checked ? value : null,
          });
          ask();
          view.update();
        }}><span>${label}</span></label>
    `;

  // Once opened it stays so; lit sets only what it has set before.
  const hasWishes = Boolean(query('order') || query('steps'));
  const settings = () =>
    html`
      <div class="two">${times()}</div>
      <details ?open=${hasWishes}>
        <summary>${t('calendar.wishes')}</summary>
        <div class="stack tight">${select(
          'order',
          t('calendar.best'),
          orders.map((value) => ({
            value: value === 'fastest' ? '' : value,
            text: t(`calendar.order-${value}`),
          })),
          (order) => {
            view.setQuery({ order: order || null });
            ask();
          },
        )}${flag('steps', 'no', t('calendar.withoutSteps'))}</div>
      </details>
    `;

  /** @param {string} name @param {string | undefined} at @param {string} label */
  const page = (name, at, label) =>
    at
      ? html`<button type="button" class="button quiet" @click=${() => {
        setPage([...(paging === name ? shown : []), ...(ways ?? []).map(ridesOf)], name);
        view.setQuery({ departAt: null, arriveBy: null, [name]: at });
        ask(false, true);
      }}>${label}</button>`
      : nothing;

  /** The way back of one that leaves the car at a park and ride. @param {Itinerary} way */
  function wayBack(way) {
    const leg = way.legs.findIndex((one) => one.mode === 'car');
    const end = way.legs[leg]?.geometry.coordinates.at(-1);
    if (carAt() || !end || !way.legs.slice(leg).some((one) => one.line !== undefined)) {
      return nothing;
    }
    const words = new URLSearchParams({
      from: `${to.place?.lat},${to.place?.lon}`,
      fromName: to.place?.label ?? '',
      to: `${from.place?.lat},${from.place?.lon}`,
      toName: from.place?.label ?? '',
      mode: 'withCar',
      carAt: `${end[1]},${end[0]}`,
    });
    return html`<p><a class="button quiet" href="/ways/find?${words}">${icon('undo-2')}${
      t('calendar.backToCar')
    }</a></p>`;
  }

  function found() {
    if (error) return errorState(reason(error), () => ask());
    if (isAsking) return loading(4);
    if (!ways) return emptyState({ icon: 'route', text: t('calendar.findHelp') });
    const way = ways[chosen];
    return html`${
      wayChoice(ways, chosen, (index) => {
        [chosen, isPicked] = [index, true];
        draw();
        view.update();
      })
    }${
      pages.earlier || pages.later
        ? html`<div class="row">${page('arriveBy', pages.earlier, t('calendar.earlierWays'))}${
          page('departAt', pages.later, t('calendar.laterWays'))
        }</div>`
        : nothing
    }${
      way
        ? html`${legList(way.legs, t('journey.steps'), callsOf(way))}${turnList(way)}${
          wayBack(way)
        }`
        : nothing
    }`;
  }

  const clock = setInterval(() => {
    const leaves = Date.parse(ways?.[chosen]?.departure ?? '');
    if (leaves > Date.now() - 600_000 && leaves < Date.now() + soon) ask(true);
  }, 60_000);
  view.onLeave(() => {
    clearInterval(clock);
    placeMap(undefined);
  });
  view.draw(() =>
    html`
      <div class="stack">
        <h1>${t('calendar.findWays')}</h1>
        <div class="calendar-two ways-find">
          <div class="stack">
                <div class="stack tight">${from.draw(undefined)}${via.draw()}${query('round')
                  ? nothing
                  : to.draw(undefined)}${via.calls.length > 0
                  ? flag('round', 'yes', t('calendar.roundTrip'))
                  : nothing}${!timed.includes(mode()) && via.calls.length > 1
                  ? flag('optimize', 'yes', t('calendar.bestOrder'))
                  : nothing}</div>
                ${choice({
                  label: t('calendar.modes'),
                  value: mode(),
                  options: means.map((value) => ({
                    value,
                    text: t(`calendar.means-${value}`),
                    ...looks[/** @type {keyof typeof looks} */ (value)],
                  })),
                  choose: (value) => {
                    view.setQuery({ mode: value === 'transit' ? null : value });
                    ask();
                  },
                })}
                ${carAt() ? html`<p class="soft">${t('calendar.carStands')}</p>` : nothing}
                ${settings()}
                <section class="stack" aria-label=${t(
                  'journey.waysFound',
                )} aria-live="polite">${found()}</section>
              </div>
          <div class="stack"><div class="calendar-map tall" ${ref(placeMap)}></div>
                ${to.hasPosition
                  ? html`<p><a class="button quiet" href="/ways/reach?at=${to.place?.lat},${to.place?.lon}">${
                    icon('timer')
                  }${t('calendar.reachFrom')}</a></p>`
                  : nothing}</div>
        </div>
      </div>
    `
  );
  ask(false, true);
}
