import { html, nothing } from 'lit-html';
import { confirm, openDialog } from '../parts/dialog.js';
import { field, Form, formOf, select } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { Paged, pagedList, row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { emptyState } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { dayText, when } from '../parts/people/times.js';
import { why } from './booking-words.js';
import { bodyOf, resourceFields, valuesOf, wrongIn } from './fields.js';
import { heading } from '../parts/people/words.js';

/** @typedef {import('api-types').Resource} Resource */

/** What a group shares: choosing something and the days. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const { id } = view.params;
  const base = `/v1/realms/${id}`;
  const realm = view.watch(base);
  const resources = new Paged(view, `${base}/resources`, 200);
  const form = new Form({ resource: '', from: '', to: '' }, () => view.update());
  const canAdd = () =>
    ['member', 'editor', 'moderator', 'admin', 'owner'].includes(realm.data?.role ?? '');

  view.dialog('add', (at) => canAdd() && add(at, view, base));

  /** The earliest day that can be booked. */
  const earliest = () => {
    const chosen = resources.items.find((item) => item.id === form.values.resource);
    const date = new Date();
    if (!chosen?.rules.sameDay) date.setDate(date.getDate() + 1);
    return dayText(date);
  };
  const isComplete = () => {
    const { resource, from, to } = form.values;
    return resource !== '' && from >= earliest() && to >= from;
  };
  const book = () => {
    const { resource, from, to } = form.values;
    view.go(`/people/${id}/resources/${resource}?from=${from}&to=${to}`);
  };

  /** @param {Resource} item */
  const remove = async (item) => {
    const isSure = await confirm({
      title: t('resources.removeResource', { name: item.name }),
      text: t('resources.removeResourceText'),
      button: t('resources.delete-resource'),
    });
    if (!isSure) return;
    try {
      await api.get(`/v1/resources/${item.id}`);
      await api.send('DELETE', `/v1/resources/${item.id}`, { changes: [base] });
      notice(t('resources.resourceGone', { name: item.name }));
    } catch (error) {
      complain(error);
    }
  };

  view.draw(() =>
    html`<div class="stack loose">
      ${heading(t('people.resources'), `/people/${id}`, realm.data?.name ?? t('people.group'))}
      ${
      resources.items.length > 0
        ? html`<form class="stack" aria-label=${t('resources.choose')} @submit=${(
          /** @type {Event} */ event,
        ) => {
          event.preventDefault();
          if (isComplete()) book();
        }}>
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
        <div class="row">
          ${
          field(form, {
            name: 'from',
            label: t('people.from-day'),
            type: 'date',
            min: earliest(),
            required: true,
          })
        }
          ${
          field(form, {
            name: 'to',
            label: t('people.to-day'),
            type: 'date',
            min: form.values.from || earliest(),
            required: true,
          })
        }
        </div>
        <div><button class="button main" type="submit" ?disabled=${!isComplete()}>${
          t('resources.book')
        }</button></div></form>`
        : nothing
    }
      <section class="stack"><h2>${t('resources.shared')}</h2>
        ${
      pagedList(resources, {
        label: t('resources.shared'),
        empty: emptyState({ icon: 'key-round', text: t('resources.noResources') }),
        row: (/** @type {Resource} */ item) =>
          row({
            href: `/people/${id}/resources/${item.id}`,
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
                  href="/people/${id}/resources/${item.id}/edit">${icon(
                    'pencil',
                  )}</a><button class="button quiet"
                  aria-label=${t('resources.removeResource', { name: item.name })} @click=${() =>
                    remove(item)}>${icon('trash-2')}</button>
              `
              : nothing,
          }),
      })
    }
        ${
      canAdd()
        ? html`<div><button class="button" @click=${() => view.open('add')}>${icon('plus')}${
          t('resources.add')
        }</button></div>`
        : nothing
    }
      </section>
    </div>`
  );
}

/**
 * Entering something that is shared.
 *
 * @param {import('../shell/view.js').At} at @param {import('../shell/view.js').View} view @param {string} base
 */
function add(at, view, base) {
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
            const body = bodyOf(values);
            const made = await api.send('POST', `${base}/resources`, { body, changes: [base] });
            close();
            notice(t('resources.added', { name: body.name }), {
              action: {
                label: t('resources.addPhoto'),
                run: () => view.go(`/people/${made.realm}/resources/${made.id}/edit`),
              },
            });
            view.update();
          }, wrongIn),
        fields: resourceFields(form),
      });
    },
  });
}
