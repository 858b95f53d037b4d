import Notifications

extension EventNotice {
  func words(in room: German) -> String {
    switch self {
    case .published(let group, let item, let until):
      "\(group): „\(item.title)“, \(item.whenAndWhere(in: room))."
        + (until.map { " Antworten Sie bis \(room.time($0))." } ?? "")
    case .changed(let group, let was, let part, let now):
      "\(group): \(Self.meant(was, part, in: room)) wurde geändert: \(now.whenAndWhere(in: room))."
    case .cancelled(let group, let was, .whole):
      "\(group): „\(was.title)“ wurde abgesagt: \(was.whenAndWhere(in: room))."
    case .cancelled(let group, let was, let part):
      "\(group): \(Self.meant(was, part, in: room)) wurde abgesagt."
    case .plannedAnew(let group, let was, .whole):
      "\(group): \(was.named(in: room)), wird neu geplant."
    case .plannedAnew(let group, let was, let part):
      "\(group): \(Self.meant(was, part, in: room)) wird neu geplant."
    case .forOlder(let item, let years):
      "\(item.named(in: room)), ist jetzt ab \(years) Jahren. "
        + "Wenn Sie so alt sind, sagen Sie es in Ihrem Profil und antworten Sie noch einmal."
    case .answered(let name, let item, let answer, let comment):
      "\(name) \(answer?.said(in: room) ?? "wartet auf einen Platz bei") \(item.named(in: room))"
        + (comment.map { ": \($0)" } ?? ".")
    case .placeGiven(let item):
      "Sie haben einen Platz: „\(item.title)“, \(item.whenAndWhere(in: room))."
    case .reminder(let group, let item, let until):
      "\(group): Kommen Sie zu „\(item.title)“, \(item.whenAndWhere(in: room))? "
        + "Antworten Sie bis \(room.time(until))."
    case .teamInvited(let host, let team, let item):
      "\(host) lädt \(team) ein: \(item.named(in: room))."
    case .teamComes(let team, let item): "\(team) nimmt teil: \(item.named(in: room))."
    case .teamDoesNotCome(let team, let item): "\(team) nimmt nicht teil: \(item.named(in: room))."
    case .teamLeft(let team, let item): "\(team) nimmt nicht mehr teil: \(item.named(in: room))."
    }
  }

  private static func meant(_ was: ToldItem, _ part: EventPart, in room: German) -> String {
    switch part {
    case .whole: "„\(was.title)“"
    case .occurrence: "„\(was.title)“ vom \(room.time(was.when))"
    case .rest: "„\(was.title)“ ab \(room.time(was.when))"
    }
  }
}
