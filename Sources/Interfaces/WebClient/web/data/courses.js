// Courses of communities, and how far one is in them.

import { Paged } from '../parts/list.js';
import { send } from '../shell/api.js';

/** @typedef {import('api-types').Course} Course */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/api.js').Resource<T>} Resource */

/** @typedef {{id?: string, kind: string, title: string, text?: string, link?: string}} LessonDraft */
/** @typedef {{title: string, description: string, lessons: LessonDraft[]}} CourseDraft */

/** @param {string} group */
const all = (group) => `/v1/realms/${group}/courses`;
/** @param {string} id */
const one = (id) => `/v1/courses/${id}`;
/** Addresses that show a course. @param {Course} course */
const changes = ({ id, realm }) => [one(id), all(realm)];

/** @param {View} view @param {string} group @returns {Paged<Course>} */
export const pagedCourses = (view, group) => new Paged(view, all(group), 10);

/**
 * @param {View} view @param {string} id @param {(resource: Resource<Course>) => void} [call] before it is drawn
 * @returns {import('../shell/view.js').Watched<Course>}
 */
export const watchCourse = (view, id, call) => view.watch(one(id), call);

/** @param {string} group @param {CourseDraft} draft @returns {Promise<Course>} */
export const createCourse = (group, draft) =>
  send('POST', all(group), { body: draft, changes: [all(group)] });

/** Changes the course as it was shown. @param {Course} course @param {CourseDraft} draft */
export const replaceCourse = (course, draft) =>
  send('PUT', one(course.id), {
    body: draft,
    changes: changes(course),
    match: `"${course.version}"`,
  });

/** @param {Course} course */
export const removeCourse = (course) =>
  send('DELETE', one(course.id), { changes: changes(course), match: null });

/** Begins the course, or changes whether one is reminded of it. @param {Course} course @param {boolean} reminders */
export const learnCourse = (course, reminders) =>
  send('PUT', `${one(course.id)}/learning`, {
    body: { reminders },
    changes: changes(course),
    match: null,
  });

/** Leaves it; how far one was is forgotten. @param {Course} course */
export const leaveCourse = (course) =>
  send('DELETE', `${one(course.id)}/learning`, { changes: changes(course), match: null });

/** @param {Course} course @param {string} lesson @param {boolean} done */
export const markLesson = (course, lesson, done) =>
  send('PUT', `${one(course.id)}/lessons/${lesson}`, {
    body: { done },
    changes: changes(course),
    match: null,
  });
