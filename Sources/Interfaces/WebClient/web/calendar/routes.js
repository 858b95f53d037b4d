import { journey } from '../parts/journey/texts.js';
import waiting from '../parts/waiting/texts.js';

/** @type {import('../shell/places.js').Place} */
export default {
  name: 'calendar',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  uses: [journey, waiting],
  question: () => import('./ways/first-ways.js'),
  routes: [
    {
      path: '/calendar',
      load: () => import('./views/calendar.js'),
      title: 'calendar.title',
      access: 'user',
      layout: 'wide',
    },
    {
      path: '/calendar/new',
      load: () => import('./editing/edit.js'),
      title: 'calendar.new',
      access: 'user',
    },
    {
      path: '/calendar/exchange',
      load: () => import('./subscriptions/exchange.js'),
      title: 'calendar.exchange',
      access: 'user',
    },
    {
      path: '/calendar/group/:id',
      load: () => import('./views/group-calendar.js'),
      title: 'calendar.ofAll',
      access: 'user',
      layout: 'wide',
    },
    {
      path: '/ways/find',
      load: () => import('./ways/find.js'),
      title: 'calendar.findWays',
      layout: 'wide',
    },
    {
      path: '/ways/reach',
      load: () => import('./ways/reach.js'),
      title: 'calendar.reach',
      layout: 'wide',
    },
    { path: '/stops', load: () => import('./ways/stops.js'), title: 'calendar.stops' },
    {
      path: '/stops/:id',
      load: () => import('./ways/departures.js'),
      title: 'calendar.departures',
    },
    {
      path: '/ways',
      load: () => import('./ways/travel-settings.js'),
      title: 'journey.settings',
      access: 'user',
    },
    {
      path: '/calendar/:id',
      load: () => import('./views/appointment.js'),
      title: 'calendar.appointment',
      access: 'user',
      layout: 'wide',
    },
    {
      path: '/calendar/:id/edit',
      load: () => import('./editing/edit.js'),
      title: 'calendar.edit',
      access: 'user',
    },
  ],
};
