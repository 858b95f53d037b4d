// What notifications are about: the icon and the page of each subject.

/** @typedef {import('api-types').Notification['subject']['kind']} Kind */
/** @typedef {{icon: string, path: (id: string, occurrence?: string) => string}} Subject */

/** As many as the server names. @type {Record<Kind, Subject>} */
const subjects = {
  account: { icon: 'user-pen', path: () => '/me/profile' },
  activity: { icon: 'calendar-plus', path: (id) => `/people/activities/${id}?from=bell` },
  appointment: { icon: 'calendar', path: (id, at) => `/calendar/${id}${which('at', at)}` },
  booking: { icon: 'key-round', path: (id) => `/people/bookings/${id}` },
  conversation: { icon: 'messages-square', path: (id) => `/people/chats/${id}` },
  course: { icon: 'graduation-cap', path: (id) => `/people/courses/${id}` },
  event: {
    icon: 'calendar',
    path: (id, at) => `/people/events/${id}${which('occurrence', at)}`,
  },
  feedback: { icon: 'route', path: () => '/me/walks' },
  friend: { icon: 'users', path: () => '/people/friends' },
  instance: { icon: 'box', path: () => '/inventory' },
  invitation: { icon: 'user-plus', path: (id) => `/invitations/${id}` },
  login: { icon: 'shield-check', path: () => '/me/security' },
  memberReport: { icon: 'flag', path: (id) => `/people/${id}/reports` },
  message: { icon: 'messages-square', path: () => '/people/chats' },
  news: { icon: 'megaphone', path: (id) => `/people/news/${id}` },
  object: { icon: 'box', path: (id) => `/inventory?object=${id}` },
  operatorMessage: { icon: 'mail', path: () => '/help' },
  organizationRequest: { icon: 'building-2', path: () => '/me/organization' },
  overrideRequest: { icon: 'hand', path: (id) => `/people/override-requests/${id}` },
  picture: { icon: 'user-pen', path: () => '/me/profile' },
  report: { icon: 'flag', path: (id) => `/me/reports/${id}` },
  scanRequest: { icon: 'scan', path: () => '/inventory?add=scan&by=photos' },
  subRealm: { icon: 'users', path: (id) => `/people/${id}` },
  timetable: { icon: 'train-front', path: () => '/admin/geodata' },
  tour: { icon: 'route', path: (id) => `/t/${id}` },
};

/** The query that names the occurrence of a series. @param {string} name @param {string} [occurrence] */
function which(name, occurrence) {
  return occurrence ? `?${name}=${encodeURIComponent(occurrence)}` : '';
}

/** What notifications about a kind of thing open; `undefined` for one that is unknown here. @param {string} kind */
export const subjectOf = (kind) =>
  Object.hasOwn(subjects, kind) ? subjects[/** @type {Kind} */ (kind)] : undefined;
