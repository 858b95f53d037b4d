import { journey } from '../parts/journey/texts.js';
import people from '../parts/people/texts.js';
import waiting from '../parts/waiting/texts.js';

/** @type {import('../shell/places.js').Place} */
export default {
  name: 'today',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  uses: [people, waiting, journey],
  routes: [{ path: '/today', load: () => import('./today.js'), title: 'today.title' }],
};
