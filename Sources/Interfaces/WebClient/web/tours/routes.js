/** @type {import('../shell/places.js').Place} */
export default {
  name: 'tours',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  routes: [
    {
      path: '/tours',
      load: () => import('./tours.js'),
      title: 'tours.title',
    },
    {
      path: '/t/:id',
      load: () => import('./tour.js'),
      title: 'tours.tour',
    },
  ],
};
