export default {
  title: 'Leute',
  soon: 'Diese Seite entsteht gerade.',
};
