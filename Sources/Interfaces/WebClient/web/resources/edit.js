import { html } from 'lit-html';
import { sendChange } from '../parts/conflict.js';
import { Form, formOf } from '../parts/form.js';
import { PictureField } from '../parts/picture-field.js';
import { hint, shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { bodyOf, resourceFields, resourceWords, valuesOf, wrongIn } from './fields.js';
import { heading } from '../parts/people/words.js';

/** @typedef {import('api-types').Resource} Resource */

/** Changing what is said of something shared, and the rules for booking it. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const { id, resource: resourceID } = view.params;
  const path = `/v1/resources/${resourceID}`;
  const back = `/people/${id}/resources/${resourceID}`;
  /** @type {Form<any> | null} */
  let form = null;
  /** What the form was made of. @type {Resource} */
  let before;
  const begin = (/** @type {Resource} */ data) => {
    before = data;
    form = new Form(valuesOf(data), () => view.update());
  };
  const changes = [path, `/v1/realms/${id}/resources`];
  const picture = new PictureField(() => view.update(), {
    send: (file, words, progress) =>
      api.send('PUT', `${path}/picture?${words}`, { body: file, progress, match: null, changes }),
    remove: () => api.send('DELETE', `${path}/picture`, { match: null, changes }),
  });
  const resource = view.watch(path, ({ data }) => {
    if (data && !form) begin(data);
  });
  const save = () =>
    form?.submit(async (values) => {
      const stored = await sendChange(before, {
        path,
        send: (match) => api.send('PUT', path, { body: bodyOf(values, before), changes, match }),
        isSame: (now) => JSON.stringify(valuesOf(now)) === JSON.stringify(valuesOf(before)),
        words: (thing) => resourceWords(valuesOf(thing)),
        yours: () => resourceWords(values),
        rebase: (now) => before = now,
        again: begin,
      });
      if (!stored) return false;
      notice(t('shell.saved'));
      view.go(back);
    }, wrongIn);
  view.draw(() =>
    html`<div class="stack loose">${
      heading(t('resources.editResource'), back, resource.data?.name ?? t('people.resources'))
    }${
      shown(resource, (/** @type {Resource} */ data) =>
        form && data.editable
          ? html`${
            formOf(form, { submit: save, button: t('shell.save'), fields: resourceFields(form) })
          }<p class="soft small">${t('resources.rulesLater')}</p>
          ${
            picture.draw({
              name: 'resource',
              label: t('resources.photo'),
              help: t('resources.photoHelp'),
              picture: data.picture,
            })
          }`
          : hint(t('resources.notEditable')), [`/people/${id}/resources`, t('people.resources')])
    }</div>`
  );
}
