import Notifications

extension AppointmentNotice {
  func words(in room: English) -> String {
    switch self {
    case .invited(let name, let item, let hasMore):
      "\(name) invites you to “\(item.title)” on \(room.time(item.when))"
        + (hasMore ? ", and to more appointments." : ".")
    case .uninvited(let name, let item, let hasMore):
      "\(name) has taken back the invitation to “\(item.title)” on \(room.time(item.when))"
        + (hasMore ? ", and others." : ".")
    case .answered(let name, let item, let answer):
      "\(name) \(answer.said(in: room)) \(item.named(in: room))."
    case .changed(let name, let item):
      "\(name) has changed “\(item.title)”: \(room.time(item.when))."
    case .changedFrom(let name, let series, let now):
      "\(name) has changed “\(series.title)” from \(room.time(series.when)) on"
        + (now.map { ": \(room.time($0.when))" } ?? "") + "."
    case .cancelled(let name, let item, let canKeep):
      "\(name) has cancelled \(item.named(in: room))."
        + (canKeep ? " Keep it as your own entry, or delete it." : "")
    case .occurrenceCancelled(let name, let item):
      "\(name) has cancelled “\(item.title)” of \(room.time(item.when))."
    case .cancelledFrom(let name, let series):
      "\(name) has cancelled “\(series.title)” from \(room.time(series.when)) on."
    case .ended(let name, let title): "\(name) has cancelled “\(title)”."
    case .manyChanged(let name, let count):
      "\(name) has changed or cancelled \(count) more appointments of yours."
    }
  }
}

extension Participation.Answer {
  /// To stand between a person and an item.
  func said(in room: English) -> String {
    switch self {
    case .accepted: "comes to"
    case .declined: "does not come to"
    case .tentative: "may come to"
    case .needsAction: "has not decided about"
    }
  }
}
