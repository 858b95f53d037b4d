import Base

/// A value that is bound to a statement's parameter.
public enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// An identifier, kept as 16 bytes; null if there is none.
  public static func id(_ id: EntityID?) -> SQLValue { id.map { .blob($0.bytes) } ?? .null }

  /// A time, kept as milliseconds since the Unix epoch; null if there is none.
  public static func instant(_ instant: Instant?) -> SQLValue {
    instant.map { .integer($0.milliseconds) } ?? .null
  }

  /// A flag, kept as 0 or 1.
  public static func bool(_ flag: Bool) -> SQLValue { .integer(flag ? 1 : 0) }

  /// A count or amount.
  public static func int(_ value: Int?) -> SQLValue { value.map { .integer(Int64($0)) } ?? .null }

  /// A text, or null.
  public static func text(orNull value: String?) -> SQLValue { value.map(SQLValue.text) ?? .null }

  /// A number, or null.
  public static func real(orNull value: Double?) -> SQLValue { value.map(SQLValue.real) ?? .null }
}

extension SQLValue {
  /// Refuses what one engine would change silently and the other would not take.
  ///
  /// - Throws: `constraint` for a number that is none, and for a text with a NUL character.
  func checkStorable(_ sql: String) throws(DatabaseError) {
    switch self {
    case .real(let number) where number.isNaN:
      throw DatabaseError(.constraint, "NaN cannot be stored, in: \(sql.prefix(200))")
    case .text(let text) where text.utf8.contains(0):
      throw DatabaseError(
        .constraint, "a text with a NUL character cannot be stored, in: \(sql.prefix(200))")
    default: return
    }
  }
}

/// One row of an answer; valid only inside the closure that gets it.
///
/// Columns count from 0 in the order of the select list. A column of another type, or null where
/// the caller did not ask for an optional, is a fault of the statement and throws.
///
/// - Thread: confined.
public protocol Row {
  func isNull(_ column: Int) -> Bool
  func integer(_ column: Int) throws(DatabaseError) -> Int64
  func real(_ column: Int) throws(DatabaseError) -> Double
  func text(_ column: Int) throws(DatabaseError) -> String
  func blob(_ column: Int) throws(DatabaseError) -> [UInt8]
  func id(_ column: Int) throws(DatabaseError) -> EntityID
}

extension Row {
  /// The column as a whole number; throws where it is something else.
  public func int(_ column: Int) throws(DatabaseError) -> Int { Int(try integer(column)) }

  /// The column as a truth value, kept as 0 or 1.
  public func bool(_ column: Int) throws(DatabaseError) -> Bool { try integer(column) != 0 }

  public func instant(_ column: Int) throws(DatabaseError) -> Instant {
    Instant(milliseconds: try integer(column))
  }

  /// Reads the column with `read` unless it is null: `try row.optional(3, row.text)`.
  public func optional<T>(
    _ column: Int, _ read: (Int) throws(DatabaseError) -> T
  ) throws(DatabaseError) -> T? {
    isNull(column) ? nil : try read(column)
  }

  /// Reads a text column as one of the words of a closed list.
  public func word<Word: RawRepresentable>(
    _ column: Int, _ type: Word.Type
  ) throws(DatabaseError) -> Word where Word.RawValue == String {
    let text = try text(column)
    guard let word = Word(rawValue: text) else {
      throw DatabaseError(.unreadable, "column \(column) holds an unknown word for \(type)")
    }
    return word
  }
}
