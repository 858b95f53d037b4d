import Notifications

extension LeaveNotice {
  func words(in room: English) -> String {
    switch self {
    case .leave(let title, let seconds, let way):
      if seconds > 0 {
        "Leave in \(room.minutes(seconds: seconds)) for “\(title)”: \(way.named(in: room))."
      } else if seconds > -60 {
        "Leave now for “\(title)”: \(way.named(in: room))."
      } else {
        "You should have left \(room.minutes(seconds: -seconds)) ago for “\(title)”: "
          + "\(way.named(in: room))."
      }
    case .leaveLate(let title, let late, let way):
      "You will be about \(room.minutes(seconds: late)) late for “\(title)”. "
        + "Leave now: \(way.named(in: room))."
    case .begins(let title, let seconds):
      seconds > 0
        ? "“\(title)” begins in \(room.minutes(seconds: seconds))." : "“\(title)” has begun."
    case .moved(let title, let leaveAt, let was, let way, let late):
      "Leave at \(room.clock(leaveAt)) instead of \(room.clock(was)) (\(room.zone(leaveAt))) "
        + "for “\(title)”: \(way.named(in: room))."
        + (late > 0 ? " You will be about \(room.minutes(seconds: late)) late." : "")
    case .wayLost(let title, _, let detail):
      "The way to “\(title)” has changed. \(detail)"
    }
  }
}

extension ToldWay {
  /// `on foot, 6 minutes`, `bus 11 from Vaduz Post at 09:32, 20 minutes`, with
  /// `by car to P+R Nord, then ` before it.
  func named(in room: English) -> String {
    let means =
      switch means {
      case .foot: "on foot"
      case .bicycle: "by bicycle"
      case .car: "by car"
      case .ride(let line, let mode, let stop, let time):
        Self.ride(line ?? mode, stop, room.clock(time))
      case .driveAndRide(let park, let line, let mode, let stop, let time):
        "by car to \(park ?? "the park and ride"), then "
          + Self.ride(line ?? mode, stop, room.clock(time))
      }
    return "\(means), \(room.minutes(seconds: 60 * minutes))"
  }

  private static func ride(_ name: String, _ stop: String?, _ time: String) -> String {
    "\(name)\(stop.map { " from \($0)" } ?? "") at \(time)"
  }
}
