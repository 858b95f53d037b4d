export default {
  title: 'People',
  soon: 'This page is being made.',
};
