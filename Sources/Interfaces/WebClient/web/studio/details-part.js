// What a tour says about itself: name, description, languages, price, links.

import { deleteDraft } from '../data/drafts.js';
import { html, nothing } from 'lit-html';
import { confirm } from '../parts/dialog.js';
import { field, select } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { languagesOf, untold, withLanguages } from './document.js';
import { inLanguage, languageName, sideBySide } from './languages.js';
import { CoverField } from './stop-pictures.js';
import { errorsOf, PartForm } from './part-form.js';

/** Languages that are offered; others come with imported tours. */
const offered =
  'en de fr es it pt nl da sv nb fi pl cs sk hu sl hr ro bg el tr ru uk ar he hi ja ko zh'
    .split(' ');

export class DetailsPart {
  /** @param {import('./editor-page.js').EditorPage} page */
  constructor(page) {
    this.page = page;
    this.cover = new CoverField(page);
  }

  get editor() {
    return this.page.editor;
  }

  /** @param {Partial<import('./document.js').Doc>} change @param {string} name of the field */
  put(change, name) {
    const { editor } = this;
    editor.change(
      { ...editor.doc, ...change },
      t('studio.didChange', { what: t(`studio.name-${name}`) }),
      name,
    );
  }

  /** Whether what a tour needs is there; else it is said where it lacks. */
  #next() {
    const { editor } = this;
    const own = ['/names', '/descriptions', '/languages', '/price'];
    editor.problems = editor.missing().filter(({ pointer }) => own.includes(pointer));
    const [first] = editor.problems;
    if (first) this.page.lead(first.pointer);
    else {
      this.page.show('route');
      this.page.focus('#studio-part-title');
    }
  }

  draw() {
    const { doc, problems } = this.editor;
    const languages = languagesOf(doc);
    const form = new PartForm(
      doc,
      errorsOf(problems),
      (name, value) => this.put({ [name]: value }, name),
    );
    return html`<h2 id="studio-part-title" tabindex="-1">${t('studio.part-details')}</h2>
      <form class="stack" novalidate @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      this.#next();
    }}>
      ${
      sideBySide(this.page, languages, {
        one: (tag, isMany) => this.#texts(tag, isMany),
        isMissing: (tag) => !doc.names[tag]?.trim() || !doc.descriptions[tag]?.trim(),
      })
    }
      ${this.cover.draw()}
      ${this.#languages()}
      <div class="two">
        ${
      field(form, {
        name: 'price',
        label: t('studio.name-price'),
        inputmode: 'decimal',
        placeholder: t('studio.free'),
        help: t('studio.priceHelp'),
        unit: this.editor.tour?.currency,
        maxlength: 5,
      })
    }
        ${
      field(form, {
        name: 'durationMinutes',
        label: t('studio.name-durationMinutes'),
        type: 'number',
        min: 1,
        max: 10_080,
        help: t('studio.durationHelp'),
        unit: t('studio.minutes'),
      })
    }
      </div>
      ${
      field(form, {
        name: 'place',
        label: t('studio.name-place'),
        optional: true,
        maxlength: 120,
        help: t('studio.placeHelp'),
      })
    }
      ${
      select(form, {
        name: 'wheelchair',
        label: t('studio.name-wheelchair'),
        help: t('studio.wheelchairHelp'),
        options: [
          { value: '', text: t('studio.wheelchairUntold') },
          ...['yes', 'limited', 'no'].map((value) => ({
            value,
            text: t(`studio.wheelchair-${value}`),
          })),
        ],
      })
    }
      ${this.#links(form)}
      <div class="row"><button class="button main" type="submit">${
      t('studio.nextRoute')
    }</button></div>
    </form>
    ${this.#away()}`;
  }

  /** Name and description in a language. @param {string} tag @param {boolean} isMany */
  #texts(tag, isMany) {
    const { doc, problems } = this.editor;
    const isFirst = tag === languagesOf(doc)[0];
    const errors = errorsOf(problems);
    /** What is wrong as a whole stands at the main language. @param {'names' | 'descriptions'} member */
    const wrong = (member) =>
      errors[`${member}-${tag}`] ??
        (isFirst ? errors[member] ?? errors[member.slice(0, -1)] : undefined) ?? '';
    const form = new PartForm(
      {
        [`names-${tag}`]: doc.names[tag] ?? '',
        [`descriptions-${tag}`]: doc.descriptions[tag] ?? '',
      },
      { [`names-${tag}`]: wrong('names'), [`descriptions-${tag}`]: wrong('descriptions') },
      (name, value) => {
        const member = name.startsWith('names') ? 'names' : 'descriptions';
        this.editor.change(
          { ...doc, [member]: { ...doc[member], [tag]: value } },
          t('studio.didChange', { what: t(`studio.name-${member}`) }),
          name,
        );
      },
    );
    return html`<div class="stack" lang=${tag === untold ? nothing : tag}>
      ${
      field(form, {
        name: `names-${tag}`,
        label: inLanguage(t('studio.name-names'), tag, isMany),
        required: isFirst,
        maxlength: 120,
      })
    }
      ${
      field(form, {
        name: `descriptions-${tag}`,
        label: inLanguage(t('studio.name-descriptions'), tag, isMany),
        required: isFirst,
        rows: 5,
        maxlength: 4000,
      })
    }</div>`;
  }

  #languages() {
    const { doc, problems } = this.editor;
    const error = problems.find(({ pointer }) => pointer === '/languages')?.detail;
    const set = (/** @type {string[]} */ languages) => {
      const next = withLanguages(doc, languages);
      this.editor.change(next, t('studio.didChange', { what: t('studio.name-languages') }));
    };
    const rest = offered.filter((tag) => !doc.languages.includes(tag));
    return html`<div class="field"><label for="field-languages">${
      t('studio.name-languages')
    }</label>
      ${
      doc.languages.length > 0
        ? html`<ul class="studio-tags">${
          doc.languages.map((tag) =>
            html`<li><span>${languageName(tag)}</span><button type="button" class="button quiet"
              aria-label=${t('studio.removeNamed', { name: languageName(tag) })}
              @click=${() => set(doc.languages.filter((one) => one !== tag))}>${
              icon('x')
            }</button></li>`
          )
        }</ul>`
        : nothing
    }
      <select id="field-languages" aria-describedby="field-languages-help" aria-invalid=${
      error ? 'true' : nothing
    } @change=${(/** @type {Event} */ event) => {
      const input = /** @type {HTMLSelectElement} */ (event.target);
      if (input.value) set([...doc.languages, input.value]);
      input.value = '';
    }}><option value="">${t('studio.addLanguage')}</option>${
      rest.map((tag) => html`<option value=${tag}>${languageName(tag)}</option>`)
    }</select>
      ${error ? html`<p class="field-error">${error}</p>` : nothing}
      <p class="field-help" id="field-languages-help">${t('studio.languagesHelp')}</p></div>`;
  }

  /** @param {PartForm} form */
  #links(form) {
    const { doc } = this.editor;
    const set = (/** @type {typeof doc.links} */ links) => this.put({ links }, 'links');
    return html`<fieldset class="stack tight plain-set"><legend>${t('studio.name-links')}</legend>
      ${
      doc.links.map((link, index) => {
        const wrong = form.errors[`links-${index}-url`] ?? form.errors[`links-${index}`] ?? '';
        const rowForm = new PartForm(
          { [`link-${index}`]: link.url, [`link-title-${index}`]: link.title ?? '' },
          { [`link-${index}`]: wrong },
          (name, value) =>
            set(doc.links.map((one, at) =>
              at === index ? { ...one, [name.includes('title') ? 'title' : 'url']: value } : one
            )),
        );
        return html`<div class="studio-link">
          ${
          field(rowForm, {
            name: `link-${index}`,
            label: t('studio.linkAddress', { number: index + 1 }),
            type: 'url',
            placeholder: 'https://',
            maxlength: 2000,
          })
        }
          ${
          field(rowForm, {
            name: `link-title-${index}`,
            label: t('studio.linkTitle', { number: index + 1 }),
            optional: true,
            maxlength: 200,
          })
        }
          <button type="button" class="button" @click=${() =>
          set(doc.links.filter((_one, at) =>
            at !== index
          ))}>${icon('trash-2')}${t('studio.removeLink', { number: index + 1 })}</button></div>`;
      })
    }
      <div class="row"><button type="button" class="button" @click=${() => {
      set([...doc.links, { url: '' }]);
      this.page.focus(`#field-link-${doc.links.length}`);
    }}>${icon('plus')}${t('studio.addLink')}</button></div></fieldset>`;
  }

  /** Throwing work away, and the tour. */
  #away() {
    const { editor } = this;
    const { tour } = editor;
    const canDelete = tour && (tour.hasDraft || tour.state === 'retired');
    if (!editor.isDirty && !canDelete) return nothing;
    return html`<div class="row studio-away">
      ${
      editor.isDirty
        ? html`<button class="button" @click=${() => {
          editor.discard();
          notice(t('studio.discarded'), {
            action: { label: t('studio.undo'), run: () => editor.undo() },
          });
        }}>${t('studio.discard')}</button>`
        : nothing
    }
      ${
      canDelete
        ? html`<button class="button" @click=${() => this.#delete()}>${icon('trash-2')}${
          t(tour.publishedAt && tour.hasDraft ? 'studio.deleteChanges' : 'studio.deleteTour')
        }</button>`
        : nothing
    }</div>`;
  }

  async #delete() {
    const { editor } = this;
    const { tour } = editor;
    if (!tour) return;
    const isPart = tour.publishedAt !== undefined && tour.hasDraft;
    const yes = await confirm({
      title: t(isPart ? 'studio.deleteChangesTitle' : 'studio.deleteTourTitle', {
        name: tour.name,
      }),
      text: t(isPart ? 'studio.deleteChangesText' : 'studio.deleteTourText'),
      button: t(isPart ? 'studio.deleteChanges' : 'studio.deleteTour'),
    });
    if (!yes) return;
    try {
      await deleteDraft(editor.id, editor.version);
      await editor.forget();
      this.page.view.go('/studio', { replace: true });
    } catch (error) {
      complain(error);
    }
  }
}
