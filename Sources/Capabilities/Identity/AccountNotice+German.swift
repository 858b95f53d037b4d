import Notifications

extension AccountNotice {
  func words(in room: German) -> String {
    switch self {
    case .passwordChanged: "Ihr Passwort wurde geändert."
    case .phoneAdded(let number): "Sie können sich ab jetzt mit \(number) anmelden."
    case .timetableEnds(let name, let last, let days):
      days < 0
        ? "Der Fahrplan \(name) hat am \(room.time(last)) geendet; lesen Sie einen neueren ein."
        : "Der Fahrplan \(name) endet am \(room.time(last)), "
          + "in \(days == 1 ? "1 Tag" : "\(days) Tagen"); lesen Sie einen neueren ein."
    }
  }
}
