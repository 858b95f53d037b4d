/**
 * The words that groups, events, activities, resources and courses share.
 *
 * @type {import('../../shell/texts.js').Catalogue}
 */
export default {
  name: 'people',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
};
