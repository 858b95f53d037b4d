import { html, nothing } from 'lit-html';
import { createEvent, watchEvent } from '../data/events.js';
import { watchGroup } from '../data/groups.js';
import { formOf } from '../parts/form.js';
import { heading } from '../parts/people/heading.js';
import { shown } from '../parts/states.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { EventFields } from './fields.js';

/** @typedef {import('../shell/view.js').View} View */

/** Planning an event or practice, or changing one. @param {View} view */
export default function page(view) {
  const isNew = location.pathname.endsWith('/new');
  const form = isNew ? new PlanningPage(view) : new ChangingPage(view);
  view.draw(() => form.draw());
}

class PlanningPage {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.group = view.params.id;
    this.fields = new EventFields(view);
    this.realm = watchGroup(view, this.group, ({ data }) => {
      this.fields.zone = data?.timeZone;
    });
  }

  #send = () =>
    this.fields.form.submit(async ({ kind }) => {
      const made = await createEvent(this.group, { kind, ...this.fields.body() });
      notice(t('events.planned', { title: made.title }));
      this.view.go(`/people/events/${made.id}`);
    }, () => this.fields.errors());

  draw() {
    return html`<div class="stack">${
      heading(
        t('people.plan'),
        `/people/${this.group}`,
        this.realm.data?.name ?? t('people.group'),
      )
    }${
      shown(this.realm, (data) =>
        formOf(this.fields.form, {
          submit: this.#send,
          button: t('events.planIt'),
          fields: this.fields.draw({
            kinds: data.kind === 'team' ? ['event', 'practice'] : ['event'],
            repeats: true,
          }),
        }))
    }</div>`;
  }
}

class ChangingPage {
  /** @type {EventFields | null} */
  #fields = null;

  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.id = view.params.id;
    /** The occurrence that was opened. */
    this.opened = { at: view.query.get('occurrence') || undefined };
    this.event = watchEvent(view, this.id, this.opened, ({ data }) => {
      if (data) this.#fields ??= new EventFields(view, data);
    });
  }

  /** @param {EventFields} fields */
  #send = (fields) =>
    fields.form.submit(async () => {
      if (!fields.event) return false;
      const made = await fields.store(fields.event, this.opened, (now) => {
        this.#fields = new EventFields(this.view, now);
      });
      if (!made) return false;
      notice(t('shell.saved'));
      this.view.go(`/people/events/${made.id}`);
    }, () => fields.errors());

  draw() {
    const fields = this.#fields;
    const { at } = this.opened;
    const which = at ? `?occurrence=${encodeURIComponent(at)}` : '';
    return html`<div class="stack">${
      heading(t('people.edit'), `/people/events/${this.id}${which}`, this.event.data?.title ?? '')
    }${
      shown(this.event, () =>
        fields
          ? formOf(fields.form, {
            submit: () => this.#send(fields),
            button: t('shell.save'),
            fields: fields.draw({ kinds: [], repeats: false }),
          })
          : nothing)
    }</div>`;
  }
}
