export default {
  reports: 'AR Object Reports',
  requests: 'Organization User Requests',
  soon: 'This page is being made.',
};
