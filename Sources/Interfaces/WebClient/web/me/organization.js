import { html, nothing } from 'lit-html';
import { field, Form, formOf } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import { stateMark } from '../parts/person.js';
import { PictureField } from '../parts/picture-field.js';
import { ago } from '../parts/format.js';
import { hint, shown, shownPart } from '../parts/states.js';
import {
  removeOrganizationPicture,
  requestOrganization,
  sendOrganizationPicture,
  watchOrganization,
  watchOwnOrganizationRequests,
} from '../data/organizations.js';
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

const noRequest = () => ({ organizationName: '', website: '', reason: '' });

/** Asking for an organization account, and what became of it. */
class OrganizationPage {
  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.requests = watchOwnOrganizationRequests(view);
    this.form = new Form(noRequest(), () => view.update());
    const id = session.account?.organization;
    this.organization = id ? watchOrganization(view, id) : null;
    this.sign = id
      ? new PictureField(() => view.update(), {
        send: (file, words, progress) => sendOrganizationPicture(id, file, words, progress),
        remove: () => removeOrganizationPicture(id),
      })
      : null;
  }

  #submit() {
    return this.form.submit(
      async ({ website, ...values }) => {
        await requestOrganization({ ...values, website: website.trim() || undefined });
        this.form.values = noRequest();
        notice(t('me.requestSent'));
      },
      (values) => ({
        ...(values.organizationName.trim() ? {} : { organizationName: t('me.needsOrganization') }),
        ...(values.reason.trim() ? {} : { reason: t('me.needsReason') }),
      }),
    );
  }

  draw() {
    return html`<div class="stack loose">${heading(t('me.organization'))}
      ${
      session.role === 'organization'
        ? hint(
          t('me.isOrganization'),
          html`<a class="button" href="/studio">${t('shell.studio')}</a>`,
        )
        : html`<p>${t('me.organizationLead')}</p>`
    }
      ${
      this.organization
        ? shown(this.organization, (data) =>
          this.sign?.draw({
            name: 'organization',
            label: t('me.organizationPicture'),
            help: t('me.organizationPictureHelp'),
            picture: data.picture,
          }))
        : nothing
    }
      ${
      shownPart(this.requests, ({ items }) =>
        html`${
          items.length
            ? html`<ul class="list" aria-label=${t('me.requests')}>${items.map(requestRow)}</ul>`
            : nothing
        }${
          session.role === 'general' && !items.some(({ state }) =>
              state === 'requested'
            )
            ? html`${hint(whatChanges())}${this.#drawForm()}`
            : nothing
        }`)
    }
    </div>`;
  }

  #drawForm() {
    const { form } = this;
    return formOf(form, {
      submit: () => this.#submit(),
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
    });
  }
}

/** How a request stands is marked so. @type {Record<Request['state'], import('../parts/person.js').State['look']>} */
const looks = { requested: 'warn', approved: 'good', denied: 'bad' };

/** @param {Request} item */
const requestRow = (item) =>
  html`<li>${
    row({
      start: icon('building-2'),
      title: item.organizationName,
      text: html`${ago(item.createdAt)}${item.decisionReason ? ` · ${item.decisionReason}` : ''}`,
      end: stateMark({ text: t(`me.request-${item.state}`), look: looks[item.state] }),
    })
  }</li>`;

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const organization = new OrganizationPage(view);
  view.draw(() => organization.draw());
}
