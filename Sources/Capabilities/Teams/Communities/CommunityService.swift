import Access
import Base
import Groups
import Storage

/// Finding communities, and looking at what is new in them.
///
/// - Thread: shared.
public struct CommunityService: Sendable {
  let platform: Platform
  let realms: SubRealmService

  /// The communities that the caller is in, then those that can be found; each part by name
  /// (SC-COM-02).
  ///
  /// - Parameter category: only those of this one; nil for all.
  /// - Returns: the page, and in how many communities the caller has something to look at.
  public func list(
    category: String?, _ page: PageRequest, caller: Caller
  ) throws -> (page: Page<Community>, unread: Int, categories: [String]) {
    let account = try caller.requiredPerson().account
    return try platform.store.read { session in
      (
        try CommunityStore.list(for: account, category: category, page, in: session),
        try CommunityStore.unread(for: account, in: session),
        try CommunityStore.categories(for: account, in: session)
      )
    }
  }

  /// How the caller stands to each of the own groups.
  public func standings(caller: Caller) throws -> [EntityID: GroupStanding] {
    let account = try caller.requiredPerson().account
    return try platform.store.read { try CommunityStore.standings(of: account, in: $0) }
  }

  /// One community that the caller is in or can find.
  ///
  /// - Throws: `notFound`.
  public func community(_ id: EntityID, caller: Caller) throws -> Community {
    let account = try caller.requiredPerson().account
    let found = try platform.store.readOnce {
      try CommunityStore.find(id, for: account, in: $0)
    }
    guard let found else { throw Refusal.notFound("community") }
    return found
  }

  /// Changes what a community says of itself, as one of its admins.
  ///
  /// - Throws: `notFound`, `forbidden` with slug `realm-admin-needed`.
  public func change(
    _ id: EntityID, to profile: CommunityProfile, caller: Caller
  ) throws -> Community {
    let community = try community(id, caller: caller)
    guard let role = community.role, role >= .admin else { throw Self.adminNeeded }
    try platform.store.write { try CommunityStore.put(profile, of: id, in: $0) }
    return try self.community(id, caller: caller)
  }

  static let adminNeeded = Refusal(
    .forbidden, "realm-admin-needed", "Only an admin or the owner of the sub-realm can do this.")

  /// Notes that the caller has looked at a sub-realm: its dot goes (SC-EVT-03).
  ///
  /// - Throws: `notFound`; `forbidden` to those who are not in it.
  public func visit(_ id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    guard try realms.get(id, caller: caller).ownRole != nil else {
      throw Refusal(.forbidden, "members-only", "Only members have something to read there.")
    }
    try platform.store.write { try CommunityStore.visit(id, by: account, in: $0) }
  }
}
