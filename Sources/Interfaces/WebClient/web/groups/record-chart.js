// A curve for each player over the days, and the same values as a table.

import { nothing } from 'lit-html';
import { chart } from '../parts/chart.js';
import { date, number } from '../parts/format.js';
import { t } from '../shell/texts.js';
import { curvesOf } from './curves.js';

/** @typedef {import('api-types').TeamRecord} TeamRecord */

/**
 * Values of one unit alone have a scale in common; a single one is no curve.
 *
 * @param {TeamRecord[]} items @param {string} metric @param {string} unit
 */
export function recordChart(items, metric, unit) {
  const own = items.filter((item) => item.unit === unit);
  if (own.length < 2) return nothing;
  const values = own.map(({ value }) => value);
  return chart({
    title: unit ? t('groups.chartIn', { metric, unit }) : metric,
    told: t('groups.chartOf', {
      metric,
      low: number(Math.min(...values), 3),
      high: number(Math.max(...values), 3),
      unit,
    }),
    curves: curvesOf(own, t('groups.wholeTeam')),
    axis: (at) => date(new Date(at)),
    scale: (value) => number(value, 3),
    axisName: t('people.day'),
  });
}
