export default {
  title: 'Studio',
  soon: 'This page is being made.',
};
