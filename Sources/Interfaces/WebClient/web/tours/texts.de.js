export default {
  title: 'Touren',
  tour: 'Tour',
  soon: 'Diese Seite entsteht gerade.',
};
