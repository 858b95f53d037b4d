import Notifications

/// What is told of events and practices: to the members of a team or community, and to those who run it.
enum EventNotice: Notice {
  case published(group: Told, item: ToldItem, until: Moment?)
  /// - Parameter was: the item before it, with the beginning of the part that is meant.
  case changed(group: Told, was: ToldItem, part: EventPart, now: ToldItem)
  case cancelled(group: Told, was: ToldItem, part: EventPart)
  case plannedAnew(group: Told, was: ToldItem, part: EventPart)
  /// Whoever comes has to say once more to be old enough.
  case forOlder(item: ToldItem, years: Int)
  /// - Parameter answer: nil for one who waits for a place.
  case answered(by: Told, item: ToldItem, answer: Participation.Answer?, comment: Told?)
  case placeGiven(item: ToldItem)
  case reminder(group: Told, item: ToldItem, until: Moment)
  case teamInvited(by: Told, team: Told, item: ToldItem)
  case teamComes(team: Told, item: ToldItem)
  case teamDoesNotCome(team: Told, item: ToldItem)
  /// Told to the members of a team that took part.
  case teamLeft(team: Told, item: ToldItem)

  var kind: NotificationKind {
    switch self {
    case .published: .eventPublished
    case .changed, .cancelled, .plannedAnew, .forOlder, .teamLeft: .eventChange
    case .answered, .teamComes, .teamDoesNotCome: .eventAnswer
    case .placeGiven: .eventPlace
    case .reminder: .eventReminder
    case .teamInvited: .teamInvitation
    }
  }
}

extension EventNotice {
  /// What a part of a series has become, by the status of what stands in its place.
  static func changed(
    _ group: Told, from was: ToldItem, _ part: EventPart, to item: CalendarItem
  ) -> EventNotice {
    switch item.status {
    case .cancelled: .cancelled(group: group, was: was, part: part)
    case .draft: .plannedAnew(group: group, was: was, part: part)
    case .tentative, .confirmed:
      .changed(group: group, was: was, part: part, now: ToldItem(item))
    }
  }
}

/// How much of an item something is told of.
enum EventPart: String, Codable, Sendable {
  case whole
  /// One occurrence of a series.
  case occurrence
  /// A series from one occurrence on.
  case rest
}
