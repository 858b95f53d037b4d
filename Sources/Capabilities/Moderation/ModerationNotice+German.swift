import Notifications

extension ModerationNotice {
  public func words(in room: German) -> String {
    switch self {
    case .decided(let thing, let decision, let reason):
      switch decision {
      case .keep: "\(thing) bleibt nach einer Meldung. Grund: \(reason)"
      case .warn:
        "\(thing) bleibt nach einer Meldung, aber dies ist eine Verwarnung. Grund: \(reason)"
      case .hide:
        "\(thing) ist nach einer Meldung verborgen, bis Sie es ändern. Grund: \(reason)"
      case .remove: "\(thing) wurde nach einer Meldung entfernt. Grund: \(reason)"
      }
    case .examined(let thing, let decision):
      "Ihre Meldung über \(thing) wurde geprüft. "
        + Self.outcome(decision)
    case .takenBack(let thing, let isReport):
      isReport
        ? "Ihre Meldung über \(thing) wird noch einmal geprüft."
        : "Die Entscheidung über \(thing) wurde zurückgenommen. Es wird noch einmal geprüft."
    case .suspended(let reason): "Ihr Konto wurde gesperrt. Grund: \(reason)"
    case .reinstated(let reason): "Ihr Konto kann wieder benutzt werden. Grund: \(reason)"
    case .operatorAnswered(let subject, let answer):
      "Der Betreiber antwortet auf „\(subject)“: \(answer)"
    case .withdrawn(let object, let places, let isHidden):
      "„\(object)“ wurde \(isHidden ? "verborgen, bis es geändert wird," : "zurückgezogen") und steht nicht mehr, wo Sie es aufgestellt haben "
        + "(\(places == 1 ? "1 Ort" : "\(places) Orte"))."
    }
  }

  /// What became of what was reported.
  private static func outcome(_ decision: ModerationDecision) -> String {
    switch decision {
    case .keep: "Das Gemeldete bleibt."
    case .warn: "Das Gemeldete bleibt; wer dafür verantwortlich ist, wurde verwarnt."
    case .hide: "Das Gemeldete ist verborgen, bis es geändert wird."
    case .remove: "Das Gemeldete wurde entfernt."
    }
  }
}
