export default {
  title: 'Hilfe',
  soon: 'Diese Seite entsteht gerade.',
};
