// How one gets about, asked once: until it is answered, on foot and everything that is public count.

import { html, nothing } from 'lit-html';
import {
  readTravelPreferences,
  storeTravelPreferences,
  travelPreferencesTag,
} from '../../data/travel-preferences.js';
import { openDialog } from '../../parts/dialog.js';
import { check, Form, formOf } from '../../parts/form.js';
import { notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { bodyOf, modes, valuesOf } from '../../parts/journey/preferences.js';

/** What is asked for one by one; the others as public transport. */
const own = ['walk', 'bicycle', 'car'];
const others = modes.filter((mode) => ![...own, 'parkAndRide'].includes(mode));

/**
 * Asks for the means of transport, unless they have been set.
 *
 * @type {import('../../shell/places.js').Question}
 */
export default async function ask(isWelcome) {
  const data = await readTravelPreferences();
  const version = travelPreferencesTag();
  if (data.configured) return 'known';
  if (!isWelcome()) return undefined;
  /** @type {Form<import('../../parts/journey/preferences.js').Values & {public: boolean}>} */
  const form = new Form({ ...valuesOf(data), public: true }, () => {});
  const answering = openDialog({
    title: t('calendar.firstWays'),
    body: (/** @type {(isSaved?: boolean) => void} */ close, update) => {
      form.update = update;
      const save = () =>
        form.submit(async (values) => {
          const all = Object.fromEntries(others.map((mode) => [`mode-${mode}`, values.public]));
          await storeTravelPreferences(bodyOf({ ...values, ...all }, {}), version);
          close(true);
        }, (values) =>
          values.public || own.some((mode) =>
              values[`mode-${mode}`]
            )
            ? {}
            : { modes: t('calendar.needsModes') });
      return html`
        <p>${t('calendar.firstWaysText')}</p>
        ${formOf(form, {
          submit: save,
          button: t('shell.save'),
          fields: html`
            <fieldset class="calendar-modes single"><legend>${t('calendar.atHand')}</legend>
              ${own.map((mode) =>
                check(form, { name: `mode-${mode}`, label: t(`journey.mode-${mode}`) })
              )}
              ${check(form, { name: 'public', label: t('calendar.publicModes') })}
              ${form.errors.modes
                ? html`<p class="field-error" role="alert">${form.errors.modes}</p>`
                : nothing}</fieldset>
            <p class="soft small">${t('calendar.firstWaysMore')}</p>
          `,
          other: html`<button type="button" class="button" @click=${() => close()}>${
            t(
              'calendar.later',
            )
          }</button>`,
        })}
      `;
    },
  });
  // What is asked, before the way out.
  /** @type {HTMLElement | null} */ (document.querySelector('dialog input'))?.focus();
  if (!await answering) return 'later';
  notice(t('calendar.waysSaved'));
  return 'known';
}
