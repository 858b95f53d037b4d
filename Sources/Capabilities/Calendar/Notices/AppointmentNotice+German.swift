import Notifications

extension AppointmentNotice {
  func words(in room: German) -> String {
    switch self {
    case .invited(let name, let item, let hasMore):
      "\(name) lädt Sie zu „\(item.title)“ ein: \(room.time(item.when))"
        + (hasMore ? ", und zu weiteren Terminen." : ".")
    case .uninvited(let name, let item, let hasMore):
      "\(name) hat die Einladung zu „\(item.title)“, \(room.time(item.when)), "
        + (hasMore ? "und weitere zurückgenommen." : "zurückgenommen.")
    case .answered(let name, let item, let answer):
      "\(name) \(answer.said(in: room)) \(item.named(in: room))."
    case .changed(let name, let item):
      "\(name) hat „\(item.title)“ geändert: \(room.time(item.when))."
    case .changedFrom(let name, let series, let now):
      "\(name) hat „\(series.title)“ ab \(room.time(series.when)) geändert"
        + (now.map { ": \(room.time($0.when))" } ?? "") + "."
    case .cancelled(let name, let item, let canKeep):
      "\(name) hat \(item.named(in: room)), abgesagt."
        + (canKeep ? " Behalten Sie den Termin als eigenen, oder löschen Sie ihn." : "")
    case .occurrenceCancelled(let name, let item):
      "\(name) hat „\(item.title)“ vom \(room.time(item.when)) abgesagt."
    case .cancelledFrom(let name, let series):
      "\(name) hat „\(series.title)“ ab \(room.time(series.when)) abgesagt."
    case .ended(let name, let title): "\(name) hat „\(title)“ abgesagt."
    case .manyChanged(let name, let count):
      "\(name) hat \(count) weitere Ihrer Termine geändert oder abgesagt."
    }
  }
}

extension Participation.Answer {
  /// To stand between a person and an item.
  func said(in room: German) -> String {
    switch self {
    case .accepted: "kommt zu"
    case .declined: "kommt nicht zu"
    case .tentative: "kommt vielleicht zu"
    case .needsAction: "hat sich noch nicht entschieden zu"
    }
  }
}
