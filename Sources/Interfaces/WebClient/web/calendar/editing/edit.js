// Making and changing an appointment.

import { html, nothing } from 'lit-html';
import { openConflict } from '../../parts/dialog.js';
import { check, field, Form, formOf, select } from '../../parts/form.js';
import { heading } from '../../parts/heading.js';
import { loading, shown } from '../../parts/states.js';
import * as api from '../../shell/api.js';
import { complain, notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { dayKey, dayOf, instant, ownZone, wallTime } from '../../parts/days.js';
import { empty, own, seconds, shared, valuesOf } from './draft.js';
import { PlaceField } from '../../parts/place-field.js';
import { split, usual, words } from './recurrence.js';
import { whatHelps } from './help.js';
import { askWarnings } from './warnings.js';
import { modes } from '../../parts/journey/preferences.js';
import { changes, hours, placeWords } from '../words.js';

/** @typedef {import('api-types').Appointment} Appointment */
/** @typedef {import('./draft.js').Values} Values */

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  const { id } = view.params;
  const at = view.query.get('at');
  /** Whether one occurrence of a series is changed. */
  const only = at !== null;
  const occurrence = at ? `?occurrence=${encodeURIComponent(at)}` : '';
  /** Whether all that follow it are changed with it. */
  const follows = only && view.query.has('following');
  const path = `/v1/appointments/${id}${occurrence}`;
  const target = follows ? `${path}&following=true` : path;
  /** @type {Form<Values> | null} */
  let form = null;
  /** @type {PlaceField | null} */
  let place = null;
  /** @type {Appointment | null} what is changed */
  let before = null;
  /** @type {string | null} */
  let version = null;

  /** @param {Values} values @param {Appointment['place']} [at] */
  function begin(values, at) {
    form = new Form(values, () => view.update());
    place = new PlaceField(
      view,
      at,
      () => form && (form.touch(), delete form.errors.place),
    );
  }

  const read = id
    ? view.watch(path, ({ data }) => {
      if (!data || form) return;
      before = data;
      version = api.etag(path);
      view.title(data.title);
      begin(valuesOf(data, only), data.place);
    })
    : null;

  if (!id) {
    const day = dayOf(view.query.get('date'));
    const soon = new Date(Date.now() + 3_600_000);
    const start = day && dayKey(day) > dayKey(soon)
      ? `${dayKey(day)}T09:00`
      : wallTime(soon, ownZone);
    const from = instant(start, ownZone) ?? soon;
    begin(empty(start, wallTime(new Date(from.getTime() + 3_600_000), ownZone), ownZone));
  }

  /** @param {Values} values */
  function wrong(values) {
    /** @type {Record<string, string>} */
    const errors = {};
    if (before && !before.own) return modesWrong(values, errors);
    if (!values.title.trim()) errors.title = t('calendar.needsName');
    if (!instant(values.start, values.zone)) errors.start = t('calendar.needsStart');
    else if ((seconds(values) ?? -1) < 0) errors.end = t('calendar.needsEnd');
    return modesWrong(values, errors);
  }

  /** @param {Values} values @param {Record<string, string>} errors */
  function modesWrong(values, errors) {
    if (values.ownModes && values.modes.length === 0) errors.modes = t('calendar.needsModes');
    return errors;
  }

  /** Sends it; asks about what speaks against it. @param {Values} values @param {string[]} confirm */
  async function store(values, confirm = []) {
    const body = {
      ...(before && !before.own ? {} : shared(values, place?.place, only)),
      ...own(values),
      ...(confirm.length > 0 ? { confirm } : {}),
    };
    try {
      return id
        ? await api.send('PATCH', target, { body, match: version, changes })
        : await api.send('POST', '/v1/appointments', { body: known(body), changes });
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      if (error.slug === 'unconfirmed-warnings') {
        const { warnings } = /** @type {any} */ (error.problem);
        const answer = await askWarnings(warnings, () =>
          whatHelps({
            start: instant(values.start, values.zone) ?? new Date(),
            zone: values.zone,
            place: place?.place,
            id: id ?? '',
            ...(values.ownModes ? { modes: values.modes } : {}),
          }));
        if (!answer.save) return null;
        if (answer.moveTo) return await store(moved(values, answer.moveTo));
        return await store(values, warnings.map((/** @type {any} */ one) => one.warning));
      }
      if (error.slug === 'stale-version') return await merge(values);
      throw atFields(error);
    }
  }

  /** The same, later: the form shows it, too. @param {Values} values @param {Date} start */
  function moved(values, start) {
    const by = start.getTime() - (instant(values.start, values.zone)?.getTime() ?? 0);
    const end = new Date((instant(values.end, values.zone)?.getTime() ?? 0) + by);
    form?.set('start', wallTime(start, values.zone));
    form?.set('end', wallTime(end, values.zone));
    return { ...values, start: wallTime(start, values.zone), end: wallTime(end, values.zone) };
  }

  /** Somebody else, or another device, has changed it meanwhile. @param {Values} values @returns {Promise<any>} */
  async function merge(values) {
    const theirs = await api.get(path);
    const side = await openConflict({
      theirs: html`
        <p>${theirs.title}</p>
        <p>${hours(theirs)}</p>
        <p>${placeWords(theirs)}</p>
        <p class="calendar-notes">${theirs.notes}</p>
      `,
      yours: html`
        <p>${values.title}</p>
        <p>${values.start.replace('T', ' ')}</p>
        <p>${place?.place ? placeWords({ place: place.place }) : ''}</p>
        <p class="calendar-notes">${values.notes}</p>
      `,
    });
    if (!side) return null;
    version = api.etag(path);
    if (side === 'yours') return await store(values);
    before = theirs;
    begin(valuesOf(theirs, only), theirs.place);
    return null;
  }

  /** @param {Values} values */
  async function save(values) {
    const stored = await store(values);
    if (!stored) return false;
    const to = values.invite.split(/[\s,;]+/).filter(Boolean);
    if (to.length > 0) {
      try {
        await api.send('POST', `/v1/appointments/${stored.id}/participants`, {
          body: { to },
          changes,
        });
      } catch (error) {
        complain(error);
        return view.go(`/calendar/${stored.id}`);
      }
    }
    notice(t('calendar.saved', { title: stored.title }));
    view.go(home(stored));
  }

  const submit = () => form?.submit(save, wrong);

  /** @param {Form<Values>} form */
  const whole = (form) =>
    formOf(form, {
      submit,
      button: t('shell.save'),
      other: html`<a class="button" href=${id ? `/calendar/${id}` : '/calendar'}>${
        t('shell.cancel')
      }</a>`,
      fields: html`${before && !before.own ? nothing : sharedFields(form)}${ownFields(form)}`,
    });

  /** @param {Form<Values>} form */
  const sharedFields = (form) =>
    html`
      ${field(form, { name: 'title', label: t('calendar.name'), required: true, maxlength: 200 })}
      ${check(form, { name: 'allDay', label: t('calendar.allDay') })}
      <div class="two">
        ${moment(form, 'start', t('calendar.start'))}
        ${moment(form, 'end', t('calendar.end'))}
      </div>
      ${select(form, {
        name: 'zone',
        label: t('calendar.zone'),
        options: zones(form.values.zone).map((zone) => ({
          value: zone,
          text: zone.replaceAll('_', ' '),
        })),
      })}
      ${place?.draw(form.errors.place)}
      ${only ? nothing : recurrence(form)}
      ${id ? nothing : field(form, {
        name: 'invite',
        label: t('calendar.invite'),
        help: t('calendar.inviteHelp'),
        optional: true,
      })}
    `;

  /** A day, or a day with its time. @param {Form<Values>} form @param {'start' | 'end'} name @param {string} label */
  function moment(form, name, label) {
    if (!form.values.allDay) {
      return field(form, { name, label, type: 'datetime-local', required: true });
    }
    const shownForm = Object.assign(Object.create(form), {
      values: { ...form.values, [name]: form.values[name].slice(0, 10) },
      set: (/** @type {string} */ key, /** @type {string} */ value) =>
        form.set(key, value ? `${value}T00:00` : ''),
    });
    return field(shownForm, { name, label, type: 'date', required: true });
  }

  /** @param {Form<Values>} form */
  function recurrence(form) {
    const kept = split(before?.recurrence, form.values.zone).base;
    const rules = usual.includes(kept) ? usual : [...usual, kept];
    return html`
      ${select(form, {
        name: 'recurrence',
        label: t('calendar.recurrence'),
        options: rules.map((rule) => ({
          value: rule,
          text: rule ? words(rule, form.values.zone) : t('calendar.once'),
        })),
      })}
      ${form.values.recurrence
        ? field(form, { name: 'until', label: t('calendar.lastDay'), type: 'date', optional: true })
        : nothing}
    `;
  }

  /** @param {Form<Values>} form */
  const ownFields = (form) =>
    html`
      ${field(form, {
        name: 'notes',
        label: t('calendar.notes'),
        rows: 3,
        maxlength: 5000,
        optional: true,
        help: t('calendar.notesHelp'),
      })}
      ${select(form, {
        name: 'preNotification',
        label: t('calendar.reminder'),
        options: [5, 10, 15, 30].map((minutes) => ({
          value: String(minutes),
          text: t('calendar.beforeLeaving', { count: minutes }),
        })),
      })}
      ${check(form, {
        name: 'ownModes',
        label: t('calendar.ownModes'),
        help: t('calendar.ownModesHelp'),
      })}
      ${form.values.ownModes ? modeChoice(form) : nothing}
    `;

  /** @param {Form<Values>} form */
  const modeChoice = (form) =>
    html`
      <fieldset class="calendar-modes"
        aria-describedby=${form.errors.modes ? 'calendar-modes-error' : nothing}><legend>${t(
          'calendar.modes',
        )}</legend>${modes.map((mode) =>
          html`<div class="check"><input type="checkbox" id="mode-${mode}"
          .checked=${form.values.modes.includes(mode)} @change=${() =>
            form.set(
              'modes',
              form.values.modes.includes(mode)
                ? form.values.modes.filter((one) => one !== mode)
                : [...form.values.modes, mode],
            )}><label for="mode-${mode}">${t(`journey.mode-${mode}`)}</label></div>`
        )}${form.errors.modes
          ? html`<p class="field-error" role="alert" id="calendar-modes-error">${form.errors.modes}</p>`
          : nothing}</fieldset>
    `;

  view.draw(() =>
    html`<div class="stack loose">
      ${
      heading(
        t(id ? 'calendar.edit' : 'calendar.new'),
        id ? `/calendar/${id}${at ? `?at=${encodeURIComponent(at)}` : ''}` : '/calendar',
        before?.title ?? t('calendar.title'),
      )
    }
      ${
      only
        ? html`<p class="soft">${t(follows ? 'calendar.fromThisOn' : 'calendar.onlyThis')}</p>`
        : nothing
    }
      ${read ? shown(read, () => form ? whole(form) : loading()) : form ? whole(form) : nothing}
    </div>`
  );
}

/** Where the new one is seen in the calendar. @param {Appointment} stored */
function home(stored) {
  const day = dayKey(new Date(stored.startsAt));
  return day === dayKey(new Date()) ? '/calendar' : `/calendar?date=${day}`;
}

/** New appointments have no members to clear. @param {Record<string, any>} body */
const known = (body) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

/** What the server finds wrong, at the fields that show it. @param {api.ApiError} error */
const atFields = (error) =>
  new api.ApiError({
    ...error.problem,
    errors: error.problem.errors?.map(({ pointer, detail }) => ({
      pointer: pointer.replace(/^\/duration.*/, '/end').replace(/^\/(place|modes)\/.*/, '/$1'),
      detail,
    })),
  }, error.retryAfter);

/** Zones to choose from: all that the browser knows. @param {string} own @returns {string[]} */
const zones = (own) => [...new Set([own, ownZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
