import people from '../parts/people/texts.js';
import waiting from '../parts/waiting/texts.js';

/** @type {import('../shell/places.js').Place} */
export default {
  name: 'activities',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  uses: [people, waiting],
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
