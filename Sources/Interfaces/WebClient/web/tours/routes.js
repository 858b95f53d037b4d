/** @type {import('../shell/places.js').Place} */
export default {
  name: 'tours',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  routes: [
    { path: '/tours', load: () => import('./tours.js'), title: 'tours.title', layout: 'wide' },
    { path: '/t/:id', load: () => import('./tour.js'), title: 'tours.tour', layout: 'wide' },
    {
      path: '/t/:id/walk',
      load: () => import('./walk.js'),
      title: 'tours.walk',
      access: 'general',
      layout: 'full',
    },
  ],
};
