import people from '../parts/people/texts.js';
import waiting from '../parts/waiting/texts.js';

/** @type {import('../shell/places.js').Place} */
export default {
  name: 'events',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  uses: [people, waiting],
  routes: [
    {
      path: '/people/events/:id',
      load: () => import('./event.js'),
      title: 'events.event',
      access: 'user',
    },
    {
      path: '/people/events/:id/edit',
      load: () => import('./edit.js'),
      title: 'people.edit',
      access: 'user',
    },
    {
      path: '/people/:id/events/new',
      load: () => import('./edit.js'),
      title: 'people.plan',
      access: 'user',
    },
    {
      path: '/people/:id/calendar',
      load: () => import('./team-calendar.js'),
      title: 'people.teamCalendar',
      access: 'user',
    },
    {
      path: '/people/:id/attendance',
      load: () => import('./attendance.js'),
      title: 'people.attendance',
      access: 'user',
    },
  ],
};
