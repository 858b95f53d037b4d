import Access
import Base
import Groups
import Storage

/// Communities in the database, as one account sees them.
enum CommunityStore {
  /// A condition that account ?1 has something to look at in `r`: an event, practice or piece of news
  /// of somebody else that came or changed since the last look, or since joining.
  private static let isUnread = """
    (EXISTS (SELECT 1 FROM calendar_items i WHERE i.realm = r.id AND i.status <> 'draft'
        AND i.kind IN ('event', 'practice') AND i.organizer <> ?1
        AND i.updated_at > COALESCE(v.seen_at, m.joined_at))
      OR EXISTS (SELECT 1 FROM group_news n WHERE n.realm = r.id AND (n.author IS NULL OR n.author <> ?1)
        AND n.created_at > COALESCE(v.seen_at, m.joined_at)))
    """

  /// A condition that account ?1 is to take part in an activity of `r` that somebody else has planned
  /// since the last look.
  private static let hasUnreadActivity = """
    EXISTS (SELECT 1 FROM calendar_items i JOIN participations p ON p.item = i.id
      WHERE i.realm = r.id AND i.kind = 'activity' AND i.status <> 'draft' AND i.organizer <> ?1
        AND p.account = ?1 AND p.hidden = 0
        AND i.updated_at > COALESCE(v.seen_at, m.joined_at))
    """

  private static let selection = """
    SELECT r.id, r.name, r.description, r.join_policy,
      (SELECT COUNT(*) FROM memberships c WHERE c.sub_realm = r.id), COALESCE(p.category, ''),
      COALESCE(p.publishers, 'admins'), m.role,
      CASE WHEN m.role IS NOT NULL AND \(isUnread) THEN 1 ELSE 0 END
    FROM sub_realms r LEFT JOIN memberships m ON m.sub_realm = r.id AND m.account = ?1
      LEFT JOIN community_profiles p ON p.realm = r.id
      LEFT JOIN group_visits v ON v.realm = r.id AND v.account = ?1
    WHERE r.state = 'live' AND r.kind = 'community'
      AND (m.role IS NOT NULL OR r.join_policy IN ('open', 'request'))
    """

  private static func read(_ row: any Row) throws -> Community {
    var profile = CommunityProfile()
    profile.category = try row.text(5)
    profile.publishers = try row.word(6, EventPublishers.self)
    return Community(
      id: try row.id(0), name: try row.text(1), description: try row.text(2),
      joinPolicy: try row.word(3, JoinPolicy.self), members: try row.int(4), profile: profile,
      role: try row.optional(7, row.text).flatMap(MembershipRole.init),
      hasUnread: try row.bool(8))
  }

  /// Those that an account is in, then those that it can find; each part in order of names.
  ///
  /// - Parameter category: only those of this one; nil for all.
  static func list(
    for account: EntityID, category: String?, _ page: PageRequest, in session: StoreSession
  ) throws -> Page<Community> {
    let after = try page.position { parts throws(Refusal) in
      (part: try parts.integer(Int.self), key: try parts.text(), id: try parts.id())
    }
    let part = "(CASE WHEN m.role IS NULL THEN 1 ELSE 0 END)"
    var sql = selection
    var parameters: [SQLValue] = [.id(account)]
    if let category {
      parameters.append(.text(category))
      sql += " AND p.category = ?\(parameters.count)"
    }
    if let after {
      let first = parameters.count + 1
      parameters += [.int(after.part), .text(after.key), .id(after.id)]
      sql += """
         AND (\(part) > ?\(first) OR (\(part) = ?\(first) AND (r.name_key > ?\(first + 1)
          OR (r.name_key = ?\(first + 1) AND r.id > ?\(first + 2)))))
        """
    }
    parameters.append(.int(page.limit + 1))
    sql += " ORDER BY \(part), r.name_key, r.id LIMIT ?\(parameters.count)"
    let found = try session.all(sql, parameters, read)
    return Page(reading: found, limit: page.limit) {
      Cursor($0.isJoined ? "0" : "1", NameKey.of($0.name), $0.id.description)
    }
  }

  /// One that an account is in or can find.
  static func find(
    _ id: EntityID, for account: EntityID, in session: StoreSession
  ) throws -> Community? {
    try session.first(selection + " AND r.id = ?2", [.id(account), .id(id)], read)
  }

  /// In how many of its communities an account has something to look at.
  static func unread(for account: EntityID, in session: StoreSession) throws -> Int {
    try session.count(
      "SELECT COUNT(*) FROM (\(selection) AND m.role IS NOT NULL AND \(isUnread)) u",
      [.id(account)])
  }

  /// What of each of its groups an account has to look at, and when it last did.
  static func standings(
    of account: EntityID, in session: StoreSession
  ) throws -> [EntityID: GroupStanding] {
    var standings: [EntityID: GroupStanding] = [:]
    try session.each(
      """
      SELECT r.id, CASE WHEN \(isUnread) OR \(hasUnreadActivity) THEN 1 ELSE 0 END, v.seen_at
      FROM memberships m JOIN sub_realms r ON r.id = m.sub_realm
        LEFT JOIN group_visits v ON v.realm = r.id AND v.account = ?1
      WHERE m.account = ?1 AND r.state = 'live' AND r.kind NOT IN ('public', 'personal', 'direct')
      """, [.id(account)]
    ) { row in
      standings[try row.id(0)] = GroupStanding(
        hasUnread: try row.bool(1), visitedAt: try row.optional(2, row.instant))
    }
    return standings
  }

  /// The categories of those that an account sees, by name.
  static func categories(
    for account: EntityID, in session: StoreSession
  ) throws -> [String] {
    try session.all(
      """
      SELECT DISTINCT p.category FROM sub_realms r JOIN community_profiles p ON p.realm = r.id
      LEFT JOIN memberships m ON m.sub_realm = r.id AND m.account = ?1
      WHERE r.state = 'live' AND p.category <> ''
        AND (m.role IS NOT NULL OR r.join_policy IN ('open', 'request'))
      ORDER BY p.category LIMIT 200
      """, [.id(account)]
    ) { try $0.text(0) }
  }

  static func profile(of realm: EntityID, in session: StoreSession) throws -> CommunityProfile {
    try session.first(
      "SELECT category, publishers FROM community_profiles WHERE realm = ?1", [.id(realm)]
    ) { row in
      var profile = CommunityProfile()
      profile.category = try row.text(0)
      profile.publishers = try row.word(1, EventPublishers.self)
      return profile
    } ?? CommunityProfile()
  }

  static func put(
    _ profile: CommunityProfile, of realm: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO community_profiles (realm, category, publishers) VALUES (?1, ?2, ?3)
      ON CONFLICT (realm) DO UPDATE SET category = ?2, publishers = ?3
      """, [.id(realm), .text(profile.category), .text(profile.publishers.rawValue)])
    try transaction.record("subRealm", realm, realm: realm, .update)
  }

  /// Notes that an account has looked at what is new in a sub-realm.
  static func visit(
    _ realm: EntityID, by account: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO group_visits (account, realm, seen_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (account, realm) DO UPDATE SET seen_at = ?3
      """, [.id(account), .id(realm), .instant(transaction.now)])
  }
}
