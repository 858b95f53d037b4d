// How far one comes from a place in a time: on the map, and what lies within as a list.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { areaOf, isInside } from '../../map/areas.js';
import { WaysideMap } from '../../map/map.js';
import { lastPosition } from '../../map/position.js';
import { number, time } from '../../parts/format.js';
import { icon } from '../../parts/icon.js';
import { row } from '../../parts/list.js';
import { cover } from '../../parts/picture.js';
import { emptyState, errorState, loading } from '../../parts/states.js';
import { choice } from '../../parts/tabs.js';
import * as api from '../../shell/api.js';
import { reason } from '../../shell/notices.js';
import { session } from '../../shell/session.js';
import { t } from '../../shell/texts.js';
import { instant, ownZone, wallTime } from '../../parts/days.js';
import { path as preferences } from '../../parts/journey/preferences.js';
import { PlaceField } from '../../parts/place-field.js';

/** @typedef {import('api-types').TourSummary} TourSummary */

const times = [5, 10, 15, 30, 60];
const means = ['walk', 'bicycle', 'car', 'transit'];
const looks = {
  walk: { icon: 'footprints' },
  bicycle: { icon: 'bike' },
  car: { icon: 'car' },
  transit: { icon: 'bus' },
};
/** Metres that one comes in a minute, to know where to look for tours. */
const strides = { walk: 110, bicycle: 420, car: 1500, transit: 1000 };
/** Minutes; the server looks no farther. */
const longest = 120;
/** Stops that are shown in the list. */
const shownStops = 12;

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  const [lat, lon] = view.query.get('at')?.split(',').map(Number) ?? [];
  const here = lastPosition();
  const label = view.query.get('name') ?? undefined;
  const place = new PlaceField(
    view,
    Number.isFinite(lat) && Number.isFinite(lon)
      ? { lat, lon, ...(label ? { label } : {}) }
      : here
      ? { lat: here.lat, lon: here.lon, label: t('calendar.whereIAm') }
      : undefined,
    () => {
      const { lat, lon, label } = place.place ?? {};
      view.setQuery({ at: lat === undefined ? null : `${lat},${lon}`, name: label ?? null });
      ask();
    },
    { label: t('calendar.from-place'), id: 'reach-from' },
  );
  /** @type {any} */
  let area = null;
  /** Where one gets off, and when. @type {{name: string, lat: number, lon: number, arrival: string}[]} */
  let stops = [];
  let stopCount = 0;
  /** Of the account's preferences, in seconds; asked for once. @type {number | undefined} */
  let changeTime;
  /** @type {Date} */
  let leaves = new Date();
  /** @type {TourSummary[]} */
  let tours = [];
  /** @type {unknown} */
  let error = null;
  let isAsking = false;
  let turn = 0;
  /** @type {WaysideMap | null} */
  let map = null;

  const minutes = () => {
    const wished = Number(view.query.get('minutes'));
    return wished >= 1 && wished <= 120 ? Math.round(wished) : 15;
  };
  /** By when one wants to be there, in place of a number of minutes. @returns {Date | undefined} */
  const until = () => {
    const wished = Date.parse(view.query.get('until') ?? '');
    return Number.isFinite(wished) ? new Date(wished) : undefined;
  };
  /** How long that leaves, in minutes. */
  const left = () => {
    const end = until();
    return end ? (end.getTime() - leaves.getTime()) / 60_000 : minutes();
  };
  const mode = () => {
    const wished = view.query.get('mode') ?? '';
    return /** @type {keyof typeof strides} */ (means.includes(wished) ? wished : 'walk');
  };

  async function ask() {
    if (!place.hasPosition) return;
    const mine = ++turn;
    [error, isAsking] = [null, true];
    view.update();
    const at = `${place.place?.lat},${place.place?.lon}`;
    const wished = Date.parse(view.query.get('departAt') ?? '');
    leaves = Number.isFinite(wished) ? new Date(wished) : new Date();
    if (left() < 1 || left() > longest) {
      [error, area, tours, stops] = [new Error(t('calendar.reachUntilWhen')), null, [], []];
      isAsking = false;
      draw();
      view.update();
      return;
    }
    const words = new URLSearchParams({ at, mode: mode() });
    const end = until();
    if (end) words.set('arriveBy', end.toISOString());
    else words.set('minutes', String(minutes()));
    if (end || mode() === 'transit') words.set('departAt', leaves.toISOString());
    try {
      if (mode() === 'transit' && session.role === 'general') {
        changeTime ??= (await api.get(preferences, view.signal)).changeTime;
        words.set('changeTime', String(changeTime));
      }
      const [found, near] = await Promise.all([
        api.get(`/v1/isochrone?${words}`, view.signal),
        api.get(
          `/v1/tours?near=${at}&radius=${
            Math.min(100_000, Math.round(strides[mode()] * left()))
          }&limit=100`,
          view.signal,
        ),
      ]);
      if (mine !== turn) return;
      area = found.features[0] ?? null;
      stops = found.stops ?? [];
      stopCount = found.stopCount ?? 0;
      tours = near.items.filter((/** @type {TourSummary} */ tour) =>
        area && isInside(area.geometry, [tour.start.lon, tour.start.lat])
      );
    } catch (problem) {
      if (mine !== turn || view.isLeft) return;
      [error, area, tours, stops] = [problem, null, [], []];
    }
    isAsking = false;
    draw();
    view.update();
  }

  function draw() {
    if (!map) return;
    const { lat, lon } = place.place ?? {};
    const at = /** @type {[number, number] | null} */ (
      lat === undefined || lon === undefined ? null : [lon, lat]
    );
    map.setShape('reach', { type: 'FeatureCollection', features: area ? [area] : [] }, {
      width: 2,
      fill: true,
    });
    map.setPoints(
      'tours',
      tours.map((tour) => ({
        id: tour.id,
        at: [tour.start.lon, tour.start.lat],
        label: tour.name,
        kind: 'tour',
      })),
      { choose: (id) => view.go(`/t/${id}`), color: '--near' },
    );
    map.setPoints(
      'stops',
      stops.map(({ name, lat, lon, arrival }) => ({
        id: `${name} ${lat},${lon}`,
        at: /** @type {[number, number]} */ ([lon, lat]),
        label: `${name} ${time(arrival)}`,
        kind: 'stop',
      })),
    );
    map.setPoints('from', at ? [{ id: 'from', at, current: true }] : []);
    const points = area ? area.geometry.coordinates.flat(2) : [];
    map.fit(at ? [at, ...points] : points);
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

  const stopList = () =>
    html`<h2>${t('calendar.reachStops', { count: stopCount })}</h2>${
      stops.length === 0
        ? html`<p class="soft">${t('calendar.reachNoStops')}</p>`
        : html`<ol class="list reach-stops" aria-label=${t('calendar.reachStopList')}>${
          stops.slice(0, shownStops).map((stop) =>
            html`
              <li>
                <div class="row-body"><span class="row-title">${stop.name}</span>
                            <span class="row-text">${t('calendar.reachAt', {
                              time: time(stop.arrival),
                            })}</span></div>
              </li>
            `
          )
        }</ol>`
    }`;

  /**
   * @param {'departAt' | 'until'} name of the query @param {string} label @param {Date} value
   */
  const moment = (name, label, value) =>
    html`<div class="field"><label for="reach-${name}">${label}</label>
      <div class="field-box"><input id="reach-${name}" type="datetime-local" .value=${
      wallTime(value, ownZone)
    } @change=${(/** @type {Event} */ event) => {
      const at = instant(/** @type {HTMLInputElement} */ (event.target).value, ownZone);
      view.setQuery({ [name]: at ? at.toISOString() : null });
      ask();
    }}></div></div>`;

  /** A full hour that lies half an hour ahead or more. */
  const soon = () => new Date(Math.ceil((leaves.getTime() + 30 * 60_000) / 3_600_000) * 3_600_000);

  function found() {
    if (error) return errorState(reason(error), ask);
    if (!place.hasPosition) return emptyState({ icon: 'timer', text: t('calendar.reachHelp') });
    if (isAsking && !area) return loading();
    if (!area) return emptyState({ icon: 'timer-off', text: t('calendar.reachNone') });
    return html`<p class="calendar-span" role="status">${
      until() || mode() === 'transit'
        ? t('calendar.reachBy', {
          from: time(leaves),
          by: time(until() ?? new Date(leaves.getTime() + minutes() * 60_000)),
          area: number(areaOf(area.geometry) / 1e6, 1),
        })
        : t('calendar.reachWords', {
          minutes: minutes(),
          mode: t(`calendar.means-${mode()}`).toLocaleLowerCase(),
          area: number(areaOf(area.geometry) / 1e6, 1),
        })
    }</p>
    ${mode() === 'transit' ? stopList() : nothing}
    <h2>${t('calendar.reachTours')}</h2>
    ${
      tours.length === 0
        ? html`<p class="soft">${t('calendar.reachNoTours')}</p>`
        : html`<ul class="list" aria-label=${t('calendar.reachTours')}>${
          tours.map((tour) =>
            html`<li>${
              row({
                href: `/t/${tour.id}`,
                start: cover(tour.name, { of: tour.picture, shape: tour.shape, size: 48 }),
                title: tour.name,
                text: tour.organizationName,
              })
            }</li>`
          )
        }</ul>`
    }`;
  }

  /** @param {Record<string, string | null>} change */
  const set = (change) => {
    view.setQuery(change);
    ask();
  };

  view.onLeave(() => placeMap(undefined));
  view.draw(() =>
    html`
      <div class="stack">
        <h1>${t('calendar.reach')}</h1>
        <div class="calendar-two">
          <div class="stack">
                ${place.draw(undefined)}
                ${choice({
                  label: t('calendar.howLong'),
                  value: until() ? 'until' : String(minutes()),
                  options: [
                    ...times.map((value) => ({
                      value: String(value),
                      text: t('shell.minutes', { count: value }),
                    })),
                    { value: 'until', text: t('calendar.reachUntil') },
                  ],
                  choose: (value) =>
                    set(
                      value === 'until'
                        ? { until: (until() ?? soon()).toISOString() }
                        : { minutes: value, until: null },
                    ),
                })}${choice({
                  label: t('calendar.modes'),
                  value: mode(),
                  options: means.map((value) => ({
                    value,
                    text: t(`calendar.means-${value}`),
                    ...looks[/** @type {keyof typeof looks} */ (value)],
                  })),
                  choose: (value) => set({ mode: value }),
                })}
                <div class="two">${until() || mode() === 'transit'
                  ? moment('departAt', t('calendar.departAt'), leaves)
                  : nothing}${until()
                  ? moment('until', t('calendar.reachUntilField'), until() ?? soon())
                  : nothing}</div>
                <section class="stack tight" aria-label=${t('calendar.reach')}>${found()}</section>
                ${place.hasPosition
                  ? html`<p><a class="button" href="/ways/find?from=${place.place?.lat},${place.place?.lon}">${
                    icon('route')
                  }${t('calendar.findWays')}</a></p>`
                  : nothing}
              </div>
          <div class="calendar-map tall" ${ref(placeMap)}></div>
        </div>
      </div>
    `
  );
  ask();
}
