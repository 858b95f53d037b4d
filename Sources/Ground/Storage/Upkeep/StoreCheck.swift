import Base

/// Something wrong with what is stored, found by ``Store/check()`` or ``Store/verify(file:)``.
public struct StoreProblem: Hashable, Sendable, CustomStringConvertible {
  /// Which rule is broken, in kebab case: `integrity`, `foreign-key`, `spatial-index`,
  /// `change-log`.
  public var rule: String
  /// What was found, with tables and counts, never with content.
  public var detail: String

  public var description: String { "\(rule): \(detail)" }
}

extension Store {
  /// Looks for damage: pages, references, R-trees and the change log.
  ///
  /// - Returns: nothing if all is well.
  /// - Complexity: reads the whole database; writing goes on meanwhile.
  public func check(deadlineSeconds: Double = 3600) throws -> [StoreProblem] {
    try read(deadlineSeconds: deadlineSeconds) { session in
      try session.dialect.problems(in: session)
    }
  }
}

/// Checks that both engines share.
enum StoreCheck {
  /// The highest sequence given out must not lie below the highest stored: it would come again.
  static func changeLog(given: Int, in session: StoreSession) throws -> [StoreProblem] {
    let stored = try session.count("SELECT COALESCE(MAX(sequence), 0) FROM changes")
    let bad = try session.count("SELECT COUNT(*) FROM changes WHERE sequence < 1")
    var problems: [StoreProblem] = []
    if given < stored {
      problems.append(
        StoreProblem(
          rule: "change-log", detail: "the next sequence, after \(given), is below \(stored)"))
    }
    if bad > 0 {
      problems.append(StoreProblem(rule: "change-log", detail: "\(bad) sequences below 1"))
    }
    return problems
  }
}

extension SQLiteDialect {
  func problems(in session: StoreSession) throws -> [StoreProblem] {
    var problems = try session.all("PRAGMA integrity_check(20)") { try $0.text(0) }
      .filter { $0 != "ok" }
      .map { StoreProblem(rule: "integrity", detail: $0) }
    problems += try session.all(
      "SELECT \"table\", parent, COUNT(*) FROM pragma_foreign_key_check GROUP BY 1, 2"
    ) { row in
      StoreProblem(
        rule: "foreign-key",
        detail: "\(try row.int(2)) rows of \(try row.text(0)) refer to absent \(try row.text(1))")
    }
    let columns = try session.all(
      """
      SELECT f_table_name, f_geometry_column FROM geometry_columns WHERE spatial_index_enabled = 1
      """
    ) { (table: try $0.text(0), column: try $0.text(1)) }
    for (table, column) in columns {
      let rows = try session.count("SELECT COUNT(*) FROM \(table) WHERE \(column) IS NOT NULL")
      let boxes = try session.count("SELECT COUNT(*) FROM idx_\(table)_\(column)")
      let outside = try session.count(
        """
        SELECT COUNT(*) FROM \(table) t LEFT JOIN idx_\(table)_\(column) i ON i.pkid = t.row_id
        WHERE t.\(column) IS NOT NULL AND (i.pkid IS NULL OR MbrMinX(t.\(column)) < i.xmin
          OR MbrMaxX(t.\(column)) > i.xmax OR MbrMinY(t.\(column)) < i.ymin
          OR MbrMaxY(t.\(column)) > i.ymax)
        """)
      if rows != boxes || outside > 0 {
        problems.append(
          StoreProblem(
            rule: "spatial-index",
            detail: """
              \(table).\(column): \(rows) geometries, \(boxes) boxes in the R-tree, \(outside) \
              geometries not in theirs
              """))
      }
    }
    let given = try session.count(
      "SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = 'changes'")
    return problems + (try StoreCheck.changeLog(given: given, in: session))
  }
}

extension PostgresDialect {
  func problems(in session: StoreSession) throws -> [StoreProblem] {
    var problems = try session.all(
      """
      SELECT c.conrelid::regclass::text, c.conname FROM pg_constraint c
      JOIN pg_namespace n ON n.oid = c.connamespace
      WHERE n.nspname = current_schema() AND NOT c.convalidated
      """
    ) { row in
      StoreProblem(
        rule: "foreign-key",
        detail: "\(try row.text(0)): the rule \(try row.text(1)) was never checked")
    }
    problems += try session.all(
      """
      SELECT g.f_table_name::text, g.f_geometry_column::text FROM geometry_columns g
      WHERE g.f_table_schema = current_schema() AND NOT EXISTS (
        SELECT 1 FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        JOIN pg_am m ON m.oid = c.relam JOIN pg_attribute a ON a.attrelid = i.indexrelid
        WHERE i.indrelid = (quote_ident(g.f_table_name))::regclass AND i.indisvalid
          AND m.amname = 'gist' AND a.attname = g.f_geometry_column)
      """
    ) { row in
      StoreProblem(
        rule: "spatial-index",
        detail: "\(try row.text(0)).\(try row.text(1)) has no valid GiST index")
    }
    let counter = try session.first("SELECT pg_get_serial_sequence('changes', 'sequence')") { row in
      try row.text(0)
    }
    guard let counter else {
      return problems + [StoreProblem(rule: "change-log", detail: "it has no sequence")]
    }
    let given = try session.count("SELECT last_value FROM \(counter)")
    return problems + (try StoreCheck.changeLog(given: given, in: session))
  }
}
