/** @type {import('../shell/places.js').Place} */
export default {
  name: 'people',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  routes: [
    {
      path: '/people',
      load: () => import('./people.js'),
      title: 'people.title',
      access: 'user',
    },
  ],
};
