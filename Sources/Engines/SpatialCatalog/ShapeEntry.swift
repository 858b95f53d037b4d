import Base
import Geodesy
import Storage

/// A thing of the catalog with any number of shapes: a tour with its area, a route, its stops.
public struct ShapeEntry: Hashable, Sendable {
  /// One shape, and what it is called by.
  public struct Part: Hashable, Sendable {
    /// The entry's own identifier, or that of a part, such as a stop.
    public var key: EntityID
    public var geometry: Geometry

    public init(key: EntityID, geometry: Geometry) {
      self.key = key
      self.geometry = geometry
    }
  }

  public var id: EntityID
  /// The sub-realms whose members see it.
  public var realms: [EntityID]
  public var parts: [Part]

  public init(id: EntityID, realms: [EntityID], parts: [Part]) {
    self.id = id
    self.realms = realms
    self.parts = parts
  }
}

/// Where a layer of shapes gets its entries from.
///
/// - Thread: shared.
public protocol ShapeSource: Sendable {
  var layer: String { get }
  /// The kinds of changes that concern it; the subject of a change is the entry's identifier.
  var changeKinds: Set<String> { get }
  /// Hands over every entry, in any order.
  func all(in session: StoreSession, _ emit: (ShapeEntry) -> Void) throws
  /// Those of the named entries that exist now.
  func entries(_ ids: [EntityID], in session: StoreSession) throws -> [ShapeEntry]
}

/// A shape as the layer keeps it: ready for exact questions.
struct PreparedShape: Sendable {
  let entry: EntityID
  let part: ShapeEntry.Part
  let realms: [EntityID]
  private let area: PreparedArea?
  /// Lines, and the rings of areas.
  private let lines: [MeasuredLine]

  init(_ part: ShapeEntry.Part, of entry: ShapeEntry) {
    self.entry = entry.id
    self.part = part
    realms = entry.realms
    area = PreparedArea(part.geometry)
    switch part.geometry {
    case .point: lines = []
    case .line(let line): lines = [MeasuredLine(line)]
    case .polygon(let polygon): lines = polygon.rings.map { MeasuredLine(LineString($0)) }
    case .multiPolygon(let multi):
      lines = multi.polygons.flatMap { $0.rings.map { MeasuredLine(LineString($0)) } }
    }
  }

  /// Whether the position lies in the area, borders included; false for lines and points.
  func contains(_ position: LonLat) -> Bool { area?.contains(position) ?? false }

  /// Geodesic metres to the shape; 0 inside an area.
  func distance(to position: LonLat) -> Double {
    if case .point(let point) = part.geometry {
      return Geodesic.distance(from: position, to: point)
    }
    if contains(position) { return 0 }
    return lines.compactMap { $0.nearest(to: position)?.nearest.distance }.min() ?? .infinity
  }
}
