import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { confirm } from '../parts/dialog.js';
import { icon } from '../parts/icon.js';
import { shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { progressOf } from '../parts/people/course-list.js';
import { heading, teaches } from '../parts/people/words.js';

/** @typedef {import('api-types').Course} Course */
/** @typedef {Course['lessons'][number]} Lesson */

/** A course: its lessons, and how far one is. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const path = `/v1/courses/${view.params.course}`;
  /** @type {ReturnType<typeof view.watch> | null} */
  let realm = null;
  const course = view.watch(path, ({ data }) => {
    if (!data) return;
    view.title(data.title);
    realm ??= view.watch(`/v1/realms/${data.realm}`);
  });
  const changes = () => [path, `/v1/realms/${course.data?.realm}/courses`];

  /** @param {'PUT' | 'DELETE'} method @param {string} at @param {object} [body] @param {string} [done] */
  const send = async (method, at, body, done) => {
    try {
      await api.send(method, `${path}${at}`, {
        ...(body ? { body } : {}),
        changes: changes(),
        match: null,
      });
      if (done) notice(done);
    } catch (error) {
      complain(error);
      view.update();
    }
  };

  const remove = async () => {
    const sure = await confirm({
      title: t('courses.deleteCourseNamed', { title: course.data.title }),
      text: t('courses.deleteCourseText'),
      button: t('courses.deleteCourse'),
    });
    if (!sure) return;
    try {
      await api.send('DELETE', path, { changes: changes(), match: null });
      view.go(`/people/${course.data.realm}`);
    } catch (error) {
      complain(error);
    }
  };

  /** @param {Lesson} lesson @param {number} index */
  const lessonOf = (lesson, index) =>
    html`<article class="event stack tight" aria-label=${lesson.title}>
      <h3>${lesson.kind === 'video' ? icon('play') : icon('book-open')} ${
      t('courses.lessonNamed', { number: index + 1, title: lesson.title })
    } ${
      lesson.done ? html`<span class="mark good">${t('courses.lessonDone')}</span>` : nothing
    }</h3>
      ${lesson.text ? html`<p class="prose">${lesson.text}</p>` : nothing}
      <div class="row">${
      lesson.link
        ? html`
          <a class="button" href=${lesson.link} target="_blank" rel="noopener noreferrer"
            aria-label=${t(
              lesson.kind === 'video' ? 'courses.watchNamed' : 'courses.readMoreNamed',
              {
                title: lesson.title,
              },
            )}>${icon('external-link')}${t(
              lesson.kind === 'video' ? 'courses.watch' : 'courses.readMore',
            )}</a>
        `
        : nothing
    }<button class="button" aria-pressed=${lesson.done} aria-label=${
      t('courses.doneNamed', { title: lesson.title })
    } @click=${() => send('PUT', `/lessons/${lesson.id}`, { done: !lesson.done })}>${
      icon('check')
    }${t('courses.isDone')}</button></div>
    </article>`;

  view.draw(() =>
    html`<div class="stack loose">${
      shown(course, (/** @type {Course} */ data) =>
        html`
          ${heading(data.title, `/people/${data.realm}`, realm?.data?.name ?? t('people.group'))}
                  ${data.description ? html`<p class="prose">${data.description}</p>` : nothing}
                  ${data.author ? html`<p class="soft small">${data.author.name}</p>` : nothing}
                  <section class="stack tight" aria-label=${t('courses.yourProgress')}>${progressOf(
                    data,
                  )}${data.begun
                    ? html`
                      <div
                        class="check"><input type="checkbox" id="course-reminders" .checked=${live(
                          data.reminders,
                        )} @change=${(/** @type {Event} */ event) =>
                          send('PUT', '/learning', {
                            reminders: /** @type {HTMLInputElement} */ (event.target).checked,
                          })} aria-describedby="course-reminders-help"><label for="course-reminders">${t(
                            'courses.remindWeekly',
                          )}</label><p class="field-help" id="course-reminders-help">${t(
                            'courses.remindHelp',
                          )} <a href="/me/notifications">${t('courses.remindAll')}</a></p></div>
                      <div><button class="button quiet" @click=${() =>
                        send('DELETE', '/learning', undefined, t('courses.courseLeft'))}>${t(
                          'courses.leaveCourse',
                        )}</button></div>
                    `
                    : html`<div><button class="button main" @click=${() =>
                      send('PUT', '/learning', { reminders: true })}>${icon('graduation-cap')}${
                      t('courses.beginCourse')
                    }</button></div>`}</section>
                  <section class="stack">
            <h2>${t('courses.lessonsTitle')}</h2>
            <ol class="list plain-list"
              aria-label=${t('courses.lessonsTitle')}>${data.lessons.map((lesson, index) =>
                html`<li>${lessonOf(lesson, index)}</li>`
              )}</ol>
          </section>
                  ${realm?.data && teaches(realm.data)
                    ? html`
                      <div
                        class="row"><a class="button" href="/people/courses/${data.id}/edit">${icon(
                          'pencil',
                        )}${t(
                          'people.edit',
                        )}</a><button class="button danger" @click=${remove}>${icon('trash-2')}${t(
                          'courses.deleteCourse',
                        )}</button></div>
                    `
                    : nothing}
        `, ['/people', t('people.title')])
    }</div>`
  );
}
