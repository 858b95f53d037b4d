import Base
import Identity
import Storage

/// Calls in the database, and what the two devices tell each other to find a way.
enum CallStore {
  private static let columns = """
    SELECT id, conversation, media, caller, callee, caller_session, callee_session, state, reason,
      offered_at, accepted_at, ended_at, hidden FROM calls
    """

  private static func read(_ row: any Row) throws -> Call {
    Call(
      id: try row.id(0), conversation: try row.id(1), media: try row.word(2, Call.Media.self),
      caller: try row.id(3), callee: try row.id(4), callerSession: try row.id(5),
      calleeSession: try row.optional(6, row.id), state: try row.word(7, Call.State.self),
      reason: try row.optional(8) { column throws(DatabaseError) in
        try row.word(column, Call.Reason.self)
      }, offeredAt: try row.instant(9), acceptedAt: try row.optional(10, row.instant),
      endedAt: try row.optional(11, row.instant), isHidden: try row.bool(12))
  }

  static func find(_ id: EntityID, in session: StoreSession) throws -> Call? {
    try session.first("\(columns) WHERE id = ?1", [.id(id)], read)
  }

  /// The call that an account is in: one that it began, or has taken.
  static func current(of account: EntityID, in session: StoreSession) throws -> Call? {
    try session.first(
      """
      \(columns) WHERE state <> 'ended'
        AND (caller = ?1 OR (callee = ?1 AND state <> 'ringing')) LIMIT 1
      """, [.id(account)], read)
  }

  /// Calls that an account knows of, newest first.
  static func list(
    of account: EntityID, _ page: PageRequest, in session: StoreSession
  ) throws -> Page<Call> {
    let before = try page.idPosition() ?? EntityID(high: .max, low: .max)
    let items = try session.all(
      """
      \(columns) WHERE (caller = ?1 OR (callee = ?1 AND hidden = 0)) AND id < ?2
      ORDER BY id DESC LIMIT ?3
      """, [.id(account), .id(before), .int(page.limit + 1)], read)
    return Page(reading: items, limit: page.limit) { Cursor($0.id) }
  }

  /// All of them that an account knows of, the oldest first.
  static func all(of account: EntityID, in session: StoreSession) throws -> [Call] {
    try session.all(
      "\(columns) WHERE caller = ?1 OR (callee = ?1 AND hidden = 0) ORDER BY id", [.id(account)],
      read)
  }

  static func insert(_ call: Call, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO calls (id, conversation, media, caller, callee, caller_session, callee_session,
        state, reason, offered_at, accepted_at, ended_at, hidden)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
      """,
      [
        .id(call.id), .id(call.conversation), .text(call.media.rawValue), .id(call.caller),
        .id(call.callee), .id(call.callerSession), .id(call.calleeSession),
        .text(call.state.rawValue), .text(orNull: call.reason?.rawValue),
        .instant(call.offeredAt), .instant(call.acceptedAt), .instant(call.endedAt),
        .bool(call.isHidden),
      ])
    try transaction.record(Call.changeKind, call.id, .insert)
  }

  static func update(_ call: Call, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      UPDATE calls SET callee_session = ?2, state = ?3, reason = ?4, accepted_at = ?5, ended_at = ?6
      WHERE id = ?1
      """,
      [
        .id(call.id), .id(call.calleeSession), .text(call.state.rawValue),
        .text(orNull: call.reason?.rawValue), .instant(call.acceptedAt), .instant(call.endedAt),
      ])
    try transaction.record(Call.changeKind, call.id, .update)
  }

  // MARK: Signals

  static func insert(_ signal: Signal, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO call_signals (id, call, sender, session, kind, content)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """,
      [
        .id(signal.id), .id(signal.call), .id(signal.sender), .id(signal.session),
        .text(signal.kind.rawValue), .text(signal.content),
      ])
    try transaction.record(Signal.changeKind, signal.id, .insert)
  }

  private static let signalColumns =
    "SELECT id, call, sender, session, kind, content FROM call_signals"

  private static func readSignal(_ row: any Row) throws -> Signal {
    Signal(
      id: try row.id(0), call: try row.id(1), sender: try row.id(2), session: try row.id(3),
      kind: try row.word(4, Signal.Kind.self), content: try row.text(5))
  }

  static func signal(_ id: EntityID, in session: StoreSession) throws -> Signal? {
    try session.first("\(signalColumns) WHERE id = ?1", [.id(id)], readSignal)
  }

  /// Those of the other, in order.
  static func signals(
    of call: EntityID, besides account: EntityID, after id: EntityID?, in session: StoreSession
  ) throws -> [Signal] {
    try session.all(
      "\(signalColumns) WHERE call = ?1 AND sender <> ?2 AND id > ?3 ORDER BY id LIMIT 500",
      [.id(call), .id(account), .id(id ?? EntityID(high: 0, low: 0))], readSignal)
  }

  static func count(of call: EntityID, in session: StoreSession) throws -> Int {
    try session.count("SELECT COUNT(*) FROM call_signals WHERE call = ?1", [.id(call)])
  }

  static func forgetSignals(of call: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM call_signals WHERE call = ?1", [.id(call)])
  }
}

/// What one device tells the other so that they find a way to each other.
///
/// - Thread: pure.
public struct Signal: Sendable {
  /// How the change log calls it.
  public static let changeKind = "signal"

  /// What it tells.
  public enum Kind: String, Sendable, CaseIterable {
    /// An offer or an answer (SDP).
    case description
    /// A way by which a device may be reached.
    case candidate
    /// Whether microphone and camera are on.
    case media
  }

  public var id: EntityID
  public var call: EntityID
  public var sender: EntityID
  public var session: EntityID
  public var kind: Kind
  /// At most 64 kB; what stands in it is the devices' business.
  public var content: String

  /// Writes it as the interface shows it: one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("call", call)
      json.member("kind", kind.rawValue)
      json.member("content", content)
    }
  }
}
