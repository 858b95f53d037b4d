/// The statements that make room in a PostgreSQL database for a dump: no table of ours is left, the
/// schema and PostGIS are there.
///
/// - Thread: pure.
struct PostgresClearing {
  /// In order; to be carried out in the transaction of the restoring.
  let statements: [String]

  /// - Parameters:
  ///   - schema: the name of the schema that the dump was made of.
  ///   - postGIS: the schema of PostGIS in the dump, quoted where it has to be; nil if unknown.
  init(schema: String, postGIS: String?) {
    let name = Self.literal(schema)
    let quoted = "\"" + schema.replacing("\"", with: "\"\"") + "\""
    let namespace = Self.literal(quoted) + "::regnamespace"
    var statements = [Self.making(quoted)]
    statements.append(
      """
      DO $$ BEGIN
        IF current_schema() IS DISTINCT FROM \(name) THEN
          RAISE EXCEPTION 'The backup is of schema "%" and the address leads to "%"; let its \
      search_path begin with the first.', \(name), current_schema();
        END IF;
      END $$
      """)
    // All at once, as they refer to each other. Without CASCADE: what is not ours keeps them.
    statements.append(
      """
      DO $$ DECLARE names text; BEGIN
        SELECT string_agg(c.oid::regclass::text, ', ') INTO names FROM pg_class c
        WHERE c.relnamespace = \(namespace) AND c.relkind IN ('r', 'p')
          AND \(Self.isOurs("c", of: "pg_class"));
        IF names IS NOT NULL THEN EXECUTE 'DROP TABLE ' || names; END IF;
        SELECT string_agg(p.oid::regprocedure::text, ', ') INTO names FROM pg_proc p
        WHERE p.pronamespace = \(namespace)
          AND p.prorettype = 'trigger'::regtype AND \(Self.isOurs("p", of: "pg_proc"));
        IF names IS NOT NULL THEN EXECUTE 'DROP FUNCTION ' || names; END IF;
      END $$
      """)
    if let postGIS {
      statements.append(Self.making(postGIS))
      statements.append("CREATE EXTENSION IF NOT EXISTS postgis WITH SCHEMA \(postGIS)")
    } else {
      statements.append("CREATE EXTENSION IF NOT EXISTS postgis")
    }
    self.statements = statements
  }

  /// Makes a schema that is not there: asked for so that nobody needs the right to it who has it.
  private static func making(_ quoted: String) -> String {
    """
    DO $$ BEGIN
      IF to_regnamespace(\(literal(quoted))) IS NULL THEN CREATE SCHEMA \(quoted); END IF;
    END $$
    """
  }

  /// Whether something in a catalog of PostgreSQL belongs to no extension.
  private static func isOurs(_ alias: String, of catalog: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = '\(catalog)'::regclass \
    AND d.objid = \(alias).oid AND d.deptype = 'e')
    """
  }

  private static func literal(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }
}
