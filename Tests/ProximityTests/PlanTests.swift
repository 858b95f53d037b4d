import Base
import Foundation
import Geodesy
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
          plan.inside == zones.filter { $0.contains(p) }.map(\.id).sorted(), "seed \(seed)")
        #expect(plan.canBeWatched == (plan.radius >= 100))
      }
    }
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

  struct Walked {
    var metres = 0.0
    var plans = 0
    var entries = 0
    var missed = 0
  }

  /// Walks at random with a phone that follows its plans, beside an engine that sees every step.
  static func walk(
    seed: UInt64, steps: Int, planner: ZonePlanner, zones: ZoneLayer
  ) throws -> Walked {
    var random = SeededRandom(seed: seed)
    let clock = ManualClock()
    let engine = ProximityEngine(zones: zones, clock: clock, shardCount: 1)
    let (device, everything, snapshot) = (Street.device(1), SampleZones.everything, zones.snapshot)
    var walked = Walked()
    var p = Street.home
    var bearing = 0.0
    func newPlan() throws -> (ZonePlan, Set<EntityID>, Ruler?) {
      walked.plans += 1
      let plan = try planner.plan(around: p, zones: snapshot, visible: everything)
      return (plan, Set(plan.armed.map(\.id)), Ruler(at: p))
    }
    var (plan, armed, ruler) = try newPlan()
    for step in 0..<steps {
      if step % 500 == 0 {
        bearing = Geodesic.bearing(from: p, to: Street.home) + 60 * random.gaussian()
      }
      bearing += 12 * random.gaussian()
      let length = 1 + 12 * random.unit()
      let angle = bearing * .pi / 180
      // Steps need not be exact, only positions are compared.
      p.lat = min(47.4, max(46.8, p.lat + length * cos(angle) / 111_200))
      p.lon = min(9.9, max(9.1, p.lon + length * sin(angle) / 75_800))
      walked.metres += length
      clock.advance(seconds: 5)
      let update = try engine.update(
        device, points: [PositionFix(position: p, at: clock.now())], visible: everything)
      let hasLeft = (ruler?.distance(to: p) ?? .infinity) > plan.radius
      for event in update.entered + update.left {
        walked.entries += 1
        // On the step that leaves the circle the phone reports where it is; that lies within the
        // margin of 20 m.
        if !armed.contains(event.zone), step > 0, !hasLeft || length > 20 { walked.missed += 1 }
      }
      if hasLeft { (plan, armed, ruler) = try newPlan() }
    }
    return walked
  }

  static let scale = Int(ProcessInfo.processInfo.environment["WAYSIDE_PLAN_WALKS"] ?? "") ?? 1

  @Test(
    "No entry is missed by a phone with 20 or 100 slots on walks of a million steps among 5,000 zones",
    arguments: [20, 100])
  func nothingMissed(slots: Int) throws {
    let zones = try ZoneLayer(Self.city(seed: 1, zones: 5_000))
    var (sum, least) = (Walked(), Double.infinity)
    for seed in 0..<UInt64(10 * Self.scale) {
      let walked = try Self.walk(
        seed: seed, steps: 10_000, planner: ZonePlanner(slots: slots), zones: zones)
      #expect(walked.missed == 0, "seed \(seed)")
      sum.metres += walked.metres
      sum.plans += walked.plans
      sum.entries += walked.entries
      least = min(least, walked.metres / Double(walked.plans))
    }
    #expect(sum.entries > 100)
    let perPlan = sum.metres / Double(sum.plans)
    print("slots \(slots): \(perPlan) m per plan, worst walk \(least), \(sum)")
    #expect(perPlan >= 500, "a new plan every \(perPlan) m")
  }
}
