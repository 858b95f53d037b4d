// Reporting something to the admins: what is wrong, and what they should know.

import { html } from 'lit-html';
import { createReport } from '../data/reports.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { openDialog } from './dialog.js';
import { field, Form, formOf, select } from './form.js';

const reasons = ['spam', 'offensive', 'dangerous', 'illegal', 'privacy', 'copyright', 'other'];

/**
 * Asks what is wrong with something and sends the report.
 *
 * @param {{title: string, subject: {kind: string, id: string}, at?: import('../shell/view.js').At}} options
 */
export function reportDialog({ title, subject, at }) {
  let update = () => {};
  // Nothing is chosen for somebody who accuses others.
  const form = new Form({ reason: '', text: '' }, () => update());
  return openDialog({
    title,
    at,
    body: (close, draw) => {
      update = draw;
      const send = () =>
        form.submit(async ({ reason, text }) => {
          await createReport({ subject, reason, text: text || undefined }, title);
          notice(t('shell.reported'));
          close();
        }, ({ reason }) => reason ? {} : { reason: t('shell.needsReportWhy') });
      return formOf(form, {
        submit: send,
        button: t('shell.sendReport'),
        label: title,
        fields: html`${
          select(form, {
            name: 'reason',
            label: t('shell.reportWhy'),
            options: [
              { value: '', text: t('shell.chooseWhy') },
              ...reasons.map((value) => ({ value, text: t(`shell.wrong-${value}`) })),
            ],
          })
        }
          ${
          field(form, {
            name: 'text',
            label: t('shell.reportText'),
            rows: 4,
            optional: true,
            maxlength: 1000,
          })
        }`,
        other: html`<button class="button" type="button" @click=${() => close()}>${
          t('shell.cancel')
        }</button>`,
      });
    },
  });
}
