// The values of a group's settings, and the changes to send.

/** @typedef {import('api-types').Community} Community */
/** @typedef {import('api-types').Realm} Realm */
/** @typedef {import('api-types').TeamProfile} TeamProfile */
/** @typedef {ReturnType<typeof settingsOf>} Settings */

/** The values of the group itself. @param {Realm} data */
export const valuesOf = (data) => ({
  name: data.name,
  description: data.description,
  joinPolicy: data.joinPolicy,
  timeZone: data.timeZone ?? '',
});

/**
 * The values of the form: of the group, and of what it has by its kind.
 *
 * @param {Realm} data @param {TeamProfile | null} [team] @param {Community | null} [community]
 */
export const settingsOf = (data, team, community) => ({
  ...valuesOf(data),
  sport: team?.sport ?? '',
  category: community?.category ?? '',
  publishers: community?.publishers ?? '',
});

/** The sport, if it is another. @param {Settings} values @param {Settings} first */
export const newSport = ({ sport }, first) =>
  sport.trim() === first.sport ? undefined : sport.trim();

/**
 * The new description of a community, if it was changed; the rest stays as others may have made it meanwhile.
 *
 * @param {Settings} values @param {Settings} first @param {Community} now
 */
export function newDescription({ category, publishers }, first, now) {
  const isFoundElsewhere = category.trim() !== first.category;
  const isByOthers = publishers !== first.publishers;
  if (!isFoundElsewhere && !isByOthers) return undefined;
  return {
    category: isFoundElsewhere ? category.trim() : now.category,
    publishers: isByOthers ? publishers : now.publishers,
  };
}
