import Base
import Storage

/// Everything that a store holds, to be compared before and after something.
///
/// Beside tables there are `(indexes)`, `(boxes)`, `(rules)` and `(counters)`, so that a lost
/// index, trigger, R-tree, reference or sequence shows.
public struct StoreContent: Equatable, Sendable {
  /// Rows as texts, sorted, with the columns in alphabetical order.
  public struct Table: Equatable, Sendable {
    public var columns: [String]
    public var rows: [[String]]

    /// The rows with some of the columns only, sorted.
    func projected(on wanted: [String]) -> [String] {
      let places = wanted.compactMap { columns.firstIndex(of: $0) }
      return rows.map { row in places.map { row[$0] }.joined(separator: " ") }.sorted()
    }
  }

  public private(set) var tables: [String: Table] = [:]

  /// What SpatiaLite notes about its own work.
  private static let diaries = [
    "spatialite_history", "geometry_columns_time", "sql_statements_log",
  ]

  /// - Parameter others: tables that are left out.
  public init(
    of store: Store, on engine: StoreEngine, without others: Set<String> = ["schema_migrations"]
  ) throws {
    self = try store.read(deadlineSeconds: 120) {
      try StoreContent(in: $0, on: engine, without: others)
    }
  }

  /// - Parameter others: tables that are left out.
  public init(
    in session: StoreSession, on engine: StoreEngine,
    without others: Set<String> = ["schema_migrations"]
  ) throws {
    for (name, columns) in try Self.columns(in: session, engine)
    where !others.contains(name) && !Self.diaries.contains(name) {
      let values = columns.map { column in
        engine == .sqlite ? "quote(\"\(column)\")" : "COALESCE(\"\(column)\"::text, 'NULL')"
      }
      let rows = try session.all(
        "SELECT \(values.joined(separator: ", ")) FROM \"\(name)\""
      ) { row in try columns.indices.map { try row.text($0) } }
      tables[name] = Table(
        columns: columns, rows: rows.sorted { $0.lexicographicallyPrecedes($1) })
    }
    for (name, sql) in engine == .sqlite ? Self.sqlite : Self.postgres {
      let lines = try session.all(sql) { try $0.text(0) }
        .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      tables[name] = Table(columns: ["line"], rows: lines.sorted().map { [$0] })
    }
  }

  /// How many rows there are in a table; 0 where there is no such table.
  public func count(_ table: String) -> Int { tables[table]?.rows.count ?? 0 }

  /// Where this differs from another, in few words; empty if nowhere.
  public func differences(from other: StoreContent) -> [String] {
    Set(tables.keys).union(other.tables.keys).sorted().compactMap { name in
      let (mine, theirs) = (tables[name], other.tables[name])
      if mine == theirs { return nil }
      guard let mine, let theirs else { return "\(name) is in one only" }
      let (extra, missing) = (
        Set(mine.rows).subtracting(theirs.rows), Set(theirs.rows).subtracting(mine.rows)
      )
      return """
        \(name): \(mine.columns) \(mine.rows.count) against \(theirs.columns) \(theirs.rows.count), \
        extra \(Array(extra.prefix(9))), missing \(Array(missing.prefix(9)))
        """
    }
  }

  /// What of an earlier state is not here: tables, and rows as far as both have their columns.
  ///
  /// Rows that have come are no loss.
  public func losses(since earlier: StoreContent) -> [String] {
    earlier.tables.filter { !$0.key.hasPrefix("(") }.sorted { $0.key < $1.key }
      .compactMap { name, before in
        guard let after = tables[name] else { return "\(name) is gone" }
        let shared = before.columns.filter(after.columns.contains)
        let lost = Set(before.projected(on: shared)).subtracting(after.projected(on: shared))
        if !lost.isEmpty {
          return "\(name) has lost \(lost.count) rows: \(lost.sorted().prefix(2))"
        }
        return before.rows.count > after.rows.count ? "\(name) has fewer rows" : nil
      }
  }

  /// Tables with their columns in alphabetical order.
  private static func columns(
    in session: StoreSession, _ engine: StoreEngine
  ) throws -> [String: [String]] {
    let sql =
      engine == .sqlite
      ? """
      SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%' AND t.name NOT LIKE 'idx_%'
        AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE 'spatial_ref_sys%'
      ORDER BY 1, 2
      """
      : """
      SELECT table_name::text, column_name::text FROM information_schema.columns
      WHERE table_schema = current_schema() ORDER BY 1, 2
      """
    let pairs = try session.all(sql) { (try $0.text(0), try $0.text(1)) }
    return Dictionary(grouping: pairs, by: \.0).mapValues { $0.map(\.1).sorted() }
  }

  private static let sqlite = [
    "(indexes)":
      """
    SELECT tbl_name || ' ' || name || ' ' || sql FROM sqlite_master
    WHERE type IN ('index', 'trigger') AND sql <> ''
    """,
    "(boxes)":
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'idx_%'",
    "(rules)":
      """
    SELECT t.name || ' (' || k."from" || ') refers to ' || k."table" || ' (' || k."to" || ') '
      || k.on_delete
    FROM sqlite_master t, pragma_foreign_key_list(t.name) k WHERE t.type = 'table'
    """,
    "(counters)":
      "SELECT name || ' ' || seq FROM sqlite_sequence WHERE name <> 'spatialite_history'",
  ]

  private static let postgres = [
    "(indexes)":
      "SELECT indexname || ' ' || indexdef FROM pg_indexes WHERE schemaname = current_schema()",
    "(rules)":
      """
    SELECT k.conrelid::regclass || ' ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
    FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace
    WHERE n.nspname = current_schema() AND k.convalidated
    """,
    "(counters)":
      """
    SELECT sequencename || ' ' || COALESCE(last_value, 0) FROM pg_sequences
    WHERE schemaname = current_schema()
    """,
  ]
}
