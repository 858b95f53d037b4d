import Notifications

extension AccountNotice {
  func words(in room: English) -> String {
    switch self {
    case .passwordChanged: "Your password was changed."
    case .phoneAdded(let number): "You can log in with \(number) from now on."
    case .timetableEnds(let name, let last, let days):
      days < 0
        ? "The timetable \(name) ended on \(room.time(last)); import a newer feed."
        : "The timetable \(name) ends on \(room.time(last)), "
          + "in \(days == 1 ? "1 day" : "\(days) days"); import a newer feed."
    }
  }
}
