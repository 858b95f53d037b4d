import Base
import Geodesy
import Storage

/// What a spatial catalog keeps of a published tour.
///
/// - Thread: pure.
public struct TourRecord: Hashable, Sendable {
  /// A stop as nearby queries, views and zones know it.
  public struct Stop: Hashable, Sendable {
    public var id: EntityID
    public var position: LonLat
    /// Metres above the WGS 84 ellipsoid.
    public var height: Double?
    public var trigger: StopTrigger?
  }

  public var id: EntityID
  public var organization: EntityID
  public var names: LocalizedText
  public var area: MultiPolygon
  public var route: LineString
  public var stops: [Stop]

  /// Where the tour begins.
  public var start: LonLat { route.points.first ?? LonLat(lon: 0, lat: 0) }
}

/// Reads published tours for the spatial catalog: all of them at the start, then those that the
/// change log names (kind `tour`).
public enum TourCatalogSource {
  /// Every published tour, in the order of their identifiers.
  public static func each(
    in session: StoreSession, _ emit: (TourRecord) throws -> Void
  ) throws {
    let ids = try session.all(
      "SELECT id FROM tours WHERE state = 'published' ORDER BY id"
    ) { try $0.id(0) }
    for id in ids {
      for record in try tours([id], in: session) { try emit(record) }
    }
  }

  /// Those of the tours that are published at present; what is missing is to be dropped.
  public static func tours(
    _ ids: [EntityID], in session: StoreSession
  ) throws -> [TourRecord] {
    try ids.compactMap { id in
      guard let tour = try TourStore.find(id, in: session), tour.state == .published,
        let revision = try TourRevisionStore.released(tour, in: session)
      else { return nil }
      return TourRecord(
        id: id, organization: tour.organization, names: revision.content.names,
        area: revision.measures.area, route: revision.content.route,
        stops: revision.content.stops.compactMap { stop in
          stop.id.map {
            TourRecord.Stop(
              id: $0, position: stop.position, height: stop.height, trigger: stop.trigger)
          }
        })
    }
  }
}
