/** @type {import('../shell/places.js').Place} */
export default {
  name: 'me',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  routes: [
    { path: '/me', load: () => import('./me.js'), title: 'me.title', access: 'user' },
    {
      path: '/me/profile',
      load: () => import('./profile.js'),
      title: 'me.profile',
      access: 'user',
    },
    {
      path: '/me/security',
      load: () => import('./security.js'),
      title: 'me.security',
      access: 'user',
    },
    {
      path: '/me/password',
      load: () => import('./password.js'),
      title: 'me.password',
      access: 'account',
    },
    {
      path: '/me/privacy',
      load: () => import('./privacy.js'),
      title: 'me.privacy',
      access: 'user',
    },
    { path: '/me/display', load: () => import('./display.js'), title: 'me.display' },
    {
      path: '/me/notifications',
      load: () => import('./kinds.js'),
      title: 'me.kinds',
      access: 'user',
    },
    { path: '/me/walks', load: () => import('./walks.js'), title: 'me.walks', access: 'user' },
    {
      path: '/me/reports',
      load: () => import('./reports.js'),
      title: 'me.reports',
      access: 'user',
    },
    {
      path: '/me/reports/:id',
      load: () => import('./reports.js'),
      title: 'me.reports',
      access: 'user',
    },
    { path: '/me/groups', load: () => import('./groups.js'), title: 'me.groups', access: 'user' },
    {
      path: '/me/organization',
      load: () => import('./organization.js'),
      title: 'me.organization',
      access: 'user',
    },
    {
      path: '/notifications',
      load: () => import('./notifications.js'),
      title: 'me.notifications',
      access: 'account',
    },
  ],
};
