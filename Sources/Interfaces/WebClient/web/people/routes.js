/** @type {import('../shell/places.js').Place} */
export default {
  name: 'people',
  texts: {
    en: () =>
      together(
        import('./texts.en.js'),
        import('./texts-resources.en.js'),
        import('./texts-activities.en.js'),
        import('./texts-events.en.js'),
        import('./texts-teams.en.js'),
        import('./texts-rides.en.js'),
        import('./texts-calendar.en.js'),
      ),
    de: () =>
      together(
        import('./texts.de.js'),
        import('./texts-resources.de.js'),
        import('./texts-activities.de.js'),
        import('./texts-events.de.js'),
        import('./texts-teams.de.js'),
        import('./texts-rides.de.js'),
        import('./texts-calendar.de.js'),
      ),
  },
  routes: [
    { path: '/people', load: () => import('./people.js'), title: 'people.title', access: 'user' },
    { path: '/people/new', load: () => import('./new.js'), title: 'people.start', access: 'user' },
    { path: '/people/find', load: () => import('./find.js'), title: 'people.find', access: 'user' },
    {
      path: '/people/friends',
      load: () => import('./friends.js'),
      title: 'people.friends',
      access: 'user',
    },
    {
      path: '/people/blocks',
      load: () => import('./blocks.js'),
      title: 'people.blocks',
      access: 'user',
    },
    {
      path: '/people/bookings/:booking',
      load: () => import('./one-booking.js'),
      title: 'people.bookTitle',
      access: 'user',
    },
    {
      path: '/people/override-requests/:request',
      load: () => import('./agreement.js'),
      title: 'people.agreement',
      access: 'user',
    },
    {
      path: '/people/family',
      load: () => import('./family-home.js'),
      title: 'people.kind-family',
      access: 'user',
    },
    {
      path: '/people/communities',
      load: () => import('./communities.js'),
      title: 'people.communities',
      access: 'user',
    },
    {
      path: '/people/news/:id',
      load: () => import('./news-page.js'),
      title: 'people.news',
      access: 'user',
    },
    {
      path: '/people/courses/:course',
      load: () => import('./course.js'),
      title: 'people.course',
      access: 'user',
    },
    {
      path: '/people/courses/:course/edit',
      load: () => import('./course-edit.js'),
      title: 'people.edit',
      access: 'user',
    },
    {
      path: '/people/:id/courses/new',
      load: () => import('./course-edit.js'),
      title: 'people.newCourse',
      access: 'user',
    },
    {
      path: '/people/:id/calendar',
      load: () => import('./team-calendar.js'),
      title: 'people.teamCalendar',
      access: 'user',
    },
    {
      path: '/people/:id/roster',
      load: () => import('./roster.js'),
      title: 'people.roster',
      access: 'user',
    },
    {
      path: '/people/:id/attendance',
      load: () => import('./attendance.js'),
      title: 'people.attendance',
      access: 'user',
    },
    {
      path: '/people/:id/players/:player',
      load: () => import('./records.js'),
      title: 'people.records',
      access: 'user',
    },
    {
      path: '/people/:id/records',
      load: () => import('./records.js'),
      title: 'people.records',
      access: 'user',
    },
    {
      path: '/people/events/:id',
      load: () => import('./event.js'),
      title: 'people.event',
      access: 'user',
    },
    {
      path: '/people/events/:id/edit',
      load: () => import('./event-edit.js'),
      title: 'people.edit',
      access: 'user',
    },
    {
      path: '/people/:id/events/new',
      load: () => import('./event-edit.js'),
      title: 'people.plan',
      access: 'user',
    },
    {
      path: '/people/activities/:activity',
      load: () => import('./activity.js'),
      title: 'people.activities',
      access: 'user',
    },
    {
      path: '/people/:id',
      load: () => import('./group.js'),
      title: 'people.group',
      access: 'user',
    },
    {
      path: '/people/:id/reports',
      load: () => import('./reports.js'),
      title: 'people.reports',
      access: 'user',
    },
    {
      path: '/people/:id/edit',
      load: () => import('./edit.js'),
      title: 'people.groupSettings',
      access: 'user',
    },
    {
      path: '/people/:id/resources',
      load: () => import('./resources.js'),
      title: 'people.resources',
      access: 'user',
    },
    {
      path: '/people/:id/resources/:resource/edit',
      load: () => import('./resource-edit.js'),
      title: 'people.editResource',
      access: 'user',
    },
    {
      path: '/people/:id/resources/:resource',
      load: () => import('./booking.js'),
      title: 'people.bookTitle',
      access: 'user',
    },
    {
      path: '/people/:id/activities',
      load: () => import('./activities.js'),
      title: 'people.activities',
      access: 'user',
    },
    {
      path: '/invitations/:token',
      load: () => import('./invited.js'),
      title: 'people.invited',
      access: 'user',
    },
  ],
};

/** One catalogue of several. @param {...Promise<{default: Record<string, any>}>} parts */
async function together(...parts) {
  return { default: Object.assign({}, ...(await Promise.all(parts)).map((part) => part.default)) };
}
