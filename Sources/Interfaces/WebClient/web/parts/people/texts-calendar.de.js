export default {
  calendarOfAll: 'Kalender von allen',
};
