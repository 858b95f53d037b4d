import Base

/// One connection to a database of either engine.
///
/// Statements are portable SQL with parameters `?1`, `?2`, ...; the words `%id`, `%int`, `%real`,
/// `%text`, `%blob` and `%serial` stand for the engine's own column types. Prepared statements
/// are kept.
///
/// - Thread: confined to one borrower at a time.
public protocol SQLConnection: AnyObject {
  /// Runs one statement that returns no rows; returns how many rows it changed.
  @discardableResult
  func execute(_ sql: String, _ parameters: [SQLValue]) throws(DatabaseError) -> Int

  /// Runs one statement and hands each row to `body`, in order; an error of `body` ends it.
  func query(
    _ sql: String, _ parameters: [SQLValue], _ body: (any Row) throws -> Void
  ) throws

  /// Statements that run past this monotonic time end with `deadline`; nil takes the limit off.
  func setDeadline(_ monotonicSeconds: Double?)

  /// Whether the connection still works, as far as can be told without asking the server.
  var isUsable: Bool { get }

  /// Where the connection stands between `BEGIN` and `COMMIT`.
  var transactionState: TransactionState { get }

  /// Releases statements and the connection; it must not be used any more.
  func close()
}

/// Where a connection stands between `BEGIN` and `COMMIT`.
public enum TransactionState: Sendable {
  case none
  case open
  /// A statement failed; the engine takes nothing but a rollback.
  case failed
}

/// What differs between the engines, beyond the connection itself.
public protocol StoreDialect: Sendable {
  /// Opens the only connection that writes.
  func openWriter() throws(DatabaseError) -> any SQLConnection
  /// Opens a connection that cannot write.
  func openReader() throws(DatabaseError) -> any SQLConnection
  /// Begins a transaction which excludes every other writer.
  var beginWrite: String { get }
  /// Ends it, and wakes other processes if it recorded changes.
  func commit(hasChanges: Bool) -> String
  /// Removes the bytes of deleted rows from what lies beside the database; false if someone still
  /// reads them, so that it has to be tried again. Called outside of a transaction.
  func removeTraces(on connection: any SQLConnection) -> Bool
  /// Most writes that share a commit.
  var maximumGroups: Int { get }
  /// Statements that add a geometry column with its R-tree to a table; rows they answer with
  /// hold 1 if all is well.
  func addSpatialColumn(_ column: SpatialColumn) -> [String]
  /// Statements after which the database refuses to change or delete rows of a table.
  func keepAppendOnly(_ table: AppendOnlyTable) -> [String]
  /// Runs `body`, a transaction in which tables are rebuilt, while references do not act.
  ///
  /// They act again afterwards, also when `body` throws.
  func suspendingForeignKeys(on connection: any SQLConnection, _ body: () throws -> Void) throws
  /// Makes a table anew; inside ``suspendingForeignKeys(on:_:)``.
  func rebuild(_ rebuild: TableRebuild, on connection: any SQLConnection) throws
  /// Throws `constraint` if a row refers to none, which rebuilds may have brought about.
  func checkForeignKeys(on connection: any SQLConnection) throws
  /// A condition that the column's box meets one box; `parameters` are the names of the
  /// parameters for west, south, east, north.
  func boxPredicate(_ column: SpatialColumn, alias: String, parameters: [String]) -> String
  /// Damage of what is stored, found by reading all of it.
  func problems(in session: StoreSession) throws -> [StoreProblem]
  /// What stands in the way of writing, and what time it is there; nil without a clock of its own.
  func state(in session: StoreSession) throws -> (clock: Instant?, isReadOnly: Bool)
  /// Brings into shape what the engine itself has made beside tables, whenever a store is opened to
  /// be written; inside a transaction.
  func finishSchema(on connection: any SQLConnection) throws
  /// Whether other processes write to the same database.
  var isShared: Bool { get }
}
