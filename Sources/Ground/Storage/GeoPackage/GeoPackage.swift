import Base

/// A GeoPackage that somebody else made: its layers of features, read row by row.
///
/// The file is opened for reading only. Nothing in it is trusted: its views call none of our
/// functions, a value has 16 MB at most, and reading ends after a minute.
///
/// - Thread: confined.
/// - Source: OGC 12-128r18, clauses 1.1 and 2.1.
public final class GeoPackage {
  /// A table or view of features, as the package describes it.
  public struct Layer: Hashable, Sendable {
    public var name: String
    /// The kind of its geometries, in capitals; `GEOMETRY` may be any.
    public var kind: String
    /// The authority and number of its reference system, such as `EPSG:4326`; nil where the package
    /// does not say.
    public var referenceSystem: String?
    fileprivate var systemNumber: Int64
    fileprivate var geometryColumn: String

    fileprivate var mayHoldPoints: Bool { kind == "POINT" || kind == "GEOMETRY" }
  }

  /// A row of a layer.
  public struct Feature {
    /// What other programs show as its `fid`; nil for rows of views.
    public var id: Int64?
    /// Where it is.
    public var point: GeoPackagePoint?
    /// Why `point` is nil: "must be a point; it is a line".
    public var problem: String?
    /// What its row says for the names that were asked for.
    public var values: [String: String]
  }

  private static let deadlineSeconds = 60.0
  private static let maximumLayers = 1000
  /// Layers that a refusal names.
  private static let namedLayers = 20

  private let connection: SQLiteConnection
  public let layers: [Layer]

  /// - Throws: `Refusal` of kind `malformed` for a file that is no GeoPackage.
  public init(path: String) throws {
    do {
      connection = try SQLiteConnection(path: path, mode: .foreign)
      connection.setDeadline(SystemClock().monotonicSeconds() + Self.deadlineSeconds)
      layers = try connection.all(
        """
        SELECT g.table_name, g.column_name, upper(g.geometry_type_name), g.srs_id,
          upper(s.organization) || ':' || s.organization_coordsys_id
        FROM gpkg_contents c JOIN gpkg_geometry_columns g ON lower(g.table_name) = lower(c.table_name)
        LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id
        WHERE c.data_type = 'features' ORDER BY 1 LIMIT \(Self.maximumLayers)
        """
      ) { row in
        Layer(
          name: try row.text(0), kind: try row.text(2),
          referenceSystem: try row.optional(4, row.text),
          systemNumber: try row.integer(3), geometryColumn: try row.text(1))
      }
    } catch let error as DatabaseError {
      throw Self.refusal(error, "The file is no GeoPackage, or it is damaged")
    }
  }

  deinit { connection.close() }

  /// The layer of points to be read.
  ///
  /// - Parameter name: as the package has it; without one there must be just one layer of points.
  /// - Throws: `Refusal` that names the layers there are, or says how to convert the layer.
  public func pointLayer(named name: String?) throws(Refusal) -> Layer {
    let found =
      name.map { name in layers.filter { $0.name == name } } ?? layers.filter(\.mayHoldPoints)
    guard let layer = found.first, found.count == 1 else {
      let what =
        name.map { "The GeoPackage has no layer \($0)" }
        ?? (found.isEmpty
          ? "The GeoPackage has no layer of points" : "The GeoPackage has several layers of points")
      throw Refusal(
        .invalid, "invalid-content",
        "\(what). \(described(name == nil && !found.isEmpty ? found : layers))")
    }
    guard layer.mayHoldPoints else {
      throw Refusal(
        .invalid, "invalid-content",
        "The layer \(layer.name) holds \(layer.kind), not POINT. \(described(layers))")
    }
    guard layer.referenceSystem == "EPSG:4326" else {
      throw Refusal(
        .invalid, "invalid-content",
        """
        The layer \(layer.name) is in \(layer.referenceSystem ?? "no known reference system"), not in \
        EPSG:4326 (longitude and latitude on WGS 84). Convert it first: \
        ogr2ogr -t_srs EPSG:4326 converted.gpkg FILE.gpkg \(layer.name)
        """)
    }
    return layer
  }

  private func described(_ layers: [Layer]) -> String {
    guard !layers.isEmpty else { return "It has no features at all." }
    let names = layers.prefix(Self.namedLayers).map { "\($0.name) (\($0.kind))" }
    let more = layers.count - names.count
    return "Its layers: " + names.joined(separator: ", ") + (more > 0 ? " and \(more) more." : ".")
  }

  /// Hands each row of a layer to `body`, in the order of the file; an error of `body` ends it.
  ///
  /// - Parameter names: columns whose values are wanted, in small letters; those that the layer lacks are
  ///   passed over.
  /// - Throws: `Refusal` of kind `malformed` if the file is damaged; what `body` throws.
  /// - Complexity: O(rows) in time; memory for one row.
  public func read(_ layer: Layer, values names: [String], _ body: (Feature) throws -> Void) throws
  {
    var row = 0
    do {
      let columns = try connection.all(
        "SELECT name, pk FROM pragma_table_info(?1)", [.text(layer.name)]
      ) { (name: try $0.text(0), isKey: try $0.integer(1) == 1) }
      let key = columns.first(where: \.isKey).map { Self.quoted($0.name) } ?? "NULL"
      let wanted = names.compactMap { name in
        columns.first { $0.name.lowercased() == name }.map { (name: name, column: $0.name) }
      }
      let selected = wanted.map { ", CAST(\(Self.quoted($0.column)) AS TEXT)" }.joined()
      try connection.query(
        """
        SELECT \(key), \(Self.quoted(layer.geometryColumn))\(selected) FROM \(Self.quoted(layer.name))
        """, []
      ) { cursor in
        var feature = Feature(id: try? cursor.integer(0), values: [:])
        do throws(GeoPackagePoint.Problem) {
          feature.point = try Self.point(cursor, of: layer)
        } catch {
          feature.problem = error.reason
        }
        for (index, value) in wanted.enumerated() {
          feature.values[value.name] = try cursor.optional(index + 2, cursor.text)
        }
        try body(feature)
        row += 1
      }
    } catch let error as DatabaseError {
      throw Self.refusal(
        error, "The layer \(layer.name) cannot be read beyond its row \(row), counted from 0")
    }
  }

  private static func point(
    _ row: any Row, of layer: Layer
  ) throws(GeoPackagePoint.Problem) -> GeoPackagePoint {
    if row.isNull(1) { throw .empty }
    guard let bytes = try? row.blob(1) else { throw .unreadable }
    let point = try GeoPackagePoint(decoding: bytes)
    guard Int64(point.referenceSystem) == layer.systemNumber else {
      throw GeoPackagePoint.Problem(
        reason: """
          must be in the reference system of its layer, \(layer.systemNumber); it is in \
          \(point.referenceSystem)
          """)
    }
    return point
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  private static func refusal(_ error: DatabaseError, _ what: String) -> Refusal {
    let reason =
      switch error.code {
      case .corrupt: "SQLite finds its pages damaged; sqlite3 FILE.gpkg .recover may save the rest"
      case .constraint: "a value is larger than 16 MB"
      case .deadline: "reading it took longer than \(Int(deadlineSeconds)) seconds"
      case .inputOutput, .unavailable, .locked:
        "it cannot be opened or read; close the program that has it open, and look at its permissions"
      default: "its tables are not as OGC 12-128 says, or a view uses what is not allowed"
      }
    return Refusal(.malformed, "invalid-content", "\(what): \(reason).")
  }
}
