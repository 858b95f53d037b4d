/**
 * The words of what waits for an answer, for every place that shows some of it.
 *
 * @type {import('../../shell/texts.js').Catalogue}
 */
export default {
  name: 'waiting',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
};
