// A tour as it is edited: read from the server's answer, sent back, compared and merged. Documents
// are never changed: each edit makes a new one, so that undoing is taking an old one.

import { cleaned, rounded } from './lines.js';

/** @typedef {import('./lines.js').Point} Point */
/** @typedef {import('api-types').Tour} Tour */
/**
 * @typedef {Object} Stop
 * @property {string} key which stop it is while one edits; the server's id once it has one
 * @property {Record<string, string>} title by language
 * @property {Record<string, string>} text by language
 * @property {{lat: number, lon: number, h?: number}} position
 * @property {'object' | 'popup'} kind
 * @property {string[]} objects
 * @property {{radius: number} | {polygon: any} | null} trigger null for the usual radius
 * @property {{kind: 'speech' | 'recording', media?: string}} narration
 * @property {string[]} [pictures] ids; where they are not known, the server keeps what it has
 */
/**
 * @typedef {Object} Doc
 * @property {string} name
 * @property {string} description
 * @property {string} place
 * @property {string} price
 * @property {string[]} languages
 * @property {{title?: string, url: string}[]} links
 * @property {string} durationMinutes empty to have it computed
 * @property {'' | 'yes' | 'limited' | 'no'} wheelchair empty where nobody has told
 * @property {any} area GeoJSON; null to have it made from the route
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
  name: '',
  description: '',
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
 * The document of a tour of the server.
 *
 * @param {Tour} tour @param {(id: string) => string} [keyOf] how a stop is called here
 * @returns {Doc}
 */
export const fromServer = (tour, keyOf = (id) => id) => ({
  name: tour.name,
  description: tour.description,
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
    trigger: /** @type {Stop['trigger']} */ (stop.trigger ?? null),
    narration: /** @type {Stop['narration']} */ (stop.narration ?? { kind: 'speech' }),
    pictures: (stop.pictures ?? []).map(({ id }) => id),
  })),
  picture: tour.picture?.id ?? null,
});

/** Without texts that are blank. @param {Record<string, string>} texts */
const told = (texts) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));

/** A price as the server reads it. @param {string} price */
export const plainPrice = (price) => price.trim().replace(',', '.') || '0';

/**
 * What is sent to the server.
 *
 * @param {Doc} doc @param {(key: string) => string | undefined} [idOf] the server's id of a stop
 */
export const toBody = (doc, idOf = () => undefined) => ({
  name: doc.name.trim(),
  description: doc.description.trim(),
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
      narration: stop.narration,
      ...(stop.pictures ? { pictures: stop.pictures.map((picture) => ({ id: picture })) } : {}),
    };
  }),
  ...(doc.picture === undefined ? {} : { picture: doc.picture ? { id: doc.picture } : null }),
});

/** @param {{lat: number, lon: number, h?: number}} position */
const place = ({ lat, lon, h }) => {
  const [x, y] = rounded([lon, lat]);
  return h === undefined ? { lat: y, lon: x } : { lat: y, lon: x, h };
};

/** The same value in one way of writing. @param {any} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value && typeof value === 'object') {
    return `{${
      Object.keys(value).filter((name) => value[name] !== undefined).sort()
        .map((name) => `${name}:${canonical(value[name])}`).join()
    }}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** Whether two documents say the same. @param {Doc} a @param {Doc} b */
export const isSame = (a, b) => canonical(toBody(a)) === canonical(toBody(b));

/** The languages that texts may have, in order. @param {Doc} doc @returns {string[]} */
export function languagesOf(doc) {
  const tags = new Set(doc.languages);
  for (const stop of doc.stops) {
    for (const tag of [...Object.keys(stop.title), ...Object.keys(stop.text)]) tags.add(tag);
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
  const move = (/** @type {Record<string, string>} */ texts) => {
    if (!first || !(untold in texts) || first in texts) return texts;
    const { [untold]: text, ...rest } = texts;
    return { [first]: text, ...rest };
  };
  return {
    ...doc,
    languages,
    stops: doc.stops.map((stop) => ({ ...stop, title: move(stop.title), text: move(stop.text) })),
  };
}

/** What a stop is called: in one of the languages, else in any. @param {Stop} stop @param {string[]} languages */
export const titleOf = (stop, languages) =>
  languages.map((tag) => stop.title[tag]).find((title) => title?.trim()) ??
    Object.values(stop.title).find((title) => title.trim()) ?? '';

/** @param {Doc} doc @param {string} key @param {Partial<Stop>} change @returns {Doc} */
export const withStop = (doc, key, change) => ({
  ...doc,
  stops: doc.stops.map((stop) => stop.key === key ? { ...stop, ...change } : stop),
});

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
  if (!doc.name.trim()) found.push({ pointer: '/name', code: 'needName' });
  if (!doc.description.trim()) found.push({ pointer: '/description', code: 'needDescription' });
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

// Comparing and merging

/** @type {(keyof Doc)[]} */
export const parts = [
  'name',
  'description',
  'place',
  'price',
  'languages',
  'links',
  'durationMinutes',
  'wheelchair',
  'area',
  'route',
  'stops',
  'picture',
];

/** @param {keyof Doc} part @param {Doc} doc */
const bodyOf = (part, doc) =>
  canonical(/** @type {any} */ (toBody(doc, part === 'stops' ? (key) => key : undefined))[part]);

/** The parts in which two documents differ. @param {Doc} a @param {Doc} b */
export const differences = (a, b) => parts.filter((part) => bodyOf(part, a) !== bodyOf(part, b));

/** @param {Stop} stop @param {Doc} doc */
const stopBody = (stop, doc) => canonical(toBody({ ...doc, stops: [stop] }).stops);

/**
 * Which stops are the same in two documents whose keys say nothing of it: those with the same content,
 * then with the same title, then at the same place; the rest in their order.
 *
 * @param {Doc} base @param {Doc} theirs @returns {Map<Stop, Stop>} stops of the base by those of theirs
 */
export function sameStops(base, theirs) {
  /** @type {Map<Stop, Stop>} */
  const found = new Map();
  const left = new Set(base.stops);
  const pair = (/** @type {(stop: Stop, doc: Doc) => string} */ mark) => {
    /** @type {Map<string, Stop[]>} */
    const marked = new Map();
    for (const stop of left) {
      const of = mark(stop, base);
      marked.set(of, [...marked.get(of) ?? [], stop]);
    }
    for (const stop of theirs.stops) {
      if (found.has(stop)) continue;
      const same = marked.get(mark(stop, theirs))?.shift();
      if (!same) continue;
      found.set(stop, same);
      left.delete(same);
    }
  };
  pair(stopBody);
  pair((stop) => canonical(told(stop.title)));
  pair((stop) => canonical(place(stop.position)));
  pair(() => '');
  return found;
}

/**
 * @typedef {Object} Choice a part that both have changed
 * @property {string} id the part's name, or `stop:KEY`
 * @property {keyof Doc} part
 * @property {Stop} [theirStop]
 * @property {Stop} [myStop]
 */
/**
 * @typedef {Object} Merge
 * @property {Doc} doc with everything on which there is no choice to make, and mine elsewhere
 * @property {Choice[]} choices
 * @property {(keyof Doc)[]} taken parts of theirs that were taken, for only they changed them
 */

/**
 * Brings two changed versions together: what only one has changed is taken; the rest is chosen.
 *
 * @param {Doc} base what both began with @param {Doc} mine @param {Doc} theirs @returns {Merge}
 */
export function merge(base, mine, theirs) {
  let doc = mine;
  /** @type {Choice[]} */
  const choices = [];
  /** @type {(keyof Doc)[]} */
  const taken = [];
  for (const part of differences(mine, theirs)) {
    const isMine = bodyOf(part, mine) !== bodyOf(part, base);
    const isTheirs = bodyOf(part, theirs) !== bodyOf(part, base);
    if (!isTheirs) continue;
    if (!isMine) {
      doc = { ...doc, [part]: theirs[part] };
      taken.push(part);
    } else if (part === 'stops') {
      const merged = mergeStops(base, mine, theirs);
      if (merged) {
        doc = { ...doc, stops: merged.stops };
        choices.push(...merged.choices);
        taken.push('stops');
      } else choices.push({ id: 'stops', part: 'stops' });
    } else choices.push({ id: part, part });
  }
  return { doc, choices, taken };
}

/**
 * Stop by stop, where at most one of the two has put others in or in another order.
 *
 * @param {Doc} base @param {Doc} mine @param {Doc} theirs
 */
function mergeStops(base, mine, theirs) {
  const order = (/** @type {Doc} */ doc) => doc.stops.map(({ key }) => key).join();
  const isOrderTheirs = order(theirs) !== order(base);
  if (isOrderTheirs && order(mine) !== order(base)) return null;
  const byKey = (/** @type {Doc} */ doc) => new Map(doc.stops.map((stop) => [stop.key, stop]));
  const [was, my, their] = [byKey(base), byKey(mine), byKey(theirs)];
  // A stop that one has changed and the other taken away is a matter for people.
  const isLost = base.stops.some((stop) => {
    const [one, other] = [my.get(stop.key), their.get(stop.key)];
    if (one && other) return false;
    const rest = one ?? other;
    return rest !== undefined &&
      stopBody(rest, one ? mine : theirs) !== stopBody(stop, base);
  });
  if (isLost) return null;
  /** @type {Choice[]} */
  const choices = [];
  const stops = (isOrderTheirs ? theirs : mine).stops.map((stop) => {
    const [old, one, other] = [was.get(stop.key), my.get(stop.key), their.get(stop.key)];
    if (!old || !one || !other) return stop;
    const [before, here, there] = [
      stopBody(old, base),
      stopBody(one, mine),
      stopBody(other, theirs),
    ];
    if (here === there || there === before) return one;
    if (here === before) return other;
    choices.push({ id: `stop:${stop.key}`, part: 'stops', theirStop: other, myStop: one });
    return one;
  });
  return { stops, choices };
}

/**
 * The merge with what was chosen; what is not named stays mine.
 *
 * @param {Merge} merged @param {Doc} theirs @param {Set<string>} chosen ids for which theirs stays
 * @returns {Doc}
 */
export function settled({ doc, choices }, theirs, chosen) {
  let result = doc;
  for (const choice of choices) {
    if (!chosen.has(choice.id)) continue;
    if (choice.theirStop) result = withStop(result, choice.theirStop.key, choice.theirStop);
    else result = { ...result, [choice.part]: theirs[choice.part] };
  }
  return result;
}
