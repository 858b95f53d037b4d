import { html, nothing } from 'lit-html';
import { ownZone } from '../parts/days.js';
import { field, Form, formOf, select } from '../parts/form.js';
import { createGroup } from '../data/groups.js';
import { describeTeam } from '../data/teams.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { heading } from '../parts/people/heading.js';
import { sportField } from './fields.js';
import { kinds, policiesOf } from './words.js';

/** The kind that a link asks for. @param {import('../shell/view.js').View} view */
const wished = (view) => kinds.find((kind) => kind === view.query.get('kind')) ?? 'group';

/** Starting a group. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const form = new Form(
    { kind: wished(view), name: '', description: '', joinPolicy: 'invite', sport: '' },
    () => view.update(),
  );
  const submit = () =>
    form.submit(
      async ({ sport, ...values }) => {
        // In which deadlines without a time end.
        const realm = await createGroup({ ...values, timeZone: ownZone });
        if (values.kind === 'team' && sport.trim()) await describeTeam(realm.id, sport.trim());
        notice(t('groups.started', { name: realm.name }));
        view.go(`/people/${realm.id}`, { replace: true });
      },
      (values) => values.name.trim() ? {} : { name: t('people.needsName') },
    );
  view.draw(() =>
    html`<div class="stack">${heading(t('groups.start'))}
      ${
      formOf(form, {
        submit,
        button: t('groups.startButton'),
        fields: html`
          ${field(form, { name: 'name', label: t('people.name'), maxlength: 100 })}
          ${select(form, {
            name: 'kind',
            label: t('people.kind'),
            options: kinds.map((value) => ({ value, text: t(`groups.kind-${value}`) })),
          })}
          ${form.values.kind === 'team' ? sportField(form) : nothing}
          ${field(form, {
            name: 'description',
            label: t('people.description'),
            rows: 3,
            maxlength: 2000,
            optional: true,
          })}
          ${select(form, {
            name: 'joinPolicy',
            label: t('groups.policy'),
            options: policiesOf(form.values.kind).map((value) => ({
              value,
              text: t(`groups.policy-${value}`),
            })),
          })}
        `,
      })
    }</div>`
  );
}
