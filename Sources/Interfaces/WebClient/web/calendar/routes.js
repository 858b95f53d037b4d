/** @type {import('../shell/places.js').Place} */
export default {
  name: 'calendar',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  question: () => import('./first-ways.js'),
  routes: [
    {
      path: '/calendar',
      load: () => import('./calendar.js'),
      title: 'calendar.title',
      access: 'user',
      layout: 'wide',
    },
    {
      path: '/calendar/new',
      load: () => import('./edit.js'),
      title: 'calendar.new',
      access: 'user',
    },
    {
      path: '/calendar/exchange',
      load: () => import('./exchange.js'),
      title: 'calendar.exchange',
      access: 'user',
    },
    {
      path: '/calendar/group/:id',
      load: () => import('./group-calendar.js'),
      title: 'calendar.ofAll',
      access: 'user',
      layout: 'wide',
    },
    {
      path: '/ways/find',
      load: () => import('./find.js'),
      title: 'calendar.findWays',
      layout: 'wide',
    },
    {
      path: '/ways/reach',
      load: () => import('./reach.js'),
      title: 'calendar.reach',
      layout: 'wide',
    },
    { path: '/stops', load: () => import('./stops.js'), title: 'calendar.stops' },
    {
      path: '/stops/:id',
      load: () => import('./departures.js'),
      title: 'calendar.departures',
    },
    { path: '/ways', load: () => import('./ways.js'), title: 'calendar.ways', access: 'user' },
    {
      path: '/calendar/:id',
      load: () => import('./appointment.js'),
      title: 'calendar.appointment',
      access: 'user',
      layout: 'wide',
    },
    {
      path: '/calendar/:id/edit',
      load: () => import('./edit.js'),
      title: 'calendar.edit',
      access: 'user',
    },
  ],
};
