export default {
  title: 'Umgebung',
  inventory: 'Inventar',
  soon: 'Diese Seite entsteht gerade.',
};
