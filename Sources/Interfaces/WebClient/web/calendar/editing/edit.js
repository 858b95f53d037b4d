// Making and changing an appointment.

import { html, nothing } from 'lit-html';
import {
  appointmentTag,
  changeAppointment,
  createAppointment,
  inviteToAppointment,
  readAppointment,
  watchAppointment,
} from '../../data/appointments.js';
import { dayKey, dayOf, halfHour, instant, ownZone, wallTime } from '../../parts/days.js';
import { openConflict } from '../../parts/dialog.js';
import { formOf } from '../../parts/form.js';
import { heading } from '../../parts/heading.js';
import { hours, placeWords } from '../../parts/journey/appointment-words.js';
import { PlaceField } from '../../parts/place-field.js';
import { loading, shown } from '../../parts/states.js';
import { ApiError } from '../../shell/api.js';
import { complain, notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { confirming } from './confirming.js';
import { AppointmentForm, empty, moved, newBody, own, seconds, shared, valuesOf } from './draft.js';
import { ownFields, sharedFields } from './fields.js';

/** @typedef {import('api-types').Appointment} Appointment */
/** @typedef {import('./confirming.js').WarningKind} WarningKind */
/** @typedef {import('./draft.js').Values} Values */

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  new EditPage(view).open();
}

class EditPage {
  /** @type {AppointmentForm | null} nothing until what is changed is known */
  #form = null;
  /** @type {PlaceField | null} */
  #place = null;
  /** @type {Appointment | null} what is changed, as it was read */
  #before = null;
  /** @type {string | null} */
  #version = null;
  /** @type {import('../../shell/view.js').Watched<Appointment> | null} */
  #read = null;

  /** @param {import('../../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    /** @type {string | undefined} none for a new one */
    this.id = view.params.id;
    const at = view.query.get('at');
    /** Which occurrence of a series is changed. @type {import('../../data/appointments.js').Occurrence | undefined} */
    this.occurrence = at ? { at } : undefined;
    /** What of the series is changed: with all that follow, perhaps. */
    this.target = this.occurrence && { ...this.occurrence, following: view.query.has('following') };
  }

  open() {
    const { id, view } = this;
    if (id) {
      this.#read = watchAppointment(view, id, this.occurrence, ({ data }) => {
        if (!data || this.#form) return;
        view.title(data.title);
        this.#take(data);
      });
    } else this.#begin(presets(view.query.get('date')));
    view.draw(() => this.#draw());
  }

  /** What is stored becomes what is changed. @param {Appointment} data */
  #take(data) {
    this.#before = data;
    this.#version = appointmentTag(data.id, this.occurrence);
    this.#begin(valuesOf(data, this.occurrence !== undefined), data.place);
  }

  /** @param {Values} values @param {Appointment['place']} [place] */
  #begin(values, place) {
    const form = new AppointmentForm(values, () => this.view.update());
    this.#form = form;
    this.#place = new PlaceField(this.view, place, () => {
      form.touch();
      delete form.errors.place;
    });
  }

  /** Whether one sees what all see of it, but changes only what is one's own. */
  get #isGuest() {
    return this.#before !== null && !this.#before.own;
  }

  /** What can be seen to be wrong. @param {Values} values */
  #wrong(values) {
    /** @type {Record<string, string>} */
    const errors = {};
    if (!this.#isGuest) {
      if (!values.title.trim()) errors.title = t('calendar.needsName');
      if (!instant(values.start, values.zone)) errors.start = t('calendar.needsStart');
      else if ((seconds(values) ?? -1) < 0) errors.end = t('calendar.needsEnd');
    }
    if (values.ownModes && values.modes.length === 0) errors.modes = t('calendar.needsModes');
    return errors;
  }

  /** Sends it as it is in the form. @param {Values} values @param {WarningKind[]} confirm */
  async #send(values, confirm) {
    const place = this.#place?.place;
    const body = {
      ...(this.#isGuest ? {} : shared(values, place, this.occurrence !== undefined)),
      ...own(values),
      ...(confirm.length > 0 ? { confirm } : {}),
    };
    return this.id
      ? await changeAppointment(this.id, body, this.#version, this.target)
      : await createAppointment(newBody({ ...body, title: values.title.trim() }));
  }

  /**
   * Stores it; asks about what speaks against it.
   *
   * @param {Values} values @param {WarningKind[]} [confirm]
   * @returns {Promise<Appointment | null>} null if nothing was stored after all
   */
  async #store(values, confirm = []) {
    try {
      return await confirming(
        () => this.#send(values, confirm),
        () => ({
          start: instant(values.start, values.zone) ?? new Date(),
          zone: values.zone,
          place: this.#place?.place,
          id: this.id ?? '',
          ...(values.ownModes ? { modes: values.modes } : {}),
        }),
        {
          anyway: (kinds) => this.#store(values, kinds),
          later: (start) => this.#store(this.#moved(values, start)),
        },
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.id && error.slug === 'stale-version') return await this.#merge(this.id, values);
      throw atFields(error);
    }
  }

  /** The same, later: the form shows it, too. @param {Values} values @param {Date} start */
  #moved(values, start) {
    const later = moved(values, start);
    this.#form?.set('start', later.start);
    this.#form?.set('end', later.end);
    return later;
  }

  /** Somebody else, or another device, has changed it meanwhile. @param {string} id @param {Values} values */
  async #merge(id, values) {
    const theirs = await readAppointment(id, this.occurrence);
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
        <p>${placeWords({ place: this.#place?.place })}</p>
        <p class="calendar-notes">${values.notes}</p>
      `,
    });
    if (!side) return null;
    this.#version = appointmentTag(id, this.occurrence);
    if (side === 'yours') return await this.#store(values);
    this.#take(theirs);
    return null;
  }

  /** @param {Values} values */
  async #save(values) {
    const stored = await this.#store(values);
    if (!stored) return false;
    const to = values.invite.split(/[\s,;]+/).filter(Boolean);
    if (to.length > 0) {
      try {
        await inviteToAppointment(stored.id, to);
      } catch (error) {
        complain(error);
        return this.view.go(`/calendar/${stored.id}`);
      }
    }
    notice(t('calendar.saved', { title: stored.title }));
    this.view.go(home(stored));
  }

  /** @param {AppointmentForm} form */
  #whole(form) {
    const place = this.#place?.draw(form.errors.place);
    return formOf(form, {
      submit: () => form.submit((values) => this.#save(values), (values) => this.#wrong(values)),
      button: t('shell.save'),
      other: html`<a class="button" href=${this.id ? `/calendar/${this.id}` : '/calendar'}>${
        t('shell.cancel')
      }</a>`,
      fields: html`${
        this.#isGuest ? nothing : sharedFields(form, {
          place,
          isNew: !this.id,
          isSeries: this.occurrence === undefined,
          kept: this.#before?.recurrence,
        })
      }${ownFields(form)}`,
    });
  }

  #draw() {
    const { id, occurrence } = this;
    const form = this.#form;
    const at = occurrence ? `?at=${encodeURIComponent(occurrence.at)}` : '';
    return html`<div class="stack loose">
      ${
      heading(
        t(id ? 'calendar.edit' : 'calendar.new'),
        id ? `/calendar/${id}${at}` : '/calendar',
        this.#before?.title ?? t('calendar.title'),
      )
    }
      ${
      occurrence
        ? html`<p class="soft">${
          t(this.target?.following ? 'calendar.fromThisOn' : 'calendar.onlyThis')
        }</p>`
        : nothing
    }
      ${
      this.#read
        ? shown(this.#read, () => form ? this.#whole(form) : loading())
        : form
        ? this.#whole(form)
        : nothing
    }
    </div>`;
  }
}

/** What the form of a new one holds at first: of a day, or of the next hours. @param {string | null} date */
function presets(date) {
  const day = dayOf(date);
  const soon = halfHour(new Date(Date.now() + 3_600_000));
  const start = day && dayKey(day) > dayKey(soon)
    ? `${dayKey(day)}T09:00`
    : wallTime(soon, ownZone);
  const from = instant(start, ownZone) ?? soon;
  return empty(start, wallTime(new Date(from.getTime() + 3_600_000), ownZone), ownZone);
}

/** Where the new one is seen in the calendar. @param {Appointment} stored */
function home(stored) {
  const day = dayKey(new Date(stored.startsAt));
  return day === dayKey(new Date()) ? '/calendar' : `/calendar?date=${day}`;
}

/** What the server finds wrong, at the fields that show it. @param {ApiError} error */
const atFields = (error) =>
  new ApiError({
    ...error.problem,
    errors: error.problem.errors?.map(({ pointer, detail }) => ({
      pointer: pointer.replace(/^\/duration.*/, '/end').replace(/^\/(place|modes)\/.*/, '/$1'),
      detail,
    })),
  }, error.retryAfter);
