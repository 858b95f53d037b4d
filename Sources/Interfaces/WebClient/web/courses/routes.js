import people from '../parts/people/texts.js';

/** @type {import('../shell/places.js').Place} */
export default {
  name: 'courses',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  uses: [people],
  routes: [
    {
      path: '/people/courses/:course',
      load: () => import('./course.js'),
      title: 'courses.course',
      access: 'user',
    },
    {
      path: '/people/courses/:course/edit',
      load: () => import('./edit.js'),
      title: 'people.edit',
      access: 'user',
    },
    {
      path: '/people/:id/courses/new',
      load: () => import('./edit.js'),
      title: 'people.newCourse',
      access: 'user',
    },
  ],
};
