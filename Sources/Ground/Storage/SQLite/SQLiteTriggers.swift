/// The triggers that SpatiaLite puts on tables with a geometry column, as far as they cost more than
/// what they do.
extension SQLiteDialect {
  /// Replaces, on every such table, the trigger that enters new rows in the R-tree, and drops those
  /// that note the times of changes, which nobody reads.
  ///
  /// SpatiaLite's own asks a function that prepares statements anew for every row: of 63 µs for an
  /// instance 37 were left without it (decision 0001).
  ///
  /// - Complexity: O(tables); nothing is written where it has been done.
  func finishSchema(on connection: any SQLConnection) throws {
    let slow = try connection.all(
      """
      SELECT c.f_table_name, c.f_geometry_column FROM geometry_columns c JOIN sqlite_master m
        ON m.type = 'trigger' AND m.name = 'gii_' || c.f_table_name || '_' || c.f_geometry_column
      WHERE m.sql LIKE '%RTreeAlign%' ORDER BY 1, 2
      """
    ) { (table: try $0.text(0), column: try $0.text(1)) }
    for (table, column) in slow {
      for prefix in ["gii", "tmi", "tmu", "tmd"] {
        try connection.execute("DROP TRIGGER IF EXISTS \"\(prefix)_\(table)_\(column)\"", [])
      }
      let value = "NEW.\"\(column)\""
      try connection.execute(
        """
        CREATE TRIGGER "gii_\(table)_\(column)" AFTER INSERT ON "\(table)"
        FOR EACH ROW WHEN \(value) IS NOT NULL BEGIN
        INSERT OR REPLACE INTO "idx_\(table)_\(column)" (pkid, xmin, xmax, ymin, ymax) VALUES (NEW.ROWID,
          MbrMinX(\(value)), MbrMaxX(\(value)), MbrMinY(\(value)), MbrMaxY(\(value)));
        END
        """, [])
    }
  }
}
