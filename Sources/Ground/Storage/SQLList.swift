import Base

/// A list of identifiers as parameters of one statement.
///
/// Filled up to a power of two with its last element, so that lists of all lengths share a few
/// statements.
public struct SQLList: Sendable {
  /// `?3, ?4, ?5, ?6`; `NULL` for an empty list, which nothing equals.
  public let sql: String
  public let parameters: [SQLValue]

  /// - Parameter first: the number of the first free parameter.
  public init(_ ids: [EntityID], from first: Int) {
    guard let last = ids.last else {
      sql = "NULL"
      parameters = []
      return
    }
    var filled = ids
    var size = 1
    while size < ids.count { size *= 2 }
    filled += Array(repeating: last, count: size - ids.count)
    sql = (first..<first + size).map { "?\($0)" }.joined(separator: ", ")
    parameters = filled.map { .id($0) }
  }
}
