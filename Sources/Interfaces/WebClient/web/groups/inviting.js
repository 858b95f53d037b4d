// Inviting into a group: by address, or by a link.

import { html, nothing } from 'lit-html';
import { createInvitation } from '../data/invitations.js';
import { openDialog } from '../parts/dialog.js';
import { field, Form, formOf, select } from '../parts/form.js';
import { moment } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { share } from '../parts/sharing.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { messageField } from './fields.js';
import { roles } from './words.js';

/** For how many days an invitation may work. */
const lives = [1, 7, 30];
/** The uses of a link. */
const uses = 20;

/** @param {import('../shell/view.js').At} at @param {{id: string, name: string}} group */
export function invite(at, group) {
  const inviting = new Inviting(group);
  return openDialog({
    at,
    title: t('people.invite'),
    body: (close, update) => {
      inviting.form.update = update;
      return inviting.draw(close);
    },
  });
}

/** @typedef {{href: string, until: string, code: unknown}} Link */

class Inviting {
  /** The link, until when it works, and its code. @type {Link | null} */
  #link = null;

  /** @param {{id: string, name: string}} group */
  constructor({ id, name }) {
    this.group = id;
    this.name = name;
    this.form = new Form({ to: '', role: 'member', days: '7', message: '' }, () => {});
  }

  /** Its lifetime in seconds. */
  get #life() {
    return Number(this.form.values.days) * 86_400;
  }

  /** @param {() => void} close */
  #send(close) {
    return this.form.submit(async (values) => {
      const [to, message] = [values.to.trim(), values.message.trim()];
      await createInvitation(this.group, {
        to,
        role: values.role,
        expiresIn: this.#life,
        ...(message ? { message } : {}),
      });
      close();
      notice(t('groups.sent', { to }));
    }, ({ to }) => to.trim() ? {} : { to: t('groups.needsAddress') });
  }

  #makeLink = () =>
    this.form.submit(async ({ role }) => {
      const made = await createInvitation(this.group, {
        link: true,
        role,
        uses,
        expiresIn: this.#life,
      });
      const href = `${location.origin}/invitations/${made.token}`;
      const { qrCode } = await import('../parts/qr-code.js');
      this.#link = {
        href,
        until: made.invitation.expiresAt,
        code: qrCode(href, t('groups.codeOf', { name: this.name })),
      };
    });

  /** @param {() => void} close */
  draw(close) {
    return html`${
      formOf(this.form, {
        submit: () => this.#send(close),
        button: t('groups.send'),
        fields: this.#fields(),
        other: html`<button type="button" class="button" @click=${this.#makeLink}>${icon('link')}${
          t('groups.makeLink')
        }</button>`,
      })
    }${this.#link ? shownLink(this.#link, this.name) : nothing}`;
  }

  #fields() {
    const { form } = this;
    return html`${
      field(form, {
        name: 'to',
        label: t('groups.address'),
        type: 'email',
        help: t('groups.addressHelp'),
      })
    }
    ${
      select(form, {
        name: 'role',
        label: t('groups.role'),
        options: roles.map((value) => ({ value, text: t(`groups.role-${value}`) })),
      })
    }
    ${
      select(form, {
        name: 'days',
        label: t('groups.worksFor'),
        options: lives.map((count) => ({
          value: String(count),
          text: t('groups.lastingDays', { count }),
        })),
      })
    }
    ${messageField(form)}`;
  }
}

/** The link: to be shared, or read by a camera. @param {Link} link @param {string} name of the group */
const shownLink = ({ href, until, code }, name) =>
  html`
    <section class="card stack tight" aria-label=${t('groups.link')}>
      <p>${t('groups.linkHelp', { when: moment(until) })}</p>
      <p class="link-text">${href}</p>
      <div
        class="row"><button class="button main" type="button" @click=${() =>
          share({ title: t('groups.shareTitle', { name }), url: href })}>${icon('share-2')}${t(
            'groups.share',
          )}</button></div>
      <div class="code-box">${code}</div>
      <p class="soft small">${t('groups.codeHelp')}</p>
    </section>
  `;
