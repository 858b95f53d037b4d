export default {
  calendarOfAll: 'Calendar of all',
};
