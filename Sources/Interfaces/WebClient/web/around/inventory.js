// The inventory: objects that one can place, with previews; new ones by upload, scan or words.

import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import {
  dropObject,
  keepObject,
  makeObject,
  pagedInventory,
  readObject,
  uploadObject,
  withdrawObject,
} from '../data/objects.js';
import { confirm } from '../parts/dialog.js';
import { field, Form, formOf } from '../parts/form.js';
import { number } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { emptyState, hint, shown } from '../parts/states.js';
import { choice } from '../parts/tabs.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { ScanPhotos } from './scan-photos.js';
import { thumbnail } from './thumbnails.js';

/** @typedef {import('../data/objects.js').ARObject} ARObject */
/** @typedef {import('../data/objects.js').InventoryItem} InventoryItem */

const largest = 50 * 1024 * 1024;

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  new InventoryPage(view);
}

class InventoryPage {
  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    /** @type {File | undefined} */
    this.file = undefined;
    this.part = 0;
    /** @type {ARObject | undefined} chosen, and not in the list */
    this.other = undefined;
    /** @type {import('../view/preview.js').Preview | undefined} */
    this.preview = undefined;
    this.previewed = '';
    this.uploadForm = new Form({ name: '', alt: '', file: '' }, () => view.update());
    this.promptForm = new Form({ name: '', prompt: '' }, () => view.update());
    /** @type {ScanPhotos | undefined} */
    this.scanPhotos = undefined;
    this.list = this.read();
    view.onLeave(() => this.preview?.end());
    view.draw(() => this.draw());
    this.follow();
  }

  get source() {
    return this.view.query.get('source') ?? 'all';
  }

  read() {
    const { source } = this;
    return pagedInventory(this.view, source === 'all' ? undefined : source);
  }

  /** What is chosen in the address, once it is read. */
  get chosen() {
    const id = this.view.query.get('object');
    return id ? this.list.items.find((object) => object.id === id) ?? this.other : undefined;
  }

  /** Shows the preview of what is chosen. */
  follow() {
    const id = this.view.query.get('object');
    if (id && !this.list.items.some((object) => object.id === id) && this.other?.id !== id) {
      readObject(id).then((object) => {
        this.other = object;
        this.view.update();
      }, complain);
    }
  }

  /** The preview belongs to its element, which comes and goes with the choice. */
  async show() {
    const holder = /** @type {HTMLElement | null} */ (this.view.root.querySelector('.preview'));
    const { chosen } = this;
    if (!holder || !chosen) {
      this.preview?.end();
      this.preview = undefined;
      return;
    }
    if (this.previewed === chosen.id && this.preview?.holder === holder) return;
    this.previewed = chosen.id;
    this.preview?.end();
    this.preview = undefined;
    try {
      const { Preview } = await import('../view/preview.js');
      if (this.view.isLeft || this.previewed !== chosen.id || this.preview) return;
      this.preview = new Preview(holder, chosen);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {string | null} id */
  choose(id) {
    this.view.setQuery({ object: id }, { push: true });
    this.follow();
    scrollTo({ top: 0 });
  }

  /** @param {string | null} what */
  add(what) {
    this.view.setQuery({ add: what, object: null });
  }

  /** @param {Event} event */
  pick(event) {
    this.file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    const name = this.uploadForm.values.name;
    if (this.file && !name) {
      this.uploadForm.values.name = this.file.name.replace(/\.glb$/i, '').slice(0, 100);
    }
    this.uploadForm.set('file', this.file?.name ?? '');
  }

  async checkFile() {
    const { file } = this;
    if (!file) return t('around.fileNeeded');
    if (file.size > largest) {
      return t('around.fileLarge', { size: number(file.size / 1024 / 1024, 1) });
    }
    const start = new TextDecoder().decode(await file.slice(0, 4).arrayBuffer());
    return start === 'glTF' ? undefined : t('around.fileWrong');
  }

  async upload() {
    const form = this.uploadForm;
    const wrong = await this.checkFile();
    await form.submit(async ({ name, alt }) => {
      /** @type {'upload' | 'scan'} */
      const origin = this.view.query.get('add') === 'scan' ? 'scan' : 'upload';
      const { file } = this;
      if (!file) return;
      const words = {
        name,
        origin,
        .../** @type {import('../data/objects.js').AltText} */ (alt
          ? { alt }
          : { decorative: true }),
      };
      try {
        const object = await uploadObject(file, words, (part) => {
          this.part = part;
          this.view.update();
        });
        this.made(object);
      } finally {
        this.part = 0;
      }
    }, ({ name }) => ({
      ...(wrong ? { file: wrong } : {}),
      ...(name.trim() ? {} : { name: t('around.nameNeeded') }),
    }));
  }

  make() {
    return this.promptForm.submit(async ({ name, prompt }) => {
      const object = await makeObject({
        name: name.trim() || prompt.slice(0, 100),
        prompt,
        alt: prompt,
      });
      this.made(object);
    }, ({ prompt }) => prompt.trim() ? {} : { prompt: t('around.promptNeeded') });
  }

  /** @param {ARObject} object */
  made(object) {
    notice(t('around.uploaded', { name: object.name }));
    this.uploadForm = new Form({ name: '', alt: '', file: '' }, () => this.view.update());
    this.promptForm = new Form({ name: '', prompt: '' }, () => this.view.update());
    this.file = undefined;
    this.view.setQuery({ add: null });
    this.choose(object.id);
  }

  /** @param {ARObject | InventoryItem} object */
  async takeOut(object) {
    const put = async (/** @type {typeof keepObject} */ change) => {
      try {
        await change(object.id);
      } catch (error) {
        complain(error);
        return false;
      }
      return true;
    };
    if (!(await put(dropObject))) return;
    this.choose(null);
    notice(t('around.takenOut'), {
      action: { label: t('around.undo'), run: () => put(keepObject) },
    });
  }

  /** @param {ARObject | InventoryItem} object */
  async withdraw(object) {
    const { name } = object;
    const isSure = await confirm({
      title: t('around.withdrawTitle', { name }),
      text: t('around.withdrawText'),
      button: t('around.withdraw'),
    });
    if (!isSure) return;
    try {
      await withdrawObject(object.id);
      this.choose(null);
      notice(t('around.withdrawn', { name }));
    } catch (error) {
      complain(error);
    }
  }

  // Drawing

  draw() {
    queueMicrotask(() => this.show());
    const adding = this.view.query.get('add');
    return html`<div class="stack">
      <div class="row spread"><h1>${t('around.inventory')}</h1><div class="row inventory-add">
        <button class="button main" @click=${() => this.add('upload')}>${icon('upload')}${
      t('around.upload')
    }</button>
        <button class="button" @click=${() => this.add('scan')}>${icon('scan')}${
      t('around.scan')
    }</button>
        <button class="button" @click=${() => this.add('prompt')}>${icon('wand-sparkles')}${
      t('around.prompt')
    }</button>
      </div></div>
      ${
      adding === 'prompt'
        ? this.promptCard()
        : adding
        ? this.uploadCard(adding === 'scan')
        : nothing
    }
      ${this.chosen ? this.card(this.chosen) : nothing}
      ${
      choice({
        label: t('around.filter'),
        value: this.source,
        options: [
          { value: 'all', text: t('around.all') },
          { value: 'own', text: t('around.ofMine') },
          { value: 'group', text: t('around.ofGroups') },
          { value: 'preset', text: t('around.presets') },
        ],
        choose: (value) => {
          this.view.setQuery({ source: value === 'all' ? null : value });
          this.list = this.read();
        },
      })
    }
      ${this.grid()}
    </div>`;
  }

  grid() {
    return shown(this.list.first, () =>
      this.list.items.length === 0
        ? emptyState({
          icon: 'box',
          text: t('around.inventoryEmpty'),
          action: html`<button class="button main" @click=${() => this.add('upload')}>${
            t('around.upload')
          }</button>`,
        })
        : html`<ul class="plain-list object-grid" aria-label=${t('around.inventory')}>
            ${
          repeat(this.list.items, (object) => object.id, (object) =>
            html`<li>
              <button class="object-tile" aria-pressed=${
              object.id === this.view.query.get('object') ? 'true' : 'false'
            }
                @click=${() => this.choose(object.id)}>${
              thumbnail(object, this.view)
            }<span>${object.name}</span>
                <span class="soft small">${this.sourceWord(object)}</span></button></li>`)
        }</ul>
          ${
          this.list.hasMore
            ? html`<button class="button" @click=${() => this.list.more()}>${
              t('shell.more')
            }</button>`
            : nothing
        }`);
  }

  /** @param {InventoryItem} object */
  sourceWord(object) {
    return t(`around.${object.source === 'added' ? 'addedSource' : object.source}`);
  }

  /** @param {ARObject | InventoryItem} object */
  card(object) {
    // Of what is not in the list it is not known how it came to be there.
    const source = 'source' in object ? object.source : undefined;
    const { min, max } = object.boundingBox;
    const side = (/** @type {number} */ index) => number(max[index] - min[index], 2);
    return html`
      <section class="card stack object-card" aria-label=${object.name}>
        <header class="row spread"><h2>${object.name}</h2>
              <button class="button quiet" aria-label=${t('around.close')} @click=${() =>
                this.choose(null)}>${icon('x')}</button></header>
        <div class="preview" tabindex="0" role="img" aria-label="${object.alt || object.name}. ${t(
          'around.preview',
        )}"></div>
        <div class="stack tight">
              ${object.alt ? html`<p>${object.alt}</p>` : nothing}
              <p class="soft">${t('around.sizeOf', {
                width: side(0),
                depth: side(1),
                height: side(2),
              })} ·
                ${t('around.triangles', { count: object.triangles })} · ${t('around.bytes', {
                  size: number(Math.max(1, object.bytes / 1024)),
                })}</p>
            </div>
        <div class="row">
              <a class="button main" href="/around?view=ar&place=${object
                .id}&step=realms&from=inventory${this.simulated}">${icon('plus')}${t(
                  'around.place',
                )}</a>
              ${source === 'added'
                ? html`<button class="button" @click=${() => this.takeOut(object)}>${
                  t('around.takeOut')
                }</button>`
                : nothing}
              ${source === 'own'
                ? html`<button class="button" @click=${() => this.withdraw(object)}>${
                  icon('trash-2')
                }${t('around.withdraw')}</button>`
                : nothing}
            </div>
      </section>
    `;
  }

  /** The simulated place goes along. */
  get simulated() {
    const simulate = this.view.query.get('simulate');
    return simulate ? `&simulate=${encodeURIComponent(simulate)}` : '';
  }

  /** @param {boolean} isScan */
  uploadCard(isScan) {
    const isByPhotos = isScan && this.view.query.get('by') === 'photos';
    const cancel = html`<button class="button" type="button" @click=${() => this.add(null)}>${
      t('around.cancel')
    }</button>`;
    return html`<section class="card stack" aria-label=${
      isScan ? t('around.scan') : t('around.upload')
    }>
      <h2>${isScan ? t('around.scan') : t('around.upload')}</h2>
      ${
      isScan
        ? choice({
          label: t('around.scanBy'),
          value: isByPhotos ? 'photos' : 'model',
          options: [
            { value: 'model', text: t('around.scanByModel') },
            { value: 'photos', text: t('around.scanPhotos') },
          ],
          choose: (value) => this.view.setQuery({ by: value === 'photos' ? value : null }),
        })
        : nothing
    }
      ${
      isByPhotos
        ? (this.scanPhotos ??= new ScanPhotos(this.view)).draw(cancel)
        : this.modelForm(isScan, cancel)
    }</section>`;
  }

  /** @param {boolean} isScan @param {import('lit-html').TemplateResult} cancel */
  modelForm(isScan, cancel) {
    const form = this.uploadForm;
    const error = form.errors.file;
    return html`${isScan ? hint(t('around.scanHelp')) : nothing}
      ${
      formOf(form, {
        submit: () => this.upload(),
        button: t('around.uploadButton'),
        fields: html`<div class="field"><label for="field-file">${t('around.file')}</label>
          <input id="field-file" type="file" accept=".glb,model/gltf-binary" aria-invalid=${
          error ? 'true' : nothing
        }
            aria-describedby="field-file-help" @change=${(/** @type {Event} */ event) =>
          this.pick(event)}>
          ${error ? html`<p class="field-error">${error}</p>` : nothing}
          <p class="field-help" id="field-file-help">${t('around.uploadHelp')}</p></div>
          ${field(form, { name: 'name', label: t('around.name'), maxlength: 100 })}
          ${
          field(form, {
            name: 'alt',
            label: t('around.alt'),
            rows: 2,
            optional: true,
            maxlength: 500,
          })
        }
          ${
          form.isSending
            ? html`<div role="status"><progress max="1" .value=${this.part}></progress>
            ${t('around.uploading', { percent: Math.round(this.part * 100) })}</div>`
            : nothing
        }`,
        other: cancel,
      })
    }`;
  }

  promptCard() {
    const form = this.promptForm;
    return html`<section class="card stack" aria-label=${t('around.prompt')}><h2>${
      t('around.prompt')
    }</h2>
      ${
      formOf(form, {
        submit: () => this.make(),
        button: t('around.make'),
        fields: html`${
          field(form, {
            name: 'prompt',
            label: t('around.promptLabel'),
            help: t('around.promptHelp'),
            maxlength: 300,
          })
        }
          ${
          field(form, { name: 'name', label: t('around.name'), optional: true, maxlength: 100 })
        }`,
        other: html`<button class="button" type="button" @click=${() => this.add(null)}>${
          t('around.cancel')
        }</button>`,
      })
    }</section>`;
  }
}
