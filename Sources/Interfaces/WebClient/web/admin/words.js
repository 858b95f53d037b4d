// Cases in words.

import { t } from '../shell/texts.js';

/** @typedef {import('api-types').ReportCase} Case */

/** @param {Case} item */
export const kindOf = ({ subject }) => t(`admin.kind-${subject.kind}`);
/** @param {Case} item */
export const nameOf = (item) => item.subject.title || kindOf(item);

/** What was decided. @param {import('../data/cases.js').Decision} decision */
export const decidedWords = (decision) => t(`admin.done-${decision}`);
