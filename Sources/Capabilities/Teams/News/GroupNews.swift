import Access
import Base
import Groups
import Notifications
import Storage

/// One piece of news of a team, community or organization.
///
/// - Thread: pure.
public struct GroupNews: Sendable {
  public var id: EntityID
  public var realm: EntityID
  /// Nil after the author's erasure.
  public var author: EntityID?
  public var authorName: String?
  public var title: String
  public var text: String
  public var createdAt: Instant

  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("realm", realm)
      if let author {
        json.object("author") { json in
          json.member("id", author)
          json.member("name", authorName ?? "")
        }
      }
      json.member("title", title)
      json.member("text", text)
      json.member("createdAt", createdAt)
    }
  }
}

/// What is to be told.
///
/// - Thread: pure.
public struct NewsDraft: Sendable {
  public var title: String
  public var text: String

  /// Characters of a title, and of a text.
  public static let titles = 1...120
  public static let texts = 0...10_000

  /// Reads `{title, text?}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    title = fields.string("title", Self.titles)
    text = fields.optional("text") { $0.string("text", Self.texts) } ?? ""
    try fields.finish()
  }
}

/// Telling the members of a sub-realm something, as those who run it (US3(a), SC-COM-22).
///
/// - Thread: shared.
public struct NewsService: Sendable {
  /// Most pieces of news of one sub-realm; the oldest goes when another comes.
  static let limit = 1000
  /// Most pieces of news of one sub-realm in 24 hours: each rings at every member.
  static let perDay = 20

  let platform: Platform
  let realms: SubRealmService
  let notifications: any NotificationSink

  /// The news of a sub-realm, newest first.
  ///
  /// - Throws: `notFound`; `forbidden` with slug `members-only`.
  public func list(
    of id: EntityID, _ page: PageRequest, caller: Caller
  ) throws -> Page<GroupNews> {
    let before = try page.idPosition() ?? EntityID(high: .max, low: .max)
    _ = try member(of: id, caller)
    return try platform.store.readOnce { session in
      let found = try session.all(
        Self.selection + " WHERE n.realm = ?1 AND n.id < ?2 ORDER BY n.id DESC LIMIT ?3",
        [.id(id), .id(before), .int(page.limit + 1)], Self.read)
      return Page(reading: found, limit: page.limit) { Cursor($0.id) }
    }
  }

  /// One piece of news of a sub-realm that the caller is in.
  ///
  /// - Throws: `notFound`.
  public func news(_ id: EntityID, caller: Caller) throws -> GroupNews {
    let found = try platform.store.readOnce {
      try $0.first(Self.selection + " WHERE n.id = ?1", [.id(id)], Self.read)
    }
    guard let found, caller.role(in: found.realm) != nil else { throw Refusal.notFound("news") }
    return found
  }

  /// Tells every member.
  ///
  /// - Throws: `notFound`; `forbidden` with slug `realm-admin-needed`; `conflict` with slug
  ///   `too-much-news` after too many on one day.
  public func publish(
    _ draft: NewsDraft, in id: EntityID, caller: Caller
  ) throws -> GroupNews {
    let account = try caller.requiredPerson().account
    let realm = try member(of: id, caller)
    guard let role = realm.ownRole, role >= .admin else { throw CommunityService.adminNeeded }
    let news = platform.ids.next()
    try platform.store.write { transaction in
      let since = transaction.now.adding(seconds: -86_400)
      let today = try transaction.count(
        "SELECT COUNT(*) FROM group_news WHERE realm = ?1 AND created_at > ?2",
        [.id(id), .instant(since)])
      guard today < Self.perDay else {
        throw Refusal(
          .conflict, "too-much-news", "At most \(Self.perDay) pieces of news are told on one day.")
      }
      try transaction.execute(
        """
        INSERT INTO group_news (id, realm, author, title, text, created_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """,
        [
          .id(news), .id(id), .id(account), .text(draft.title), .text(draft.text),
          .instant(transaction.now),
        ])
      try transaction.record("groupNews", news, realm: id, .insert)
      try dropOldest(of: id, transaction)
      let members = try transaction.all(
        "SELECT account FROM memberships WHERE sub_realm = ?1 AND account <> ?2 ORDER BY account",
        [.id(id), .id(account)]
      ) { try $0.id(0) }
      for member in members {
        try notifications.post(
          TeamsNotice.news(group: Told(realm.name), title: Told(draft.title)), to: member,
          about: NotificationSubject(.news, news), version: 1, in: transaction)
      }
    }
    return try self.news(news, caller: caller)
  }

  private func dropOldest(of realm: EntityID, _ transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      DELETE FROM group_news WHERE realm = ?1 AND id NOT IN (
        SELECT id FROM group_news WHERE realm = ?1 ORDER BY id DESC LIMIT \(Self.limit))
      """, [.id(realm)])
  }

  /// Takes a piece of news away, as its author or one who runs the sub-realm.
  ///
  /// - Throws: `notFound`, `forbidden` with slug `realm-admin-needed`.
  public func withdraw(_ id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    let news = try news(id, caller: caller)
    let role = caller.role(in: news.realm) ?? .guest
    guard role >= .admin || news.author == account else { throw CommunityService.adminNeeded }
    try platform.store.write { transaction in
      try transaction.execute("DELETE FROM group_news WHERE id = ?1", [.id(id)])
      try transaction.record("groupNews", id, realm: news.realm, .delete)
    }
  }

  /// A sub-realm that the caller is in and that tells news.
  private func member(of id: EntityID, _ caller: Caller) throws -> SubRealm {
    let realm = try realms.get(id, caller: caller)
    guard [SubRealmKind.team, .community, .organization].contains(realm.kind) else {
      throw Refusal.notFound("team or community")
    }
    guard realm.ownRole != nil else {
      throw Refusal(.forbidden, "members-only", "Only members read its news. Join it first.")
    }
    return realm
  }

  private static let selection = """
    SELECT n.id, n.realm, n.author, n.title, n.text, n.created_at, a.display_name
    FROM group_news n LEFT JOIN accounts a ON a.id = n.author
    """

  private static func read(_ row: any Row) throws -> GroupNews {
    GroupNews(
      id: try row.id(0), realm: try row.id(1), author: try row.optional(2, row.id),
      authorName: try row.optional(6, row.text), title: try row.text(3), text: try row.text(4),
      createdAt: try row.instant(5))
  }
}
