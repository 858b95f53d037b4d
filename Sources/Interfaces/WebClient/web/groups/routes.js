import people from '../parts/people/texts.js';
import waiting from '../parts/waiting/texts.js';

/** @type {import('../shell/places.js').Place} */
export default {
  name: 'groups',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  uses: [people, waiting],
  routes: [
    { path: '/people', load: () => import('./people.js'), title: 'people.title', access: 'user' },
    { path: '/people/new', load: () => import('./new.js'), title: 'groups.start', access: 'user' },
    { path: '/people/find', load: () => import('./find.js'), title: 'groups.find', access: 'user' },
    {
      path: '/people/friends',
      load: () => import('./friends.js'),
      title: 'groups.friends',
      access: 'user',
    },
    {
      path: '/people/blocks',
      load: () => import('./blocks.js'),
      title: 'groups.blocks',
      access: 'user',
    },
    {
      path: '/people/family',
      load: () => import('./family-home.js'),
      title: 'groups.kind-family',
      access: 'user',
    },
    {
      path: '/people/communities',
      load: () => import('./communities.js'),
      title: 'groups.communities',
      access: 'user',
    },
    {
      path: '/people/news/:id',
      load: () => import('./news-page.js'),
      title: 'groups.news',
      access: 'user',
    },
    {
      path: '/people/:id/roster',
      load: () => import('./roster.js'),
      title: 'groups.roster',
      access: 'user',
    },
    {
      path: '/people/:id/players/:player',
      load: () => import('./records.js'),
      title: 'groups.records',
      access: 'user',
    },
    {
      path: '/people/:id/records',
      load: () => import('./records.js'),
      title: 'groups.records',
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
      title: 'groups.reports',
      access: 'user',
    },
    {
      path: '/people/:id/edit',
      load: () => import('./edit.js'),
      title: 'groups.groupSettings',
      access: 'user',
    },
    {
      path: '/invitations/:token',
      load: () => import('./invited.js'),
      title: 'groups.invited',
    },
  ],
};
