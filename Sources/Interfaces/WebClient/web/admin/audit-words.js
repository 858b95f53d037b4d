// Entries of the audit trail in words, without identifiers.

import { html } from 'lit-html';
import { t } from '../shell/texts.js';
import { decidedWords } from './words.js';

/** @typedef {import('api-types').AuditEntry} Entry */

/** Who did it. @param {Entry} entry @param {string | undefined} own one's own account */
export const whoOf = ({ actor, actorName }, own) =>
  actor === undefined
    ? t('admin.byOperator')
    : actor === own
    ? t('admin.byYou')
    : actorName || t('admin.byAdmin');

/** @param {string} word @returns {word is import('../data/cases.js').Decision} */
const isDecision = (word) => ['keep', 'warn', 'hide', 'remove'].includes(word);

/** Why, or which case it was. @param {Entry} entry */
export function reasonOf({ action, detail }) {
  if (action === 'report-read' || action === 'report-listed') {
    return html`<a href="/admin/reports/${detail}">${t('admin.showCase')}</a>`;
  }
  // The decision stands before the reason.
  const [word] = detail.split(': ', 1);
  if (action === 'report-decided' && isDecision(word)) {
    return `${decidedWords(word)} ${detail.slice(word.length + 2)}`;
  }
  if (action === 'decision-undone' && isDecision(detail)) {
    return t('admin.wasDecided', { decision: decidedWords(detail) });
  }
  return detail;
}
