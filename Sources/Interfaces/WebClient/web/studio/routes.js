/** @type {import('../shell/places.js').Place} */
export default {
  name: 'studio',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  routes: [
    {
      path: '/studio',
      load: () => import('./studio.js'),
      title: 'studio.title',
      access: 'organization',
      layout: 'wide',
    },
  ],
};
