export default {
  title: 'Studio',
  soon: 'Diese Seite entsteht gerade.',
};
