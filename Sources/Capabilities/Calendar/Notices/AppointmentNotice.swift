import Notifications

/// What is told of appointments: to those who are invited, and to who invites.
enum AppointmentNotice: Notice {
  /// - Parameter hasMore: there are more of which nothing is told by themselves.
  case invited(by: Told, item: ToldItem, hasMore: Bool)
  case uninvited(by: Told, item: ToldItem, hasMore: Bool)
  case answered(by: Told, item: ToldItem, answer: Participation.Answer)
  /// It takes place then.
  case changed(by: Told, item: ToldItem)
  /// A series is another from an occurrence on.
  case changedFrom(by: Told, series: ToldItem, now: ToldItem?)
  /// - Parameter canKeep: the reader has it in the calendar.
  case cancelled(by: Told, item: ToldItem, canKeep: Bool)
  case occurrenceCancelled(by: Told, item: ToldItem)
  case cancelledFrom(by: Told, series: ToldItem)
  /// Its sub-realm is no more.
  case ended(by: Told, title: Told)
  case manyChanged(by: Told, count: Int)

  var kind: NotificationKind {
    switch self {
    case .invited: .appointmentInvitation
    case .answered: .appointmentAnswer
    case .uninvited, .changed, .changedFrom, .cancelled, .occurrenceCancelled, .cancelledFrom,
      .ended, .manyChanged:
      .appointmentChange
    }
  }
}
