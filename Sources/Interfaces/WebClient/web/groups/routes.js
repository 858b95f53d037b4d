import people from '../parts/people/texts.js';

/** @type {import('../shell/places.js').Place} */
export default {
  name: 'groups',
  texts: {},
  uses: [people],
  routes: [
    { path: '/people', load: () => import('./people.js'), title: 'people.title', access: 'user' },
    { path: '/people/new', load: () => import('./new.js'), title: 'people.start', access: 'user' },
    { path: '/people/find', load: () => import('./find.js'), title: 'people.find', access: 'user' },
    {
      path: '/people/friends',
      load: () => import('./friends.js'),
      title: 'people.friends',
      access: 'user',
    },
    {
      path: '/people/blocks',
      load: () => import('./blocks.js'),
      title: 'people.blocks',
      access: 'user',
    },
    {
      path: '/people/family',
      load: () => import('./family-home.js'),
      title: 'people.kind-family',
      access: 'user',
    },
    {
      path: '/people/communities',
      load: () => import('./communities.js'),
      title: 'people.communities',
      access: 'user',
    },
    {
      path: '/people/news/:id',
      load: () => import('./news-page.js'),
      title: 'people.news',
      access: 'user',
    },
    {
      path: '/people/:id/roster',
      load: () => import('./roster.js'),
      title: 'people.roster',
      access: 'user',
    },
    {
      path: '/people/:id/players/:player',
      load: () => import('./records.js'),
      title: 'people.records',
      access: 'user',
    },
    {
      path: '/people/:id/records',
      load: () => import('./records.js'),
      title: 'people.records',
      access: 'user',
    },
    {
      path: '/people/:id',
      load: () => import('./group.js'),
      title: 'people.group',
      access: 'user',
    },
    {
      path: '/people/:id/reports',
      load: () => import('./reports.js'),
      title: 'people.reports',
      access: 'user',
    },
    {
      path: '/people/:id/edit',
      load: () => import('./edit.js'),
      title: 'people.groupSettings',
      access: 'user',
    },
    {
      path: '/invitations/:token',
      load: () => import('./invited.js'),
      title: 'people.invited',
      access: 'user',
    },
  ],
};
