export default {
  title: 'Me',
  notifications: 'Notifications',
  markAll: 'Mark all as read',
  markOne: 'Mark as read: {text}',
  choose: 'Choose',
  new: 'New',
  noneTitle: 'Nothing new',
  noneText: 'Invitations, decisions, and when to leave will be here.',
};
