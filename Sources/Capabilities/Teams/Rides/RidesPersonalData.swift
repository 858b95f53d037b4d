import Base
import Calendar
import Registration
import Storage

/// Exports and erases what an account has said about rides.
///
/// - Thread: shared.
struct RidesPersonalData: PersonalDataHolder {
  let upkeep: RideUpkeep

  func export(
    _ account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    let goals = try goals(of: account, in: session)
    try json.array("rides") { json in
      for goal in goals {
        let part = try RideStore.part(of: account, to: goal, in: session)
        json.object { json in
          goal.writeMembers(to: &json)
          if let part {
            json.key("part")
            part.write(to: &json)
          }
        }
      }
    }
    try json.array("rideAgreements") { json in
      for goal in goals {
        for pair in try RideStore.pairs(to: goal, of: account, in: session) {
          json.object { json in
            goal.writeMembers(to: &json)
            json.member("role", pair.driver == account ? "driver" : "seeker")
            json.member("agreed", pair.agreement == .agreed)
          }
        }
      }
    }
  }

  private func goals(of account: EntityID, in session: StoreSession) throws -> [RideGoal] {
    try session.all(
      "SELECT item, occurrence FROM ride_parts WHERE account = ?1 ORDER BY item, occurrence",
      [.id(account)]
    ) { RideGoal(item: try $0.id(0), occurrence: try $0.instant(1)) }
  }

  /// Those with whom the account rides, or has asked to, are told before nothing of it is left.
  func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    for goal in try goals(of: account, in: transaction) {
      guard let item = try CalendarItemStore.find(goal.item, in: transaction) else { continue }
      try upkeep.end(account, to: goal, of: item, in: transaction)
    }
    try transaction.execute(
      "DELETE FROM ride_pairs WHERE driver = ?1 OR seeker = ?1", [.id(account)])
    try transaction.execute("DELETE FROM ride_parts WHERE account = ?1", [.id(account)])
  }
}

extension RideGoal {
  /// Writes the members of an open object.
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.member("event", item)
    json.member("occurrence", occurrence.milliseconds == 0 ? nil : occurrence)
  }
}
