import people from '../parts/people/texts.js';

/** @type {import('../shell/places.js').Place} */
export default {
  name: 'talk',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  uses: [people],
  routes: [
    {
      path: '/people/chats',
      load: () => import('./chats.js'),
      title: 'talk.chats',
      access: 'user',
    },
    {
      path: '/people/chats/:id',
      load: () => import('./chat.js'),
      title: 'talk.chat',
      access: 'user',
    },
  ],
};
