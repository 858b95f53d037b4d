import Base
import Cryptography
import Realms
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
  public struct Feed: Hashable, Sendable {
    public var id: EntityID
    /// For its owner, to tell feeds apart: `Phone`, `Partner`.
    public var name: String
    public var createdAt: Instant

    /// Writes it as the interface shows it: one JSON object.
    public func write(address: String? = nil, to json: inout JSONWriter) {
      json.object { json in
        json.member("id", id)
        json.member("name", name)
        json.member("createdAt", createdAt)
        json.member("address", address)
      }
    }
  }

  /// Reads `{name}`.
  public static func name(reading fields: JSONFields) throws(Refusal) -> String {
    let name = fields.string("name", 1...100)
    try fields.finish()
    return name
  }

  /// Makes a feed; its address is in this answer and nowhere else.
  ///
  /// - Throws: `conflict` with slug `too-many-feeds`.
  public func create(
    _ name: String, caller: Caller
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
      let feed = Feed(id: platform.ids.next(), name: name, createdAt: transaction.now)
      try transaction.execute(
        """
        INSERT INTO calendar_feeds (id, account, name, token, created_at)
        VALUES (?1, ?2, ?3, ?4, ?5)
        """,
        [
          .id(feed.id), .id(account), .text(name), .blob(token.digest.bytes),
          .instant(feed.createdAt),
        ])
      // By this a repeated request finds out that it has taken effect.
      try transaction.record("calendarFeed", feed.id, .insert)
      return feed
    }
    return (feed, "\(platform.settings.publicAddress)/v1/calendar/feeds/\(token.text).ics")
  }

  /// The caller's feeds, the oldest first, without their addresses.
  public func list(caller: Caller) throws -> [Feed] {
    let account = try caller.requiredPerson().account
    return try platform.store.readOnce { try Self.all(of: account, in: $0) }
  }

  static func all(of account: EntityID, in session: StoreSession) throws -> [Feed] {
    try session.all(
      "SELECT id, name, created_at FROM calendar_feeds WHERE account = ?1 ORDER BY id",
      [.id(account)]
    ) { Feed(id: try $0.id(0), name: try $0.text(1), createdAt: try $0.instant(2)) }
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
  /// - Throws: `notFound` for tokens that are none, and when the account is not active.
  public func file(_ name: String) throws -> [UInt8] {
    guard name.hasSuffix(".ics"), let token = SecretToken(String(name.dropLast(4))) else {
      throw Refusal.notFound("feed")
    }
    return try platform.store.read { session in
      let found = try session.first(
        "SELECT account, name FROM calendar_feeds WHERE token = ?1",
        [.blob(token.digest.bytes)]
      ) { (account: try $0.id(0), name: try $0.text(1)) }
      guard let found,
        try AccountDirectory.person(found.account.description, in: session) != nil
      else { throw Refusal.notFound("feed") }
      return try exchange.file(
        of: found.account, name: found.name, now: platform.clock.now(), in: session)
    }
  }
}
