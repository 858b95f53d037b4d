/// One step of a module's schema, applied once, whole or not at all.
public struct Migration: Sendable {
  /// Counts from 1 within its module, without gaps.
  public var number: Int
  /// Portable statements, in order.
  public var statements: [String]
  /// Tables made anew, after the statements.
  ///
  /// References neither act nor cascade in such a migration, its statements included; all of them
  /// are checked at its end.
  public var rebuilds: [TableRebuild]
  /// Geometry columns with R-trees, added to tables after that.
  public var spatialColumns: [SpatialColumn]
  /// Tables that take no changes from then on.
  public var appendOnly: [AppendOnlyTable]

  public init(
    number: Int, statements: [String] = [], rebuilds: [TableRebuild] = [],
    spatialColumns: [SpatialColumn] = [], appendOnly: [AppendOnlyTable] = []
  ) {
    self.number = number
    self.statements = statements
    self.rebuilds = rebuilds
    self.spatialColumns = spatialColumns
    self.appendOnly = appendOnly
  }
}

/// The schema of one capability: its migrations, forward only.
public struct SchemaModule: Sendable {
  public var name: String
  public var migrations: [Migration]

  public init(name: String, migrations: [Migration]) {
    self.name = name
    self.migrations = migrations
  }
}

/// A geometry column in WGS 84 with an R-tree over its boxes.
///
/// Its table must have the primary key `row_id %serial`, because the R-tree refers to it.
public struct SpatialColumn: Hashable, Sendable {
  /// How values of a column are kept, on either engine.
  public enum Kind: String, Sendable {
    case point = "POINT"
    case lineString = "LINESTRING"
    case multiPolygon = "MULTIPOLYGON"
  }

  public var table: String
  public var name: String
  public var kind: Kind

  public init(table: String, name: String = "geometry", kind: Kind) {
    self.table = table
    self.name = name
    self.kind = kind
  }
}
