import { html, nothing } from 'lit-html';
import { field, Form, formOf, select } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { heading } from '../parts/people/words.js';

/** @typedef {import('api-types').Course} Course */
/** @typedef {{id?: string, kind: string, title: string, text: string, link: string}} Draft */

/** Publishing a course, or changing one. @param {import('../shell/view.js').View} view */
export default function page(view) {
  return view.params.course ? changing(view) : publishing(view);
}

/** @param {import('../shell/view.js').View} view */
function publishing(view) {
  const path = `/v1/realms/${view.params.id}`;
  const realm = view.watch(path);
  const fields = new Fields(view);
  const send = () =>
    fields.submit(async (body) => {
      const made = await api.send('POST', `${path}/courses`, {
        body,
        changes: [`${path}/courses`],
      });
      notice(t('courses.coursePublished', { title: made.title }));
      view.go(`/people/courses/${made.id}`, { replace: true });
    });
  view.draw(() =>
    html`<div class="stack">${
      heading(
        t('people.newCourse'),
        `/people/${view.params.id}`,
        realm.data?.name ?? t('people.group'),
      )
    }${shown(realm, () => fields.draw(send, t('courses.publishCourse')))}</div>`
  );
}

/** @param {import('../shell/view.js').View} view */
function changing(view) {
  const path = `/v1/courses/${view.params.course}`;
  /** @type {Fields | null} */
  let fields = null;
  const course = view.watch(path, ({ data }) => {
    if (data) fields ??= new Fields(view, data);
  });
  const send = () =>
    fields?.submit(async (body) => {
      await api.send('PUT', path, {
        body,
        changes: [path, `/v1/realms/${course.data.realm}/courses`],
        match: `"${fields?.version}"`,
      });
      notice(t('shell.saved'));
      view.go(`/people/courses/${view.params.course}`);
    });
  view.draw(() =>
    html`<div class="stack">${
      heading(t('people.edit'), `/people/courses/${view.params.course}`, course.data?.title ?? '')
    }${shown(course, () => fields?.draw(send, t('shell.save')) ?? nothing)}</div>`
  );
}

/** What is asked of a course: each lesson's members are named by its place. */
class Fields {
  /** @type {(string | undefined)[]} the lessons that the course has already, by place */
  #ids = [];

  /** @param {import('../shell/view.js').View} view @param {Course} [course] */
  constructor(view, course) {
    this.version = course?.version;
    /** @type {Record<string, string>} */
    const values = { title: course?.title ?? '', description: course?.description ?? '' };
    this.form = new Form(values, () => view.update());
    this.#set(course?.lessons ?? [{ kind: 'article', title: '', text: '', link: '' }]);
    this.form.isChanged = false;
  }

  /** @param {{id?: string, kind: string, title: string, text: string, link?: string}[]} lessons */
  #set(lessons) {
    const { title, description } = this.form.values;
    this.#ids = lessons.map(({ id }) => id);
    this.form.values = { title, description };
    lessons.forEach((lesson, index) => {
      for (const name of /** @type {const} */ (['kind', 'title', 'text', 'link'])) {
        this.form.values[`lessons/${index}/${name}`] = lesson[name] ?? '';
      }
    });
    this.form.errors = {};
  }

  /** @returns {Draft[]} */
  #lessons() {
    return this.#ids.map((id, index) => {
      const of = (/** @type {string} */ name) => this.form.values[`lessons/${index}/${name}`];
      return {
        ...(id ? { id } : {}),
        kind: of('kind'),
        title: of('title'),
        text: of('text'),
        link: of('link'),
      };
    });
  }

  /** @param {(lessons: Draft[]) => Draft[]} change */
  #change(change) {
    this.#set(change(this.#lessons()));
    this.form.touch();
    this.form.update();
  }

  /** @param {(body: object) => Promise<unknown>} send */
  submit(send) {
    return this.form.submit(
      ({ title, description }) =>
        send({
          title: title.trim(),
          description,
          lessons: this.#lessons().map(({ link, text, ...rest }) => ({
            ...rest,
            title: rest.title.trim(),
            ...(text.trim() ? { text } : {}),
            ...(link.trim() ? { link: link.trim() } : {}),
          })),
        }),
      (values) => {
        /** @type {Record<string, string>} */
        const errors = {};
        if (!values.title.trim()) errors.title = t('people.needsName');
        this.#lessons().forEach((lesson, index) => {
          const at = `lessons/${index}`;
          if (!lesson.title.trim()) errors[`${at}/title`] = t('people.needsName');
          if (lesson.kind === 'video' && !lesson.link.trim()) {
            errors[`${at}/link`] = t('courses.needsVideo');
          }
          if (lesson.kind === 'article' && !lesson.text.trim()) {
            errors[`${at}/text`] = t('courses.needsText');
          }
        });
        return errors;
      },
    );
  }

  /** @param {() => void} submit @param {string} button */
  draw(submit, button) {
    return formOf(this.form, {
      submit,
      button,
      fields: html`${
        field(this.form, { name: 'title', label: t('people.name'), maxlength: 120, required: true })
      }${
        field(this.form, {
          name: 'description',
          label: t('people.description'),
          rows: 3,
          maxlength: 2000,
          optional: true,
        })
      }${this.#ids.map((_, index) => this.#lesson(index))}
        <div><button type="button" class="button" ?disabled=${this.#ids.length >= 100}
          @click=${() =>
        this.#change((all) => [...all, { kind: 'article', title: '', text: '', link: '' }])}>${
        icon('plus')
      }${t('courses.addLesson')}</button></div>`,
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
    }<div class="row">${
      index > 0
        ? html`
          <button type="button" class="button quiet" aria-label=${t('courses.upNamed', { number })}
            @click=${() =>
              this.#change((all) => [
                ...all.slice(0, index - 1),
                all[index],
                all[index - 1],
                ...all.slice(index + 1),
              ])}>${icon('arrow-up')}${t('courses.up')}</button>
        `
        : nothing
    }${
      this.#ids.length > 1
        ? html`
          <button type="button" class="button quiet" aria-label=${t('courses.removeLesson', {
            number,
          })}
            @click=${() =>
              this.#change((all) => all.filter((__, place) => place !== index))}>${icon(
                'trash-2',
              )}${t('courses.dropLesson')}</button>
        `
        : nothing
    }</div></fieldset>`;
  }
}
