export default {
  reports: 'Gemeldete AR-Objekte',
  requests: 'Anträge von Organisationen',
  soon: 'Diese Seite entsteht gerade.',
};
