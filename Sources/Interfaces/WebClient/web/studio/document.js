// A tour as it is edited: read from the server's answer, sent back, compared and merged. Documents
// are never changed: each edit makes a new one, so that undoing is taking an old one.

import { cleaned, rounded } from './lines.js';

/** @typedef {import('./lines.js').Point} Point */
/** @typedef {import('api-types').Tour} Tour */
/** @typedef {{kind: 'recording', media: string, seconds?: number}} Recording */
/**
 * @typedef {Object} Stop
 * @property {string} key which stop it is while one edits; the server's id once it has one
 * @property {Record<string, string>} title by language
 * @property {Record<string, string>} text by language
 * @property {{lat: number, lon: number, h?: number}} position
 * @property {'object' | 'popup'} kind
 * @property {string[]} objects
 * @property {import('api-types').StopTrigger | null} trigger null for the usual radius
 * @property {Record<string, Recording>} recordings by language; read aloud by the device where there is none
 * @property {string[]} [pictures] ids; where they are not known, the server keeps what it has
 */
/**
 * @typedef {Object} Doc
 * @property {Record<string, string>} names by language
 * @property {Record<string, string>} descriptions by language
 * @property {string} place
 * @property {string} price
 * @property {string[]} languages
 * @property {{title?: string, url: string}[]} links
 * @property {string} durationMinutes empty to have it computed
 * @property {'' | 'yes' | 'limited' | 'no'} wheelchair empty where nobody has told
 * @property {import('api-types').Area | null} area null to have it made from the route
 * @property {Point[]} route
 * @property {Stop[]} stops
 * @property {string | null} [picture] id of that on the cover; not known, the server keeps what it has
 */

/** The tag of texts whose language nobody has told. */
export const untold = 'und';

/** Most stops of a tour. */
export const mostStops = 200;

/** An empty document. @param {string} language @returns {Doc} */
export const emptyDoc = (language) => ({
  names: {},
  descriptions: {},
  place: '',
  price: '',
  languages: [language],
  links: [],
  durationMinutes: '',
  wheelchair: '',
  area: null,
  route: [],
  stops: [],
  picture: null,
});

/**
 * A stop of which nothing is told but its name.
 *
 * @param {string} key @param {Record<string, string>} title by language @param {number[]} at longitude, latitude
 * @param {string[]} [objects] @returns {Stop}
 */
export const newStop = (key, title, [lon, lat], objects = []) => ({
  key,
  title,
  text: {},
  position: { lat, lon },
  kind: objects.length > 0 ? 'object' : 'popup',
  objects,
  trigger: null,
  recordings: {},
  pictures: [],
});

/**
 * The document of a tour of the server.
 *
 * @param {Tour} tour @param {(id: string) => string} [keyOf] how a stop is called here
 * @returns {Doc}
 */
export const fromServer = (tour, keyOf = (id) => id) => ({
  names: { ...tour.names },
  descriptions: { ...tour.descriptions },
  place: tour.place ?? '',
  price: Number(tour.price) === 0 ? '' : tour.price,
  languages: [...tour.languages],
  links: tour.links.map(({ title, url }) => title ? { title, url } : { url }),
  durationMinutes: tour.durationMinutes === undefined ? '' : String(tour.durationMinutes),
  wheelchair: tour.wheelchair ?? '',
  area: tour.areaComputed ? null : tour.area,
  route: /** @type {Point[]} */ (tour.route.coordinates.map(([lon, lat]) => [lon, lat])),
  stops: tour.stops.map((stop) => ({
    key: keyOf(stop.id ?? ''),
    title: { ...stop.titles },
    text: { ...stop.texts },
    position: { ...stop.position },
    kind: stop.kind,
    objects: [...stop.objects],
    trigger: stop.trigger ?? null,
    recordings: recorded(stop.narrations ?? {}),
    pictures: (stop.pictures ?? []).map(({ id }) => id),
  })),
  picture: tour.picture?.id ?? null,
});

/** @param {NonNullable<Tour['stops'][number]['narrations']>} narrations @returns {Stop['recordings']} */
const recorded = (narrations) =>
  Object.fromEntries(
    Object.entries(narrations).flatMap(([tag, one]) =>
      one.kind === 'recording' ? [[tag, { kind: 'recording', media: one.media }]] : []
    ),
  );

/** Without texts that are blank. @param {Record<string, string>} texts */
export const told = (texts) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));

/** Texts as the server keeps them. @param {Record<string, string>} texts */
const trimmed = (texts) =>
  Object.fromEntries(Object.entries(told(texts)).map(([tag, text]) => [tag, text.trim()]));

/** A price as the server reads it. @param {string} price */
export const plainPrice = (price) => price.trim().replace(',', '.') || '0';

/**
 * What is sent to the server.
 *
 * @param {Doc} doc @param {(key: string) => string | undefined} [idOf] the server's id of a stop
 */
export const toBody = (doc, idOf = () => undefined) => ({
  names: trimmed(doc.names),
  descriptions: trimmed(doc.descriptions),
  place: doc.place.trim() || null,
  price: plainPrice(doc.price),
  languages: doc.languages.filter((tag) => tag !== untold),
  links: doc.links.filter(({ url }) => url.trim()).map(({ title, url }) =>
    title?.trim() ? { title: title.trim(), url: url.trim() } : { url: url.trim() }
  ),
  durationMinutes: doc.durationMinutes.trim() ? Number(doc.durationMinutes) : null,
  wheelchair: doc.wheelchair || null,
  area: doc.area,
  route: { type: 'LineString', coordinates: cleaned(doc.route).map(rounded) },
  stops: doc.stops.map((stop) => {
    const id = idOf(stop.key);
    const text = told(stop.text);
    return {
      ...(id ? { id } : {}),
      title: told(stop.title),
      ...(Object.keys(text).length > 0 ? { text } : {}),
      position: place(stop.position),
      kind: stop.objects.length > 0 ? 'object' : stop.kind,
      objects: stop.objects,
      ...(stop.trigger ? { trigger: stop.trigger } : {}),
      narrations: stop.recordings,
      ...(stop.pictures ? { pictures: stop.pictures.map((picture) => ({ id: picture })) } : {}),
    };
  }),
  ...(doc.picture === undefined ? {} : { picture: doc.picture ? { id: doc.picture } : null }),
});

/** @param {{lat: number, lon: number, h?: number}} position */
export const place = ({ lat, lon, h }) => {
  const [x, y] = rounded([lon, lat]);
  return h === undefined ? { lat: y, lon: x } : { lat: y, lon: x, h };
};

/** The same value in one way of writing. @param {unknown} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value && typeof value === 'object') {
    return `{${
      Object.entries(value).filter(([, one]) => one !== undefined)
        .sort(([a], [b]) => a < b ? -1 : 1)
        .map(([name, one]) => `${name}:${canonical(one)}`).join()
    }}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** Whether two documents say the same. @param {Doc} a @param {Doc} b */
export const isSame = (a, b) => canonical(toBody(a)) === canonical(toBody(b));

/** The languages that texts may have, in order. @param {Doc} doc @returns {string[]} */
export function languagesOf(doc) {
  const tags = new Set(doc.languages);
  for (const texts of [doc.names, doc.descriptions]) {
    for (const tag of Object.keys(told(texts))) tags.add(tag);
  }
  for (const { title, text, recordings } of doc.stops) {
    for (const texts of [title, text, recordings]) {
      for (const tag of Object.keys(texts)) tags.add(tag);
    }
  }
  return tags.size > 0 ? [...tags] : [untold];
}

/**
 * The document with these languages; texts of a language that nobody has told become those of the
 * first.
 *
 * @param {Doc} doc @param {string[]} languages @returns {Doc}
 */
export function withLanguages(doc, languages) {
  const [first] = languages;
  /** @template T @param {Record<string, T>} texts @returns {Record<string, T>} */
  const move = (texts) => {
    if (!first || !(untold in texts) || first in texts) return texts;
    const { [untold]: text, ...rest } = texts;
    return { [first]: text, ...rest };
  };
  return {
    ...doc,
    languages,
    names: move(doc.names),
    descriptions: move(doc.descriptions),
    stops: doc.stops.map((stop) => ({
      ...stop,
      title: move(stop.title),
      text: move(stop.text),
      recordings: move(stop.recordings),
    })),
  };
}

/** In the first of the languages in which it is told, else in any. @param {Record<string, string>} texts @param {string[]} languages */
const inOneOf = (texts, languages) =>
  languages.map((tag) => texts[tag]).find((text) => text?.trim()) ??
    Object.values(texts).find((text) => text.trim()) ?? '';

/** What a stop is called: in one of the languages, else in any. @param {Stop} stop @param {string[]} languages */
export const titleOf = (stop, languages) => inOneOf(stop.title, languages);

/** What the tour is called: in the first of its languages, else in any. @param {Doc} doc */
export const nameOf = (doc) => inOneOf(doc.names, doc.languages).trim();

/** @param {Doc} doc @param {string} key @param {Partial<Stop>} change @returns {Doc} */
export const withStop = (doc, key, change) => ({
  ...doc,
  stops: doc.stops.map((stop) => stop.key === key ? { ...stop, ...change } : stop),
});

/**
 * The document with a recording of a stop in a language; without one it is read aloud there.
 *
 * @param {Doc} doc @param {string} key of the stop @param {string} tag @param {Recording} [recording]
 * @returns {Doc}
 */
export function withRecording(doc, key, tag, recording) {
  const { [tag]: _before, ...others } = doc.stops.find((stop) => stop.key === key)?.recordings ??
    {};
  return withStop(doc, key, {
    recordings: recording ? { ...others, [tag]: recording } : others,
  });
}

/** The picture that a pointer of a refusal is about. @param {Doc} doc @param {string} pointer */
export function pictureAt(doc, pointer) {
  if (pointer === '/picture') return doc.picture ?? undefined;
  const [, stop, picture] = /^\/stops\/(\d+)\/pictures\/(\d+)$/.exec(pointer) ?? [];
  return doc.stops[Number(stop)]?.pictures?.[Number(picture)];
}

/** The document without a picture. @param {Doc} doc @param {string} id @returns {Doc} */
export const withoutPicture = (doc, id) => ({
  ...doc,
  picture: doc.picture === id ? null : doc.picture,
  stops: doc.stops.map((stop) =>
    stop.pictures?.includes(id)
      ? { ...stop, pictures: stop.pictures.filter((one) => one !== id) }
      : stop
  ),
});

/**
 * The document with a picture behind those at a stop, or in the place of one of them.
 *
 * @param {Doc} doc @param {string} key of the stop @param {string} id @param {string} [replaced]
 * @returns {Doc}
 */
export function withStopPicture(doc, key, id, replaced) {
  const pictures = doc.stops.find((stop) => stop.key === key)?.pictures ?? [];
  return withStop(doc, key, {
    pictures: pictures.includes(replaced ?? '')
      ? pictures.map((one) => one === replaced ? id : one)
      : [...pictures, id],
  });
}

/** A list with one of it moved to another place. @template T @param {T[]} list @param {number} from @param {number} to */
export function moved(list, from, to) {
  const [one] = list.slice(from, from + 1);
  if (one === undefined) return list;
  const rest = list.filter((_one, index) => index !== from);
  return [...rest.slice(0, Math.max(0, to)), one, ...rest.slice(Math.max(0, to))];
}

/** @param {Doc} doc @param {number} from @param {number} to @returns {Doc} */
export const withStopMoved = (doc, from, to) => ({ ...doc, stops: moved(doc.stops, from, to) });

/** The tour the other way round: route and stops. @param {Doc} doc @returns {Doc} */
export const reversed = (doc) => ({
  ...doc,
  route: [...doc.route].reverse(),
  stops: [...doc.stops].reverse(),
});

// Missing and wrong things that can be seen here

/** @typedef {{pointer: string, code: string}} Lack */

/** What keeps the tour from being saved. @param {Doc} doc @returns {Lack[]} */
export function lacks(doc) {
  /** @type {Lack[]} */
  const found = [];
  if (!nameOf(doc)) found.push({ pointer: '/names', code: 'needName' });
  if (!inOneOf(doc.descriptions, doc.languages)) {
    found.push({ pointer: '/descriptions', code: 'needDescription' });
  }
  if (doc.languages.length === 0) found.push({ pointer: '/languages', code: 'needLanguage' });
  const price = Number(plainPrice(doc.price));
  const isPrice = /^\d+([.,]\d{1,2})?$/.test(doc.price.trim() || '0');
  if (!isPrice) found.push({ pointer: '/price', code: 'wrongPrice' });
  else if (price >= 10) found.push({ pointer: '/price', code: 'priceTooHigh' });
  if (cleaned(doc.route).length < 2) found.push({ pointer: '/route', code: 'needRoute' });
  doc.stops.forEach((stop, index) => {
    if (!Object.values(stop.title).some((title) => title.trim())) {
      found.push({ pointer: `/stops/${index}/title`, code: 'needTitle' });
    }
  });
  return found;
}
