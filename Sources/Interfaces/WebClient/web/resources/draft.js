// The draft of a shared thing: values of its form, their errors, and the body to send.

import { t } from '../shell/texts.js';

/** @typedef {import('api-types').Resource} Resource */

/** Hours that a booking lasts at most where nobody has said anything, as the server has it. */
const preset = 336;

/** The values of the fields. @param {Resource} [item] */
export const valuesOf = (item) => ({
  name: item?.name ?? '',
  description: item?.description ?? '',
  where: item?.place?.label ?? '',
  calendarAddress: item?.calendarAddress ?? '',
  sameDay: item?.rules.sameDay ?? false,
  noticeHours: String(item?.rules.noticeHours ?? 0),
  longestHours: String((item?.rules.longestMinutes ?? preset * 60) / 60),
  perWeek: String(item?.rules.perWeek ?? ''),
});

/**
 * The body to send.
 *
 * @param {ReturnType<typeof valuesOf>} values @param {Resource} [item] as it was: where it stands on the
 *   map stays while it is called the same
 */
export function bodyOf(values, item) {
  const address = values.calendarAddress.trim();
  const where = values.where.trim();
  return {
    name: values.name.trim(),
    description: values.description.trim(),
    ...(where
      ? { place: where === item?.place?.label ? item.place : { label: where } }
      : item?.place?.lat !== undefined && !item.place.label
      ? { place: item.place }
      : {}),
    rules: {
      sameDay: values.sameDay,
      noticeHours: Number(values.noticeHours),
      longestMinutes: Math.round(Number(values.longestHours) * 60),
      ...(values.perWeek ? { perWeek: Number(values.perWeek) } : {}),
    },
    ...(address ? { calendarAddress: address } : {}),
  };
}

/** The errors of a draft. @param {ReturnType<typeof valuesOf>} values */
export function errorsIn({ name, noticeHours, longestHours, perWeek }) {
  const isWhole = (/** @type {string} */ text, /** @type {number} */ low, high = 8760) =>
    Number.isInteger(Number(text)) && Number(text) >= low && Number(text) <= high;
  return {
    ...(name.trim() ? {} : { name: t('people.needsName') }),
    ...(noticeHours !== '' && isWhole(noticeHours, 0)
      ? {}
      : { noticeHours: t('resources.needsNotice') }),
    ...(Number(longestHours) >= 0.25 && Number(longestHours) <= 744
      ? {}
      : { longestHours: t('resources.needsLongest') }),
    ...(perWeek === '' || isWhole(perWeek, 1, 672) ? {} : { perWeek: t('resources.needsPerWeek') }),
  };
}
