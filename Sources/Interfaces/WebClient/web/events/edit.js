import { html, nothing } from 'lit-html';
import { sendChange } from '../parts/conflict.js';
import { otherClocks } from '../parts/clocks.js';
import { check, field, Form, formOf, select } from '../parts/form.js';
import { day, duration, moment, placeText } from '../parts/format.js';
import { PlaceField } from '../parts/place-field.js';
import { shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { instant, ownZone, untilOf, wallTime } from '../parts/days.js';
import { hostOf } from '../parts/people/event-words.js';
import { heading } from '../parts/people/words.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** Planning an event or practice, or changing one. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const isNew = location.pathname.endsWith('/new');
  return isNew ? planning(view) : changing(view);
}

/** @param {import('../shell/view.js').View} view */
function planning(view) {
  const path = `/v1/realms/${view.params.id}`;
  const fields = new Fields(view);
  const realm = view.watch(path, ({ data }) => {
    fields.zone = data?.timeZone;
  });
  const send = () =>
    fields.form.submit(async () => {
      const made = await api.send('POST', `${path}/events`, {
        body: { kind: fields.form.values.kind, ...fields.body() },
        changes: [`${path}/events`],
      });
      notice(t('events.planned', { title: made.title }));
      view.go(`/people/events/${made.id}`);
    }, () => fields.problems());
  view.draw(() =>
    html`<div class="stack">${
      heading(t('people.plan'), `/people/${view.params.id}`, realm.data?.name ?? t('people.group'))
    }${
      shown(realm, (data) =>
        formOf(fields.form, {
          submit: send,
          button: t('events.planIt'),
          fields: fields.draw({
            kinds: data.kind === 'team' ? ['event', 'practice'] : ['event'],
            repeats: true,
          }),
        }))
    }</div>`
  );
}

/** @param {import('../shell/view.js').View} view */
function changing(view) {
  const path = `/v1/group-events/${view.params.id}`;
  const which = view.query.get('occurrence');
  const at = which ? `?occurrence=${encodeURIComponent(which)}` : '';
  /** @type {Fields | null} */
  let fields = null;
  const event = view.watch(`${path}${at}`, ({ data }) => {
    if (data && !fields) fields = new Fields(view, data);
  });
  const send = () =>
    fields?.form.submit(async () => {
      const made = await fields?.store(
        `${path}${at}`,
        `${path}${fields.isSeries ? '' : at}${fields.follows ? '&following=true' : ''}`,
        [path, `/v1/realms/${event.data.realm.id}/events`],
        (now) => fields = new Fields(view, now),
      );
      if (!made) return false;
      notice(t('shell.saved'));
      view.go(`/people/events/${made.id}`);
    }, () => fields?.problems() ?? {});
  view.draw(() =>
    html`<div class="stack">${
      heading(t('people.edit'), `/people/events/${view.params.id}${at}`, event.data?.title ?? '')
    }${
      shown(event, () =>
        fields
          ? formOf(fields.form, {
            submit: send,
            button: t('shell.save'),
            fields: fields.draw({ kinds: [], repeats: false }),
          })
          : nothing)
    }</div>`
  );
}

/** The last day on which answers are wanted, by the clocks of the group. @param {GroupEvent} [event] */
const deadlineDay = (event) =>
  event?.responseDeadline
    ? new Intl.DateTimeFormat('sv-SE', { timeZone: event.zone, dateStyle: 'short' })
      .format(new Date(Date.parse(event.responseDeadline) - 1))
    : '';

/** What the form has of an event. @param {GroupEvent} [event] */
const valuesOf = (event) => ({
  title: event?.title ?? '',
  description: event?.description ?? '',
  day: event?.start.slice(0, 10) ?? '',
  start: event?.start.slice(11, 16) || '18:00',
  duration: String((event?.duration ?? 5400) / 60),
  responseDeadline: deadlineDay(event),
  capacity: event?.capacity === undefined ? '' : String(event.capacity),
  minimumAge: event?.minimumAge === undefined ? '' : String(event.minimumAge),
  link: event?.link ?? '',
});

/** It, beside what somebody else has made of it. @param {ReturnType<typeof valuesOf>} values @param {string} where */
const said = (values, where) =>
  html`
    <p>${values.title}</p>
    <p>${moment(`${values.day}T${values.start}`)} (${duration(Number(values.duration) * 60)})</p>
    <p>${where}</p>
    <p>${values.description}</p>
    <p>${values.link}</p>
    <ul>
      ${[
        [
          t('events.answerUntil'),
          values.responseDeadline && day(`${values.responseDeadline}T12:00`),
        ],
        [t('events.capacity'), values.capacity],
        [t('events.fromAge'), values.minimumAge],
      ].map(([name, value]) => value ? html`<li>${name}: ${value}</li>` : nothing)}
    </ul>
  `;

/** What is asked of an event. */
class Fields {
  /** The zone of the group. @type {string | undefined} */
  zone;

  /** @param {import('../shell/view.js').View} view @param {GroupEvent} [event] what is changed, as it is now */
  constructor(view, event) {
    this.view = view;
    this.event = event;
    this.form = new Form({
      kind: 'event',
      scope: 'one',
      ...valuesOf(event),
      placeIsSafe: false,
      repeats: false,
      until: '',
      ...Object.fromEntries(weekdays.map((name) => [name, false])),
    }, () => view.update());
    this.place = new PlaceField(view, event?.place, () => this.form.touch(), {
      label: t('events.where'),
      id: 'field-place',
    });
  }

  get #place() {
    return this.place.place;
  }

  /** Whether one of a series was opened, so that the change may be of it alone. */
  get #isOneOfSeries() {
    return !!this.event?.repeats && !!this.view.query.get('occurrence');
  }

  /** Whether what is changed is the series, if it is one. */
  get isSeries() {
    return !this.#isOneOfSeries || this.form.values.scope === 'series';
  }

  /** Whether all that follow the opened one are changed with it. */
  get follows() {
    return this.#isOneOfSeries && this.form.values.scope === 'following';
  }

  /** Whether the day stays, because a rule names it or all of a series is changed. */
  get #keepsDay() {
    return this.#isWholeSeries ||
      (this.follows && (this.event?.recurrence ?? '').includes(';BY'));
  }

  get #hasNewPlace() {
    return JSON.stringify(this.#place) !== JSON.stringify(this.event?.place);
  }

  /** Whether all of a series is changed: its days stay, its clock time may change. */
  get #isWholeSeries() {
    return this.event?.firstStart !== undefined && this.isSeries;
  }

  /** The zone whose clocks the form's times are by. */
  get #zone() {
    return this.event?.zone ?? this.zone ?? ownZone;
  }

  /** When it begins, by those clocks. */
  get #start() {
    const { day, start } = this.form.values;
    const before = this.#isWholeSeries ? this.event?.firstStart : this.event?.start;
    return `${this.#keepsDay ? before?.slice(0, 10) : day}T${start}`;
  }

  /** Whose clocks those are, by what they show then; today where the day has passed, as of a series' first. */
  #clocks() {
    const zone = this.#zone;
    const [day, time] = this.#start.split('T');
    const today = wallTime(new Date(), zone).slice(0, 10);
    return otherClocks(zone, instant(`${day > today ? day : today}T${time}`, zone) ?? new Date());
  }

  /** What can be seen to be wrong here. @returns {Record<string, string>} */
  problems() {
    const { title, day, placeIsSafe, kind, link } = this.form.values;
    /** @type {Record<string, string>} */
    const problems = {};
    if (!title.trim()) problems.title = t('people.needsTitle');
    if (!day) problems.day = t('events.needsDay');
    if (link.trim() && !hostOf(link.trim())) problems.link = t('events.needsWebAddress');
    if (this.#place && this.#hasNewPlace && !placeIsSafe) {
      problems.placeIsSafe = t('events.needsSafety');
    }
    if (!this.event && kind === 'practice' && !this.#place) {
      problems.placeIsSafe = t('events.needsPlace');
    }
    return problems;
  }

  /** What is sent. */
  body() {
    const values = /** @type {any} */ (this.form.values);
    /** @type {Record<string, unknown>} */
    const body = {
      title: values.title.trim(),
      description: values.description.trim(),
      start: this.#start,
      duration: Math.round(Number(values.duration) * 60),
    };
    if (!this.event) body.zone = this.#zone;
    if (this.#hasNewPlace) {
      body.place = this.#place ?? null;
      if (this.#place) body.placeIsSafe = values.placeIsSafe;
    }
    if (values.responseDeadline !== deadlineDay(this.event)) {
      body.responseDeadline = values.responseDeadline || null;
    }
    for (const name of ['capacity', 'minimumAge']) {
      if (values[name]) body[name] = Number(values[name]);
      else if (this.event) body[name] = null;
    }
    if (values.link.trim() !== (this.event?.link ?? '')) body.link = values.link.trim() || null;
    if (values.repeats) {
      const days = weekdays.filter((name) => values[name]);
      body.recurrence = 'FREQ=WEEKLY' + (days.length > 0 ? `;BYDAY=${days.join(',')}` : '') +
        (values.until ? `;UNTIL=${untilOf(values.until, this.#zone)}` : '');
    }
    return body;
  }

  /**
   * Stores the change; undefined if what others have made of it meanwhile was kept.
   *
   * @param {string} path what is changed @param {string} target of the change
   * @param {string[]} changes @param {(now: GroupEvent) => void} again begins anew
   */
  store(path, target, changes, again) {
    const isSame = (/** @type {GroupEvent} */ now) =>
      JSON.stringify([valuesOf(now), now.place]) ===
        JSON.stringify([valuesOf(this.event), this.event?.place]);
    return sendChange(/** @type {GroupEvent} */ (this.event), {
      path,
      send: (match) => api.send('PATCH', target, { body: this.body(), changes, match }),
      isSame,
      words: (thing) => said(valuesOf(thing), placeText(thing.place)),
      yours: () => said(this.form.values, placeText(this.#place)),
      rebase: (now) => this.event = now,
      again,
    });
  }

  /** @param {{kinds: string[], repeats: boolean}} asked */
  draw({ kinds, repeats }) {
    const { form } = this;
    return html`${
      kinds.length > 1
        ? select(form, {
          name: 'kind',
          label: t('people.kind'),
          options: kinds.map((value) => ({ value, text: t(`events.is-${value}`) })),
        })
        : nothing
    }
    ${
      this.#isOneOfSeries
        ? select(form, {
          name: 'scope',
          label: t('events.scope'),
          options: ['one', 'following', 'series'].map((value) => ({
            value,
            text: t(`events.scope-${value}`),
          })),
        })
        : nothing
    }
    ${field(form, { name: 'title', label: t('people.titleOf'), maxlength: 200, required: true })}
    ${
      field(form, {
        name: 'description',
        label: t('people.description'),
        rows: 3,
        maxlength: 10000,
        optional: true,
      })
    }
    ${
      this.#keepsDay
        ? nothing
        : field(form, { name: 'day', label: t('people.day'), type: 'date', required: true })
    }
    ${field(form, { name: 'start', label: t('events.startTime'), type: 'time' })}
    ${this.#clocks()}
    ${
      field(form, {
        name: 'duration',
        label: t('events.duration'),
        type: 'number',
        min: 0,
        max: 44640,
        unit: 'min',
      })
    }
    ${this.place.draw('')}
    ${
      this.#place && this.#hasNewPlace
        ? check(form, { name: 'placeIsSafe', label: t('events.safe') })
        : form.errors.placeIsSafe
        ? html`<p class="field-error" role="alert">${form.errors.placeIsSafe}</p>`
        : nothing
    }
    ${
      repeats
        ? html`${check(form, { name: 'repeats', label: t('events.everyWeek') })}${
          /** @type {any} */ (form.values).repeats
            ? html`<fieldset class="weekdays"><legend>${t('events.weekdays')}</legend>${
              weekdays.map((name) => check(form, { name, label: t(`events.weekday-${name}`) }))
            }</fieldset>${
              field(form, {
                name: 'until',
                label: t('events.lastDay'),
                type: 'date',
                optional: true,
              })
            }`
            : nothing
        }`
        : nothing
    }
    ${
      field(form, {
        name: 'link',
        label: t('events.linkOutside'),
        type: 'url',
        maxlength: 2000,
        help: t('events.linkOutsideHelp'),
        optional: true,
      })
    }
    ${
      field(form, {
        name: 'responseDeadline',
        label: t('events.answerUntil'),
        type: 'date',
        help: t('events.answerUntilHelp'),
        optional: true,
      })
    }
    ${
      field(form, {
        name: 'capacity',
        label: t('events.capacity'),
        type: 'number',
        min: 1,
        max: 100000,
        help: t('events.capacityHelp'),
        optional: true,
      })
    }
    ${
      field(form, {
        name: 'minimumAge',
        label: t('events.fromAge'),
        type: 'number',
        min: 0,
        max: 150,
        help: t('events.ageHelp'),
        optional: true,
      })
    }`;
  }
}
