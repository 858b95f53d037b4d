// "Tell the organization": stars and a sentence, once a tour was walked.

import { html, render } from 'lit-html';
import { tellOrganization } from '../data/runs.js';
import { t } from '../shell/texts.js';
import { field, Form, formOf } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { stars } from '../parts/stars.js';

/** @typedef {import('api-types').Run} Run */
/** @typedef {{stars: number, text: string}} Words */

/** The form, and what was sent with it; drawn anew by itself. */
class WayFeedback extends HTMLElement {
  /** @type {Run | null} */
  run = null;
  organization = '';
  isSent = false;
  /** @type {Form<Words>} */
  form = new Form({ stars: 0, text: '' }, () => this.draw());

  connectedCallback() {
    const told = this.run?.feedback;
    if (told) {
      Object.assign(this.form.values, { stars: told.stars, text: told.text ?? '' });
      this.isSent = true;
    }
    this.draw();
  }

  send = () =>
    this.form.submit(async ({ stars, text }) => {
      const words = { stars, ...(text.trim() ? { text: text.trim() } : {}) };
      await tellOrganization(this.run?.id ?? '', words, t('tours.tellOrganization'));
      this.isSent = true;
    }, ({ stars }) => stars ? {} : { stars: t('tours.needsStars') });

  draw() {
    render(this.isSent ? this.sent() : this.asking(), this);
  }

  sent() {
    return html`
      <section class="card stack tight" aria-label=${t('tours.tellOrganization')}>
        <p role="status">${icon('check')} ${t('tours.feedbackSent')}</p>
        <p>${stars(this.form.values.stars)}</p>
        <div><button class="button quiet" @click=${() => {
          this.isSent = false;
          this.draw();
        }}>${t('tours.changeFeedback')}</button></div>
      </section>
    `;
  }

  asking() {
    const { form } = this;
    const choose = (/** @type {number} */ count) =>
      html`<label class="star ${count <= form.values.stars ? 'lit' : ''}">
        <input type="radio" class="unseen" name="stars" value=${count} .checked=${
        count === form.values.stars
      } aria-invalid=${form.errors.stars ? 'true' : 'false'} aria-describedby=${
        form.errors.stars ? 'feedback-stars' : ''
      }
          @change=${() => form.set('stars', count)}><span aria-hidden="true">${
        count <= form.values.stars ? '★' : '☆'
      }</span><span class="unseen">${t('shell.starCount', { count })}</span></label>`;
    return html`<section class="card stack tight" aria-label=${t('tours.tellOrganization')}>
      <h3>${t('tours.tellOrganization')}</h3>
      <p class="soft small">${t('tours.tellText', { name: this.organization })}</p>
      ${
      formOf(form, {
        submit: this.send,
        button: t('tours.sendFeedback'),
        label: t('tours.tellOrganization'),
        fields: html`<fieldset class="stars"><legend>${t('tours.starsLabel')}</legend>
          ${[1, 2, 3, 4, 5].map(choose)}
          ${
          form.errors.stars
            ? html`
              <p class="field-error" id="feedback-stars">${form.errors.stars}</p>
            `
            : ''
        }</fieldset>
          ${
          field(form, {
            name: 'text',
            label: t('tours.sentence'),
            rows: 3,
            optional: true,
            maxlength: 500,
          })
        }`,
      })
    }</section>`;
  }
}

customElements.define('way-feedback', WayFeedback);

/** @param {Run} run that was walked @param {string} organization whose tour it is */
export const feedback = (run, organization) =>
  html`<way-feedback .run=${run} .organization=${organization}></way-feedback>`;
