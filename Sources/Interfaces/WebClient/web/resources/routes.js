import people from '../parts/people/texts.js';

/** @type {import('../shell/places.js').Place} */
export default {
  name: 'resources',
  texts: {},
  uses: [people],
  routes: [
    {
      path: '/people/bookings/:booking',
      load: () => import('./booking.js'),
      title: 'people.bookTitle',
      access: 'user',
    },
    {
      path: '/people/override-requests/:request',
      load: () => import('./agreement.js'),
      title: 'people.agreement',
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
      title: 'people.bookTitle',
      access: 'user',
    },
    {
      path: '/people/:id/resources/:resource/edit',
      load: () => import('./edit.js'),
      title: 'people.editResource',
      access: 'user',
    },
  ],
};
