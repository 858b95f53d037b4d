export default {
  title: 'Tours',
  tour: 'Tour',
  soon: 'This page is being made.',
};
