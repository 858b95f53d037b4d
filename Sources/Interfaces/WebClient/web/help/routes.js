/** @type {import('../shell/places.js').Place} */
export default {
  name: 'help',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  routes: [
    { path: '/help', load: () => import('./help.js'), title: 'help.title' },
    { path: '/help/contact', load: () => import('./contact.js'), title: 'help.write' },
    {
      path: '/help/accessibility',
      load: () => import('./accessibility.js'),
      title: 'help.accessibility',
    },
    { path: '/help/tutorial', load: () => import('./tutorial.js'), title: 'help.tutorial' },
  ],
};
