import Base
import Foundation
import Geodesy
import SpatialIndex
import Testing

@testable import Proximity

@Suite struct PlanTests {
  /// Tours in a city: stops some 120 m apart in lines, more of them in the middle.
  static func city(seed: UInt64, zones count: Int) throws -> [Zone] {
    var random = SeededRandom(seed: seed)
    var zones: [Zone] = []
    while zones.count < count {
      var p = Geodesic.destination(
        from: Street.home, bearingDegrees: random.unit() * 360,
        distanceMetres: 14_000 * random.unit().squareRoot())
      var bearing = random.unit() * 360
      for _ in 0..<10 where zones.count < count {
        zones.append(try Zone.circle(zones.count, p, 15 + 35 * random.unit()))
        bearing += 40 * random.gaussian()
        p = Geodesic.destination(
          from: p, bearingDegrees: bearing, distanceMetres: 80 + 80 * random.unit())
      }
    }
    return zones
  }

  @Test("a border around the whole earth lies in the coarsest cells")
  func coarsest() {
    let earth = FixedBox(
      west: -1_800_000_000, south: -900_000_000, east: 1_799_999_999, north: 900_000_000)
    #expect(CellGrid.level(for: [earth]) == CellGrid.levelCount - 1)
  }

  @Test(
    "a border lies in the finest cells of which it touches at most four",
    arguments: [1, 2, 3] as [UInt64])
  func level(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      // From metres to half the earth, as many of each size.
      let size = pow(10, 1 + 8 * random.unit())
      let west = -1_800_000_000 + (3_600_000_000 - size) * random.unit()
      let south = -900_000_000 + (1_800_000_000 - size) * random.unit()
      let box = FixedBox(
        west: Int32(clamping: Int(west)), south: Int32(clamping: Int(south)),
        east: Int32(clamping: Int(west + size)), north: Int32(clamping: Int(south + size)))
      func cells(_ level: Int) -> Int {
        var count = 0
        CellGrid.forEachCell(of: box, level: level) { _ in count += 1 }
        return count
      }
      let level = CellGrid.level(for: [box])
      if level < CellGrid.levelCount - 1 { #expect(cells(level) <= 4, "\(box)") }
      if level > 0 { #expect(cells(level - 1) > 4, "\(box)") }
    }
  }

  @Test(
    "A plan arms the nearest borders, and its circle touches no other",
    arguments: [1, 2, 3] as [UInt64])
  func plan(seed: UInt64) throws {
    var sample = SampleZones(seed: seed)
    for place in SampleZones.places {
      let zones = try (0..<60).map { try sample.zone($0, around: place, spread: 3_000) }
      let snapshot = try ZoneLayer(zones).snapshot
      for slots in [2, 20, 100] {
        let p = sample.near(place, metres: 2_000)
        let plan = try ZonePlanner(slots: slots).plan(
          around: p, zones: snapshot, visible: SampleZones.everything)
        #expect(plan.armed.count <= slots - 1)
        #expect(plan.radius <= 10_000)
        let armed = Set(plan.armed.map(\.id))
        for zone in zones where !armed.contains(zone.id) {
          let border = abs(zone.signedDistance(from: p))
          #expect(border >= min(plan.radius + 20, 10_000) || plan.radius == 0, "seed \(seed)")
          for other in plan.armed {
            #expect(abs(other.signedDistance(from: p)) <= border)
          }
        }
        #expect(
          plan.inside.map(\.id) == zones.filter { $0.contains(p) }.map(\.id).sorted(),
          "seed \(seed)")
        #expect(plan.canBeWatched == (plan.radius >= 100))
      }
    }
  }

  @Test(
    "Watching circles only, no zone can be entered within the plan's circle but armed ones",
    arguments: [1, 2, 3] as [UInt64])
  func circlesOnly(seed: UInt64) throws {
    var sample = SampleZones(seed: seed)
    var (entered, areas) = (0, 0)
    for place in SampleZones.places {
      let zones = try (0..<30).map { try sample.zone($0, around: place, spread: 2_000) }
      let snapshot = try ZoneLayer(zones).snapshot
      for slots in [5, 20] {
        var planner = ZonePlanner(slots: slots)
        planner.armsAreas = false
        for _ in 0..<4 {
          let p = sample.near(place, metres: 3_000)
          let plan = try planner.plan(
            around: p, zones: snapshot, visible: SampleZones.everything)
          let armed = Set(plan.armed.map(\.id))
          areas += plan.armed.count { if case .area = $0.shape { true } else { false } }
          for zone in plan.armed {
            let circle = zone.enclosingCircle
            #expect(Geodesic.distance(from: circle.centre, to: p) != circle.radius)
            // Whoever comes into the zone comes into the circle.
            let q = sample.near(circle.centre, metres: circle.radius * 1.2)
            if zone.contains(q) {
              #expect(Geodesic.distance(from: circle.centre, to: q) <= circle.radius)
            }
          }
          let inside = Set(plan.inside.map(\.id))
          for _ in 0..<40 {
            let q = sample.near(p, metres: plan.radius)
            for zone in zones where !inside.contains(zone.id) && zone.contains(q) {
              entered += 1
              #expect(armed.contains(zone.id), "seed \(seed), \(p) to \(q)")
              // Not yet inside of what would have to tell of it.
              let circle = zone.enclosingCircle
              #expect(Geodesic.distance(from: circle.centre, to: p) > circle.radius)
            }
          }
        }
      }
    }
    #expect(entered > 20 && areas > 20, "seed \(seed): \(entered), \(areas)")
  }

  @Test(
    "Watching circles only, no zone is left unnoticed either: walks begin inside of areas, too",
    arguments: [1, 2, 3] as [UInt64])
  func leavingAreas(seed: UInt64) throws {
    var sample = SampleZones(seed: seed)
    var planner = ZonePlanner(slots: 20)
    planner.armsAreas = false
    var (begunInside, nearBorder) = (0, 0)
    for place in SampleZones.places {
      let zones = try (0..<30).map { try sample.zone($0, around: place, spread: 2_000) }
      let snapshot = try ZoneLayer(zones).snapshot
      for zone in zones {
        guard case .area(let area) = zone.shape else { continue }
        let circle = area.enclosingCircle
        for _ in 0..<20 {
          let p = sample.near(circle.centre, metres: circle.radius)
          guard zone.contains(p) else { continue }
          begunInside += 1
          let plan = try planner.plan(
            around: p, zones: snapshot, visible: SampleZones.everything)
          let border = abs(zone.signedDistance(from: p))
          #expect(plan.radius == 0 || border >= plan.radius + planner.margin - 0.001)
          if border < 120 { nearBorder += plan.canBeWatched ? 0 : 1 }
          for _ in 0..<10 {
            let q = sample.near(p, metres: plan.radius)
            #expect(zone.contains(q), "seed \(seed): left unnoticed, \(p) to \(q)")
          }
        }
      }
    }
    #expect(begunInside > 100 && nearBorder > 20, "\(begunInside), \(nearBorder)")
  }

  @Test("A plan for nowhere is refused, naming the parameter")
  func badInput() throws {
    let snapshot = try ZoneLayer().snapshot
    for (p, slots, name) in [
      (LonLat(lon: 0, lat: .nan), 20, "lat"), (LonLat(lon: 181, lat: 0), 20, "lon"),
      (Street.home, 1, "slots"), (Street.home, .max, "slots"),
    ] {
      let refusal = #expect(throws: Refusal.self) {
        try ZonePlanner(slots: slots).plan(
          around: p, zones: snapshot, visible: SampleZones.everything)
      }
      #expect(refusal?.violations.map(\.pointer) == [name])
    }
    let plan = try ZonePlanner.iOS.plan(
      around: Street.home, zones: snapshot, visible: SampleZones.everything)
    #expect(plan.armed.isEmpty && plan.canBeWatched && plan.radius > 9_000)
  }

  /// A walker who turns at random and comes home now and then; steps of 1 to 13 m.
  struct Wanderer {
    var random: SeededRandom
    var p = Street.home
    var bearing = 0.0
    var count = 0

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// Steps need not be exact, only positions are compared.
    mutating func step() -> Double {
      if count % 500 == 0 {
        bearing = Geodesic.bearing(from: p, to: Street.home) + 60 * random.gaussian()
      }
      count += 1
      bearing += 20 * (random.unit() + random.unit() - 1)
      let length = 1 + 12 * random.unit()
      let angle = bearing * .pi / 180
      p.lat += length * cos(angle) / 111_200
      p.lon += length * sin(angle) / 75_800
      return length
    }
  }

  /// How many random walks; `tools/test --full` takes a million.
  static let walks = Int(ProcessInfo.processInfo.environment["WAYSIDE_PLAN_WALKS"] ?? "") ?? 5_000

  @Test("Random walks: whatever is entered before the plan's circle is left was armed")
  func randomWalks() throws {
    let zones = try Self.city(seed: 2, zones: 5_000)
    let layer = try ZoneLayer(zones)
    let snapshot = layer.snapshot
    func plane(_ p: LonLat) -> (x: Double, y: Double) {
      ((p.lon - Street.home.lon) * 75_900, (p.lat - Street.home.lat) * 111_180)
    }
    let fixes = zones.map { zone -> (x: Double, y: Double, radius: Double) in
      guard case .circle(let centre, let radius) = zone.shape else { return (0, 0, -1) }
      let (x, y) = plane(centre)
      return (x, y, radius)
    }
    var random = SeededRandom(seed: 77)
    var entries = 0
    // So many of them begin at the same place.
    let perPlan = 50
    for start in 0..<Self.walks / perPlan {
      // Some in the middle, some at the edge.
      let home = Geodesic.destination(
        from: Street.home, bearingDegrees: random.unit() * 360,
        distanceMetres: 14_000 * random.unit().squareRoot())
      let plan = try ZonePlanner.iOS.plan(
        around: home, zones: snapshot, visible: SampleZones.everything)
      let armed = Set(plan.armed.map(\.id))
      let inside = Set(plan.inside.map(\.id))
      // By sums of the plane, without the layer's cells: what could be entered at all.
      let (x, y) = plane(home)
      let reachable = fixes.indices.filter { i in
        let (u, v) = (fixes[i].x - x, fixes[i].y - y)
        let reach = (plan.radius + fixes[i].radius) * 1.02 + 50
        return u * u + v * v <= reach * reach && !inside.contains(zones[i].id)
      }
      let (centreX, centreY) = plane(plan.centre)
      for walk in 0..<perPlan {
        var (p, bearing) = (home, random.unit() * 360)
        // Metres of the plane before any border can have been reached.
        var free = 0.0
        for _ in 0..<400 {
          bearing += 30 * random.gaussian()
          let length = 2 + 10 * random.unit()
          p.lat += length * cos(bearing * .pi / 180) / 111_180
          p.lon += length * sin(bearing * .pi / 180) / 75_900
          let (u, v) = plane(p)
          let (a, b) = (u - centreX, v - centreY)
          // The phone notices some metres late. The plane is right to half a percent.
          if a * a + b * b > 0.96 * plan.radius * plan.radius,
            Geodesic.distance(from: plan.centre, to: p) > plan.radius + 15
          {
            break
          }
          free -= length
          if free > 0 { continue }
          free = .infinity
          for i in reachable {
            let (dx, dy) = (fixes[i].x - u, fixes[i].y - v)
            let gap = (dx * dx + dy * dy).squareRoot() - fixes[i].radius - 5
            free = min(free, gap)
            guard gap <= 0, zones[i].contains(p) else { continue }
            entries += 1
            #expect(armed.contains(zones[i].id), "start \(start), walk \(walk): \(p)")
          }
        }
      }
    }
    #expect(entries > Self.walks / 10, "\(entries)")
  }

  @Test(
    "On walks of a million steps among 5,000 zones no border that is not armed comes into a circle",
    arguments: [(20, 30), (100, 70)])
  func nothingMissed(slots: Int, walks: Int) throws {
    let zones = try Self.city(seed: 1, zones: 5_000)
    let circles = zones.map { zone -> (centre: LonLat, radius: Double) in
      guard case .circle(let centre, let radius) = zone.shape else { return (Street.home, 0) }
      return (centre, radius)
    }
    let snapshot = try ZoneLayer(zones).snapshot
    let planner = ZonePlanner(slots: slots)
    var (metres, plans, near) = (0.0, 0, 0)
    for seed in 0..<UInt64(walks) {
      var wanderer = Wanderer(seed: seed)
      var plan: ZonePlan?
      var (x, y, squared) = (0.0, 0.0, -1.0)
      for _ in 0..<10_000 {
        metres += wanderer.step()
        // Metres per degree at 47 N, at most; a longer way counts as having left.
        let (east, north) = ((wanderer.p.lon - x) * 76_600, (wanderer.p.lat - y) * 111_700)
        if east * east + north * north < squared { continue }
        let p = wanderer.p
        if let plan {
          let beyond = Geodesic.distance(from: plan.centre, to: p) - plan.radius
          #expect(beyond < planner.margin, "steps are shorter than the margin")
        }
        let made = try planner.plan(around: p, zones: snapshot, visible: SampleZones.everything)
        let armed = Set(made.armed.map(\.id))
        for (zone, circle) in zip(zones, circles) where !armed.contains(zone.id) {
          let (u, v) = ((circle.centre.lon - p.lon) * 75_000, (circle.centre.lat - p.lat) * 111_000)
          let reach = (made.radius + planner.margin + circle.radius) * 1.01
          if u * u + v * v > reach * reach { continue }
          near += 1
          let border = abs(Geodesic.distance(from: circle.centre, to: p) - circle.radius)
          #expect(border >= made.radius + planner.margin - 0.001, "seed \(seed), \(p), \(zone.id)")
        }
        plan = made
        plans += 1
        (x, y, squared) = (p.lon, p.lat, made.radius * made.radius)
      }
    }
    #expect(near > 0 && plans > walks)
    let perPlan = metres / Double(plans)
    #expect(perPlan >= 500, "a new plan every \(perPlan) m")
  }

  @Test("What the engine sees entered was armed, step by step", arguments: [1, 2] as [UInt64])
  func engineAgrees(seed: UInt64) throws {
    let layer = try ZoneLayer(Self.city(seed: 1, zones: 5_000))
    let clock = ManualClock()
    let engine = ProximityEngine(zones: layer, clock: clock, shardCount: 1)
    var wanderer = Wanderer(seed: seed)
    var plan = try ZonePlanner.iOS.plan(
      around: wanderer.p, zones: layer.snapshot, visible: SampleZones.everything)
    var entries = 0
    for step in 0..<2_000 {
      _ = wanderer.step()
      clock.advance(seconds: 5)
      let update = try engine.update(
        Street.device(1), points: [PositionFix(position: wanderer.p, at: clock.now())],
        visible: SampleZones.everything)
      let armed = Set(plan.armed.map(\.id))
      for event in update.entered where step > 0 {
        entries += 1
        #expect(armed.contains(event.zone), "seed \(seed), step \(step)")
      }
      if Geodesic.distance(from: plan.centre, to: wanderer.p) > plan.radius {
        plan = try ZonePlanner.iOS.plan(
          around: wanderer.p, zones: layer.snapshot, visible: SampleZones.everything)
      }
    }
    #expect(entries > 2)
  }
}
