import Notifications

extension ModerationNotice {
  public func words(in room: German) -> String {
    switch self {
    case .removed(let thing, let reason):
      "\(thing) wurde nach einer Meldung entfernt. Grund: \(reason)"
    case .examined(let thing, let isRemoved):
      "Ihre Meldung über \(thing) wurde geprüft. "
        + "Das Gemeldete \(isRemoved ? "wurde entfernt" : "bleibt")."
    case .suspended(let reason): "Ihr Konto wurde gesperrt. Grund: \(reason)"
    case .reinstated(let reason): "Ihr Konto kann wieder benutzt werden. Grund: \(reason)"
    case .operatorAnswered(let subject, let answer):
      "Der Betreiber antwortet auf „\(subject)“: \(answer)"
    case .withdrawn(let object, let places):
      "„\(object)“ wurde zurückgezogen und steht nicht mehr, wo Sie es aufgestellt haben "
        + "(\(places == 1 ? "1 Ort" : "\(places) Orte"))."
    }
  }
}
