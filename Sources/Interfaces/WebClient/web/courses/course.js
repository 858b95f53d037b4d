import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import {
  learnCourse,
  leaveCourse,
  markLesson,
  removeCourse,
  watchCourse,
} from '../data/courses.js';
import { watchGroup } from '../data/groups.js';
import { confirm } from '../parts/dialog.js';
import { icon } from '../parts/icon.js';
import { progressOf } from '../parts/people/course-list.js';
import { heading } from '../parts/people/heading.js';
import { teaches } from '../parts/people/roles.js';
import { shown } from '../parts/states.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').Course} Course */
/** @typedef {Course['lessons'][number]} Lesson */
/** @typedef {import('../shell/view.js').View} View */

/** A course: its lessons, and how far one is. @param {View} view */
export default function page(view) {
  const course = new CoursePage(view);
  view.draw(() => course.draw());
}

class CoursePage {
  /** @type {ReturnType<typeof watchGroup> | null} */
  #realm = null;

  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.course = watchCourse(view, view.params.course, ({ data }) => {
      if (!data) return;
      view.title(data.title);
      this.#realm ??= watchGroup(view, data.realm);
    });
  }

  /** @param {Promise<unknown>} change under way @param {string} [done] */
  async #perform(change, done) {
    try {
      await change;
      if (done) notice(done);
    } catch (error) {
      complain(error);
      this.view.update();
    }
  }

  /** @param {Course} data */
  async #remove(data) {
    const sure = await confirm({
      title: t('courses.deleteCourseNamed', { title: data.title }),
      text: t('courses.deleteCourseText'),
      button: t('courses.deleteCourse'),
    });
    if (!sure) return;
    try {
      await removeCourse(data);
      this.view.go(`/people/${data.realm}`);
    } catch (error) {
      complain(error);
    }
  }

  draw() {
    return html`<div class="stack loose">${
      shown(this.course, (data) => this.#draw(data), ['/people', t('people.title')])
    }</div>`;
  }

  /** @param {Course} data */
  #draw(data) {
    const group = this.#realm?.data;
    return html`
      ${heading(data.title, `/people/${data.realm}`, group?.name ?? t('people.group'))}
      ${data.description ? html`<p class="prose">${data.description}</p>` : nothing}
      ${data.author ? html`<p class="soft small">${data.author.name}</p>` : nothing}
      <section class="stack tight" aria-label=${t('courses.yourProgress')}>${progressOf(
        data,
      )}${data.begun ? this.#learning(data) : this.#beginning(data)}</section>
      <section class="stack">
        <h2>${t('courses.lessonsTitle')}</h2>
        <ol class="list plain-list" aria-label=${t('courses.lessonsTitle')}>${data.lessons.map((
          lesson,
          index,
        ) => html`<li>${this.#lesson(data, lesson, index)}</li>`)}</ol>
      </section>
      ${group && teaches(group) ? this.#teaching(data) : nothing}
    `;
  }

  /** @param {Course} data */
  #beginning(data) {
    return html`<div><button class="button main" @click=${() =>
      this.#perform(learnCourse(data, true))}>${icon('graduation-cap')}${
      t('courses.beginCourse')
    }</button></div>`;
  }

  /** Reminders, and the way out. @param {Course} data */
  #learning(data) {
    const remind = (/** @type {Event} */ event) => {
      const box = /** @type {HTMLInputElement} */ (event.target);
      this.#perform(learnCourse(data, box.checked));
    };
    return html`
      <div
        class="check"><input type="checkbox" id="course-reminders" .checked=${live(
          data.reminders,
        )} @change=${remind} aria-describedby="course-reminders-help"><label for="course-reminders">${t(
          'courses.remindWeekly',
        )}</label><p class="field-help" id="course-reminders-help">${t(
          'courses.remindHelp',
        )} <a href="/me/notifications">${t('courses.remindAll')}</a></p></div>
      <div><button class="button quiet" @click=${() =>
        this.#perform(leaveCourse(data), t('courses.courseLeft'))}>${t(
          'courses.leaveCourse',
        )}</button></div>
    `;
  }

  /** @param {Course} course @param {Lesson} lesson @param {number} index */
  #lesson(course, lesson, index) {
    const { title } = lesson;
    return html`<article class="event stack tight" aria-label=${title}>
      <h3>${lesson.kind === 'video' ? icon('play') : icon('book-open')} ${
      t('courses.lessonNamed', { number: index + 1, title })
    } ${
      lesson.done ? html`<span class="mark good">${t('courses.lessonDone')}</span>` : nothing
    }</h3>
      ${lesson.text ? html`<p class="prose">${lesson.text}</p>` : nothing}
      <div class="row">${lesson.link ? linkOf(lesson.kind, title, lesson.link) : nothing}<button
        class="button" aria-pressed=${lesson.done} aria-label=${t('courses.doneNamed', { title })}
        @click=${() => this.#perform(markLesson(course, lesson.id, !lesson.done))}>${
      icon('check')
    }${t('courses.isDone')}</button></div>
    </article>`;
  }

  /** @param {Course} data */
  #teaching(data) {
    return html`
      <div
        class="row"><a class="button" href="/people/courses/${data.id}/edit">${icon('pencil')}${t(
          'people.edit',
        )}</a><button class="button danger" @click=${() => this.#remove(data)}>${icon(
          'trash-2',
        )}${t('courses.deleteCourse')}</button></div>
    `;
  }
}

/** The video, or more to read. @param {Lesson['kind']} kind @param {string} title @param {string} address */
function linkOf(kind, title, address) {
  const [words, named] = kind === 'video'
    ? ['courses.watch', 'courses.watchNamed']
    : ['courses.readMore', 'courses.readMoreNamed'];
  return html`
    <a class="button" href=${address} target="_blank" rel="noopener noreferrer"
      aria-label=${t(named, { title })}>${icon('external-link')}${t(words)}</a>
  `;
}
