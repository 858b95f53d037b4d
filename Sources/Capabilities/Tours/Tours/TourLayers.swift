import Access
import Base
import Geodesy
import SpatialCatalog
import Storage

/// The catalog's layers of published tours: their areas, routes, starts and stops.
public struct TourLayer: ShapeSource {
  /// Which shapes of a tour a layer holds.
  public enum Part: String, Sendable, CaseIterable {
    case areas = "tour-areas"
    case routes = "tour-routes"
    case starts = "tour-starts"
    case stops = "tour-stops"
  }

  private let part: Part

  public init(_ part: Part) { self.part = part }

  public var layer: String { part.rawValue }

  public var changeKinds: Set<String> { ["tour"] }

  public func all(in session: StoreSession, _ emit: (ShapeEntry) -> Void) throws {
    try TourCatalogSource.each(in: session) { emit(entry($0)) }
  }

  public func entries(_ ids: [EntityID], in session: StoreSession) throws -> [ShapeEntry] {
    try TourCatalogSource.tours(ids, in: session).map(entry)
  }

  private func entry(_ tour: TourRecord) -> ShapeEntry {
    let parts: [ShapeEntry.Part] =
      switch part {
      case .areas: [ShapeEntry.Part(key: tour.id, geometry: .multiPolygon(tour.area))]
      case .routes: [ShapeEntry.Part(key: tour.id, geometry: .line(tour.route))]
      case .starts: [ShapeEntry.Part(key: tour.id, geometry: .point(tour.start))]
      case .stops:
        tour.stops.map { ShapeEntry.Part(key: $0.id, geometry: .point($0.position)) }
      }
    return ShapeEntry(id: tour.id, realms: [SubRealmID.publicRealm], parts: parts)
  }
}
