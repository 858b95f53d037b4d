import { html, nothing } from 'lit-html';
import { createCourse, replaceCourse, watchCourse } from '../data/courses.js';
import { watchGroup } from '../data/groups.js';
import { heading } from '../parts/people/heading.js';
import { shown } from '../parts/states.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { CourseFields } from './fields.js';

/** @typedef {import('api-types').Course} Course */
/** @typedef {import('../shell/view.js').View} View */
/** @typedef {{fields: CourseFields, before: Course}} Editing a form, and what it was made of */

/** Publishing a course, or changing one. @param {View} view */
export default function page(view) {
  return view.params.course ? changing(view) : publishing(view);
}

/** @param {View} view */
function publishing(view) {
  const { id: group } = view.params;
  const realm = watchGroup(view, group);
  const fields = new CourseFields(view);
  const send = () =>
    fields.submit(async (body) => {
      const made = await createCourse(group, body);
      notice(t('courses.coursePublished', { title: made.title }));
      view.go(`/people/courses/${made.id}`, { replace: true });
    });
  view.draw(() =>
    html`<div class="stack">${
      heading(t('people.newCourse'), `/people/${group}`, realm.data?.name ?? t('people.group'))
    }${shown(realm, () => fields.draw(send, t('courses.publishCourse')))}</div>`
  );
}

/** @param {View} view */
function changing(view) {
  const page = `/people/courses/${view.params.course}`;
  /** @type {Editing | null} */
  let editing = null;
  const course = watchCourse(view, view.params.course, ({ data }) => {
    if (data) editing ??= { fields: new CourseFields(view, data), before: data };
  });
  /** @param {Editing} editing */
  const send = ({ fields, before }) =>
    fields.submit(async (body) => {
      await replaceCourse(before, body);
      notice(t('shell.saved'));
      view.go(page);
    });
  view.draw(() =>
    html`<div class="stack">${heading(t('people.edit'), page, course.data?.title ?? '')}${
      shown(course, () => {
        const now = editing;
        return now ? now.fields.draw(() => send(now), t('shell.save')) : nothing;
      })
    }</div>`
  );
}
