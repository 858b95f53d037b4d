/// A table made anew in a form that no `ALTER TABLE` of both engines reaches, with its rows.
///
/// Needed to change or drop a rule (`CHECK`, `UNIQUE`, `NOT NULL`, a foreign key, the primary key)
/// or a column's type. Not needed where a statement does, in the same words on both engines, also
/// on tables with geometry and with children:
///
/// | what | statement |
/// |---|---|
/// | a column that may be null or has a default | `ALTER TABLE t ADD COLUMN c %text` |
/// | another name of a column | `ALTER TABLE t RENAME COLUMN a TO b` |
/// | one column less, in no index and no rule | `ALTER TABLE t DROP COLUMN c` |
/// | an index | `CREATE INDEX`, `DROP INDEX` |
///
/// A worked example. Calendar items shall take a second kind, which is a `CHECK`, and keep their
/// duration in minutes:
///
/// ```swift
/// Migration(
///   number: 2,
///   rebuilds: [
///     TableRebuild(
///       "calendar_items",
///       definition: """
///         row_id %serial,
///         id %id NOT NULL UNIQUE,
///         kind %text NOT NULL CHECK (kind IN ('appointment', 'event')),
///         organizer %id NOT NULL REFERENCES accounts (id),
///         minutes %int NOT NULL CHECK (minutes >= 0)
///         """,
///       keeping: ["row_id", "id", "kind", "organizer", "geometry"],
///       setting: ["minutes": "duration / 60000"],
///       indexes: ["CREATE INDEX calendar_items_organizer ON calendar_items (organizer)"],
///       spatialColumns: [SpatialColumn(table: "calendar_items", kind: .point)])
///   ])
/// ```
///
/// Rows of other tables that refer to this one stay as they are, and nothing cascades. Every
/// reference in the database is checked before the commit; a row that breaks one, or a new rule,
/// ends the migration and leaves the store as it was. Numbers that `%serial` has given out do not
/// come again.
public struct TableRebuild: Sendable {
  /// The table; it keeps its name.
  public var table: String
  /// What stands between the brackets of `CREATE TABLE`.
  ///
  /// All columns but those of geometry, and rules; a reference to the table itself names it as
  /// usual.
  public var definition: String
  /// Columns taken over as they are, those of geometry included.
  public var kept: [String]
  /// Columns with the expressions they get their values from, over the columns of the old row.
  public var set: KeyValuePairs<String, String>
  /// Statements that make the indexes and triggers.
  ///
  /// One that the table had must be made again, or dropped by a statement of the migration, so
  /// that none is forgotten.
  public var indexes: [String]
  /// The geometry columns, with their R-trees.
  public var spatialColumns: [SpatialColumn]

  /// - Parameters:
  ///   - definition: what stands between the brackets of `CREATE TABLE`.
  ///   - keeping: columns taken over as they are. A column of the old table that is neither here
  ///     nor in an expression is dropped with what it holds.
  ///   - setting: new columns, or others, with the expressions for their values.
  public init(
    _ table: String, definition: String, keeping: [String],
    setting: KeyValuePairs<String, String> = [:], indexes: [String] = [],
    spatialColumns: [SpatialColumn] = []
  ) {
    self.table = table
    self.definition = definition
    self.kept = keeping
    self.set = setting
    self.indexes = indexes
    self.spatialColumns = spatialColumns
  }

  /// The statement that fills `target` with the rows of `source`.
  func copy(from source: String, to target: String) -> String {
    let columns = kept + set.map(\.key)
    let values = kept + set.map(\.value)
    return """
      INSERT INTO \(target) (\(columns.joined(separator: ", ")))
      SELECT \(values.joined(separator: ", ")) FROM \(source)
      """
  }

  /// Refuses a rebuild after which something is gone that the table had.
  func requireAll(_ before: [String], in after: [String]) throws(DatabaseError) {
    let lost = Set(before).subtracting(after).sorted()
    guard lost.isEmpty else {
      throw DatabaseError(
        .misuse,
        """
        the rebuild of \(table) forgets \(lost.joined(separator: ", ")): make it again in \
        `indexes`, or drop it in `statements`
        """)
    }
  }
}

extension SQLConnection {
  /// Every row of an answer, read by `map`.
  func all<T>(
    _ sql: String, _ parameters: [SQLValue] = [], _ map: (any Row) throws -> T
  ) throws -> [T] {
    var result: [T] = []
    try query(sql, parameters) { result.append(try map($0)) }
    return result
  }

  /// Runs a statement of a geometry function, which answers with 1 if it has done its work.
  func require(_ sql: String, else problem: @autoclosure () -> String) throws {
    for outcome in try all(sql, [], { try $0.integer(0) }) where outcome != 1 {
      throw DatabaseError(.misuse, problem())
    }
  }
}
