export default {
  title: 'Kalender',
  soon: 'Diese Seite entsteht gerade.',
};
