import Notifications

extension EventNotice {
  func words(in room: English) -> String {
    switch self {
    case .published(let group, let item, let until):
      "\(group): “\(item.title)”, \(item.whenAndWhere(in: room))."
        + (until.map { " Answer until \(room.time($0))." } ?? "")
    case .changed(let group, let was, let part, let now):
      "\(group): \(Self.changed(was, part, in: room)): \(now.whenAndWhere(in: room))."
    case .cancelled(let group, let was, let part):
      "\(group): \(Self.cancelled(was, part, in: room))."
    case .plannedAnew(let group, let was, let part):
      "\(group): \(Self.plannedAnew(was, part, in: room))."
    case .forOlder(let item, let years):
      "\(item.named(in: room)), is now for those who are \(years) or older. "
        + "If you are, say so in your profile and answer again."
    case .answered(let name, let item, let answer, let comment):
      "\(name) \(answer?.said(in: room) ?? "waits for a place at") \(item.named(in: room))"
        + (comment.map { ": \($0)" } ?? ".")
    case .placeGiven(let item):
      "You have a place: “\(item.title)”, \(item.whenAndWhere(in: room))."
    case .reminder(let group, let item, let until):
      "\(group): do you come to “\(item.title)”, \(item.whenAndWhere(in: room))? "
        + "Answer until \(room.time(until))."
    case .teamInvited(let host, let team, let item):
      "\(host) invites \(team) to \(item.named(in: room))."
    case .teamComes(let team, let item): "\(team) takes part in \(item.named(in: room))."
    case .teamDoesNotCome(let team, let item):
      "\(team) does not take part in \(item.named(in: room))."
    case .teamLeft(let team, let item):
      "\(team) no longer takes part in \(item.named(in: room))."
    }
  }

  private static func changed(
    _ was: ToldItem, _ part: EventPart, in room: English
  ) -> String {
    switch part {
    case .whole: "“\(was.title)” was changed"
    case .occurrence: "“\(was.title)” of \(room.time(was.when)) was changed"
    case .rest: "“\(was.title)” was changed from \(room.time(was.when)) on"
    }
  }

  private static func cancelled(
    _ was: ToldItem, _ part: EventPart, in room: English
  ) -> String {
    switch part {
    case .whole: "“\(was.title)” was cancelled: \(was.whenAndWhere(in: room))"
    case .occurrence: "“\(was.title)” of \(room.time(was.when)) was cancelled"
    case .rest: "“\(was.title)” was cancelled from \(room.time(was.when)) on"
    }
  }

  private static func plannedAnew(
    _ was: ToldItem, _ part: EventPart, in room: English
  ) -> String {
    switch part {
    case .whole: "\(was.named(in: room)), is being planned anew"
    case .occurrence: "“\(was.title)” of \(room.time(was.when)) is being planned anew"
    case .rest: "“\(was.title)” is being planned anew from \(room.time(was.when)) on"
    }
  }
}
