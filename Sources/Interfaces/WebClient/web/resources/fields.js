// What is said of a shared thing, and the rules for booking it: in fields, in words, and kept.

import { html, nothing } from 'lit-html';
import { check, field } from '../parts/form.js';
import { duration } from '../parts/format.js';
import { t } from '../shell/texts.js';
import { dayText } from '../parts/people/times.js';

/** @typedef {import('api-types').Resource} Resource */
/** @typedef {Resource['rules']} Rules */

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
 * What is sent.
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

/** What is wrong with the values. @param {ReturnType<typeof valuesOf>} values */
export function wrongIn({ name, noticeHours, longestHours, perWeek }) {
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

/** What is said of it, beside what somebody else says of it. @param {ReturnType<typeof valuesOf>} values */
export const resourceWords = (values) =>
  html`
    <p>${values.name}</p>
    <p>${values.description}</p>
    <p>${values.where}</p>
    <ul>
      ${values.sameDay ? html`<li>${t('resources.sameDay')}</li>` : nothing}
      <li>${t('resources.noticeHours')}: ${values.noticeHours} h</li>
      <li>${t('resources.longestHours')}: ${values.longestHours} h</li>
      ${values.perWeek ? html`<li>${t('resources.perWeek')}: ${values.perWeek}</li>` : nothing}
    </ul>
    <p>${values.calendarAddress}</p>
  `;

/** @param {import('../parts/form.js').Form<any>} form */
export const resourceFields = (form) =>
  html`
    ${field(form, {
      name: 'name',
      label: t('people.name'),
      maxlength: 100,
      required: true,
    })}${field(form, {
      name: 'description',
      label: t('people.description'),
      rows: 3,
      maxlength: 2000,
      optional: true,
    })}${field(form, {
      name: 'where',
      label: t('resources.whereItIs'),
      maxlength: 200,
      optional: true,
    })}
      <fieldset
      class="field"><legend>${t('resources.bookingRules')}</legend>${check(form, {
        name: 'sameDay',
        label: t('resources.sameDay'),
      })}${field(form, {
        name: 'noticeHours',
        label: t('resources.noticeHours'),
        type: 'number',
        min: 0,
        max: 8760,
        step: 1,
        unit: 'h',
      })}${field(form, {
        name: 'longestHours',
        label: t('resources.longestHours'),
        type: 'number',
        min: 0.25,
        max: 744,
        step: 0.25,
        unit: 'h',
      })}${field(form, {
        name: 'perWeek',
        label: t('resources.perWeek'),
        help: t('resources.perWeekHelp'),
        type: 'number',
        min: 1,
        max: 672,
        step: 1,
        optional: true,
      })}</fieldset>${field(form, {
        name: 'calendarAddress',
        label: t('resources.calendarAddress'),
        help: t('resources.calendarAddressHelp'),
        maxlength: 2000,
        optional: true,
      })}
  `;

/** Hours as people say them: 2 days, 36 h. @param {number} hours */
const spanOf = (hours) =>
  hours >= 48 && hours % 24 === 0
    ? t('resources.dayCount', { count: hours / 24 })
    : duration(hours * 3600);

/** The rules in words. @param {Rules} rules @returns {string[]} */
export const ruleWords = (rules) => [
  t('resources.rule-longest', { span: spanOf(rules.longestMinutes / 60) }),
  ...(rules.noticeHours > 0
    ? [t('resources.rule-notice', { span: spanOf(rules.noticeHours) })]
    : []),
  ...(rules.sameDay ? [] : [t('resources.rule-tomorrow')]),
  ...(rules.perWeek === undefined ? [] : [t('resources.rule-perWeek', { count: rules.perWeek })]),
];

/**
 * Which rule a time breaks, at the field that is to be changed. How many bookings there are in the
 * week the server alone knows.
 *
 * @param {Rules} rules @param {{start: string, end: string}} times as fields have them
 * @returns {Record<string, string>}
 */
export function brokenRules(rules, { start, end }) {
  const from = new Date(start);
  const hours = (new Date(end).getTime() - from.getTime()) / 3_600_000;
  if (hours > rules.longestMinutes / 60) {
    return { end: t('resources.rule-longest', { span: spanOf(rules.longestMinutes / 60) }) };
  }
  if (from.getTime() < Date.now() + rules.noticeHours * 3_600_000 && rules.noticeHours > 0) {
    return { start: t('resources.rule-notice', { span: spanOf(rules.noticeHours) }) };
  }
  if (!rules.sameDay && dayText(from) <= dayText(new Date())) {
    return { start: t('resources.rule-tomorrow') };
  }
  return {};
}
