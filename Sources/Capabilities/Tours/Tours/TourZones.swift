import Access
import Base
import Geodesy
import Models
import Proximity
import SpatialCatalog
import Storage
import Topology

/// The zones of published tours: where they are pushed, where they start, their areas and stops.
public struct TourZones: ZoneSource {
  private let settings: Settings

  public init(_ settings: Settings) { self.settings = settings }

  public var kinds: [ZoneKind: String] {
    [
      .tourPush: "around a tour's area", .tourStart: "around a tour's start",
      .tourArea: "the area of a tour", .stop: "the trigger of a stop",
    ]
  }

  public var changeKinds: Set<String> { ["tour"] }

  public func all(in session: StoreSession, _ emit: (ZoneGroup) -> Void) throws {
    try TourCatalogSource.each(in: session) { emit(group($0)) }
  }

  public func groups(of subjects: [EntityID], in session: StoreSession) throws -> [ZoneGroup] {
    try TourCatalogSource.tours(subjects, in: session).map(group)
  }

  private func group(_ tour: TourRecord) -> ZoneGroup {
    var zones: [Zone] = []
    // What cannot be a zone was refused when the tour was made; nothing else may suffer from it.
    func add(_ id: EntityID, _ kind: ZoneKind, _ priority: Int32, _ shape: Zone.Shape?) {
      guard let shape,
        let zone = try? Zone(
          id: id, realms: [SubRealmID.publicRealm], kind: kind, shape: shape, priority: priority)
      else { return }
      zones.append(zone)
    }
    add(tour.id, .tourArea, 40, Self.shape(tour.area))
    add(ZoneID.start(ofTour: tour.id), .tourStart, 80, start(tour))
    add(ZoneID.push(ofTour: tour.id), .tourPush, 60, push(tour))
    for stop in tour.stops {
      add(
        stop.id, .stop, 100,
        Self.stop(stop.position, stop.trigger, settings[ToursSettings.arrivalMetres]))
    }
    let names = tour.names.entries.map { ZoneNotice.Name($0.language, $0.text) }
    return ZoneGroup(
      subject: tour.id, signpost: ZoneNotice(names: names, position: tour.start), zones: zones)
  }

  /// Where a walker counts as being at a stop.
  static func stop(
    _ position: LonLat, _ trigger: StopTrigger?, _ usualRadius: Double
  ) -> Zone.Shape {
    switch trigger {
    case .radius(let radius)?: .circle(centre: position, radius: radius)
    case .polygon(let polygon)?:
      shape(polygon.partsAtAntimeridian) ?? .circle(centre: position, radius: usualRadius)
    case nil: .circle(centre: position, radius: usualRadius)
    }
  }

  private func start(_ tour: TourRecord) -> Zone.Shape {
    .circle(centre: tour.start, radius: settings[ToursSettings.startHintMetres])
  }

  private func push(_ tour: TourRecord) -> Zone.Shape {
    if let wide = PolygonTopology.buffered(
      tour.area, metres: settings[ToursSettings.tourPushMetres]),
      let shape = Self.shape(wide)
    {
      return shape
    }
    // Near the poles: around everything.
    let farthest =
      tour.area.polygons.flatMap(\.rings).joined()
      .map { Geodesic.distance(from: tour.start, to: $0) }.max() ?? 0
    return .circle(
      centre: tour.start,
      radius: min(farthest + settings[ToursSettings.tourPushMetres], Zone.maximumRadius))
  }

  private static func shape(_ area: MultiPolygon) -> Zone.Shape? {
    (try? ZoneArea(area)).map(Zone.Shape.area)
  }
}

/// Identifiers of zones of which a subject has several.
///
/// Derived, so that they stay the same for clients and need not be stored: a random part of the
/// subject's identifier is turned.
enum ZoneID {
  static func start(ofTour tour: EntityID) -> EntityID { turned(tour, 0x1657_61e2_9a3b_0c51) }

  static func push(ofTour tour: EntityID) -> EntityID { turned(tour, 0x2b7e_1516_28ae_d2a6) }

  private static func turned(_ id: EntityID, _ pattern: UInt64) -> EntityID {
    EntityID(high: id.high, low: id.low ^ pattern)
  }
}
