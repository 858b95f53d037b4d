import Access
import Base
import Cryptography
import Identity
import Storage

/// Private addresses under which other programs read a calendar.
///
/// The address holds a token that is shown once; whoever has it reads the calendar until the feed
/// is revoked.
///
/// - Thread: shared.
public struct FeedService: Sendable {
  /// Most feeds of one account.
  static let limit = 20

  let platform: Platform
  let exchange: CalendarExchange

  /// An address under which one's calendar is read by other programs.
  public struct Feed: Sendable {
    public var id: EntityID
    /// For its owner, to tell feeds apart: `Phone`, `Partner`.
    public var name: String
    /// Whose calendar it holds, where it is a sub-realm's.
    public var realm: (id: EntityID, name: String)?
    public var createdAt: Instant

    /// Writes it as the interface shows it: one JSON object.
    public func write(address: String? = nil, to json: inout JSONWriter) {
      json.object { json in
        json.member("id", id)
        json.member("name", name)
        if let realm {
          json.object("realm") { json in
            json.member("id", realm.id)
            json.member("name", realm.name)
          }
        }
        json.member("createdAt", createdAt)
        json.member("address", address)
      }
    }
  }

  /// What a feed is wanted for.
  public struct Draft: Sendable {
    var name: String
    /// The sub-realm whose calendar it shall hold; nil for all that stands in one's own.
    var realm: EntityID?

    /// Reads `{name, realm?}`.
    public init(reading fields: JSONFields) throws(Refusal) {
      name = fields.string("name", 1...100)
      realm = fields.has("realm") ? fields.id("realm") : nil
      try fields.finish()
    }
  }

  /// Makes a feed; its address is in this answer and nowhere else.
  ///
  /// - Throws: `notFound` for a sub-realm that the caller is not in; `conflict` with slug
  ///   `too-many-feeds`.
  public func create(
    _ draft: Draft, caller: Caller
  ) throws -> (feed: Feed, address: String) {
    let account = try caller.requiredPerson().account
    let token = SecretToken()
    let feed = try platform.store.write { transaction in
      let count = try transaction.count(
        "SELECT COUNT(*) FROM calendar_feeds WHERE account = ?1", [.id(account)])
      guard count < Self.limit else {
        throw Refusal(
          .conflict, "too-many-feeds", "There are \(count) feeds, the most there can be.")
      }
      var feed = Feed(id: platform.ids.next(), name: draft.name, createdAt: transaction.now)
      if let realm = draft.realm {
        guard let name = try Self.name(of: realm, for: account, in: transaction) else {
          throw Refusal.notFound("sub-realm")
        }
        feed.realm = (realm, name)
      }
      try transaction.execute(
        """
        INSERT INTO calendar_feeds (id, account, name, token, created_at, realm)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """,
        [
          .id(feed.id), .id(account), .text(feed.name), .blob(token.digest.bytes),
          .instant(feed.createdAt), .id(draft.realm),
        ])
      // By this a repeated request finds out that it has taken effect.
      try transaction.record("calendarFeed", feed.id, .insert)
      return feed
    }
    return (feed, address(token))
  }

  private func address(_ token: SecretToken) -> String {
    "\(platform.settings.publicAddress)/v1/calendar/feeds/\(token.text).ics"
  }

  /// How a sub-realm with a calendar of its own is called, to a member; nil to everybody else.
  private static func name(
    of realm: EntityID, for account: EntityID, in session: StoreSession
  ) throws -> String? {
    try session.first(
      """
      SELECT s.name FROM memberships m JOIN sub_realms s ON s.id = m.sub_realm
      WHERE m.account = ?1 AND m.sub_realm = ?2 AND s.state = 'live'
        AND s.kind NOT IN ('public', 'personal')
      """, [.id(account), .id(realm)]
    ) { try $0.text(0) }
  }

  /// Gives a feed a new address, shown in this answer alone; the old one leads to nothing any more.
  ///
  /// - Throws: `notFound`.
  public func renew(_ id: EntityID, caller: Caller) throws -> (feed: Feed, address: String) {
    let account = try caller.requiredPerson().account
    let token = SecretToken()
    let feed = try platform.store.write { transaction in
      try transaction.execute(
        "UPDATE calendar_feeds SET token = ?3 WHERE id = ?1 AND account = ?2",
        [.id(id), .id(account), .blob(token.digest.bytes)])
      guard let feed = try Self.all(of: account, in: transaction).first(where: { $0.id == id })
      else { throw Refusal.notFound("feed") }
      return feed
    }
    return (feed, address(token))
  }

  /// The caller's feeds, the oldest first, without their addresses.
  public func list(caller: Caller) throws -> [Feed] {
    let account = try caller.requiredPerson().account
    return try platform.store.readOnce { try Self.all(of: account, in: $0) }
  }

  static func all(of account: EntityID, in session: StoreSession) throws -> [Feed] {
    try session.all(
      """
      SELECT f.id, f.name, f.created_at, f.realm, s.name FROM calendar_feeds f
      LEFT JOIN sub_realms s ON s.id = f.realm WHERE f.account = ?1 ORDER BY f.id
      """, [.id(account)]
    ) { row in
      Feed(
        id: try row.id(0), name: try row.text(1),
        realm: try row.optional(3, row.id).map { (id: $0, name: try row.text(4)) },
        createdAt: try row.instant(2))
    }
  }

  /// Ends the feeds of a sub-realm's calendar, of one who left it or of all.
  static func end(
    of realm: EntityID, for account: EntityID?, in transaction: WriteTransaction
  ) throws {
    let (condition, one) = account.map { (" AND account = ?2", [.id($0)]) } ?? ("", [SQLValue]())
    try transaction.execute(
      "DELETE FROM calendar_feeds WHERE realm = ?1\(condition)", [.id(realm)] + one)
  }

  /// Ends a feed: its address leads to nothing from now on.
  ///
  /// - Throws: `notFound`.
  public func revoke(_ id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      let count = try transaction.execute(
        "DELETE FROM calendar_feeds WHERE id = ?1 AND account = ?2", [.id(id), .id(account)])
      guard count > 0 else { throw Refusal.notFound("feed") }
    }
  }

  /// The calendar behind `{token}.ics`.
  ///
  /// That of a sub-realm ends with the membership.
  ///
  /// - Throws: `notFound` for tokens that are none, when the account is not active, and when it is in
  ///   the sub-realm no more.
  public func file(_ name: String) throws -> [UInt8] {
    guard name.hasSuffix(".ics"), let token = SecretToken(String(name.dropLast(4))) else {
      throw Refusal.notFound("feed")
    }
    return try platform.store.read { session in
      let found = try session.first(
        "SELECT account, name, realm FROM calendar_feeds WHERE token = ?1",
        [.blob(token.digest.bytes)]
      ) { (account: try $0.id(0), name: try $0.text(1), realm: try $0.optional(2, $0.id)) }
      guard let found,
        try AccountDirectory.person(found.account.description, in: session) != nil
      else { throw Refusal.notFound("feed") }
      guard let realm = found.realm else {
        return try exchange.file(
          of: found.account, name: found.name, now: platform.clock.now(), in: session)
      }
      guard let name = try Self.name(of: realm, for: found.account, in: session) else {
        throw Refusal.notFound("feed")
      }
      return try exchange.file(
        ofRealm: realm, named: name, for: found.account, now: platform.clock.now(), in: session)
    }
  }
}
