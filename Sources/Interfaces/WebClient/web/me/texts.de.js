export default {
  title: 'Ich',
  notifications: 'Mitteilungen',
  markAll: 'Alle als gelesen merken',
  markOne: 'Als gelesen merken: {text}',
  choose: 'Auswählen',
  new: 'Neu',
  noneTitle: 'Nichts Neues',
  noneText: 'Einladungen, Entscheidungen und wann Sie losmüssen stehen dann hier.',
};
