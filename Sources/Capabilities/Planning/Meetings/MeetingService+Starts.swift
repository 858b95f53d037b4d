import Access
import Base
import Storage

extension MeetingService {
  /// Where the caller sets out to an activity; nil if that was not said.
  ///
  /// - Throws: `notFound`.
  public func start(to activity: EntityID, caller: Caller) throws -> StartingPlace? {
    let account = try caller.requiredPerson().account
    return try platform.store.read { session in
      _ = try ActivityService.find(activity, caller: caller, in: session)
      return try StartingPlace.all(of: activity, in: session)[account]
    }
  }

  /// Says where the caller sets out to an activity that is being planned; nil takes it back.
  ///
  /// - Throws: `notFound`; `conflict` with slug `activity-state` once it is planned.
  public func setOut(
    from place: StartingPlace?, to id: EntityID, caller: Caller
  ) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      let activity = try ActivityService.find(id, caller: caller, in: transaction)
      guard activity.step != .confirmed, activity.step != .cancelled else {
        throw Refusal(.conflict, "activity-state", "This activity is planned already.")
      }
      if let place {
        try place.put(of: account, in: id, transaction)
      } else {
        try transaction.execute(
          "DELETE FROM starting_places WHERE activity = ?1 AND account = ?2",
          [.id(id), .id(account)])
      }
      // The host sees at once who has said it.
      try transaction.record("activity", id, realm: activity.realm, .update)
    }
  }
}
