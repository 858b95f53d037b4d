import Notifications

extension LeaveNotice {
  func words(in room: German) -> String {
    switch self {
    case .leave(let title, let seconds, let way):
      if seconds > 0 {
        "Gehen Sie in \(room.minutes(seconds: seconds)) los zu „\(title)“: "
          + "\(way.named(in: room))."
      } else if seconds > -60 {
        "Gehen Sie jetzt los zu „\(title)“: \(way.named(in: room))."
      } else {
        "Sie hätten vor \(room.minutes(seconds: -seconds)) losgehen sollen zu „\(title)“: "
          + "\(way.named(in: room))."
      }
    case .leaveLate(let title, let late, let way):
      "Sie kommen etwa \(room.minutes(seconds: late)) zu spät zu „\(title)“. "
        + "Gehen Sie jetzt los: \(way.named(in: room))."
    case .begins(let title, let seconds):
      seconds > 0
        ? "„\(title)“ beginnt in \(room.minutes(seconds: seconds))."
        : "„\(title)“ hat begonnen."
    case .moved(let title, let leaveAt, let was, let way, let late):
      "Gehen Sie um \(room.clock(leaveAt)) statt um \(room.clock(was)) "
        + "(\(room.zone(leaveAt))) los zu „\(title)“: \(way.named(in: room))."
        + (late > 0 ? " Sie kommen etwa \(room.minutes(seconds: late)) zu spät." : "")
    case .wayLost(let title, let why, _):
      "Der Weg zu „\(title)“ hat sich geändert. \(Self.german(why))"
    }
  }

  private static func german(_ why: TravelPlan.Reason?) -> String {
    switch why {
    case .noPosition: "Der Termin hat keinen Ort, also gibt es keinen Weg dorthin."
    case .noOrigin: "Es ist nicht bekannt, von wo Sie aufbrechen."
    case .tooLate: "Er dauert länger, als Zeit ist."
    case .noNetworkNear: "Weit und breit ist keine Straße und keine Haltestelle."
    case .noPath: "Nichts verbindet die beiden Orte."
    case .limits: "Mit Ihren Reiseeinstellungen führt keiner mehr hin."
    case .outsideTimetable: "Für diese Zeit gibt es noch keinen Fahrplan."
    case .unavailable: "Gerade lässt sich keiner suchen."
    case nil: "Öffnen Sie den Termin, um ihn zu sehen."
    }
  }
}

extension ToldWay {
  /// `zu Fuß, 6 Minuten`, `Bus ab Vaduz Post um 09:32 Uhr, 20 Minuten`.
  func named(in room: German) -> String {
    let means =
      switch means {
      case .foot: "zu Fuß"
      case .bicycle: "mit dem Fahrrad"
      case .car: "mit dem Auto"
      case .ride(let line, let mode, let stop, let time):
        Self.ride(line ?? Self.german(mode), stop, room.clock(time))
      case .driveAndRide(let park, let line, let mode, let stop, let time):
        "mit dem Auto bis \(park ?? "zum Parkplatz an der Haltestelle"), dann "
          + Self.ride(line ?? Self.german(mode), stop, room.clock(time))
      }
    return "\(means), \(room.minutes(seconds: 60 * minutes))"
  }

  private static func ride(_ name: String, _ stop: String?, _ time: String) -> String {
    "\(name)\(stop.map { " ab \($0)" } ?? "") um \(time)"
  }

  private static func german(_ mode: String) -> String {
    switch mode {
    case "bus": "Bus"
    case "tram": "Straßenbahn"
    case "metro": "U-Bahn"
    case "rail": "Zug"
    case "ferry": "Fähre"
    default: mode
    }
  }
}
