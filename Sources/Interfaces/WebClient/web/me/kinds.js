import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { check, field, Form, formOf, select } from '../parts/form.js';
import { shown, shownPart } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { PushPart } from './push-part.js';
import { heading } from './way.js';

/** @typedef {import('api-types').NotificationSetting} Setting */
/** @typedef {import('api-types').DeliverySchedule} Schedule */

/** @typedef {'enabled' | 'mail' | 'push'} Way */

const settings = '/v1/notification-settings';
const schedulePath = '/v1/delivery-schedule';

/** What a box is called, by the way on which a kind comes. */
const labels = { enabled: 'me.inAppNamed', mail: 'me.byMailNamed', push: 'me.byPushNamed' };

/** Which notifications arrive, where and when. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const list = view.watch(settings);
  const push = new PushPart(view);
  const form = new Form(
    { quiet: false, from: '22:00', until: '07:00', daily: false, hour: '18' },
    () => view.update(),
  );
  const schedule = view.watch(schedulePath, ({ data }) => {
    if (data && !form.isChanged) Object.assign(form.values, valuesOf(data));
  });

  /** @param {Setting} setting @param {Way} where @param {boolean} isOn */
  const set = async (setting, where, isOn) => {
    setting[where] = isOn;
    try {
      await api.send('PUT', settings, {
        // Pushes follow the list in the app until they are chosen.
        body: { kind: setting.kind, enabled: setting.enabled, [where]: isOn },
        changes: [settings],
        queue: t('me.kinds'),
        match: null,
      });
    } catch (error) {
      setting[where] = !isOn;
      complain(error);
      view.update();
    }
  };

  const save = () =>
    form.submit(async (values) => {
      await api.send('PUT', schedulePath, {
        body: {
          ...(values.quiet ? { quietHours: { from: values.from, until: values.until } } : {}),
          ...(values.daily ? { digestHour: Number(values.hour) } : {}),
        },
        changes: [schedulePath],
        match: null,
      });
      notice(t('shell.saved'));
    }, ({ quiet, from, until }) => quiet && from === until ? { until: t('me.needsSpan') } : {});

  /** @param {Setting} setting @param {Way} where */
  const box = (setting, where) =>
    html`
      <input type="checkbox" aria-label=${t(labels[where], {
        name: name(setting.kind),
      })} .checked=${live(setting[where])} ?disabled=${where === 'enabled' &&
        !setting.optional}
        @change=${(/** @type {Event} */ event) =>
          set(setting, where, /** @type {HTMLInputElement} */ (event.target).checked)}>
    `;

  view.draw(() =>
    html`<div class="stack loose">${heading(t('me.kinds'))}<p class="soft">${t('me.kindsHelp')}</p>
      ${push.draw()}
      ${
      schedule.data && !schedule.data.mailReaches
        ? html`<p>${t('me.mailNeedsProof')} <a href="/me">${t('me.verify')}</a></p>`
        : nothing
    }
      ${
      shown(list, ({ items }) =>
        html`
          <table class="kinds">
            <thead>
              <tr>
                <th scope="col">${t('me.kind')}</th>
                <th scope="col">${t('me.inApp')}</th>
                <th scope="col">${t('me.byMail')}</th>
                <th scope="col">${t('me.byPush')}</th>
              </tr>
            </thead>
            <tbody>${items.map((/** @type {Setting} */ setting) =>
              html`
                <tr>
                  <th scope="row">${name(setting.kind)}${setting.optional
                    ? nothing
                    : html`<span class="soft small">${t('me.always')}</span>`}${setting.urgent
                    ? html`<span class="soft small">${t('me.isUrgent')}</span>`
                    : nothing}</th>
                  <td>${box(setting, 'enabled')}</td>
                  <td>${box(setting, 'mail')}</td>
                  <td>${box(setting, 'push')}</td>
                </tr>
              `
            )}</tbody>
          </table>
        `)
    }
      <section class="stack"><h2>${t('me.when')}</h2>
      ${
      shownPart(schedule, () =>
        formOf(form, {
          label: t('me.when'),
          submit: save,
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
              ? select(form, {
                name: 'hour',
                label: t('me.dailyAt'),
                options: Array.from({ length: 24 }, (_, hour) => ({
                  value: String(hour),
                  text: `${String(hour).padStart(2, '0')}:00`,
                })),
              })
              : nothing
          }`,
        }))
    }</section>
    </div>`
  );
}

/** What the form shows of a schedule. @param {Schedule} schedule */
const valuesOf = ({ quietHours, digestHour }) => ({
  quiet: quietHours !== undefined,
  ...quietHours,
  daily: digestHour !== undefined,
  ...(digestHour === undefined ? {} : { hour: String(digestHour) }),
});

/** What a kind is called; a kind that these pages do not know keeps its own name. @param {string} kind */
function name(kind) {
  const key = `me.kind-${kind}`;
  const text = t(key);
  return text === key ? kind.replace(/([A-Z])/g, ' $1').toLowerCase() : text;
}
