/** @type {import('../shell/places.js').Place} */
export default {
  name: 'around',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  routes: [
    {
      path: '/around',
      load: () => import('./around.js'),
      title: 'around.title',
      layout: 'full',
    },
    {
      path: '/map',
      load: () => import('./around.js'),
      title: 'around.title',
      layout: 'full',
    },
    {
      path: '/inventory',
      load: () => import('./inventory.js'),
      title: 'around.inventory',
      access: 'user',
    },
  ],
};
