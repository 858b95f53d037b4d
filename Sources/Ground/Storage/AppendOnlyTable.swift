/// A table whose rows neither change nor go; the database itself refuses it, on both engines.
///
/// Guards against statements of ours and by hand that ought not to be. Whoever may take triggers away
/// can get past it: what must show even then is sealed outside of the database.
public struct AppendOnlyTable: Sendable {
  public var table: String
  /// A condition, over the columns of `OLD`, under which a row may be deleted; nil if never.
  public var mayGo: String?

  public init(_ table: String, mayGo: String? = nil) {
    self.table = table
    self.mayGo = mayGo
  }
}

extension SQLiteDialect {
  func keepAppendOnly(_ table: AppendOnlyTable) -> [String] {
    let refusal = "BEGIN SELECT RAISE(ABORT, '\(table.table) is append-only'); END"
    let when = table.mayGo.map { "WHEN NOT (\($0)) " } ?? ""
    return [
      "CREATE TRIGGER \(table.table)_unchanged BEFORE UPDATE ON \(table.table) \(refusal)",
      "CREATE TRIGGER \(table.table)_kept BEFORE DELETE ON \(table.table) \(when)\(refusal)",
    ]
  }
}

extension PostgresDialect {
  func keepAppendOnly(_ table: AppendOnlyTable) -> [String] {
    let name = table.table
    return [
      """
      CREATE FUNCTION \(name)_guard() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' THEN
          IF \(table.mayGo ?? "false") THEN RETURN OLD; END IF;
        END IF;
        RAISE EXCEPTION '\(name) is append-only' USING ERRCODE = 'restrict_violation';
      END $$
      """,
      """
      CREATE TRIGGER \(name)_kept BEFORE UPDATE OR DELETE ON \(name)
      FOR EACH ROW EXECUTE FUNCTION \(name)_guard()
      """,
      """
      CREATE TRIGGER \(name)_not_emptied BEFORE TRUNCATE ON \(name)
      FOR EACH STATEMENT EXECUTE FUNCTION \(name)_guard()
      """,
    ]
  }
}
