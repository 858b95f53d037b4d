import Base
import Groups
import Identity
import Storage

/// Conversations in the database: sub-realms with what was said in them.
enum ConversationStore {
  private static let kinds = Conversation.kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")

  // Whoever is brought into a group chat finds it once something is said there (SC-GRP-13, CG-SC-08).
  private static let selection = """
    SELECT r.id, r.kind, r.name, other.id, other.display_name,
      (SELECT COUNT(*) FROM memberships n WHERE n.sub_realm = r.id),
      COALESCE(c.latest_at, own.joined_at)
    FROM memberships own
    JOIN sub_realms r ON r.id = own.sub_realm AND r.state = 'live' AND r.kind IN (\(kinds))
    LEFT JOIN conversations c ON c.id = r.id
    LEFT JOIN memberships o
      ON r.kind = 'direct' AND o.sub_realm = r.id AND o.account <> own.account
    LEFT JOIN accounts other ON other.id = o.account
    WHERE own.account = ?1
    """

  private static func read(_ row: any Row) throws -> Conversation {
    let friend = try row.optional(3, row.id)
    let friendName = try row.optional(4, row.text)
    let name = try row.text(2)
    return Conversation(
      id: try row.id(0), realm: try row.id(0), kind: try row.word(1, SubRealmKind.self),
      name: friendName ?? name,
      friend: friend.map { AccountSummary(id: $0, displayName: friendName ?? name) },
      members: try row.int(5), latest: nil, at: try row.instant(6), unheard: 0)
  }

  /// Those of an account, the one in which something was said last first.
  static func list(
    of account: EntityID, _ page: PageRequest, in session: StoreSession
  ) throws -> Page<Conversation> {
    let position = try page.position { parts throws(Refusal) in
      (at: Instant(milliseconds: try parts.integer(Int64.self)), id: try parts.id())
    }
    let before = position?.at ?? Instant(milliseconds: .max)
    let items = try session.all(
      selection + """
         AND (r.kind <> 'group' OR own.joined_at = r.created_at OR c.latest_at >= own.joined_at)
          AND (COALESCE(c.latest_at, own.joined_at) < ?2
            OR (COALESCE(c.latest_at, own.joined_at) = ?2 AND r.id < ?3))
        ORDER BY COALESCE(c.latest_at, own.joined_at) DESC, r.id DESC LIMIT ?4
        """,
      [
        .id(account), .instant(before), .id(position?.id ?? EntityID(high: .max, low: .max)),
        .int(page.limit + 1),
      ], read)
    let found = Page(reading: items, limit: page.limit) {
      Cursor(String($0.at.milliseconds), $0.id.description)
    }
    return Page(items: try completed(found.items, for: account, in: session), next: found.next)
  }

  /// One that the account is in; nil for none.
  static func find(
    _ id: EntityID, for account: EntityID, in session: StoreSession
  ) throws -> Conversation? {
    let found = try session.all(
      selection + " AND r.id = ?2", [.id(account), .id(id)], read)
    return try completed(found, for: account, in: session).first
  }

  /// With the newest message of each and how many were not heard, in two statements for all.
  private static func completed(
    _ found: [Conversation], for account: EntityID, in session: StoreSession
  ) throws -> [Conversation] {
    let ids = found.map(\.id)
    let latest = try MessageStore.latest(of: ids, for: account, in: session)
    let unheard = try MessageStore.unheard(of: ids, for: account, in: session)
    return found.map { conversation in
      var copy = conversation
      copy.latest = latest[conversation.id]
      copy.unheard = unheard[conversation.id] ?? 0
      return copy
    }
  }

  /// The number of a new message: one more than the last, whichever process says it.
  static func next(in conversation: EntityID, transaction: WriteTransaction) throws -> Int {
    let number = try transaction.first(
      """
      INSERT INTO conversations (id, realm, latest_sequence, latest_at) VALUES (?1, ?1, 1, ?2)
      ON CONFLICT (id) DO UPDATE SET latest_sequence = conversations.latest_sequence + 1,
        latest_at = excluded.latest_at
      RETURNING latest_sequence
      """, [.id(conversation), .instant(transaction.now)]
    ) { try $0.int(0) }
    guard let number else { throw DatabaseError(.misuse, "a conversation gave no number") }
    return number
  }
}
