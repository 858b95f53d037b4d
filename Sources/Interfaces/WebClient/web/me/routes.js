/** @type {import('../shell/places.js').Place} */
export default {
  name: 'me',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  routes: [
    { path: '/me', load: () => import('./me.js'), title: 'me.title', access: 'user' },
    {
      path: '/notifications',
      load: () => import('./notifications.js'),
      title: 'me.notifications',
      access: 'account',
    },
  ],
};
