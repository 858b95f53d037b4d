/** @type {import('../shell/places.js').Place} */
export default {
  name: 'calendar',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  routes: [
    {
      path: '/calendar',
      load: () => import('./calendar.js'),
      title: 'calendar.title',
      access: 'user',
    },
  ],
};
