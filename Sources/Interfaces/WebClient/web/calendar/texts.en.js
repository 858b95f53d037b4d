export default {
  title: 'Calendar',
  soon: 'This page is being made.',
};
