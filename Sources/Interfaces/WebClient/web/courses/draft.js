// The draft of a course: each lesson's members are named by its place, as the server names its errors.

import { t } from '../shell/texts.js';

/** @typedef {import('api-types').Course} Course */
/** @typedef {{id?: string, kind: string, title: string, text: string, link: string}} Draft */
/** @typedef {Record<string, string> & {title: string, description: string}} Values */

const members = /** @type {const} */ (['kind', 'title', 'text', 'link']);

/** A lesson that is begun. @returns {Draft} */
export const blank = () => ({ kind: 'article', title: '', text: '', link: '' });

/** The lessons of a course that is changed; one that is begun of a new one. @param {Course} [course] @returns {Draft[]} */
export const lessonsOf = (course) =>
  course?.lessons.map(({ id, kind, title, text, link = '' }) => ({
    id,
    kind,
    title,
    text,
    link,
  })) ??
    [blank()];

/** The values of the form. @param {{title: string, description: string}} course @param {Draft[]} lessons @returns {Values} */
export const valuesOf = ({ title, description }, lessons) => ({
  title,
  description,
  ...Object.fromEntries(
    lessons.flatMap((lesson, index) =>
      members.map((name) => [`lessons/${index}/${name}`, lesson[name]])
    ),
  ),
});

/** The lessons in a form. @param {Record<string, string>} values @param {(string | undefined)[]} ids of those that there are already @returns {Draft[]} */
export const lessonsIn = (values, ids) =>
  ids.map((id, index) => {
    const of = (/** @type {string} */ name) => values[`lessons/${index}/${name}`];
    return {
      ...(id ? { id } : {}),
      kind: of('kind'),
      title: of('title'),
      text: of('text'),
      link: of('link'),
    };
  });

/** The lessons with one of them further up. @param {Draft[]} lessons @param {number} index */
export const movedUp = (lessons, index) => [
  ...lessons.slice(0, index - 1),
  lessons[index],
  lessons[index - 1],
  ...lessons.slice(index + 1),
];

/** The errors of a draft. @param {{title: string}} values @param {Draft[]} lessons @returns {Record<string, string>} */
export function errorsIn({ title }, lessons) {
  /** @type {Record<string, string>} */
  const errors = {};
  if (!title.trim()) errors.title = t('people.needsName');
  lessons.forEach((lesson, index) => {
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
}

/** The body to send. @param {{title: string, description: string}} values @param {Draft[]} lessons */
export const bodyOf = ({ title, description }, lessons) => ({
  title: title.trim(),
  description,
  lessons: lessons.map(({ link, text, ...rest }) => ({
    ...rest,
    title: rest.title.trim(),
    ...(text.trim() ? { text } : {}),
    ...(link.trim() ? { link: link.trim() } : {}),
  })),
});
