import Base
import Storage

/// One account's turn to get a place that becomes free.
///
/// - Thread: pure.
public struct WaitingPlace: Hashable, Sendable {
  public var account: EntityID
  /// The one occurrence that is meant; nil for the whole item.
  public var occurrence: Instant?

  public init(account: EntityID, occurrence: Instant?) {
    self.account = account
    self.occurrence = occurrence
  }
}

/// Who waits for a place in an item, in the database.
public enum WaitingList {
  /// Most who wait for one item.
  static let limit = 1000

  /// Those who wait, whose turn is first first.
  public static func all(of item: EntityID, in session: StoreSession) throws -> [WaitingPlace] {
    try session.all(
      "SELECT account, occurrence FROM waiting_places WHERE item = ?1 ORDER BY turn", [.id(item)]
    ) { WaitingPlace(account: try $0.id(0), occurrence: try $0.optional(1, $0.instant)) }
  }

  /// Whether an account waits for a place in a whole item.
  static func has(
    _ account: EntityID, of item: EntityID, in session: StoreSession
  ) throws -> Bool {
    try session.exists(
      "SELECT 1 FROM waiting_places WHERE item = ?1 AND account = ?2 AND occurrence IS NULL",
      [.id(item), .id(account)])
  }

  /// Puts an account at the end; one that waits already keeps its turn.
  ///
  /// - Throws: `conflict` with slug `no-place-left` when too many wait already.
  static func join(
    _ place: WaitingPlace, of item: EntityID, in transaction: WriteTransaction
  ) throws {
    let count = try transaction.count(
      "SELECT COUNT(*) FROM waiting_places WHERE item = ?1", [.id(item)])
    guard count < limit else {
      throw Refusal(
        .conflict, "no-place-left", "All places are taken, and \(limit) people wait for one.")
    }
    if try all(of: item, in: transaction).contains(place) { return }
    let last = try transaction.count(
      "SELECT COALESCE(MAX(turn), 0) FROM waiting_places WHERE item = ?1", [.id(item)])
    try transaction.execute(
      "INSERT INTO waiting_places (item, account, occurrence, turn) VALUES (?1, ?2, ?3, ?4)",
      [.id(item), .id(place.account), .instant(place.occurrence), .int(last + 1)])
  }

  /// Whoever waits for a whole series waits for another one, too, whose list is empty.
  ///
  /// Turns stay, so that those who wait for single occurrences come between them as before.
  static func copyWhole(
    from series: EntityID, to other: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO waiting_places (item, account, occurrence, turn)
      SELECT ?2, account, occurrence, turn FROM waiting_places
      WHERE item = ?1 AND occurrence IS NULL
      """, [.id(series), .id(other)])
  }

  /// Takes an account off; nothing happens if it does not wait.
  static func leave(
    _ place: WaitingPlace, of item: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      DELETE FROM waiting_places
      WHERE item = ?1 AND account = ?2
        AND (occurrence = ?3 OR (occurrence IS NULL AND ?3 IS NULL))
      """, [.id(item), .id(place.account), .instant(place.occurrence)])
  }

  /// Nobody waits any more.
  static func clear(_ item: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM waiting_places WHERE item = ?1", [.id(item)])
  }
}
