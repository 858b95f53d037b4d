import people from '../parts/people/texts.js';

/** @type {import('../shell/places.js').Place} */
export default {
  name: 'activities',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  uses: [people],
  routes: [
    {
      path: '/people/activities/:activity',
      load: () => import('./activity.js'),
      title: 'people.activities',
      access: 'user',
    },
    {
      path: '/people/:id/activities',
      load: () => import('./activities.js'),
      title: 'people.activities',
      access: 'user',
    },
  ],
};
