/** @type {import('../shell/places.js').Place} */
export default {
  name: 'people',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  routes: [
    { path: '/people', load: () => import('./people.js'), title: 'people.title', access: 'user' },
    { path: '/people/new', load: () => import('./new.js'), title: 'people.start', access: 'user' },
    { path: '/people/find', load: () => import('./find.js'), title: 'people.find', access: 'user' },
    {
      path: '/people/blocks',
      load: () => import('./blocks.js'),
      title: 'people.blocks',
      access: 'user',
    },
    {
      path: '/people/:id',
      load: () => import('./group.js'),
      title: 'people.group',
      access: 'user',
    },
    {
      path: '/people/:id/edit',
      load: () => import('./edit.js'),
      title: 'people.edit',
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
