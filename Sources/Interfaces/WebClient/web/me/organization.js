import { html, nothing } from 'lit-html';
import { field, Form, formOf } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import { PictureField } from '../parts/picture-field.js';
import { ago } from '../parts/format.js';
import { hint, shown, shownPart } from '../parts/states.js';
import * as api from '../shell/api.js';
import { notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { heading } from './way.js';

/** @typedef {import('api-types').OrganizationRequest} Request */

/** What is otherwise with an account once it is one of an organization, told before one asks for it. */
const whatChanges = () =>
  html`
    <p>${t('me.organizationChanges')}</p>
    <ul>
      <li>${t('me.organizationStudio')}</li>
      <li>${t('me.organizationWalks')}</li>
      <li>${t('me.organizationKeeps')}</li>
      <li>${t('me.organizationOther')}</li>
    </ul>
  `;

/** Asking for an organization account, and what became of it. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const requests = view.watch('/v1/organization-requests');
  const form = new Form({ organizationName: '', website: '', reason: '' }, () => view.update());
  const submit = () =>
    form.submit(
      async ({ website, ...values }) => {
        await api.send('POST', '/v1/organization-requests', {
          body: { ...values, ...(website.trim() ? { website: website.trim() } : {}) },
        });
        form.values = { organizationName: '', website: '', reason: '' };
        notice(t('me.requestSent'));
      },
      (values) => ({
        ...(values.organizationName.trim() ? {} : { organizationName: t('me.needsOrganization') }),
        ...(values.reason.trim() ? {} : { reason: t('me.needsReason') }),
      }),
    );
  const organization = session.account?.organization
    ? view.watch(`/v1/organizations/${session.account.organization}`)
    : null;
  const address = `/v1/organizations/${session.account?.organization}`;
  const sign = new PictureField(() => view.update(), {
    send: (file, words, progress) =>
      api.send('PUT', `${address}/picture?${words}`, {
        body: file,
        progress,
        match: null,
        changes: [address],
      }),
    remove: () => api.send('DELETE', `${address}/picture`, { match: null, changes: [address] }),
  });
  view.draw(() =>
    html`<div class="stack loose">${heading(t('me.organization'))}
      ${
      session.role === 'organization'
        ? hint(
          t('me.isOrganization'),
          html`<a class="button" href="/studio">${t('shell.studio')}</a>`,
        )
        : html`<p>${t('me.organizationLead')}</p>`
    }
      ${
      organization
        ? shown(organization, (/** @type {import('api-types').Organization} */ data) =>
          sign.draw({
            name: 'organization',
            label: t('me.organizationPicture'),
            help: t('me.organizationPictureHelp'),
            picture: data.picture,
          }))
        : nothing
    }
      ${
      shownPart(requests, ({ items }) =>
        html`${
          items.length
            ? html`<ul class="list" aria-label=${t('me.requests')}>${
              items.map((/** @type {Request} */ item) =>
                html`<li>${
                  row({
                    start: icon('building-2'),
                    title: item.organizationName,
                    text: html`${ago(item.createdAt)}${
                      item.decisionReason ? ` · ${item.decisionReason}` : ''
                    }`,
                    end: html`<span class="mark ${
                      item.state === 'approved' ? 'good' : item.state === 'denied' ? 'bad' : 'warn'
                    }">${t(`me.request-${item.state}`)}</span>`,
                  })
                }</li>`
              )
            }</ul>`
            : nothing
        }
        ${
          session.role === 'general' &&
            !items.some((/** @type {Request} */ item) => item.state === 'requested')
            ? html`${hint(whatChanges())}${
              formOf(form, {
                submit,
                button: t('me.sendRequest'),
                fields: html`
                  ${field(form, {
                    name: 'organizationName',
                    label: t('me.organizationName'),
                    autocomplete: 'organization',
                    maxlength: 100,
                  })}
                  ${field(form, {
                    name: 'website',
                    label: t('me.website'),
                    type: 'url',
                    optional: true,
                    maxlength: 500,
                  })}
                  ${field(form, {
                    name: 'reason',
                    label: t('me.requestReason'),
                    rows: 4,
                    maxlength: 2000,
                    help: t('me.requestReasonHelp'),
                  })}
                `,
              })
            }`
            : nothing
        }`)
    }
    </div>`
  );
}
