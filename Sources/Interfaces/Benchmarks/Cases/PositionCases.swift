import Access
import Base
import Foundation
import Geodesy
import Proximity
import Storage
import WaysideAPI

/// Devices that report where they are: 100,000 of them among 10,000 zones.
///
/// Compare `Proximity.update` with `Proximity.scan` (all zones, one after the other) and with the
/// cases `Peers.*/zones`, which only answer what a position lies in and remember nothing.
enum PositionCases {
  static var all: [Benchmark] {
    [update(pointsPerCall: 1), update(pointsPerCall: 100), scan, memory]
      + [1, 100].flatMap { points in
        [16, 64].map { http(pointsPerRequest: points, clients: $0) }
      }
  }

  static var peers: [Benchmark] { [spatiaLite, postGIS] }

  static let zoneCount = 10_000
  private static let deviceCount = 100_000

  /// Circles of 15 to 65 m at the sample points.
  static func circles(_ count: Int) -> [(centre: LonLat, radius: Double)] {
    var random = SeededRandom(seed: 4)
    return SampleWorld.points(count).map { (FixedPosition($0).lonLat, 15 + 50 * random.unit()) }
  }

  private static let realm = SubRealmID.publicRealm

  private static func zones(_ count: Int) throws -> [Zone] {
    try circles(count).enumerated().map { i, circle in
      try Zone(
        id: EntityID(high: 1, low: UInt64(i)), realms: [realm], kind: .stop,
        shape: .circle(centre: circle.centre, radius: circle.radius))
    }
  }

  /// Walkers that begin near zones and keep their directions, a step each time.
  private struct Walkers {
    private(set) var places: [LonLat]
    private var steps: [(lon: Double, lat: Double)] = []

    init(_ count: Int, zones: Int) {
      places = SampleWorld.queries(SampleWorld.points(zones), count: count)
      var random = SeededRandom(seed: 5)
      for place in places {
        let angle = random.unit() * 2 * .pi
        let degrees = 2.8 / 111_200
        steps.append((degrees * sin(angle) / cos(place.lat * .pi / 180), degrees * cos(angle)))
      }
    }

    mutating func step(_ i: Int) -> LonLat {
      places[i].lon = LonLat.normalise(lon: places[i].lon + steps[i].lon)
      places[i].lat = min(max(places[i].lat + steps[i].lat, -90), 90)
      return places[i]
    }
  }

  // MARK: In process

  private static func update(pointsPerCall: Int) -> Benchmark {
    Benchmark(name: "Proximity.update/1e4/1e5/p\(pointsPerCall)", unit: "1/s") {
      let clock = ManualClock()
      let engine = ProximityEngine(zones: try ZoneLayer(zones(zoneCount)), clock: clock)
      let visible = VisibleRealms([realm])
      var walkers = Walkers(deviceCount, zones: zoneCount)
      let devices = (0..<deviceCount).map { i in
        DeviceKey(
          account: EntityID(high: UInt64(i) &* 0x9e37_79b9_7f4a_7c15, low: UInt64(i)),
          device: EntityID(high: 2, low: UInt64(i)))
      }
      let calls = pointsPerCall == 1 ? deviceCount : deviceCount / 20
      return {
        // The walk itself is not measured.
        var walks: [PositionFix] = []
        clock.advance(seconds: Double(2 * pointsPerCall))
        let start = clock.now().adding(seconds: Int64(-2 * pointsPerCall))
        for i in 0..<calls {
          for j in 0..<pointsPerCall {
            walks.append(
              PositionFix(
                position: walkers.step(i), accuracy: 5,
                at: start.adding(milliseconds: Int64(2000 * (j + 1)))))
          }
        }
        var points = Array(walks.prefix(pointsPerCall))
        var events = 0
        let taken = try processorSeconds {
          for i in 0..<calls {
            for j in 0..<pointsPerCall { points[j] = walks[i * pointsPerCall + j] }
            let update = try engine.update(devices[i], points: points, visible: visible)
            events += update.entered.count + update.left.count
          }
        }
        let updates = Double(calls * pointsPerCall)
        return Sample(updates / taken, [("eventsPerUpdate", Double(events) / updates)])
      }
    }
  }

  /// The same question by looking at every zone.
  private static var scan: Benchmark {
    Benchmark(name: "Proximity.scan/1e4", unit: "1/s", samples: 3) {
      let circles = circles(zoneCount).map { (FixedPosition($0.centre), $0.radius) }
      var walkers = Walkers(500, zones: zoneCount)
      return {
        var hits = 0
        let taken = processorSeconds {
          for i in 0..<500 {
            guard let ruler = Ruler(at: walkers.step(i)) else { continue }
            for (centre, radius) in circles {
              let (lon, lat) = (Double(centre.lonE7), Double(centre.latE7))
              guard ruler.isInReach(lonE7: lon, latE7: lat) else { continue }
              if ruler.squaredDistance(lonE7: lon, latE7: lat) <= radius * radius { hits += 1 }
            }
          }
        }
        return Sample(500 / taken, [("hits", Double(hits) / 500)])
      }
    }
  }

  /// What the process grows by for 1,000,000 zones.
  private static var memory: Benchmark {
    Benchmark(name: "Proximity.memory/1e6", unit: "MB", samples: 1, warmsUp: false) {
      let zones = try zones(1_000_000)
      return {
        let before = NearbyCases.residentBytes()
        let layer = try ZoneLayer(zones)
        let grown = NearbyCases.residentBytes() - before
        let count = layer.snapshot.count
        return Sample(grown / 1e6, [("bytesPerZone", grown / Double(count))])
      }
    }
  }

  // MARK: Over HTTP

  private static func http(pointsPerRequest: Int, clients: Int) -> Benchmark {
    Benchmark(
      name: "Positions.http/1e4/p\(pointsPerRequest)/c\(clients)", unit: "1/s", samples: 3,
      warmsUp: false
    ) {
      let world = try PositionWorld()
      let server = try LoadedServer(world.services)
      var round = 0
      return {
        round += 1
        let load = try PositionLoad(
          tokens: world.tokens, around: SampleWorld.points(zoneCount),
          points: pointsPerRequest, round: round)
        var sample = try load.run(port: server.port, clients: clients, seconds: 3)
        sample.details.append(("updates", sample.value * Double(pointsPerRequest)))
        return sample
      }
    }
  }

  // MARK: Peers

  private static func queries() -> [LonLat] {
    SampleWorld.queries(SampleWorld.points(zoneCount), count: 2000)
  }

  private static var spatiaLite: Benchmark {
    Benchmark(name: "Peers.spatialite/zones/1e4", unit: "us", samples: 3) {
      let store = try ZonePeers.spatiaLite(circles(zoneCount))
      let sql = """
        SELECT z.id FROM zone_boxes b JOIN zones z ON z.id = b.id
        WHERE b.x1 >= ?1 AND b.x0 <= ?1 AND b.y1 >= ?2 AND b.y0 <= ?2
          AND PtDistWithin(MakePoint(z.lon, z.lat, 4326), MakePoint(?1, ?2, 4326), z.radius, 1)
        """
      let places = queries()
      return { try eachTimed(places) { try ZonePeers.count(store, sql, $0) } }
    }
  }

  private static var postGIS: Benchmark {
    Benchmark(name: "Peers.postgis/zones/1e4", unit: "us", samples: 3) {
      let store = try PostGISPeer.zones(circles(zoneCount))
      let centre = "ST_SetSRID(ST_MakePoint(?1, ?2), 4326)::geography"
      // The index serves the greatest radius; the zone's own decides.
      let sql = """
        SELECT id FROM peer_zones
        WHERE ST_DWithin(place, \(centre), 65) AND ST_DWithin(place, \(centre), radius)
        """
      let places = queries()
      return { try eachTimed(places) { try ZonePeers.count(store, sql, $0) } }
    }
  }
}
