// The words of journeys, for every place that shows one.

import { loadTexts } from '../../shell/texts.js';

/** @type {import('../../shell/texts.js').Catalogue} */
export const journey = {
  name: 'journey',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
};

/** For a page that shows one now and then. */
export const loadJourneyTexts = () => loadTexts(journey.name, journey.texts);
