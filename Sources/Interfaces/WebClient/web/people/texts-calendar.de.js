export default {
  calendarOfAll: 'Kalender aller',
};
