/// Rebuilding tables in PostgreSQL: the old table steps aside under another name, the new one is
/// made under its own and filled, and the children's references are made again.
extension PostgresDialect {
  /// Nothing to suspend: the children's references are taken away while their table changes.
  func suspendingForeignKeys(
    on connection: any SQLConnection, _ body: () throws -> Void
  ) throws { try body() }

  /// Nothing to do: references made again are checked by that.
  func checkForeignKeys(on connection: any SQLConnection) throws {}

  /// Rights of other roles on the table, which Wayside does not use, are not taken over.
  func rebuild(_ rebuild: TableRebuild, on connection: any SQLConnection) throws {
    let table = rebuild.table
    let former = "former_\(table)"
    let references = try references(to: table, on: connection)
    for reference in references {
      try connection.execute(
        "ALTER TABLE \(reference.child) DROP CONSTRAINT \(reference.name)", [])
    }
    let indexes = try indexes(of: table, on: connection)
    let counters = try counters(of: table, on: connection)
    try setAside(table, as: former, counters: counters.map(\.name), on: connection)
    try connection.execute("CREATE TABLE \(table) (\(rebuild.definition))", [])
    for column in rebuild.spatialColumns { try connection.execute(addColumn(column), []) }
    try connection.execute(rebuild.copy(from: former, to: table), [])
    for counter in counters { try go(on: counter, of: table, on: connection) }
    try connection.execute("DROP TABLE \(former)", [])
    for column in rebuild.spatialColumns { try connection.execute(addIndex(column), []) }
    for statement in rebuild.indexes { try connection.execute(statement, []) }
    try rebuild.requireAll(indexes, in: try self.indexes(of: table, on: connection))
    for reference in references {
      try connection.execute(
        "ALTER TABLE \(reference.child) ADD CONSTRAINT \(reference.name) \(reference.rule)", [])
    }
    try connection.execute("ANALYZE \(table)", [])
  }

  /// A rule of another table that names this one; all texts are quoted.
  private struct Reference {
    var child: String
    var name: String
    var rule: String
  }

  private func references(
    to table: String, on connection: any SQLConnection
  ) throws -> [Reference] {
    try connection.all(
      """
      SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid)
      FROM pg_constraint
      WHERE contype = 'f' AND confrelid = '\(table)'::regclass AND conrelid <> confrelid
      ORDER BY 1, 2
      """
    ) { Reference(child: try $0.text(0), name: try $0.text(1), rule: try $0.text(2)) }
  }

  /// A sequence that gives a column its numbers.
  private struct Counter {
    var name: String
    var column: String
    var last: Int64
    var isUsed: Bool
  }

  private func counters(of table: String, on connection: any SQLConnection) throws -> [Counter] {
    let owned = try connection.all(
      """
      SELECT d.objid::regclass::text, a.attname::text FROM pg_depend d
      JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
      JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
      WHERE d.refobjid = '\(table)'::regclass AND d.deptype = 'a' ORDER BY 1
      """
    ) { (name: try $0.text(0), column: try $0.text(1)) }
    return try owned.flatMap { owned in
      try connection.all(
        "SELECT last_value, CASE WHEN is_called THEN 1 ELSE 0 END FROM \(owned.name)"
      ) { row in
        Counter(
          name: owned.name, column: owned.column, last: try row.integer(0),
          isUsed: try row.integer(1) == 1)
      }
    }
  }

  private func go(on counter: Counter, of table: String, on connection: any SQLConnection) throws {
    _ = try connection.all(
      "SELECT setval(pg_get_serial_sequence('\(table)', '\(counter.column)'), ?1, ?2 = 1)",
      [.integer(counter.last), .integer(counter.isUsed ? 1 : 0)]
    ) { _ in }
  }

  /// Gives the table and all that is named beside it other names, so that the new ones get those
  /// which they would have had from the start.
  private func setAside(
    _ table: String, as former: String, counters: [String], on connection: any SQLConnection
  ) throws {
    // Renaming the rule of a key renames its index; the other indexes come after.
    let rules = try connection.all(
      "SELECT quote_ident(conname) FROM pg_constraint WHERE conrelid = '\(table)'::regclass ORDER BY 1"
    ) { try $0.text(0) }
    for (number, rule) in rules.enumerated() {
      try connection.execute(
        "ALTER TABLE \(table) RENAME CONSTRAINT \(rule) TO former_rule_\(number)", [])
    }
    let indexes = try connection.all(
      """
      SELECT indexrelid::regclass::text FROM pg_index i
      WHERE indrelid = '\(table)'::regclass AND NOT EXISTS (
        SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.conrelid = i.indrelid)
      ORDER BY 1
      """
    ) { try $0.text(0) }
    for (number, index) in indexes.enumerated() {
      try connection.execute("ALTER INDEX \(index) RENAME TO former_index_\(number)", [])
    }
    for (number, counter) in counters.enumerated() {
      try connection.execute("ALTER SEQUENCE \(counter) RENAME TO former_counter_\(number)", [])
    }
    try connection.execute("ALTER TABLE \(table) RENAME TO \(former)", [])
  }

  /// Names of the indexes and triggers that statements have made, but for those on geometry.
  private func indexes(of table: String, on connection: any SQLConnection) throws -> [String] {
    try connection.all(
      """
      SELECT c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      JOIN pg_am m ON m.oid = c.relam
      WHERE i.indrelid = '\(table)'::regclass AND m.amname <> 'gist'
        AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid
          AND k.conrelid = i.indrelid)
      UNION ALL
      SELECT tgname::text FROM pg_trigger WHERE tgrelid = '\(table)'::regclass AND NOT tgisinternal
      ORDER BY 1
      """
    ) { try $0.text(0) }
  }
}
