// The fields of a course.

import { html, nothing } from 'lit-html';
import { field, Form, formOf, select } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { t } from '../shell/texts.js';
import { blank, bodyOf, errorsIn, lessonsIn, lessonsOf, movedUp, valuesOf } from './draft.js';

/** @typedef {import('api-types').Course} Course */
/** @typedef {import('./draft.js').Draft} Draft */

/** So many lessons a course has at most. */
const mostLessons = 100;

export class CourseFields {
  /** The lessons that the course has already, by place. @type {(string | undefined)[]} */
  #ids = [];

  /** @param {import('../shell/view.js').View} view @param {Course} [course] that is changed */
  constructor(view, course) {
    const lessons = lessonsOf(course);
    this.#ids = lessons.map(({ id }) => id);
    /** @type {Form<import('./draft.js').Values>} */
    this.form = new Form(
      valuesOf(course ?? { title: '', description: '' }, lessons),
      () => view.update(),
    );
  }

  get #lessons() {
    return lessonsIn(this.form.values, this.#ids);
  }

  /** @param {Draft[]} lessons */
  #change(lessons) {
    const { form } = this;
    this.#ids = lessons.map(({ id }) => id);
    form.values = valuesOf(form.values, lessons);
    form.errors = {};
    form.touch();
    form.update();
  }

  /** @param {(body: ReturnType<typeof bodyOf>) => Promise<unknown>} send */
  submit(send) {
    return this.form.submit(
      (values) => send(bodyOf(values, this.#lessons)),
      (values) => errorsIn(values, this.#lessons),
    );
  }

  /** @param {() => void} submit @param {string} button */
  draw(submit, button) {
    const { form } = this;
    return formOf(form, {
      submit,
      button,
      fields: html`${
        field(form, { name: 'title', label: t('people.name'), maxlength: 120, required: true })
      }${
        field(form, {
          name: 'description',
          label: t('people.description'),
          rows: 3,
          maxlength: 2000,
          optional: true,
        })
      }${this.#ids.map((_, index) => this.#lesson(index))}
        <div><button type="button" class="button" ?disabled=${this.#ids.length >= mostLessons}
          @click=${() => this.#change([...this.#lessons, blank()])}>${icon('plus')}${
        t('courses.addLesson')
      }</button></div>`,
    });
  }

  /** @param {number} index */
  #lesson(index) {
    const at = `lessons/${index}`;
    const number = index + 1;
    const isVideo = this.form.values[`${at}/kind`] === 'video';
    return html`<fieldset class="card stack lesson">
      <legend>${t('courses.lesson', { number })}</legend>
      ${
      select(this.form, {
        name: `${at}/kind`,
        label: t('courses.kindOfLesson', { number }),
        options: ['article', 'video'].map((value) => ({
          value,
          text: t(`courses.lesson-${value}`),
        })),
      })
    }${
      field(this.form, {
        name: `${at}/title`,
        label: t('courses.titleOfLesson', { number }),
        maxlength: 120,
        required: true,
      })
    }${
      field(this.form, {
        name: `${at}/link`,
        label: t(isVideo ? 'courses.videoOfLesson' : 'courses.linkOfLesson', { number }),
        type: 'url',
        maxlength: 2000,
        ...(isVideo ? { required: true, help: t('courses.videoHelp') } : { optional: true }),
      })
    }${
      field(this.form, {
        name: `${at}/text`,
        label: t('courses.textOfLesson', { number }),
        rows: isVideo ? 3 : 8,
        maxlength: 20000,
        ...(isVideo ? { optional: true } : { required: true }),
      })
    }${this.#order(index)}</fieldset>`;
  }

  /** Moves a lesson, or takes it out. @param {number} index */
  #order(index) {
    const number = index + 1;
    return html`<div class="row">${
      index > 0
        ? html`
          <button type="button" class="button quiet" aria-label=${t('courses.upNamed', { number })}
            @click=${() => this.#change(movedUp(this.#lessons, index))}>${icon('arrow-up')}${t(
              'courses.up',
            )}</button>
        `
        : nothing
    }${
      this.#ids.length > 1
        ? html`
          <button type="button" class="button quiet" aria-label=${t('courses.removeLesson', {
            number,
          })}
            @click=${() =>
              this.#change(this.#lessons.filter((_, place) => place !== index))}>${icon(
                'trash-2',
              )}${t('courses.dropLesson')}</button>
        `
        : nothing
    }</div>`;
  }
}
