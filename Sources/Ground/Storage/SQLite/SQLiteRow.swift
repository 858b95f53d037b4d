import Base
import CSpatiaLite

/// A row under the cursor of a SQLite statement.
final class SQLiteRow: Row {
  let statement: OpaquePointer

  init(statement: OpaquePointer) { self.statement = statement }

  func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }

  func integer(_ column: Int) throws(DatabaseError) -> Int64 {
    guard sqlite3_column_type(statement, Int32(column)) == SQLITE_INTEGER else {
      throw DatabaseError(.misuse, "column \(column) is no integer")
    }
    return sqlite3_column_int64(statement, Int32(column))
  }

  func real(_ column: Int) throws(DatabaseError) -> Double {
    let type = sqlite3_column_type(statement, Int32(column))
    guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else {
      throw DatabaseError(.misuse, "column \(column) is no number")
    }
    return sqlite3_column_double(statement, Int32(column))
  }

  func text(_ column: Int) throws(DatabaseError) -> String {
    guard sqlite3_column_type(statement, Int32(column)) == SQLITE_TEXT,
      let pointer = sqlite3_column_text(statement, Int32(column))
    else { throw DatabaseError(.misuse, "column \(column) is no text") }
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: pointer, count: count), as: UTF8.self)
  }

  func blob(_ column: Int) throws(DatabaseError) -> [UInt8] {
    guard sqlite3_column_type(statement, Int32(column)) == SQLITE_BLOB else {
      throw DatabaseError(.misuse, "column \(column) is no blob")
    }
    let pointer = sqlite3_column_blob(statement, Int32(column))
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return [UInt8](UnsafeRawBufferPointer(start: pointer, count: pointer == nil ? 0 : count))
  }

  func id(_ column: Int) throws(DatabaseError) -> EntityID {
    guard sqlite3_column_type(statement, Int32(column)) == SQLITE_BLOB,
      let pointer = sqlite3_column_blob(statement, Int32(column)),
      sqlite3_column_bytes(statement, Int32(column)) == 16
    else { throw DatabaseError(.unreadable, "column \(column) is no identifier") }
    return EntityID(
      high: UInt64(bigEndian: pointer.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: pointer.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }
}
