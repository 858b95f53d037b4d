/// Rebuilding tables as SQLite's documentation of `ALTER TABLE` recommends: a new table is filled,
/// takes the name of the old one, and the references to that name never change.
extension SQLiteDialect {
  /// Dropping a table deletes its rows first, which would cascade: references rest meanwhile.
  ///
  /// The switch is one of the connection and stands still inside a transaction, so that it is
  /// turned outside; a process that dies takes it along.
  func suspendingForeignKeys(
    on connection: any SQLConnection, _ body: () throws -> Void
  ) throws {
    try switchForeignKeys(on: connection, false)
    let result = Result { try body() }
    try switchForeignKeys(on: connection, true)
    try result.get()
  }

  private func switchForeignKeys(on connection: any SQLConnection, _ isOn: Bool) throws {
    try connection.execute("PRAGMA foreign_keys=\(isOn ? "ON" : "OFF")", [])
    let states = try connection.all("PRAGMA foreign_keys") { try $0.int(0) }
    guard states == [isOn ? 1 : 0] else {
      throw DatabaseError(.misuse, "foreign keys cannot be turned \(isOn ? "on" : "off") here")
    }
  }

  func checkForeignKeys(on connection: any SQLConnection) throws {
    let broken = try connection.all(
      "SELECT \"table\", parent, COUNT(*) FROM pragma_foreign_key_check GROUP BY 1, 2"
    ) { row in
      "\(try row.int(2)) rows of \(try row.text(0)) refer to absent rows of \(try row.text(1))"
    }
    guard broken.isEmpty else {
      throw DatabaseError(.constraint, "after a rebuild " + broken.joined(separator: "; "))
    }
  }

  func rebuild(_ rebuild: TableRebuild, on connection: any SQLConnection) throws {
    let table = rebuild.table
    let interim = "rebuilt_\(table)"
    let given = try connection.all(
      "SELECT seq FROM sqlite_sequence WHERE name = ?1", [.text(table)]
    ) { try $0.integer(0) }.max()
    try discardSpatialColumns(of: table, on: connection)
    let indexes = try indexes(of: table, on: connection)
    try connection.execute("CREATE TABLE \(interim) (\(rebuild.definition))", [])
    for column in rebuild.spatialColumns {
      // As AddGeometryColumn does, which would note the wrong name of the table.
      try connection.execute(
        "ALTER TABLE \(interim) ADD COLUMN \"\(column.name)\" \(column.kind.rawValue)", [])
    }
    try connection.execute(rebuild.copy(from: table, to: interim), [])
    try connection.execute("DROP TABLE \(table)", [])
    try connection.execute("ALTER TABLE \(interim) RENAME TO \(table)", [])
    if let given { try giveNone(upTo: given, again: table, on: connection) }
    for column in rebuild.spatialColumns {
      try recoverSpatialColumn(column, on: connection)
    }
    for statement in rebuild.indexes { try connection.execute(statement, []) }
    try rebuild.requireAll(indexes, in: try self.indexes(of: table, on: connection))
  }

  /// Takes the R-trees, triggers and notes of geometry columns away; what they hold stays.
  private func discardSpatialColumns(of table: String, on connection: any SQLConnection) throws {
    let columns = try connection.all(
      "SELECT f_geometry_column FROM geometry_columns WHERE f_table_name = lower(?1)",
      [.text(table)]
    ) { try $0.text(0) }
    for column in columns {
      let problem = "the geometry column \(table).\(column) cannot be taken from its table"
      try connection.require("SELECT DisableSpatialIndex('\(table)', '\(column)')", else: problem)
      try connection.execute("DROP TABLE idx_\(table)_\(column)", [])
      // SpatiaLite leaves these to a cascade, and foreign keys rest.
      for notes in ["auth", "statistics", "time", "field_infos"] {
        try connection.execute(
          """
          DELETE FROM geometry_columns_\(notes)
          WHERE f_table_name = lower(?1) AND f_geometry_column = lower(?2)
          """, [.text(table), .text(column)])
      }
      try connection.require("SELECT DiscardGeometryColumn('\(table)', '\(column)')", else: problem)
    }
  }

  private func recoverSpatialColumn(
    _ column: SpatialColumn, on connection: any SQLConnection
  ) throws {
    let problem = "the geometry column \(column.table).\(column.name) holds what it must not"
    try connection.require(
      """
      SELECT RecoverGeometryColumn('\(column.table)', '\(column.name)', 4326, \
      '\(column.kind.rawValue)', 'XY')
      """, else: problem)
    try connection.require(
      "SELECT CreateSpatialIndex('\(column.table)', '\(column.name)')", else: problem)
  }

  /// Names of the indexes and triggers that statements have made.
  private func indexes(of table: String, on connection: any SQLConnection) throws -> [String] {
    try connection.all(
      """
      SELECT name FROM sqlite_master
      WHERE tbl_name = ?1 AND type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY name
      """, [.text(table)]
    ) { try $0.text(0) }
  }

  /// Lets the table's row numbers go on after the highest ever given out.
  private func giveNone(
    upTo given: Int64, again table: String, on connection: any SQLConnection
  ) throws {
    try connection.execute("DELETE FROM sqlite_sequence WHERE name = ?1", [.text(table)])
    try connection.execute(
      "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", [.text(table), .integer(given)])
  }
}
