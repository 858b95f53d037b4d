import Base
import CPostgres

/// A row of an answer in binary form.
///
/// Reads like a row of SQLite: flags are the integers 0 and 1, sums of integers are integers.
final class PostgresRow: Row {
  private var result: OpaquePointer?
  private var columns: Int32 = 0

  /// Stands on the one row of `result`, which the caller keeps alive.
  func move(to result: OpaquePointer) {
    self.result = result
    columns = PQnfields(result)
  }

  func isNull(_ column: Int) -> Bool {
    guard let column = Int32(exactly: column), column >= 0, column < columns else { return true }
    return PQgetisnull(result, 0, column) == 1
  }

  func integer(_ column: Int) throws(DatabaseError) -> Int64 {
    if let (type, bytes) = value(column) {
      switch (type, bytes.count) {
      case (.int8, 8): return Self.bigEndian(bytes, Int64.self)
      case (.int4, 4): return Int64(Self.bigEndian(bytes, Int32.self))
      case (.int2, 2): return Int64(Self.bigEndian(bytes, Int16.self))
      case (.bool, 1): return bytes[0] == 0 ? 0 : 1
      case (.numeric, _):
        if let number = PostgresNumeric(bytes)?.integer { return number }
      default: break
      }
    }
    throw DatabaseError(.misuse, "column \(column) is no integer")
  }

  func real(_ column: Int) throws(DatabaseError) -> Double {
    if let (type, bytes) = value(column) {
      switch (type, bytes.count) {
      case (.float8, 8): return Double(bitPattern: Self.bigEndian(bytes, UInt64.self))
      case (.float4, 4): return Double(Float(bitPattern: Self.bigEndian(bytes, UInt32.self)))
      case (.numeric, _):
        if let number = PostgresNumeric(bytes)?.real { return number }
      default: return Double(try integer(column))
      }
    }
    throw DatabaseError(.misuse, "column \(column) is no number")
  }

  func text(_ column: Int) throws(DatabaseError) -> String {
    if let (type, bytes) = value(column), type == .text || type == .varchar || type == .name {
      return String(decoding: bytes, as: UTF8.self)
    }
    throw DatabaseError(.misuse, "column \(column) is no text")
  }

  func blob(_ column: Int) throws(DatabaseError) -> [UInt8] {
    if let (type, bytes) = value(column), type == .bytea { return [UInt8](bytes) }
    throw DatabaseError(.misuse, "column \(column) is no blob")
  }

  func id(_ column: Int) throws(DatabaseError) -> EntityID {
    if let (type, bytes) = value(column), type == .bytea, bytes.count == 16 {
      return EntityID(
        high: Self.bigEndian(bytes, UInt64.self),
        low: Self.bigEndian(UnsafeRawBufferPointer(rebasing: bytes[8...]), UInt64.self))
    }
    throw DatabaseError(.unreadable, "column \(column) is no identifier")
  }

  /// Type and bytes of a column; nil if it is null, absent or of a type that is never read.
  private func value(_ column: Int) -> (PostgresType, UnsafeRawBufferPointer)? {
    guard !isNull(column), let type = PostgresType(rawValue: PQftype(result, Int32(column))),
      let pointer = PQgetvalue(result, 0, Int32(column))
    else { return nil }
    let count = Int(PQgetlength(result, 0, Int32(column)))
    return (type, UnsafeRawBufferPointer(start: pointer, count: count))
  }

  private static func bigEndian<T: FixedWidthInteger>(
    _ bytes: UnsafeRawBufferPointer, _ type: T.Type
  ) -> T {
    T(bigEndian: bytes.loadUnaligned(as: T.self))
  }
}

/// A decimal number as PostgreSQL sends it: the type of sums and averages of integers.
///
/// - Source: PostgreSQL 15, `numeric_send` in `numeric.c`: four header words, then digits of base
///   10,000.
struct PostgresNumeric {
  private var digits: [Int] = []
  private var weight = 0
  private var isNegative = false

  /// Nil for truncated bytes, NaN and infinity.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = ByteReader(bytes)
    guard let count = reader.bigEndian(UInt16.self), let weight = reader.bigEndian(Int16.self),
      let sign = reader.bigEndian(UInt16.self), reader.bigEndian(UInt16.self) != nil,
      sign == 0 || sign == 0x4000, reader.remaining == Int(count) * 2
    else { return nil }
    for _ in 0..<count {
      guard let digit = reader.bigEndian(Int16.self), digit >= 0, digit < 10_000 else { return nil }
      digits.append(Int(digit))
    }
    self.weight = Int(weight)
    isNegative = sign == 0x4000
  }

  /// The number, if it is whole and fits.
  var integer: Int64? {
    guard weight < 5, digits.dropFirst(max(weight + 1, 0)).allSatisfy({ $0 == 0 })
    else { return nil }
    var value: Int64 = 0
    for position in 0..<max(weight + 1, 0) {
      let digit = Int64(position < digits.count ? digits[position] : 0)
      let (shifted, a) = value.multipliedReportingOverflow(by: 10_000)
      let (sum, b) = shifted.addingReportingOverflow(isNegative ? -digit : digit)
      if a || b { return nil }
      value = sum
    }
    return value
  }

  /// The nearest double.
  var real: Double {
    var text = isNegative ? "-0" : "0"
    for digit in digits {
      let group = String(digit)
      text += String(repeating: "0", count: 4 - group.count) + group
    }
    return Double(text + "e\(4 * (weight + 1 - digits.count))") ?? 0
  }
}
