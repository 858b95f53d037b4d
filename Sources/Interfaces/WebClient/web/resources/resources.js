import { html, nothing } from 'lit-html';
import { watchGroup } from '../data/groups.js';
import { createResource, pagedResources, removeResource } from '../data/resources.js';
import { dayKey } from '../parts/days.js';
import { confirm, openDialog } from '../parts/dialog.js';
import { field, Form, formOf, select } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { pagedList, row } from '../parts/list.js';
import { heading } from '../parts/people/heading.js';
import { when } from '../parts/people/times.js';
import { picture } from '../parts/picture.js';
import { emptyState } from '../parts/states.js';
import { why } from '../parts/waiting/words.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { bodyOf, errorsIn, valuesOf } from './draft.js';
import { resourceFields } from './fields.js';

/** @typedef {import('api-types').Resource} SharedThing */
/** @typedef {import('../shell/view.js').View} View */

/** The roles that add something to share. */
const adding = ['member', 'editor', 'moderator', 'admin', 'owner'];

/** The shared things of a group, and the choice of one and of days. @param {View} view */
export default function page(view) {
  const resources = new ResourcesPage(view);
  view.dialog('add', (at) => resources.canAdd && add(at, view));
  view.draw(() => resources.draw());
}

class ResourcesPage {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.group = view.params.id;
    this.realm = watchGroup(view, this.group);
    this.resources = pagedResources(view, this.group);
    this.form = new Form({ resource: '', from: '', to: '' }, () => view.update());
  }

  get canAdd() {
    return adding.includes(this.realm.data?.role ?? '');
  }

  /** The earliest day that can be booked. */
  get #earliest() {
    const chosen = this.resources.items.find((item) => item.id === this.form.values.resource);
    const date = new Date();
    if (!chosen?.rules.sameDay) date.setDate(date.getDate() + 1);
    return dayKey(date);
  }

  get #isComplete() {
    const { resource, from, to } = this.form.values;
    return resource !== '' && from >= this.#earliest && to >= from;
  }

  /** @param {Event} event */
  #book = (event) => {
    event.preventDefault();
    if (!this.#isComplete) return;
    const { resource, from, to } = this.form.values;
    this.view.go(`/people/${this.group}/resources/${resource}?from=${from}&to=${to}`);
  };

  draw() {
    return html`<div class="stack loose">
      ${
      heading(
        t('people.resources'),
        `/people/${this.group}`,
        this.realm.data?.name ?? t('people.group'),
      )
    }
      ${this.resources.items.length > 0 ? this.#choosing() : nothing}
      <section class="stack"><h2>${t('resources.shared')}</h2>
        ${
      pagedList(this.resources, {
        label: t('resources.shared'),
        empty: emptyState({ icon: 'key-round', text: t('resources.noResources') }),
        row: (item) => rowOf(this.group, item),
      })
    }
        ${
      this.canAdd
        ? html`<div><button class="button" @click=${() => this.view.open('add')}>${icon('plus')}${
          t('resources.add')
        }</button></div>`
        : nothing
    }
      </section>
    </div>`;
  }

  #choosing() {
    const { form, resources } = this;
    const days = [
      { name: 'from', label: t('people.from-day'), min: this.#earliest },
      { name: 'to', label: t('people.to-day'), min: form.values.from || this.#earliest },
    ];
    return html`<form class="stack" aria-label=${t('resources.choose')} @submit=${this.#book}>
      ${
      select(form, {
        name: 'resource',
        label: t('resources.resource'),
        options: [
          { value: '', text: t('people.chooseOne') },
          ...resources.items.map(({ id, name }) => ({ value: id, text: name })),
        ],
      })
    }
      <div class="row">${
      days.map((day) => field(form, { ...day, type: 'date', required: true }))
    }</div>
      <div><button class="button main" type="submit" ?disabled=${!this.#isComplete}>${
      t('resources.book')
    }</button></div></form>`;
  }
}

/** @param {string} group @param {SharedThing} item */
const rowOf = (group, item) =>
  row({
    href: `/people/${group}/resources/${item.id}`,
    start: item.picture
      ? picture(item.name, { of: item.picture, alt: item.picture.alt })
      : icon('key-round'),
    title: item.name,
    text: item.next
      ? html`${item.next.holder.name} · ${when(item.next)}<br>${why(item.next)}`
      : t('resources.nobodyHas'),
    end: item.editable
      ? html`
        <a class="button quiet" aria-label=${t('resources.editNamed', { name: item.name })}
          href="/people/${group}/resources/${item.id}/edit">${icon(
            'pencil',
          )}</a><button class="button quiet"
          aria-label=${t('resources.removeResource', { name: item.name })} @click=${() =>
            remove(item)}>${icon('trash-2')}</button>
      `
      : nothing,
  });

/** @param {SharedThing} item */
async function remove(item) {
  const isSure = await confirm({
    title: t('resources.removeResource', { name: item.name }),
    text: t('resources.removeResourceText'),
    button: t('resources.delete-resource'),
  });
  if (!isSure) return;
  try {
    await removeResource(item);
    notice(t('resources.resourceGone', { name: item.name }));
  } catch (error) {
    complain(error);
  }
}

/** Entering something that is shared. @param {import('../shell/view.js').At} at @param {View} view */
function add(at, view) {
  const form = new Form(valuesOf(), () => {});
  return openDialog({
    at,
    title: t('resources.addTitle'),
    body: (close, update) => {
      form.update = update;
      return formOf(form, {
        button: t('resources.add'),
        submit: () =>
          form.submit(async (values) => {
            const made = await createResource(view.params.id, bodyOf(values));
            close();
            notice(t('resources.added', { name: made.name }), {
              action: {
                label: t('resources.addPhoto'),
                run: () => view.go(`/people/${made.realm}/resources/${made.id}/edit`),
              },
            });
            view.update();
          }, errorsIn),
        fields: resourceFields(form),
      });
    },
  });
}
