// The words of journeys: every place that shows one loads them beside its own.

import { loadTexts } from '../../shell/texts.js';

export const loadJourneyTexts = () =>
  loadTexts('journey', {
    en: () => import('./texts.en.js'),
    de: () => import('./texts.de.js'),
  });
