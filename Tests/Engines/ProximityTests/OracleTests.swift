import Base
import Foundation
import Geodesy
import Testing

@testable import Proximity

@Suite struct OracleTests {
  static let device = DeviceKey(
    account: EntityID(high: 1, low: 1), device: EntityID(high: 2, low: 2))

  @Test(
    "The engine equals a scan of all zones: all shapes, antimeridian, poles, changes, realms",
    arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func equalsScan(seed: UInt64) throws {
    var sample = SampleZones(seed: seed)
    let place = SampleZones.places[Int(seed - 1)]
    let spread = [500.0, 3_000, 10_000][sample.below(3)]
    var zones: [Int: Zone] = [:]
    for i in 0..<60 { zones[i] = try sample.zone(i, around: place, spread: spread) }
    let layer = try ZoneLayer(Array(zones.values))
    let clock = ManualClock()
    let engine = ProximityEngine(zones: layer, clock: clock)
    var slow = SlowEngine(
      zones: Array(zones.values), visible: SampleZones.everything, now: clock.now())
    var p = sample.near(place, metres: spread)
    var events = 0
    for step in 0..<180 {
      if sample.below(60) == 0 {
        // Some zones change, go or come.
        let changed = try (0..<5).map { _ in
          try sample.zone(sample.below(70), around: place, spread: spread)
        }
        let removed = SampleZones.id(sample.below(70))
        try layer.apply(put: changed, remove: [removed])
        zones = zones.filter { $0.value.id != removed }
        for zone in changed { zones[Int(zone.id.low)] = zone }
        slow.zones = Array(zones.values)
        slow.inside.formIntersection(slow.zones.map(\.id))
      }
      if sample.below(50) == 0 {
        slow.visible = VisibleRealms(SampleZones.realms.prefix(1 + sample.below(4)))
      }
      let reach = [1.0, 15, 15, 100, 2_000, 30_000][sample.below(6)]
      p = sample.below(20) == 0 ? sample.near(place, metres: spread) : sample.near(p, metres: reach)
      if Geodesic.distance(from: place, to: p) > 2 * spread {
        p = sample.near(place, metres: spread)
      }
      clock.advance(seconds: Double(sample.below(60)))
      let fix = PositionFix(
        position: p, accuracy: [nil, 0, 5, 15, 40, 90, 120][sample.below(7)],
        at: clock.now().adding(seconds: Int64(sample.below(10) == 0 ? sample.below(200) - 100 : 0)))
      slow.now = clock.now()
      let expected = slow.take(fix)
      let actual = try engine.update(Self.device, points: [fix], visible: slow.visible).outcome
      events += expected.entered.count + expected.left.count
      #expect(actual == expected, "seed \(seed), step \(step), \(fix)")
      if actual != expected { return }
    }
    #expect(events > 10, "seed \(seed): the walk met too little, \(events)")
  }

  @Test("Many small steps, mostly safe, equal a scan", arguments: [11, 12] as [UInt64])
  func equalsScanOnWalks(seed: UInt64) throws {
    var sample = SampleZones(seed: seed)
    let place = SampleZones.places[0]
    let zones = try (0..<40).map { try sample.zone($0, around: place, spread: 700) }
    let clock = ManualClock()
    let engine = ProximityEngine(zones: try ZoneLayer(zones), clock: clock)
    var slow = SlowEngine(zones: zones, visible: SampleZones.everything, now: clock.now())
    var p = place
    var bearing = 0.0
    for step in 0..<300 {
      bearing += sample.random.gaussian() * 20
      if Geodesic.distance(from: p, to: place) > 700 {
        bearing = Geodesic.bearing(from: p, to: place)
      }
      p = Geodesic.destination(from: p, bearingDegrees: bearing, distanceMetres: 4)
      clock.advance(seconds: 1)
      let fix = PositionFix(position: p, accuracy: 3, at: clock.now())
      slow.now = clock.now()
      let expected = slow.take(fix)
      let actual = try engine.update(Self.device, points: [fix], visible: slow.visible).outcome
      #expect(actual == expected, "seed \(seed), step \(step)")
      if actual != expected { return }
    }
  }
}
