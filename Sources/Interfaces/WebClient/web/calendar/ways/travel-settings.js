// How one travels: means at hand, limits, what is best, and where home is. Every plan follows it.

import { html, nothing } from 'lit-html';
import {
  storeTravelPreferences,
  travelPreferencesTag,
  watchTravelPreferences,
} from '../../data/travel-preferences.js';
import { check, field, Form, formOf, select } from '../../parts/form.js';
import { heading } from '../../parts/heading.js';
import { avoidances, bodyOf, modes, orders, valuesOf } from '../../parts/journey/preferences.js';
import { PlaceField } from '../../parts/place-field.js';
import { hint, loading, shown } from '../../parts/states.js';
import { notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';

/** @typedef {import('api-types').TravelPreferences} TravelPreferences */
/** @typedef {import('../../parts/journey/preferences.js').Values} Values */

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  new TravelSettingsPage(view).open();
}

class TravelSettingsPage {
  /** @type {{form: Form<Values>, home: PlaceField} | null} nothing until they were read once */
  #editing = null;
  /** @type {string | null} */
  #version = null;

  /** @param {import('../../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.read = watchTravelPreferences(view, ({ data }) => {
      if (data && !this.#editing) this.#begin(data);
    });
  }

  open() {
    this.view.draw(() =>
      html`<div class="stack loose">
        ${heading(t('journey.settings'), '/calendar', t('calendar.title'))}
        ${shown(this.read, (data) => this.#draw(data))}
      </div>`
    );
  }

  /** @param {TravelPreferences} data */
  #begin(data) {
    this.#version = travelPreferencesTag();
    const form = new Form(valuesOf(data), () => this.view.update());
    this.#editing = { form, home: new PlaceField(this.view, data.home, () => form.touch()) };
  }

  /** @param {Values} values @param {PlaceField} home */
  async #save(values, home) {
    const body = bodyOf(values, { home: home.place, days: this.read.data?.days });
    await storeTravelPreferences(body, this.#version);
    this.#version = travelPreferencesTag();
    notice(t('calendar.waysSaved'));
  }

  /** @param {TravelPreferences} data */
  #draw(data) {
    if (!this.#editing) return loading();
    const { form, home } = this.#editing;
    const wrong = (/** @type {Values} */ values) => ({
      ...(modes.some((mode) => values[`mode-${mode}`]) ? {} : { modes: t('calendar.needsModes') }),
      ...(home.place && !home.hasPosition ? { home: t('calendar.needsPosition') } : {}),
    });
    return html`${data.configured ? nothing : hint(t('calendar.notConfigured'))}
      ${
      formOf(form, {
        submit: () => form.submit((values) => this.#save(values, home), wrong),
        button: t('shell.save'),
        fields: html`${fields(form)}
          <h2>${t('calendar.home')}</h2>
          <p class="soft">${t('calendar.homeHelp')}</p>
          ${home.draw(form.errors.home)}`,
      })
    }`;
  }
}

/** @param {Form<Values>} form */
const fields = (form) =>
  html`
    <fieldset class="calendar-modes"><legend>${t('calendar.atHand')}</legend>${modes.map((mode) =>
      check(form, { name: `mode-${mode}`, label: t(`journey.mode-${mode}`) })
    )}${form.errors.modes
      ? html`<p class="field-error" role="alert">${form.errors.modes}</p>`
      : nothing}</fieldset>
    ${limits(form)}
    ${select(form, {
      name: 'order',
      label: t('calendar.best'),
      options: orders.map((value) => ({ value, text: t(`calendar.order-${value}`) })),
    })}
    <fieldset class="calendar-modes"><legend>${t('calendar.avoid')}</legend>${avoidances.map((
      name,
    ) => check(form, { name: `avoid-${name}`, label: t(`calendar.avoid-${name}`) }))}</fieldset>
  `;

/** How far one walks, and how much time one wants to have. @param {Form<Values>} form */
const limits = (form) =>
  html`
    ${field(form, {
      name: 'maximumWalk',
      label: t('calendar.maximumWalk'),
      type: 'number',
      min: 0,
      step: 100,
      unit: 'm',
      optional: true,
      help: t('calendar.maximumWalkHelp'),
    })}
    ${field(form, {
      name: 'buffer',
      label: t('calendar.buffer'),
      type: 'number',
      min: 0,
      max: 120,
      step: 1,
      unit: 'min',
      optional: true,
      help: t('calendar.bufferHelp'),
    })}
    ${field(form, {
      name: 'changeTime',
      label: t('calendar.changeTime'),
      type: 'number',
      min: 0,
      max: 60,
      step: 0.5,
      unit: 'min',
      optional: true,
      help: t('calendar.changeTimeHelp'),
    })}
    ${field(form, {
      name: 'boardingTime',
      label: t('calendar.boardingTime'),
      type: 'number',
      min: 0,
      max: 60,
      step: 0.5,
      unit: 'min',
      optional: true,
      help: t('calendar.boardingTimeHelp'),
    })}
  `;
