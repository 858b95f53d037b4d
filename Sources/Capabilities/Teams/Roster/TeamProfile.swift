import Access
import Base
import Groups
import Storage

/// What a team says of itself beside what every sub-realm has (US1(b)).
///
/// - Thread: pure.
public struct TeamProfile: Hashable, Sendable {
  /// The sport or activity; empty for none.
  public var sport = ""

  /// Characters of a sport.
  public static let sports = 0...60

  public init() {}

  /// Reads `{sport}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    sport = fields.string("sport", Self.sports)
    try fields.finish()
  }

  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { $0.member("sport", sport) }
  }
}

/// What teams say of themselves.
///
/// - Thread: shared.
public struct TeamProfileService: Sendable {
  let platform: Platform
  let realms: SubRealmService

  /// What a team that the caller is in, or can find, says of itself.
  ///
  /// - Throws: `notFound`.
  public func profile(of id: EntityID, caller: Caller) throws -> TeamProfile {
    _ = try team(id, caller)
    return try platform.store.readOnce { session in
      var profile = TeamProfile()
      profile.sport =
        try session.first("SELECT sport FROM team_profiles WHERE realm = ?1", [.id(id)]) {
          try $0.text(0)
        } ?? ""
      return profile
    }
  }

  /// Changes what a team says of itself, as one of its admins.
  ///
  /// - Throws: `notFound`, `forbidden` with slug `realm-admin-needed`.
  public func change(_ id: EntityID, to profile: TeamProfile, caller: Caller) throws {
    guard let role = try team(id, caller).ownRole, role >= .admin else {
      throw CommunityService.adminNeeded
    }
    try platform.store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO team_profiles (realm, sport) VALUES (?1, ?2)
        ON CONFLICT (realm) DO UPDATE SET sport = ?2
        """, [.id(id), .text(profile.sport)])
      try transaction.record("subRealm", id, realm: id, .update)
    }
  }

  private func team(_ id: EntityID, _ caller: Caller) throws -> SubRealm {
    let realm = try realms.get(id, caller: caller)
    guard realm.kind == .team else { throw Refusal.notFound("team") }
    return realm
  }
}
