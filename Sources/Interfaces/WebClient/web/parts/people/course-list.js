// The courses of a community, each with how far one is.

import { html, nothing } from 'lit-html';
import { pagedCourses } from '../../data/courses.js';
import { icon } from '../icon.js';
import { pagedList, row } from '../list.js';
import { t } from '../../shell/texts.js';
import { teaches } from './roles.js';

/** @typedef {import('api-types').Course} Course */
/** @typedef {import('api-types').Realm} Realm */

/** The reader's progress, as a bar and in words. @param {Course} course */
export const progressOf = (course) =>
  html`
    <span
      class="course-progress"><progress max="100" value=${course.percent} aria-label=${t(
        'people.progressOf',
        { title: course.title },
      )}></progress><span>${t('people.progress', {
        percent: course.percent,
        done: course.done,
        count: course.lessonCount,
      })}</span></span>
  `;

export class Courses {
  /** @param {import('../../shell/view.js').View} view @param {string} realm its identifier */
  constructor(view, realm) {
    this.list = pagedCourses(view, realm);
  }

  /** @param {Realm} realm */
  draw(realm) {
    return html`<section class="stack">
      <div class="row spread"><h2>${t('people.courses')}</h2>${
      teaches(realm)
        ? html`<a class="button" href="/people/${realm.id}/courses/new">${icon('graduation-cap')}${
          t('people.newCourse')
        }</a>`
        : nothing
    }</div>
      ${
      pagedList(this.list, {
        label: t('people.courses'),
        empty: html`<p class="soft">${t('people.noCourses')}</p>`,
        row: (course) =>
          row({
            href: `/people/courses/${course.id}`,
            start: icon('graduation-cap'),
            title: course.title,
            text: course.begun
              ? progressOf(course)
              : t('people.lessons', { count: course.lessonCount }),
          }),
      })
    }</section>`;
  }
}
