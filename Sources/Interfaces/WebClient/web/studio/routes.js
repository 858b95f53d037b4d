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
    {
      path: '/studio/tours/:id',
      load: () => import('./editor-page.js'),
      title: 'studio.tour',
      access: 'organization',
      layout: 'full',
    },
    {
      path: '/studio/tours/:id/poster',
      load: () => import('./poster.js'),
      title: 'studio.poster',
      access: 'organization',
      layout: 'text',
    },
  ],
};
