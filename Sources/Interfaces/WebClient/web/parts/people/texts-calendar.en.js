export default {
  calendarOfAll: "Everyone's calendar",
};
