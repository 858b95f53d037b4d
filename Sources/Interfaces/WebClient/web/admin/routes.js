/** @type {import('../shell/places.js').Place} */
export default {
  name: 'admin',
  texts: { en: () => import('./texts.en.js'), de: () => import('./texts.de.js') },
  routes: [
    {
      path: '/admin/reports',
      load: () => import('./reports.js'),
      title: 'admin.reports',
      access: 'admin',
      layout: 'wide',
    },
    {
      path: '/admin/reports/:id',
      load: () => import('./reports.js'),
      title: 'admin.reports',
      access: 'admin',
      layout: 'wide',
    },
    {
      path: '/admin/organization-requests',
      load: () => import('./requests.js'),
      title: 'admin.requests',
      access: 'admin',
      layout: 'wide',
    },
    {
      path: '/admin/organization-requests/:id',
      load: () => import('./requests.js'),
      title: 'admin.requests',
      access: 'admin',
      layout: 'wide',
    },
    {
      path: '/admin/accounts',
      load: () => import('./accounts.js'),
      title: 'admin.accounts',
      access: 'admin',
      layout: 'wide',
    },
    {
      path: '/admin/accounts/:id',
      load: () => import('./accounts.js'),
      title: 'admin.accounts',
      access: 'admin',
      layout: 'wide',
    },
    {
      path: '/admin/audit',
      load: () => import('./audit.js'),
      title: 'admin.audit',
      access: 'admin',
      layout: 'wide',
    },
    {
      path: '/admin/geodata',
      load: () => import('./geodata.js'),
      title: 'admin.geodata',
      access: 'admin',
      layout: 'wide',
    },
  ],
};
