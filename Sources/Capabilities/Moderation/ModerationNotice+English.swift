import Notifications

extension ModerationNotice {
  public func words(in room: English) -> String {
    switch self {
    case .decided(let thing, let decision, let reason):
      switch decision {
      case .keep: "\(thing) was kept after a report. Reason: \(reason)"
      case .warn:
        "\(thing) stays after a report, but take this as a warning. Reason: \(reason)"
      case .hide: "\(thing) is hidden after a report until you change it. Reason: \(reason)"
      case .remove: "\(thing) was removed after a report. Reason: \(reason)"
      }
    case .examined(let thing, let decision):
      "Your report on \(thing) was examined. "
        + Self.outcome(decision)
    case .takenBack(let thing, let isReport):
      isReport
        ? "Your report on \(thing) is examined again."
        : "The decision on \(thing) was taken back. It is examined again."
    case .suspended(let reason): "Your account was suspended. Reason: \(reason)"
    case .reinstated(let reason): "Your account can be used again. Reason: \(reason)"
    case .operatorAnswered(let subject, let answer):
      "The operator answers “\(subject)”: \(answer)"
    case .withdrawn(let object, let places, let isHidden):
      "“\(object)” was \(isHidden ? "hidden until it is changed" : "withdrawn") and is no longer shown where you placed it "
        + "(\(places == 1 ? "1 place" : "\(places) places"))."
    }
  }

  /// What became of what was reported.
  private static func outcome(_ decision: ModerationDecision) -> String {
    switch decision {
    case .keep: "It was kept."
    case .warn: "It stays; whoever answers for it was warned."
    case .hide: "It is hidden until it is changed."
    case .remove: "It was removed."
    }
  }
}
