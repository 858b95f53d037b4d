import people from '../parts/people/texts.js';
import waiting from '../parts/waiting/texts.js';

/** @type {import('../shell/places.js').Place} */
export default {
  name: 'resources',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  uses: [people, waiting],
  routes: [
    {
      path: '/people/bookings/:booking',
      load: () => import('./booking.js'),
      title: 'resources.bookTitle',
      access: 'user',
    },
    {
      path: '/people/override-requests/:request',
      load: () => import('./agreement.js'),
      title: 'resources.agreement',
      access: 'user',
    },
    {
      path: '/people/:id/resources',
      load: () => import('./resources.js'),
      title: 'people.resources',
      access: 'user',
    },
    {
      path: '/people/:id/resources/:resource',
      load: () => import('./resource.js'),
      title: 'resources.bookTitle',
      access: 'user',
    },
    {
      path: '/people/:id/resources/:resource/edit',
      load: () => import('./edit.js'),
      title: 'resources.editResource',
      access: 'user',
    },
  ],
};
