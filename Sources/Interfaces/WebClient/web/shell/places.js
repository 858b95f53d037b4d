// Which folder has the pages of an address, by its first part. The server's list is
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
 * @property {Record<string, () => Promise<{default: Record<string, import('./texts.js').Text>}>>} texts by language
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
const around = () => import('../around/routes.js');
/** @type {Loader} */
const tours = () => import('../tours/routes.js');
/** @type {Loader} */
const studio = () => import('../studio/routes.js');
/** @type {Loader} */
const calendar = () => import('../calendar/routes.js');
/** @type {Loader} */
const people = () => import('../people/routes.js');
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
  people,
  invitations: people,
  notifications: me,
  me,
  admin,
  help,
};
