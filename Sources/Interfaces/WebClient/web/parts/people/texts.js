/**
 * The words of groups, events, bookings and courses.
 *
 * @type {import('../../shell/texts.js').Catalogue}
 */
export default {
  name: 'people',
  texts: {
    en: () =>
      together(
        import('./texts.en.js'),
        import('./texts-resources.en.js'),
        import('./texts-activities.en.js'),
        import('./texts-events.en.js'),
        import('./texts-teams.en.js'),
        import('./texts-rides.en.js'),
        import('./texts-calendar.en.js'),
      ),
    de: () =>
      together(
        import('./texts.de.js'),
        import('./texts-resources.de.js'),
        import('./texts-activities.de.js'),
        import('./texts-events.de.js'),
        import('./texts-teams.de.js'),
        import('./texts-rides.de.js'),
        import('./texts-calendar.de.js'),
      ),
  },
};

/** One catalogue of several. @param {...Promise<{default: Record<string, import('../../shell/texts.js').Text>}>} parts */
async function together(...parts) {
  return { default: Object.assign({}, ...(await Promise.all(parts)).map((part) => part.default)) };
}
