// Who wants to make tours.

import { html } from 'lit-html';
import {
  decideOrganizationRequest,
  pagedOrganizationRequests,
  watchOrganizationRequest,
} from '../data/admin.js';
import { Form } from '../parts/form.js';
import { ago, moment } from '../parts/format.js';
import { row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { emptyState, shown } from '../parts/states.js';
import { t } from '../shell/texts.js';
import { decision, QueuePage } from './queue.js';

/** @typedef {import('api-types').OrganizationRequest} Request */

/** @extends {QueuePage<Request>} */
class RequestsPage extends QueuePage {
  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    super(view, pagedOrganizationRequests(view), {
      home: '/admin/organization-requests',
      title: t('admin.requests'),
      empty: emptyState({
        icon: 'check-check',
        title: t('admin.noRequests'),
        text: t('admin.noRequestsText'),
      }),
    });
    this.request = this.id ? watchOrganizationRequest(view, this.id) : null;
    this.form = new Form({ reason: '' }, () => view.update());
  }

  /** @param {'accept' | 'deny'} word @param {string} reason */
  #decide(word, reason) {
    return this.settle(
      () => decideOrganizationRequest(this.id, word, reason),
      t(word === 'accept' ? 'admin.accepted' : 'admin.denied'),
    );
  }

  /** @override @param {Request} item @param {boolean} current */
  row(item, current) {
    return row({
      href: `/admin/organization-requests/${item.id}`,
      current,
      start: picture(item.organizationName),
      title: item.organizationName,
      text: html`${item.account.name} · <time datetime=${item.createdAt}>${
        ago(item.createdAt)
      }</time>`,
    });
  }

  /** @override */
  detail() {
    return this.request && shown(this.request, (found) =>
      html`<article class="stack">
        <header class="stack tight"><h1>${found.organizationName}</h1>
          <p class="soft">${found.account.name} · <time datetime=${found.createdAt}>${
        moment(found.createdAt)
      }</time></p></header>
        ${
        found.website
          ? html`<p><a href=${found.website} target="_blank" rel="noopener noreferrer">${found.website}</a></p>`
          : ''
      }
        <section class="stack tight"><h2>${
        t('admin.theirReason')
      }</h2><p class="words">${found.reason}</p></section>
        ${found.state === 'requested' ? this.#decision() : decided(found)}
      </article>`);
  }

  #decision() {
    return decision(this.form, {
      help: t('admin.denialHelp'),
      buttons: [
        {
          text: t('admin.accept'),
          needsReason: false,
          run: (reason) => this.#decide('accept', reason),
        },
        {
          text: t('admin.deny'),
          look: 'danger',
          needsReason: true,
          run: (reason) => this.#decide('deny', reason),
        },
      ],
    });
  }
}

/** @param {Request} found */
const decided = ({ state, decisionReason }) =>
  html`<p class="card"><strong>${
    t(state === 'approved' ? 'admin.accepted' : 'admin.denied')
  }</strong> ${decisionReason ?? ''}</p>`;

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const requests = new RequestsPage(view);
  view.draw(() => requests.draw());
}
