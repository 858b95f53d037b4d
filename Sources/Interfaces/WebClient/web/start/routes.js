/** @type {import('../shell/places.js').Place} */
export default {
  name: 'start',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  routes: [
    { path: '/', load: () => import('./start.js'), title: 'start.title', layout: 'wide' },
    { path: '/login', load: () => import('./login.js'), title: 'start.logIn' },
    { path: '/signup', load: () => import('./signup.js'), title: 'start.signUp' },
    {
      path: '/signup/number',
      load: () => import('./number.js'),
      title: 'start.confirmNumber',
      access: 'user',
    },
    { path: '/recover', load: () => import('./recover.js'), title: 'start.recover' },
    { path: '/operator', load: () => import('./operator.js'), title: 'start.operator' },
    { path: '/about', load: () => import('./about.js'), title: 'start.about' },
  ],
};
