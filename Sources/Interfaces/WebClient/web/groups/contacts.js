// Contacts of the members of a team, by the consent of each.

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { shareContact, watchContacts } from '../data/teams.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';

export class Contacts {
  /** The choice that is being sent, whatever is drawn meanwhile. @type {boolean | undefined} */
  #wished;

  /** @param {import('../shell/view.js').View} view @param {string} realm its identifier */
  constructor(view, realm) {
    this.realm = realm;
    this.found = watchContacts(view, realm, ({ data }) => {
      if (data?.shared === this.#wished) this.#wished = undefined;
    });
  }

  /** Whether one shows the team how one is reached. */
  draw() {
    if (!this.found.data) return nothing;
    return html`
      <div
        class="check"><input type="checkbox" id="share-contact" .checked=${live(
          this.#wished ?? this.found.data.shared,
        )} aria-describedby="share-contact-help" @change=${(/** @type {Event} */ event) =>
          this.#share(/** @type {HTMLInputElement} */ (event.target).checked)}>
            <label for="share-contact">${t('groups.shareContact')}</label>
            <p class="field-help" id="share-contact-help">${t('groups.shareContactHelp')}</p></div>
    `;
  }

  /** The contact of a member who shows it. @param {string} account */
  of(account) {
    const contact = this.found.data?.items.find((item) => item.account === account);
    if (!contact || (!contact.email && !contact.phone)) return nothing;
    return html`<br>${
      contact.email ? html`<a href="mailto:${contact.email}">${contact.email}</a>` : nothing
    }${contact.email && contact.phone ? ' · ' : ''}${
      contact.phone ? html`<a href="tel:${contact.phone}">${contact.phone}</a>` : nothing
    }`;
  }

  /** @param {boolean} shared */
  async #share(shared) {
    this.#wished = shared;
    try {
      await shareContact(this.realm, shared);
    } catch (error) {
      this.#wished = undefined;
      complain(error);
    }
  }
}
