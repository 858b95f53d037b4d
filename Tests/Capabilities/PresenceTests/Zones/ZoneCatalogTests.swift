import Access
import Base
import CapabilityTestSupport
import Foundation
import Geodesy
import Groups
import Notifications
import Objects
import Proximity
import SpatialCatalog
import Storage
import TestSupport
import Testing
import Topology
import Tours

@testable import Presence

@Suite("Zones of the store")
struct ZoneCatalogTests {
  /// A catalog of zones that follows the stand's store.
  private func follow(_ stand: TourStand) throws -> (zones: ZoneCatalog, catalog: SpatialCatalog) {
    let zones = try ZoneCatalog([
      TourZones(stand.platform.settings), InstanceZones(), RealmAreaZones(),
    ])
    return (zones, try SpatialCatalog(store: stand.store, sources: [], layers: [zones]))
  }

  private static let centre = LonLat(lon: 9.5223, lat: 47.139)

  private func all(_ zones: ZoneCatalog, _ realms: [EntityID]) -> [Zone] {
    zones.layer.snapshot.zones(near: Self.centre, metres: 6_000, visible: VisibleRealms(realms))
  }

  /// What two zones have in common if they are the same.
  private func described(_ zones: ZoneCatalog, _ realms: [EntityID]) -> [String] {
    all(zones, realms).map { zone in
      let circle = zone.enclosingCircle
      let subject = zones.subject(of: zone.id)
      return "\(zone.id) \(zone.kind.rawValue) \(zone.realms) \(zone.priority) \(circle) "
        + "\(subject) \(String(describing: zones.signpost(of: subject)))"
    }
  }

  @Test(
    "TR-FR2.2, RI-FR5, UC4.10-11: a published tour has the zones of its push, start, area, stops")
  func tour() throws {
    let stand = try TourStand()
    let (zones, catalog) = try follow(stand)
    let draft = try stand.make([
      "stops": """
      [{"title":"Cathedral","text":"x","position":{"lat":47.1362,"lon":9.5223}},
       {"title":"Castle","text":"x","position":{"lat":47.1400,"lon":9.5246},
        "trigger":{"radius":30}}]
      """
    ])
    #expect(zones.layer.snapshot.count == 0, "a draft has no zones")
    let tour = try stand.tours.publish(draft.tour.id, caller: stand.editor)
    let found = all(zones, [SubRealmID.publicRealm])
    #expect(found.count == 5)
    #expect(catalog.failure == nil)
    let start = try #require(found.first { $0.kind == .tourStart })
    #expect(start.enclosingCircle.centre == tour.revision.content.start)
    #expect(start.enclosingCircle.radius == 50)
    let stops = found.filter { $0.kind == .stop }
    #expect(Set(stops.map(\.id)) == Set(tour.revision.content.stops.compactMap(\.id)))
    #expect(Set(stops.map { $0.enclosingCircle.radius }) == [15, 30])
    let push = try #require(found.first { $0.kind == .tourPush })
    let area = try #require(found.first { $0.kind == .tourArea })
    // Whether a position is in the wide zone is whether the area is within 500 m.
    for metres in stride(from: 0.0, through: 1_500, by: 50) {
      for bearing in stride(from: 0.0, to: 360, by: 30) {
        let p = Geodesic.destination(
          from: Self.centre, bearingDegrees: bearing, distanceMetres: metres)
        let gap = area.signedDistance(from: p)
        if abs(gap - 500) > 6 { #expect(push.contains(p) == (gap < 500), "\(p), \(gap)") }
      }
    }
    for zone in found { #expect(zones.subject(of: zone.id) == tour.tour.id) }
    #expect(zones.signpost(of: tour.tour.id)?.names.first?.text == "Old Town")
    try stand.tours.unpublish(tour.tour.id, caller: stand.editor)
    #expect(zones.layer.snapshot.count == 0, "a retired tour has none")
    #expect(zones.signpost(of: tour.tour.id) == nil)
  }

  @Test("a tour that is published again keeps its zones: whoever is inside stays inside")
  func republished() throws {
    let stand = try TourStand()
    let (zones, _) = try follow(stand)
    let tour = try stand.published()
    let engine = ProximityEngine(zones: zones.layer, clock: stand.clock)
    let device = DeviceKey(account: stand.platform.ids.next(), device: stand.platform.ids.next())
    func report() throws -> ProximityUpdate {
      stand.clock.advance(seconds: 10)
      return try engine.update(
        device,
        points: [
          PositionFix(position: LonLat(lon: 9.52235, lat: 47.1371), at: stand.clock.now())
        ],
        visible: VisibleRealms([SubRealmID.publicRealm]))
    }
    #expect(try report().entered.map(\.kind.rawValue).sorted() == ["tourArea", "tourPush"])
    _ = try stand.edit(tour.tour.id, "{\"name\":\"New Town\"}")
    _ = try stand.tours.publish(tour.tour.id, caller: stand.editor)
    #expect(zones.signpost(of: tour.tour.id)?.names.first?.text == "New Town")
    let after = try report()
    #expect(after.entered.isEmpty && after.left.isEmpty)
    #expect(after.inside.count == 2)
  }

  @Test(
    "after any sequence of edits the zones are those of the store", arguments: [1, 2] as [UInt64])
  func equalToTheStore(seed: UInt64) throws {
    let stand = try TourStand()
    let instances = InstanceService(platform: stand.platform)
    let notifications = NotificationPoster(ids: stand.platform.ids)
    let realms = SubRealmService(platform: stand.platform, notifications: notifications)
    try realms.ensurePublicRealm()
    let (zones, catalog) = try follow(stand)
    var random = SeededRandom(seed: seed)
    func below(_ n: Int) -> Int { Int(random.next() % UInt64(n)) }
    func somewhere() -> LonLat {
      Geodesic.destination(
        from: Self.centre, bearingDegrees: random.unit() * 360,
        distanceMetres: 1_000 * random.unit())
    }
    func square() -> MultiPolygon {
      let (p, d) = (somewhere(), 0.001 + 0.002 * random.unit())
      let corners = [(0.0, 0.0), (d, 0), (d, d), (0, d), (0, 0)]
      return MultiPolygon([
        Polygon([corners.map { LonLat(lon: p.lon + $0.0, lat: p.lat + $0.1) }])
      ])
    }
    var tours: [EntityID] = []
    var placed: [EntityID] = []
    var groups: [EntityID] = []
    var objects = [try stand.object(caller: stand.walker)]
    var walker = stand.walker
    for step in 0..<80 {
      switch below(12) {
      case 0: tours.append(try stand.make().tour.id)
      case 1, 2:
        if let tour = tours.randomElement(using: &random) {
          _ = try? stand.tours.publish(tour, caller: stand.editor)
        }
      case 3:
        if let tour = tours.randomElement(using: &random) {
          let p = somewhere()
          _ = try? stand.edit(
            tour,
            """
            {"stops":[{"title":"A","text":"x","position":{"lat":\(p.lat),"lon":\(p.lon)},
            "trigger":{"radius":\(5 + below(50))}}]}
            """)
        }
      case 4:
        if let tour = tours.randomElement(using: &random) {
          try? stand.tours.unpublish(tour, caller: stand.editor)
        }
      case 5:
        if let tour = tours.randomElement(using: &random) {
          try? stand.tours.delete(tour, expecting: .any, caller: stand.editor)
        }
      case 6, 7:
        guard let object = objects.randomElement(using: &random) else { continue }
        let shared = ([SubRealmID.publicRealm] + groups).filter { _ in random.unit() < 0.5 }
        let draft = InstanceDraft(
          object: object,
          placement: Placement(
            realms: shared.isEmpty ? [SubRealmID.publicRealm] : shared,
            pose: GeoPose(position: somewhere(), height: 460),
            triggerRadius: random.unit() < 0.7 ? 5 + 40 * random.unit() : nil))
        if let id = try? instances.place(draft, caller: walker).instance.id { placed.append(id) }
      case 8:
        if let id = placed.randomElement(using: &random) {
          _ = try? instances.edit(
            id,
            InstanceChanges(
              pose: GeoPose(position: somewhere(), height: 1),
              triggerRadius: .some(random.unit() < 0.5 ? 12 : nil)),
            expecting: .any, caller: walker)
        }
      case 9:
        if let id = placed.randomElement(using: &random) {
          try? instances.remove(id, caller: walker)
        }
      case 10:
        let area = random.unit() < 0.7 ? ",\"area\":true" : ""
        let square = square()
        let draft = try SubRealmDraft(
          reading: fields("{\"kind\":\"group\",\"name\":\"Group \(step)\"\(area)}"),
          areas: AreaCoding(read: { _ in square }, write: { _, _ in }))
        let realm = try realms.create(draft, caller: walker)
        groups.append(realm.id)
        walker.loggedIn?.memberships[realm.id] = .owner
      default:
        if random.unit() < 0.3, let object = objects.popLast() {
          try stand.objects.withdraw(object, caller: walker)
          objects.append(try stand.object(caller: walker))
        } else if let realm = groups.popLast() {
          try realms.delete(realm, expecting: .any, caller: walker)
          walker.loggedIn?.memberships[realm] = nil
        }
      }
      let everything = [SubRealmID.publicRealm] + groups
      let fresh = try follow(stand).zones
      #expect(
        described(zones, everything) == described(fresh, everything), "seed \(seed), step \(step)")
      #expect(zones.layer.snapshot.count == fresh.layer.snapshot.count)
      #expect(catalog.failure == nil)
    }
    #expect(zones.layer.snapshot.count > 3, "seed \(seed) has made nothing to compare")
  }

  @Test("the area around an area reaches as far as asked, across the antimeridian too")
  func buffered() throws {
    for lon in [9.5, 179.999, -179.999] {
      for lat in [-70.0, 0, 47.1] {
        let d = 0.002
        let ring = [(0.0, 0.0), (d, 0), (d, d / 2), (d / 2, d / 2), (d / 2, d), (0, d), (0, 0)]
          .map { LonLat(lon: LonLat.normalise(lon: lon + $0.0), lat: lat + $0.1) }
        let area = try Polygon([ring]).cutAtAntimeridian()
        let wide = try ZoneArea(try #require(PolygonTopology.buffered(area, metres: 500)))
        let exact = try Zone(
          id: EntityID(high: 1, low: 1), realms: [], kind: .tourArea,
          shape: .area(try ZoneArea(area)))
        for bearing in stride(from: 0.0, to: 360, by: 15) {
          for metres in stride(from: 300.0, through: 900, by: 20) {
            let p = Geodesic.destination(
              from: LonLat(lon: lon, lat: lat), bearingDegrees: bearing, distanceMetres: metres)
            // A cut is no border, but counts as one inside.
            let gap = max(0, exact.signedDistance(from: p))
            if abs(gap - 500) > 6 { #expect(wide.contains(p) == (gap < 500), "\(p): \(gap)") }
          }
        }
      }
    }
    let pole = MultiPolygon([
      Polygon([[0, 90, 180, 0].map { LonLat(lon: $0, lat: 89) }])
    ])
    #expect(PolygonTopology.buffered(pole, metres: 500) == nil)
  }
}
