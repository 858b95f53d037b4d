import Base
import Storage

/// Whom organizers have invited by address.
///
/// An organizer sees the address and nothing of whose it is, be it anybody's or nobody's, until its
/// holder answers; others who take part see nothing of it.
enum InvitedAddresses {
  /// A condition that `p.account` stands in an item by its name.
  ///
  /// - Parameter reader: SQL for the account that reads, which always does to itself.
  static func isNamed(reader: String) -> String {
    """
    (p.account = \(reader) OR NOT EXISTS (
      SELECT 1 FROM invited_addresses x WHERE x.item = p.item AND x.account = p.account))
    """
  }

  /// The addresses of an item, as those that take part in it.
  static func all(of item: EntityID, in session: StoreSession) throws -> [Participant] {
    try session.all(
      "SELECT id, address FROM invited_addresses WHERE item = ?1 ORDER BY address", [.id(item)]
    ) { row in
      Participant(account: try row.id(0), name: try row.text(1), answer: .needsAction)
    }
  }

  /// - Parameter account: who takes part because of it and is not to be named; nil if nobody does.
  static func add(
    _ address: String, as id: EntityID, of account: EntityID?, to item: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "INSERT INTO invited_addresses (item, id, address, account) VALUES (?1, ?2, ?3, ?4)",
      [.id(item), .id(id), .text(address), .id(account)])
  }

  /// Takes an address out.
  ///
  /// - Returns: nil if it is none of the item's; else who takes part because of it, if anybody.
  static func remove(
    _ id: EntityID, from item: EntityID, in transaction: WriteTransaction
  ) throws -> EntityID?? {
    let key: [SQLValue] = [.id(item), .id(id)]
    let found = try transaction.first(
      "SELECT account FROM invited_addresses WHERE item = ?1 AND id = ?2", key
    ) { try $0.optional(0, $0.id) }
    guard let found else { return nil }
    try transaction.execute("DELETE FROM invited_addresses WHERE item = ?1 AND id = ?2", key)
    return .some(found)
  }

  /// Whether an account takes part because of its address, and has not answered.
  static func hides(
    _ account: EntityID, in item: EntityID, _ session: StoreSession
  ) throws -> Bool {
    try session.exists(
      "SELECT 1 FROM invited_addresses WHERE item = ?1 AND account = ?2",
      [.id(item), .id(account)])
  }

  /// An account that has answered stands in the item instead of its address.
  static func answered(
    _ account: EntityID, in item: EntityID, _ transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "DELETE FROM invited_addresses WHERE item = ?1 AND account = ?2",
      [.id(item), .id(account)])
  }

  /// An account that was invited as itself too stands in the item beside its address.
  static func name(
    _ account: EntityID, in item: EntityID, _ transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE invited_addresses SET account = NULL WHERE item = ?1 AND account = ?2",
      [.id(item), .id(account)])
  }

  /// Whom an item is taken apart from, another made of it has too.
  static func copy(
    from item: EntityID, to other: EntityID, _ transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO invited_addresses (item, id, address, account)
      SELECT ?2, id, address, account FROM invited_addresses WHERE item = ?1
      """, [.id(item), .id(other)])
  }
}

let invitedAddresses = Migration(
  number: 13,
  statements: [
    """
    CREATE TABLE invited_addresses (
      item %id NOT NULL REFERENCES calendar_items (id) ON DELETE CASCADE,
      id %id NOT NULL,
      address %text NOT NULL,
      account %id REFERENCES accounts (id),
      PRIMARY KEY (item, id),
      UNIQUE (item, address))
    """,
    "CREATE INDEX invited_addresses_account ON invited_addresses (account)",
  ])
