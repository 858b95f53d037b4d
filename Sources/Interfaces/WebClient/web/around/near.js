// What is near a spot: objects of a sub-realm with their names, tours that start here, places of
// the map, and what takes place there soon.

import { readEventsNear, readInstancesNear, readPlacesAround } from '../data/near.js';
import { readStopsNear } from '../data/stops.js';
import { readTours, readToursNear } from '../data/tours.js';
import { metresBetween } from '../map/measure.js';
import { lastPosition } from '../map/position.js';
import { besideStops, titleOf } from '../parts/finding.js';
import { session } from '../shell/session.js';
import { objectOf } from '../view/server.js';
import { underway } from './underway.js';

/** @typedef {{id: string, name: string, distance: number, lat: number, lon: number, object: string,
 *   message?: string}} NearObject */
/** @typedef {{id: string, name: string, distance: number, lat: number, lon: number}} NearTour */
/** @typedef {import('api-types').NearbyEvent} NearEvent */
/** @typedef {import('api-types').Stop & {distance: number}} NearStop */
/** @typedef {import('api-types').Place & {distance: number}} NearPlace */

export const reach = 1000;
/** Metres from a tour's start within which it is pointed out. */
const hint = 50;

/** So exact that a few steps ask for the same. @param {{lat: number, lon: number}} spot */
const rounded = ({ lat, lon }) => ({ lat: Number(lat.toFixed(4)), lon: Number(lon.toFixed(4)) });

export class Near {
  /** @param {() => void} update */
  constructor(update) {
    this.update = update;
    /** @type {NearObject[] | null} */
    this.objects = null;
    /** @type {NearTour[] | null} */
    this.tours = null;
    /** The nearest ones anywhere, where none is near. @type {NearTour[]} */
    this.nearest = [];
    /** What takes place here soon. @type {NearEvent[]} */
    this.events = [];
    /** What goes on where the device is, and waits for one to check in. @type {NearEvent | null} */
    this.underway = null;
    /** Stops of the timetables, the nearest first. @type {NearStop[]} */
    this.stops = [];
    /** Stops and points of interest of the map. @type {NearPlace[]} */
    this.places = [];
    /** @type {unknown} */
    this.error = null;
    this.turn = 0;
    /** @type {{lat: number, lon: number} | undefined} */
    this.spot = undefined;
    this.realm = '';
    this.place = '';
  }

  /**
   * @param {{lat: number, lon: number}} spot @param {string} realm
   * @param {boolean} [isNew] asks even if the spot was asked about before
   */
  async look(spot, realm, isNew = false) {
    const place = `${spot.lat.toFixed(4)},${spot.lon.toFixed(4)},${realm}`;
    // The device may have been found meanwhile.
    if (place === this.place && !isNew && !this.error) return this.lookUnderway();
    this.place = place;
    const turn = ++this.turn;
    if (realm !== this.realm) this.objects = null;
    this.realm = realm;
    this.spot = spot;
    try {
      const [objects, tours, events, places, stops] = await Promise.all([
        readInstancesNear(spot, realm, { radius: reach, limit: 100 }),
        readToursNear(rounded(spot), 5000, 200),
        session.account && session.role !== 'admin' ? readEventsNear(spot, 20) : [],
        // Without a map, or asked too often: the rest is shown all the same.
        readPlacesAround(spot, ['stop', 'poi']).catch(() => /** @type {NearPlace[]} */ ([])),
        readStopsNear(rounded(spot), reach, 4).catch(() => ({ items: [] })),
      ]);
      const named = await Promise.all(objects.map(async (item) => ({
        id: item.id,
        object: item.object,
        distance: item.distance,
        lat: item.pose.position.lat,
        lon: item.pose.position.lon,
        name: item.name || ((await objectOf(item.object).catch(() => null))?.name ?? ''),
        message: item.message,
      })));
      const nearest = tours.items.length > 0 ? [] : await nearestTours(spot);
      if (turn !== this.turn) return;
      this.objects = named;
      this.tours = tours.items.map((tour) => startOf(tour, spot));
      this.nearest = nearest;
      this.events = events;
      this.stops = /** @type {NearStop[]} */ (stops.items);
      this.places = besideStops(
        places.filter((place) => place.title),
        ({ kind }) => kind === 'stop',
        this.stops,
      )
        .sort((a, b) => a.distance - b.distance)
        .slice(0, 10)
        .map((place) => ({ ...place, title: titleOf(place) }));
      this.error = null;
    } catch (error) {
      if (turn !== this.turn) return;
      this.error = error;
    }
    this.update();
    await this.lookUnderway();
  }

  /** Sees what goes on where the device is, of the events that are known; nothing else waits for it. */
  async lookUnderway() {
    const { turn } = this;
    const event = await underway(this.events).catch(() => null);
    if (turn !== this.turn || event?.id === this.underway?.id) return;
    this.underway = event;
    this.update();
  }

  /** The tour whose start is where one is; none without a position. @returns {NearTour | undefined} */
  get hint() {
    const here = lastPosition();
    return here ? this.tours?.find((tour) => metresBetween(here, tour) <= hint) : undefined;
  }
}

/** The page of something that takes place. @param {NearEvent} event */
export const pageOf = ({ id, kind, repeats, startsAt }) => {
  const ofGroup = kind === 'event' || kind === 'practice';
  const which = `?${ofGroup ? 'occurrence' : 'at'}=${encodeURIComponent(startsAt)}`;
  return `${ofGroup ? '/people/events' : '/calendar'}/${id}${repeats ? which : ''}`;
};

/** @param {import('api-types').TourSummary} tour @param {{lat: number, lon: number}} spot @returns {NearTour} */
const startOf = ({ id, name, start, distanceToStart }, spot) => ({
  id,
  name,
  distance: distanceToStart ?? metresBetween(spot, start),
  lat: start.lat,
  lon: start.lon,
});

/** Metres as far as the server looks. */
const farthest = 1_000_000;

/** Tours that start nowhere near: how far they are is said. @param {{lat: number, lon: number}} spot */
async function nearestTours(spot) {
  const near = await readToursNear(rounded(spot), farthest, 5);
  const { items } = near.items.length > 0 ? near : await readTours({ limit: 5 });
  return items.map((tour) => startOf(tour, spot));
}
