// Which folder has the pages of an address, by its first part, below /people by a later one. The server's list is
// WebClient.places.

/**
 * @typedef {Object} Route
 * @property {string} path for instance `/t/:id/walk`
 * @property {() => Promise<{default: (view: import('./view.js').View) => void}>} load
 * @property {string} title key of its title among the texts
 * @property {'anyone' | 'account' | 'user' | 'general' | 'organization' | 'admin'} [access] who may
 *   see it: `anyone` unless given; others are shown what to do
 * @property {'text' | 'wide' | 'full'} [layout] a column of text, a wide page, or the whole window
 */

/**
 * @typedef {Object} Place
 * @property {string} name the folder; also the first part of the keys of its texts
 * @property {Route[]} routes
 * @property {import('./texts.js').Catalogue['texts']} texts by language
 * @property {import('./texts.js').Catalogue[]} [uses] texts of the parts that its pages are made of
 * @property {() => Promise<{default: Question}>} [question] for whoever comes for the first time
 */

/**
 * Asks unless the answer is known; `undefined` if the page is no longer one for it.
 *
 * @callback Question
 * @param {() => boolean} isWelcome whether a question is in nobody's way now
 * @returns {Promise<'known' | 'later' | undefined>}
 */

/** @typedef {() => Promise<{default: Place}>} Loader */

/** @type {Loader} */
const today = () => import('../today/routes.js');
/** @type {Loader} */
const around = () => import('../around/routes.js');
/** @type {Loader} */
const tours = () => import('../tours/routes.js');
/** @type {Loader} */
const studio = () => import('../studio/routes.js');
/** @type {Loader} */
const calendar = () => import('../calendar/routes.js');
/** @type {Loader} */
const groups = () => import('../groups/routes.js');
/** @type {Loader} */
const events = () => import('../events/routes.js');
/** @type {Loader} */
const activities = () => import('../activities/routes.js');
/** @type {Loader} */
const resources = () => import('../resources/routes.js');
/** @type {Loader} */
const courses = () => import('../courses/routes.js');
/** @type {Loader} */
const talk = () => import('../talk/routes.js');
/** @type {Loader} */
const me = () => import('../me/routes.js');
/** @type {Loader} */
const admin = () => import('../admin/routes.js');
/** @type {Loader} */
const help = () => import('../help/routes.js');
/** @type {Loader} */
const start = () => import('../start/routes.js');

/** @type {Record<string, Loader>} */
export const places = {
  '': start,
  login: start,
  signup: start,
  recover: start,
  about: start,
  operator: start,
  today,
  around,
  map: around,
  inventory: around,
  search: around,
  tours,
  t: tours,
  studio,
  calendar,
  ways: calendar,
  stops: calendar,
  people: groups,
  invitations: groups,
  notifications: me,
  me,
  admin,
  help,
};

/** Places below `/people`, by the second part of an address, or by what follows the id of a group. */
const belowPeople = new Map([
  ['events', events],
  ['calendar', events],
  ['attendance', events],
  ['activities', activities],
  ['bookings', resources],
  ['override-requests', resources],
  ['resources', resources],
  ['courses', courses],
  ['chats', talk],
]);

/** The place that has the page of an address. @param {string} path @returns {Loader | undefined} */
export function placeOf(path) {
  const [first, second, third] = path.split('/').slice(1);
  const below = first === 'people' ? belowPeople.get(second) ?? belowPeople.get(third) : undefined;
  return below ?? (Object.hasOwn(places, first ?? '') ? places[first ?? ''] : undefined);
}
