import Notifications

extension BookingNotice {
  func words(in room: German) -> String {
    switch self {
    case .booked(let name, let what, let reason):
      "\(name) hat „\(what.thing)“ gebucht: \(room.time(what.start)), \(reason)."
    case .kept(let name, let what, let reason):
      "\(name) behält „\(what.thing)“: \(room.time(what.start)), \(reason)."
    case .moved(let name, let what, let reason):
      "\(name) hat die Buchung von „\(what.thing)“ verschoben: jetzt \(room.time(what.start)), "
        + "\(reason)."
    case .givenUp(let name, let what):
      "\(name) braucht \(what.named(in: room)), nicht mehr: Dann ist es frei."
    case .sharedNoMore(let what):
      "„\(what.thing)“ wird nicht mehr geteilt; Ihre Buchung hat geendet. "
        + "Sie war für \(room.time(what.start))."
    case .lapsed(let what):
      "\(what.named(in: room)): Nicht alle haben die Buchung rechtzeitig zur Kenntnis genommen. "
        + "Es wurde nicht gebucht."
    case .asked(let name, let what, let priority, let reason, let until):
      "\(name) bittet um \(what.named(in: room)), "
        + "mit \(Self.german(priority)) Priorität: \(reason). Stimmen Sie "
        + "\(until.map { "bis \(room.time($0))" } ?? "innerhalb von 24 Stunden") "
        + "zu, oder lehnen Sie ab."
    case .given(let name, let what):
      "\(name) überlässt Ihnen \(what.named(in: room)). Es ist für Sie gebucht."
    case .denied(let name, let what):
      "\(what.named(in: room)): \(name) hat die Anfrage abgelehnt. Wählen Sie eine andere Zeit."
    case .givenToAnother(let what):
      "\(what.named(in: room)): Jemand anders hat auch darum gebeten und es bekommen. "
        + "Wählen Sie eine andere Zeit."
    case .unanswered(let what, let isOver):
      "\(what.named(in: room)): Niemand hat "
        + "\(isOver ? "vor dem Ende dieser Zeit" : "innerhalb von 24 Stunden") geantwortet. "
        + "Wählen Sie eine andere Zeit."
    case .goneWithThing(let what):
      "\(what.named(in: room)): Es wird nicht mehr geteilt. Ihre Anfrage hat geendet."
    case .hasBecomeFree(let what):
      "\(what.named(in: room)), ist frei geworden. Buchen Sie, bevor es jemand anders tut."
    case .unverified(let name, let what, let reason, let priority):
      "\(name) möchte \(what.named(in: room)), buchen, \(reason) "
        + "(Priorität: \(Self.name(of: priority))). Der Kalender davon ist nicht lesbar: "
        + "Nehmen Sie die Buchung zur Kenntnis, wenn Sie von nichts anderem zu der Zeit wissen."
    case .stillUnverified(let name, let what):
      "\(name) wartet noch darauf, dass Sie die Buchung zur Kenntnis nehmen: "
        + "\(what.named(in: room))."
    case .acknowledged(let what, let isEntered):
      "Alle haben sie zur Kenntnis genommen: \(what.named(in: room)), ist für Sie gebucht."
        + (isEntered
          ? "" : " In Ihren Kalender kommt es, wenn dessen Kalender wieder lesbar ist.")
    case .clashes(let what):
      "\(what.named(in: room)): Der Kalender davon ist wieder lesbar, und andere haben es dann. "
        + "Sprechen Sie mit ihnen, oder wählen Sie eine andere Zeit."
    }
  }

  private static func name(of priority: BookingPriority) -> String {
    switch priority {
    case .high: "hoch"
    case .medium: "mittel"
    case .low: "niedrig"
    }
  }

  private static func german(_ priority: BookingPriority) -> String {
    switch priority {
    case .high: "hoher"
    case .medium: "mittlerer"
    case .low: "niedriger"
    }
  }
}

extension ToldBooking {
  /// `„Auto“, Mo., 4. Mai 2026 um 09:30 Uhr (Zeit in Vaduz)`.
  func named(in room: German) -> String { "„\(thing)“, \(room.time(start))" }
}
