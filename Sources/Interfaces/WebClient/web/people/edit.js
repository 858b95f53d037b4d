import { html } from 'lit-html';
import { field, Form, formOf, select } from '../parts/form.js';
import { confirm } from '../parts/dialog.js';
import { icon } from '../parts/icon.js';
import { hint, shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { Requests } from './requests.js';
import { heading, policies, runs, sportField } from './words.js';

/** Changing a group that one runs. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const path = `/v1/realms/${view.params.id}`;
  /** @type {Form<any> | null} */
  let form = null;
  /** @type {ReturnType<typeof view.watch> | null} */
  let team = null;
  /** @type {Requests | null} */
  let requests = null;
  const begin = () => {
    const { data } = realm;
    if (!data || form || data.kind === 'team' && !team?.data) return;
    form = new Form(
      {
        name: data.name,
        description: data.description,
        joinPolicy: data.joinPolicy,
        sport: team?.data?.sport ?? '',
      },
      () => view.update(),
    );
  };
  const realm = view.watch(path, ({ data }) => {
    if (!data) return;
    if (runs(data)) requests ??= new Requests(view, data.id);
    if (data.kind === 'team') team ??= view.watch(`${path}/team`, () => queueMicrotask(begin));
    queueMicrotask(begin);
    queueMicrotask(() => view.update());
  });
  const save = () =>
    form?.submit(
      async ({ sport, ...values }) => {
        await api.send('PATCH', path, { body: values, changes: ['/v1/realms'] });
        if (team && sport.trim() !== team.data.sport) {
          await api.send('PUT', `${path}/team`, {
            body: { sport: sport.trim() },
            changes: [path],
            match: null,
          });
        }
        notice(t('shell.saved'));
        view.go(`/people/${view.params.id}`);
      },
      (values) => values.name.trim() ? {} : { name: t('people.needsName') },
    );
  const remove = async () => {
    const sure = await confirm({
      title: t('people.deleteNamed', { name: realm.data.name }),
      text: t('people.deleteText'),
      button: t('people.delete'),
    });
    if (!sure) return;
    try {
      await api.send('DELETE', path, { changes: ['/v1/realms?'] });
      view.go('/people');
    } catch (error) {
      complain(error);
    }
  };
  view.draw(() =>
    html`<div class="stack">${
      heading(t('people.edit'), `/people/${view.params.id}`, realm.data?.name ?? t('people.group'))
    }
      ${
      shown(realm, (data) =>
        html`${
          form
            ? formOf(form, {
              submit: save,
              button: t('shell.save'),
              fields: html`
                ${field(form, { name: 'name', label: t('people.name'), maxlength: 100 })}
                ${data.kind === 'team' ? sportField(form) : ''}
                ${field(form, {
                  name: 'description',
                  label: t('people.description'),
                  rows: 3,
                  maxlength: 2000,
                  optional: true,
                })}
                ${select(form, {
                  name: 'joinPolicy',
                  label: t('people.policy'),
                  options: policies.map((value) => ({ value, text: t(`people.policy-${value}`) })),
                })}
              `,
            })
            : ''
        }
        ${
          requests
            ? hint(
              t('people.protect'),
              html`<a class="button" href="/me/security">${t('people.passwordAndDevices')}</a>`,
            )
            : ''
        }
        ${requests?.draw({ always: true }) ?? ''}
        ${
          data.role === 'owner'
            ? html`<div><button class="button danger" @click=${remove}>${icon('trash-2')}${
              t('people.delete')
            }</button></div>`
            : ''
        }`)
    }
    </div>`
  );
}
