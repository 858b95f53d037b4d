import Access
import Base
import Storage

/// Reading and replacing one's own travel preferences.
///
/// - Thread: shared.
public struct PreferenceService: Sendable {
  let platform: Platform
  let upkeep: TravelPlanUpkeep

  public init(platform: Platform, upkeep: TravelPlanUpkeep) {
    self.platform = platform
    self.upkeep = upkeep
  }

  /// The caller's preferences; the default ones until they were set.
  public func own(caller: Caller) throws -> TravelPreferences {
    let account = try caller.requiredPerson().account
    return try platform.store.read { try TravelProfileStore.preferences(of: account, in: $0) }
  }

  /// Replaces the caller's preferences; all plans follow them (TV-ACC-14).
  ///
  /// - Throws: `stale` if they have changed since they were read.
  public func replace(
    _ new: TravelPreferences, expecting version: ExpectedVersion, caller: Caller
  ) throws -> TravelPreferences {
    let account = try caller.requiredPerson().account
    let stored = try platform.store.write { transaction in
      var new = new
      let old = try TravelProfileStore.preferences(of: account, in: transaction)
      try version.check(old.version)
      new.version = old.version + 1
      try TravelProfileStore.put(new, of: account, in: transaction)
      return new
    }
    try upkeep.update(account)
    return stored
  }
}
