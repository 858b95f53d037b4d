// How one travels: means at hand, limits, what is best, and where home is. Every plan follows it.

import { html, nothing } from 'lit-html';
import { check, field, Form, formOf, select } from '../../parts/form.js';
import { heading } from '../../parts/heading.js';
import { hint, loading, shown } from '../../parts/states.js';
import * as api from '../../shell/api.js';
import { notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { PlaceField } from '../../parts/place-field.js';
import {
  avoidances,
  bodyOf,
  modes,
  orders,
  path,
  valuesOf,
} from '../../parts/journey/preferences.js';

/** @typedef {import('api-types').TravelPreferences} TravelPreferences */

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  /** @type {Form<Record<string, any>> | null} */
  let form = null;
  /** @type {PlaceField | null} */
  let home = null;
  /** @type {string | null} */
  let version = null;
  const read = view.watch(path, ({ data }) => {
    if (!data || form) return;
    version = api.etag(path);
    form = new Form({ ...valuesOf(data) }, () => view.update());
    home = new PlaceField(view, data.home, () => form?.touch());
  });

  const save = () =>
    form?.submit(async (values) => {
      await api.send('PUT', path, {
        match: version,
        changes: [path, '/v1/appointments'],
        body: bodyOf(values, { home: home?.place, days: read.data?.days }),
      });
      version = api.etag(path);
      notice(t('calendar.waysSaved'));
    }, (values) => ({
      ...(modes.some((mode) => values[`mode-${mode}`]) ? {} : { modes: t('calendar.needsModes') }),
      ...(home?.place && !home.hasPosition ? { home: t('calendar.needsPosition') } : {}),
    }));

  /** @param {Form<Record<string, any>>} form */
  const fields = (form) =>
    html`
      <fieldset class="calendar-modes"><legend>${t('calendar.atHand')}</legend>${modes.map((mode) =>
        check(form, { name: `mode-${mode}`, label: t(`journey.mode-${mode}`) })
      )}${form.errors.modes
        ? html`<p class="field-error" role="alert">${form.errors.modes}</p>`
        : nothing}</fieldset>
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
      ${select(form, {
        name: 'order',
        label: t('calendar.best'),
        options: orders.map((value) => ({ value, text: t(`calendar.order-${value}`) })),
      })}
      <fieldset class="calendar-modes"><legend>${t('calendar.avoid')}</legend>${avoidances.map((
        name,
      ) => check(form, { name: `avoid-${name}`, label: t(`calendar.avoid-${name}`) }))}</fieldset>
      <h2>${t('calendar.home')}</h2>
      <p class="soft">${t('calendar.homeHelp')}</p>
      ${home?.draw(form.errors.home)}
    `;

  view.draw(() =>
    html`<div class="stack loose">
      ${heading(t('journey.settings'), '/calendar', t('calendar.title'))}
      ${
      shown(read, (/** @type {TravelPreferences} */ data) =>
        form
          ? html`${data.configured ? nothing : hint(t('calendar.notConfigured'))}
          ${formOf(form, { submit: save, button: t('shell.save'), fields: fields(form) })}`
          : loading())
    }</div>`
  );
}
