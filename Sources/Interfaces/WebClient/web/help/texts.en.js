export default {
  title: 'Help',
  soon: 'This page is being made.',
};
