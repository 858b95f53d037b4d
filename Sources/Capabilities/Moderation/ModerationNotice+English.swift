import Notifications

extension ModerationNotice {
  public func words(in room: English) -> String {
    switch self {
    case .removed(let thing, let reason):
      "\(thing) was removed after a report. Reason: \(reason)"
    case .examined(let thing, let isRemoved):
      "Your report on \(thing) was examined. It was \(isRemoved ? "removed" : "kept")."
    case .suspended(let reason): "Your account was suspended. Reason: \(reason)"
    case .reinstated(let reason): "Your account can be used again. Reason: \(reason)"
    case .operatorAnswered(let subject, let answer):
      "The operator answers “\(subject)”: \(answer)"
    case .withdrawn(let object, let places):
      "“\(object)” was withdrawn and is no longer shown where you placed it "
        + "(\(places == 1 ? "1 place" : "\(places) places"))."
    }
  }
}
