import Access
import Base
import Cryptography
import Storage

/// What shows that a record of money is as it was written: a keyed hash of its row, to be noted outside
/// of the database.
///
/// - Thread: pure.
public struct LedgerSeals: Sendable {
  /// One record, and what it is at the moment.
  public struct Entry: Sendable {
    public var id: EntityID
    /// 64 hexadecimal digits that only this installation can make.
    public var seal: String
    public var keepUntil: Instant
  }

  private let key: ServiceKey

  public init(key: ServiceKey) { self.key = key }

  /// Hands every record to `body`, in the order of identifiers.
  ///
  /// - Parameter identifier: only those after it.
  public func each(
    after identifier: EntityID?, in session: StoreSession, _ body: (Entry) throws -> Void
  ) throws {
    try session.each(
      """
      SELECT id, kind, buyer, subject, organization, amount, tax, currency, reference, at, keep_until
      FROM ledger_entries WHERE id > ?1 ORDER BY id
      """, [.blob(identifier?.bytes ?? [])]
    ) { row in
      var writer = ByteWriter(capacity: 200)
      for column in [0, 2, 3, 4] {
        let bytes = try row.optional(column, row.id)?.bytes ?? []
        writer.littleEndian(Int64(bytes.count))
        writer.append(bytes)
      }
      for column in [1, 7, 8] {
        let text = try row.text(column)
        writer.littleEndian(Int64(text.utf8.count))
        writer.text(text)
      }
      for column in [5, 6, 9, 10] { writer.littleEndian(try row.integer(column)) }
      try body(
        Entry(
          id: try row.id(0), seal: key.hash(writer.bytes, for: .ledger).hexadecimal,
          keepUntil: try row.instant(10)))
    }
  }
}
