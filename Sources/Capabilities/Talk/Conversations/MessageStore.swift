import Base
import Identity
import Media
import Storage

/// Messages in the database.
enum MessageStore {
  /// How the rows of media call a message.
  static let mediaUse = "message"

  // The account that looks is ?1.
  private static let columns = """
    SELECT m.id, m.conversation, m.sequence, a.id, a.display_name, m.kind, m.state, m.words,
      m.type, m.sha256, m.bytes, m.playable_sha256, m.playable_bytes, m.seconds, m.peaks,
      m.created_at,
      CASE WHEN m.sequence <= COALESCE(rm.upto, 0) OR EXISTS (
        SELECT 1 FROM message_hearings h WHERE h.message = m.id AND h.account = ?1)
      THEN 1 ELSE 0 END,
      (SELECT COUNT(*) FROM message_hearings h WHERE h.message = m.id AND h.account <> ?1),
      CASE WHEN EXISTS (
        SELECT 1 FROM blocks b WHERE b.blocker = ?1 AND b.blocked = m.author)
      THEN 1 ELSE 0 END
    """

  // What a member hears: from when it came in, not what it has hidden, nothing that failed but its
  // own, and in direct ones nothing of whom it blocks.
  private static let tables = """
    FROM messages m
    JOIN conversations c ON c.id = m.conversation
    JOIN sub_realms r ON r.id = c.realm
    JOIN memberships own ON own.sub_realm = c.realm AND own.account = ?1
    LEFT JOIN accounts a ON a.id = m.author
    LEFT JOIN read_marks rm
      ON rm.account = ?1 AND rm.sub_realm = c.realm AND rm.topic = 'messages'
    WHERE m.state NOT IN ('withdrawn', 'deleted') AND m.created_at >= own.joined_at
      AND (m.state <> 'failed' OR m.author = ?1)
      AND NOT EXISTS (
        SELECT 1 FROM hidden_messages x WHERE x.message = m.id AND x.account = ?1)
      AND (r.kind <> 'direct' OR NOT EXISTS (
        SELECT 1 FROM blocks b WHERE b.blocker = ?1 AND b.blocked = m.author))
    """

  private static func read(_ row: any Row) throws -> Message {
    let author = try row.optional(3, row.id)
    let name = try row.optional(4, row.text)
    return Message(
      id: try row.id(0), conversation: try row.id(1), sequence: try row.int(2),
      author: author.map { AccountSummary(id: $0, displayName: name ?? "") },
      kind: try row.word(5, Message.Kind.self), state: try row.word(6, Message.State.self),
      words: try row.text(7), original: try media(row, 8, 9, 10),
      playable: try media(row, nil, 11, 12), seconds: try row.optional(13, row.real),
      peaks: try row.optional(14, row.blob) ?? [], at: try row.instant(15),
      isHeard: try row.bool(16), hearings: try row.int(17), isBlocked: try row.bool(18))
  }

  private static func media(
    _ row: any Row, _ type: Int?, _ digest: Int, _ bytes: Int
  ) throws -> MediaItem? {
    if row.isNull(digest) { return nil }
    return MediaItem(
      digest: try MediaStore.digest(row, digest),
      type: try type.map { try row.text($0) } ?? Message.playableType,
      byteCount: try row.int(bytes))
  }

  // MARK: What a member hears

  /// Which messages of a conversation are asked for.
  struct Filter: Sendable {
    var author: EntityID?
    var from: Instant?
    var to: Instant?
  }

  /// The messages that an account sees, newest first.
  static func list(
    in conversation: EntityID, for account: EntityID, _ filter: Filter, _ page: PageRequest,
    session: StoreSession
  ) throws -> Page<Message> {
    let before = try page.position { parts throws(Refusal) in try parts.integer(Int.self) }
    let items = try session.all(
      """
      \(columns) \(tables) AND m.conversation = ?2 AND m.sequence < ?3 AND m.created_at >= ?5
        AND m.created_at < ?6 \(filter.author == nil ? "" : "AND m.author = ?7")
      ORDER BY m.sequence DESC LIMIT ?4
      """,
      [
        .id(account), .id(conversation), .int(before ?? Int.max), .int(page.limit + 1),
        .instant(filter.from ?? Instant(milliseconds: 0)),
        .instant(filter.to ?? Instant(milliseconds: .max)),
      ] + (filter.author.map { [.id($0)] } ?? []), read)
    return Page(reading: items, limit: page.limit) { Cursor(String($0.sequence)) }
  }

  /// One message that the account sees.
  static func find(
    _ id: EntityID, for account: EntityID, in session: StoreSession
  ) throws -> Message? {
    try session.first("\(columns) \(tables) AND m.id = ?2", [.id(account), .id(id)], read)
  }

  /// The newest that the account sees, of each of the conversations.
  static func latest(
    of conversations: [EntityID], for account: EntityID, in session: StoreSession
  ) throws -> [EntityID: Message] {
    let list = SQLList(conversations, from: 2)
    let found = try session.all(
      """
      \(columns) \(tables) AND m.conversation IN (\(list.sql)) AND m.sequence = (
        SELECT MAX(n.sequence) FROM messages n
        WHERE n.conversation = m.conversation AND n.state NOT IN ('withdrawn', 'deleted')
          AND (n.state <> 'failed' OR n.author = ?1)
          AND NOT EXISTS (
            SELECT 1 FROM hidden_messages x WHERE x.message = n.id AND x.account = ?1))
      """, [.id(account)] + list.parameters, read)
    return Dictionary(found.map { ($0.conversation, $0) }) { first, _ in first }
  }

  /// How many of others the account has neither heard nor read, of each of the conversations.
  static func unheard(
    of conversations: [EntityID], for account: EntityID, in session: StoreSession
  ) throws -> [EntityID: Int] {
    let list = SQLList(conversations, from: 2)
    let counts = try session.all(
      """
      SELECT m.conversation, COUNT(*) \(tables) AND m.conversation IN (\(list.sql))
        AND (m.author IS NULL OR m.author <> ?1) AND m.sequence > COALESCE(rm.upto, 0)
        AND NOT EXISTS (
          SELECT 1 FROM message_hearings h WHERE h.message = m.id AND h.account = ?1)
      GROUP BY m.conversation
      """, [.id(account)] + list.parameters
    ) { (try $0.id(0), try $0.int(1)) }
    return Dictionary(counts) { first, _ in first }
  }

  /// Members who had heard everything before a message, and hear its author.
  static func listeners(
    awaiting message: Message, in session: StoreSession
  ) throws -> [EntityID] {
    try session.all(
      """
      SELECT own.account FROM memberships own
      JOIN sub_realms r ON r.id = own.sub_realm
      LEFT JOIN read_marks rm
        ON rm.account = own.account AND rm.sub_realm = r.id AND rm.topic = 'messages'
      WHERE own.sub_realm = ?1 AND own.account <> ?2
        AND NOT EXISTS (
          SELECT 1 FROM blocks b WHERE b.blocker = own.account AND b.blocked = ?2)
        AND NOT EXISTS (
          SELECT 1 FROM messages n
          WHERE n.conversation = ?1 AND n.sequence < ?3 AND n.sequence > COALESCE(rm.upto, 0)
            AND n.created_at >= own.joined_at AND n.state NOT IN ('withdrawn', 'deleted', 'failed')
            AND (n.author IS NULL OR n.author <> own.account)
            AND NOT EXISTS (
              SELECT 1 FROM message_hearings h WHERE h.message = n.id AND h.account = own.account)
            AND NOT EXISTS (
              SELECT 1 FROM hidden_messages x WHERE x.message = n.id AND x.account = own.account))
      ORDER BY own.account
      """,
      [.id(message.conversation), .id(message.author?.id), .int(message.sequence)]
    ) { try $0.id(0) }
  }

  // MARK: Saying

  /// What is written of a new message.
  struct Draft {
    var id: EntityID
    var conversation: EntityID
    var author: EntityID
    var clientKey: String?
    var words: String
    /// What was recorded; nil for a text.
    var recording: MediaItem?
  }

  /// The message that the author has sent with that key before.
  static func sent(
    with key: String, by author: EntityID, in conversation: EntityID, _ session: StoreSession
  ) throws -> EntityID? {
    try session.first(
      "SELECT id FROM messages WHERE author = ?1 AND conversation = ?2 AND client_key = ?3",
      [.id(author), .id(conversation), .text(key)]
    ) { try $0.id(0) }
  }

  static func insert(_ draft: Draft, in transaction: WriteTransaction) throws {
    let sequence = try ConversationStore.next(in: draft.conversation, transaction: transaction)
    let isVoice = draft.recording != nil
    try transaction.execute(
      """
      INSERT INTO messages (id, conversation, sequence, author, client_key, kind, state, words,
        type, sha256, bytes, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      """,
      [
        .id(draft.id), .id(draft.conversation), .int(sequence), .id(draft.author),
        .text(orNull: draft.clientKey),
        .text((isVoice ? Message.Kind.voice : .text).rawValue),
        .text((isVoice ? Message.State.preparing : .ready).rawValue), .text(draft.words),
        .text(orNull: draft.recording?.type), .text(orNull: draft.recording?.digest.hex),
        .int(draft.recording?.byteCount), .instant(transaction.now),
      ])
    if let recording = draft.recording {
      try MediaStore.use(recording, by: mediaUse, draft.id, in: transaction)
    }
    try transaction.record("message", draft.id, realm: draft.conversation, .insert)
  }

  /// Bytes that an account has recorded since `start`.
  static func bytes(
    by account: EntityID, since start: Instant, in session: StoreSession
  ) throws -> Int {
    try session.count(
      """
      SELECT CAST(COALESCE(SUM(bytes), 0) AS %int) FROM messages
      WHERE author = ?1 AND created_at > ?2
      """, [.id(account), .instant(start)])
  }

  // MARK: Preparing

  /// What waits for what every device plays to be made of it, the oldest first.
  static func preparing(
    limit: Int, in session: StoreSession
  ) throws -> [(message: EntityID, author: EntityID)] {
    try session.all(
      """
      SELECT id, author FROM messages WHERE state = 'preparing' AND author IS NOT NULL
      ORDER BY created_at, id LIMIT ?1
      """, [.int(limit)]
    ) { (message: try $0.id(0), author: try $0.id(1)) }
  }

  /// What was recorded, if it still waits.
  static func recording(
    of message: EntityID, in session: StoreSession
  ) throws -> (item: MediaItem, conversation: EntityID)? {
    try session.first(
      "SELECT type, sha256, bytes, conversation FROM messages WHERE id = ?1 AND state = 'preparing'",
      [.id(message)]
    ) { row in
      (
        MediaItem(
          digest: try MediaStore.digest(row, 1), type: try row.text(0), byteCount: try row.int(2)),
        try row.id(3)
      )
    }
  }

  static func setReady(
    _ message: EntityID, _ playable: MediaItem, seconds: Double, peaks: [UInt8],
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE messages SET state = 'ready', playable_sha256 = ?2, playable_bytes = ?3, seconds = ?4,
        peaks = ?5
      WHERE id = ?1
      """,
      [
        .id(message), .text(playable.digest.hex), .int(playable.byteCount), .real(seconds),
        .blob(peaks),
      ])
    try MediaStore.use(playable, by: mediaUse, message, in: transaction)
  }

  /// Lets go of what could not be made into anything.
  static func setFailed(_ message: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE messages SET state = 'failed', sha256 = NULL, bytes = NULL WHERE id = ?1",
      [.id(message)])
    try MediaStore.release(by: mediaUse, message, in: transaction)
  }

  // MARK: Hearing and deleting

  /// Whether it was not heard before.
  static func setHeard(
    _ message: EntityID, by account: EntityID, in transaction: WriteTransaction
  ) throws -> Bool {
    try transaction.execute(
      """
      INSERT INTO message_hearings (account, message, at) VALUES (?1, ?2, ?3)
      ON CONFLICT (account, message) DO NOTHING
      """, [.id(account), .id(message), .instant(transaction.now)]) > 0
  }

  static func hide(
    _ message: EntityID, from account: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO hidden_messages (account, message) VALUES (?1, ?2)
      ON CONFLICT (account, message) DO NOTHING
      """, [.id(account), .id(message)])
  }

  /// Takes back what was said, everywhere; its number stays.
  static func delete(_ message: Message, in transaction: WriteTransaction) throws {
    if message.state == .deleted { return }
    try transaction.execute(
      """
      UPDATE messages SET state = 'deleted', words = '', type = NULL, sha256 = NULL, bytes = NULL,
        playable_sha256 = NULL, playable_bytes = NULL, seconds = NULL, peaks = NULL
      WHERE id = ?1
      """, [.id(message.id)])
    try transaction.execute("DELETE FROM message_hearings WHERE message = ?1", [.id(message.id)])
    try MediaStore.release(by: mediaUse, message.id, in: transaction)
    try transaction.record("message", message.id, realm: message.conversation, .delete)
  }

  /// Takes a message out of everybody's sight; what was recorded stays.
  static func withdraw(_ message: Message, in transaction: WriteTransaction) throws {
    try setState("'withdrawn'", of: message, in: transaction)
    try transaction.record("message", message.id, realm: message.conversation, .delete)
  }

  /// Brings a withdrawn message back.
  static func restore(_ message: Message, in transaction: WriteTransaction) throws {
    guard message.state == .withdrawn else { return }
    try setState(
      "CASE WHEN kind = 'voice' AND playable_sha256 IS NULL THEN 'preparing' ELSE 'ready' END",
      of: message, in: transaction)
    try transaction.record("message", message.id, realm: message.conversation, .insert)
  }

  private static func setState(
    _ state: String, of message: Message, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE messages SET state = \(state) WHERE id = ?1 AND state <> 'deleted'",
      [.id(message.id)])
  }

  // MARK: Without a listener

  private static let plain = """
    SELECT m.id, m.conversation, m.sequence, a.id, a.display_name, m.kind, m.state, m.words,
      m.type, m.sha256, m.bytes, m.playable_sha256, m.playable_bytes, m.seconds, m.peaks,
      m.created_at, 1, 0, 0
    FROM messages m LEFT JOIN accounts a ON a.id = m.author
    """

  /// Any message, whoever hears it.
  static func find(_ id: EntityID, in session: StoreSession) throws -> Message? {
    try session.first("\(plain) WHERE m.id = ?1", [.id(id)], read)
  }

  /// Everything that an account has said and not deleted, the oldest first.
  static func all(by account: EntityID, in session: StoreSession) throws -> [Message] {
    try session.all(
      "\(plain) WHERE m.author = ?1 AND m.state <> 'deleted' ORDER BY m.created_at, m.id",
      [.id(account)], read)
  }
}
