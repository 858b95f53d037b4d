import Base
import Registration
import Storage

/// Exports and erases what an account has said about rides.
///
/// - Thread: shared.
struct RidesPersonalData: PersonalDataHolder {
  func export(
    _ account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    let goals = try session.all(
      "SELECT item, occurrence FROM ride_parts WHERE account = ?1 ORDER BY item, occurrence",
      [.id(account)]
    ) { RideGoal(item: try $0.id(0), occurrence: try $0.instant(1)) }
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

  func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
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
