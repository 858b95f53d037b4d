import Notifications

extension BookingNotice {
  func words(in room: English) -> String {
    switch self {
    case .booked(let name, let what, let reason):
      "\(name) has booked “\(what.thing)”: \(room.time(what.start)), \(reason)."
    case .kept(let name, let what, let reason):
      "\(name) keeps “\(what.thing)”: \(room.time(what.start)), \(reason)."
    case .moved(let name, let what, let reason):
      "\(name) has moved the booking of “\(what.thing)”: it is now \(room.time(what.start)), "
        + "\(reason)."
    case .givenUp(let name, let what):
      "\(name) does not need \(what.named(in: room)), any more: it is free then."
    case .sharedNoMore(let what):
      "“\(what.thing)” is shared no more; your booking of it has ended. "
        + "It was for \(room.time(what.start))."
    case .lapsed(let what):
      "\(what.named(in: room)): not all have acknowledged it in time. It was not booked."
    case .asked(let name, let what, let priority, let reason, let until):
      "\(name) asks for \(what.named(in: room)), with \(priority.rawValue) priority: \(reason). "
        + "Approve or deny \(until.map { "until \(room.time($0))" } ?? "within 24 hours")."
    case .given(let name, let what):
      "\(name) gives you \(what.named(in: room)). It is booked for you."
    case .denied(let name, let what):
      "\(what.named(in: room)): the request was denied by \(name). Choose another time."
    case .givenToAnother(let what):
      "\(what.named(in: room)): it was given to another who has asked for it, too. "
        + "Choose another time."
    case .unanswered(let what, let isOver):
      "\(what.named(in: room)): nobody has answered "
        + "\(isOver ? "before that time was over" : "within 24 hours"). Choose another time."
    case .goneWithThing(let what):
      "\(what.named(in: room)): it is shared no more. Your request has ended."
    case .hasBecomeFree(let what):
      "\(what.named(in: room)) has become free. Book it before another does."
    case .unverified(let name, let what, let reason, let priority):
      "\(name) wants to book \(what.named(in: room)), \(reason) "
        + "(priority: \(priority.rawValue)). Its calendar cannot be read: "
        + "acknowledge the booking if you know of nothing else then."
    case .stillUnverified(let name, let what):
      "\(name) still waits for you to acknowledge the booking of \(what.named(in: room))."
    case .acknowledged(let what, let isEntered):
      "All have acknowledged it: \(what.named(in: room)), is booked for you."
        + (isEntered
          ? "" : " It comes into your calendar when the calendar of it can be read again.")
    case .clashes(let what):
      "\(what.named(in: room)): its calendar can be read again, and others have it then. "
        + "Talk to them, or choose another time."
    }
  }
}

extension ToldBooking {
  /// `“Car”, Mon, 4 May 2026 at 09:30 (Vaduz time)`.
  func named(in room: English) -> String { "“\(thing)”, \(room.time(start))" }
}
