import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { check, field, Form, formOf, select } from '../parts/form.js';
import { shown, shownPart } from '../parts/states.js';
import {
  changeDeliverySchedule,
  changeNotificationSetting,
  watchDeliverySchedule,
  watchNotificationSettings,
} from '../data/notifications.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { PushPart } from './push-part.js';
import { heading } from './way.js';

/** @typedef {import('api-types').NotificationSetting} Setting */
/** @typedef {import('api-types').DeliverySchedule} Schedule */

/** @typedef {'enabled' | 'mail' | 'push'} Way */

/** What a box is called, by the way on which a kind comes. */
const labels = { enabled: 'me.inAppNamed', mail: 'me.byMailNamed', push: 'me.byPushNamed' };

/** Which notifications arrive, where and when. */
class NotificationSettingsPage {
  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.settings = watchNotificationSettings(view);
    this.push = new PushPart(view);
    this.form = new Form(
      { quiet: false, from: '22:00', until: '07:00', daily: false, hour: '18' },
      () => view.update(),
    );
    this.schedule = watchDeliverySchedule(view, ({ data }) => {
      if (data && !this.form.isChanged) Object.assign(this.form.values, valuesOf(data));
    });
  }

  /** @param {Setting} setting @param {Way} where @param {boolean} isOn */
  async #set(setting, where, isOn) {
    setting[where] = isOn;
    try {
      const { kind, enabled } = setting;
      await changeNotificationSetting({ kind, enabled, [where]: isOn }, t('me.kinds'));
    } catch (error) {
      setting[where] = !isOn;
      complain(error);
      this.view.update();
    }
  }

  #save() {
    return this.form.submit(async ({ quiet, from, until, daily, hour }) => {
      await changeDeliverySchedule({
        quietHours: quiet ? { from, until } : undefined,
        digestHour: daily ? Number(hour) : undefined,
      });
      notice(t('shell.saved'));
    }, ({ quiet, from, until }) => quiet && from === until ? { until: t('me.needsSpan') } : {});
  }

  draw() {
    const { schedule } = this;
    return html`<div class="stack loose">${heading(t('me.kinds'))}
      <p class="soft">${t('me.kindsHelp')}</p>
      ${this.push.draw()}
      ${
      schedule.data && !schedule.data.mailReaches
        ? html`<p>${t('me.mailNeedsProof')} <a href="/me">${t('me.verify')}</a></p>`
        : nothing
    }
      ${shown(this.settings, ({ items }) => this.#drawKinds(items))}
      <section class="stack"><h2>${t('me.when')}</h2>
      ${shownPart(schedule, () => this.#drawSchedule())}</section>
    </div>`;
  }

  /** @param {Setting[]} settings */
  #drawKinds(settings) {
    return html`
      <table class="kinds">
        <thead>
          <tr>
            <th scope="col">${t('me.kind')}</th>
            <th scope="col">${t('me.inApp')}</th>
            <th scope="col">${t('me.byMail')}</th>
            <th scope="col">${t('me.byPush')}</th>
          </tr>
        </thead>
        <tbody>${settings.map((setting) =>
          html`
            <tr>
              <th scope="row">${setting.title}${setting.optional
                ? nothing
                : html`<span class="soft small">${t('me.always')}</span>`}${setting.urgent
                ? html`<span class="soft small">${t('me.isUrgent')}</span>`
                : nothing}</th>
              <td>${this.#drawBox(setting, 'enabled')}</td>
              <td>${this.#drawBox(setting, 'mail')}</td>
              <td>${this.#drawBox(setting, 'push')}</td>
            </tr>
          `
        )}</tbody>
      </table>
    `;
  }

  /** @param {Setting} setting @param {Way} where */
  #drawBox(setting, where) {
    return html`
      <input type="checkbox" aria-label=${t(labels[where], {
        name: setting.title,
      })} .checked=${live(setting[where])} ?disabled=${where === 'enabled' &&
        !setting.optional}
        @change=${(/** @type {Event} */ event) =>
          this.#set(setting, where, /** @type {HTMLInputElement} */ (event.target).checked)}>
    `;
  }

  #drawSchedule() {
    const { form } = this;
    return formOf(form, {
      label: t('me.when'),
      submit: () => this.#save(),
      button: t('shell.save'),
      fields: html`${
        check(form, { name: 'quiet', label: t('me.quiet'), help: t('me.quietHelp') })
      }${
        form.values.quiet
          ? html`<div class="row">${
            field(form, { name: 'from', label: t('me.quietFrom'), type: 'time' })
          }${field(form, { name: 'until', label: t('me.quietUntil'), type: 'time' })}</div>`
          : nothing
      }${check(form, { name: 'daily', label: t('me.daily'), help: t('me.dailyHelp') })}${
        form.values.daily
          ? select(form, { name: 'hour', label: t('me.dailyAt'), options: hours() })
          : nothing
      }`,
    });
  }
}

const hours = () =>
  Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    text: `${String(hour).padStart(2, '0')}:00`,
  }));

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const settings = new NotificationSettingsPage(view);
  view.draw(() => settings.draw());
}

/** What the form shows of a schedule. @param {Schedule} schedule */
const valuesOf = ({ quietHours, digestHour }) => ({
  quiet: quietHours !== undefined,
  ...quietHours,
  daily: digestHour !== undefined,
  ...(digestHour === undefined ? {} : { hour: String(digestHour) }),
});
