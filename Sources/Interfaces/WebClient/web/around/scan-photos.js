// Asking for a model of a thing by photos, and what became of such requests.

import { html, nothing } from 'lit-html';
import {
  pagedScanRequests,
  requestScan,
  sendScanPhoto,
  withdrawScanRequest,
} from '../data/scans.js';
import { field, Form, formOf } from '../parts/form.js';
import { fitting } from '../parts/picture-field.js';
import { hint } from '../parts/states.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** How many photos a request has. */
const [fewest, most] = [3, 20];

export class ScanPhotos {
  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    /** @type {File[]} */
    this.files = [];
    /** The number of the photo that is being sent; 0 while none is. */
    this.sending = 0;
    this.form = this.emptyForm();
    this.list = pagedScanRequests(view);
  }

  emptyForm() {
    return new Form({ name: '', alt: '', photos: '' }, () => this.view.update());
  }

  /** @param {Event} event */
  pick(event) {
    this.files = [.../** @type {HTMLInputElement} */ (event.target).files ?? []];
    this.form.set('photos', String(this.files.length));
  }

  send() {
    return this.form.submit(async ({ name, alt }) => {
      /** @type {import('../data/objects.js').AltText} */
      const words = alt.trim() ? { alt: alt.trim() } : { decorative: true };
      const photos = [];
      try {
        for (const file of this.files) {
          this.sending += 1;
          this.view.update();
          photos.push((await sendScanPhoto(await fitting(file), words)).id);
        }
        await requestScan({ name: name.trim(), ...words, photos });
      } finally {
        this.sending = 0;
      }
      notice(t('around.scanSent', { name: name.trim() }));
      this.files = [];
      this.form = this.emptyForm();
    }, ({ name }) => ({
      ...(name.trim() ? {} : { name: t('around.nameNeeded') }),
      ...(this.files.length < fewest || this.files.length > most
        ? { photos: t('around.scanCount', { count: this.files.length }) }
        : {}),
    }));
  }

  /** @param {import('api-types').ScanRequest} request */
  async takeBack(request) {
    try {
      await withdrawScanRequest(request.id);
      notice(t('around.scanTakenBack', { name: request.name }));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {import('lit-html').TemplateResult} other the button that closes it */
  draw(other) {
    const { form } = this;
    const error = form.errors.photos;
    return html`${hint(t('around.scanPhotosHelp'))}
      ${
      formOf(form, {
        submit: () => this.send(),
        button: t('around.scanSend'),
        fields: html`<div class="field"><label for="field-photos">${t('around.scanPhotos')}</label>
          <input id="field-photos" type="file" accept="image/*" multiple
            aria-invalid=${error ? 'true' : nothing} aria-describedby="field-photos-help"
            @change=${(/** @type {Event} */ event) => this.pick(event)}>
          ${error ? html`<p class="field-error">${error}</p>` : nothing}
          <p class="field-help" id="field-photos-help">${t('around.scanPhotosHow')}</p></div>
          ${field(form, { name: 'name', label: t('around.name'), maxlength: 100 })}
          ${
          field(form, {
            name: 'alt',
            label: t('around.alt'),
            rows: 2,
            optional: true,
            maxlength: 500,
          })
        }
          ${
          this.sending
            ? html`<p role="status">${
              t('around.scanSending', { number: this.sending, count: this.files.length })
            }</p>`
            : nothing
        }`,
        other,
      })
    }
      ${
      this.list.items.length > 0
        ? html`<h3 id="scan-requests">${t('around.scanRequests')}</h3>
          <ul class="plain-list stack" aria-labelledby="scan-requests">${
          this.list.items.map((request) =>
            html`<li class="row spread"><span>${request.name}: ${
              t(`around.scan-${request.state}`)
            }${request.reason ? ` (${request.reason})` : nothing}</span>
            ${
              request.object
                ? html`<a class="button" href="/inventory?object=${request.object}">${
                  t('around.scanShow')
                }</a>`
                : nothing
            }
            ${
              request.state === 'requested'
                ? html`
                  <button class="button" aria-label="${t('around.scanTakeBack')}: ${request.name}"
                    @click=${() => this.takeBack(request)}>${t('around.scanTakeBack')}</button>
                `
                : nothing
            }</li>`
          )
        }</ul>
        ${
          this.list.hasMore
            ? html`<button class="button" @click=${() => this.list.more()}>${
              t('shell.more')
            }</button>`
            : nothing
        }`
        : nothing
    }`;
  }
}
