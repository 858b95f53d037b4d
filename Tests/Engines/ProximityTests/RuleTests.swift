import Base
import Foundation
import Geodesy
import Testing

@testable import Proximity

/// An engine around one place, with devices that walk east.
struct Street {
  static let home = LonLat(lon: 9.5215, lat: 47.1393)
  let clock = ManualClock()
  let layer: ZoneLayer
  let engine: ProximityEngine
  var visible = SampleZones.everything

  init(_ zones: [Zone], settings: ProximitySettings = ProximitySettings()) throws {
    layer = try ZoneLayer(zones)
    engine = ProximityEngine(zones: layer, clock: clock, settings: settings)
  }

  static func east(_ metres: Double) -> LonLat {
    Geodesic.destination(from: home, bearingDegrees: 90, distanceMetres: metres)
  }

  static func device(_ device: UInt64, account: UInt64 = 1) -> DeviceKey {
    DeviceKey(
      account: EntityID(high: 1, low: account), device: EntityID(high: 2, low: device))
  }

  /// One more second, and the device is so many metres east of home.
  @discardableResult
  func go(
    _ metres: Double, accuracy: Double? = nil, device: DeviceKey = Street.device(1),
    after seconds: Double = 1
  ) throws -> ProximityUpdate {
    clock.advance(seconds: seconds)
    return try engine.update(
      device,
      points: [PositionFix(position: Street.east(metres), accuracy: accuracy, at: clock.now())],
      visible: visible)
  }
}

@Suite struct RuleTests {
  static let circle = try? Zone.circle(1, Street.home, 50)

  @Test("UC4.10-11: reaching the 15 m circle of a stop is told once, at the point that shows it")
  func arrival() throws {
    let stop = try Zone.circle(7, Street.east(100), 15)
    let street = try Street([stop])
    var entered: [(Double, ProximityUpdate.Event)] = []
    for metres in stride(from: 0.0, through: 200, by: 1.4) {
      for event in try street.go(metres, accuracy: 8).entered { entered.append((metres, event)) }
    }
    #expect(entered.count == 1)
    let first = try #require(entered.first)
    #expect(first.1.zone == stop.id && first.1.kind == .stop && first.1.concernsVisit)
    #expect(first.0 >= 85 && first.0 < 86.5)
  }

  @Test("CG-RL-11: radii of 500 m, 50 m and 15 m are entered at exactly these geodesic distances")
  func radii() throws {
    for radius in [500.0, 50, 15] {
      let zone = try Zone.circle(1, Street.east(2_000), radius)
      let street = try Street([zone])
      #expect(try street.go(2_000 - radius - 0.01, after: 100).entered.isEmpty)
      #expect(try street.go(2_000 - radius + 0.01).entered.map(\.zone) == [zone.id])
    }
  }

  @Test("CG-RL-11: leaving needs radius + max(10 m, accuracy)")
  func hysteresis() throws {
    let zone = try Zone.circle(1, Street.home, 50)
    let street = try Street([zone])
    #expect(try street.go(49).entered.count == 1)
    #expect(try street.go(59.9, accuracy: 3).left.isEmpty)
    #expect(try street.go(70, accuracy: 25).inside.count == 1)
    #expect(try street.go(60.1, accuracy: 3).left.map(\.zone) == [zone.id])
    #expect(try street.go(55).entered.isEmpty, "the border decides about entering")
    #expect(try street.go(49.9).entered.count == 1)
  }

  @Test("Noise at the border does not flap", arguments: [1, 2, 3] as [UInt64])
  func noFlapping(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let street = try Street([try Zone.circle(1, Street.home, 50)])
    var changes = 0
    for _ in 0..<500 {
      let update = try street.go(50 + 3 * random.gaussian(), accuracy: 5)
      changes += update.entered.count + update.left.count
    }
    #expect(changes == 1, "seed \(seed)")
  }

  @Test("A small zone that is crossed between two points is entered and left")
  func crossing() throws {
    let zone = try Zone.circle(1, Street.east(100), 10)
    let street = try Street([zone])
    try street.go(0)
    let update = try street.go(300, after: 30)
    #expect(update.entered.map(\.zone) == [zone.id])
    #expect(update.left.map(\.zone) == [zone.id])
    #expect(update.inside.isEmpty)
    #expect(try street.go(310).entered.isEmpty)
  }

  @Test("A jump crosses nothing: faster than 100 m/s, or longer than 20 km")
  func jump() throws {
    let zone = try Zone.circle(1, Street.east(500), 10)
    let street = try Street([zone])
    try street.go(0)
    #expect(try street.go(1_000, after: 5).entered.isEmpty)
    #expect(try street.go(0, after: 20).entered.count == 1, "50 m/s is a movement")
    #expect(try street.go(25_000, after: 600).entered.isEmpty)
    #expect(try street.go(500, after: 1).entered.count == 1, "but its end counts")
  }

  @Test("Inaccurate points change nothing, and do not enter zones smaller than their accuracy")
  func accuracy() throws {
    let small = try Zone.circle(1, Street.home, 15)
    let large = try Zone.circle(2, Street.home, 500)
    let street = try Street([small, large])
    let vague = try street.go(0, accuracy: 101)
    #expect(vague.ignored == [.init(point: 0, reason: .inaccurate)])
    #expect(vague.entered.isEmpty && street.engine.deviceCount == 0)
    #expect(try street.go(0, accuracy: 60).entered.map(\.zone) == [large.id])
    #expect(try street.go(0, accuracy: 20).entered.map(\.zone) == [small.id])
    #expect(try street.go(5_000, accuracy: 101, after: 600).left.isEmpty)
    #expect(try street.go(0, accuracy: 10).inside.count == 2)
  }

  @Test("Old, repeated, expired and future points change nothing")
  func ordering() throws {
    let street = try Street([try Zone.circle(1, Street.home, 50)])
    try street.go(1_000)
    let now = street.clock.now()
    func take(_ seconds: Int64) throws -> ProximityUpdate {
      try street.engine.update(
        Street.device(1),
        points: [PositionFix(position: Street.home, at: now.adding(seconds: seconds))],
        visible: street.visible)
    }
    #expect(try take(0).ignored.map(\.reason) == [.old])
    #expect(try take(-10).ignored.map(\.reason) == [.old])
    #expect(try take(61).ignored.map(\.reason) == [.future])
    #expect(try take(.max).ignored.map(\.reason) == [.future])
    #expect(try take(.min).ignored.map(\.reason) == [.old])
    let fresh = try street.engine.update(
      Street.device(9),
      points: [PositionFix(position: Street.home, at: now.adding(seconds: -1800))],
      visible: street.visible)
    #expect(fresh.ignored.map(\.reason) == [.expired])
    #expect(try take(60).entered.count == 1, "a minute ahead is tolerated")
    #expect(try take(59).ignored.map(\.reason) == [.old], "and from then on it is the last one")
  }

  @Test("One call takes a thousand points, each in its order; a thousand and one are refused")
  func batch() throws {
    let street = try Street([try Zone.circle(1, Street.east(100.5), 15)])
    let start = street.clock.now()
    street.clock.advance(seconds: 1_000)
    func points(_ count: Int) -> [PositionFix] {
      (0..<count).map {
        PositionFix(position: Street.east(Double($0)), at: start.adding(seconds: Int64($0)))
      }
    }
    let update = try street.engine.update(
      Street.device(1), points: points(1_000), visible: street.visible)
    #expect(update.entered.map(\.point) == [86] && update.left.map(\.point) == [126])
    let refusal = #expect(throws: Refusal.self) {
      try street.engine.update(Street.device(2), points: points(1_001), visible: street.visible)
    }
    #expect(refusal?.kind == .tooLarge && refusal?.violations.first?.pointer == "/points")
    #expect(street.engine.deviceCount == 1)
  }

  @Test(
    "A point that is none is refused, with the name of its member",
    arguments: [
      (LonLat(lon: 0, lat: .nan), nil, "/points/1/lat"),
      (LonLat(lon: 0, lat: 90.001), nil, "/points/1/lat"),
      (LonLat(lon: .infinity, lat: 0), nil, "/points/1/lon"),
      (LonLat(lon: -180.5, lat: 0), nil, "/points/1/lon"),
      (LonLat(lon: 0, lat: 0), .nan, "/points/1/accuracy"),
      (LonLat(lon: 0, lat: 0), -1, "/points/1/accuracy"),
      (LonLat(lon: 0, lat: 0), .infinity, "/points/1/accuracy"),
    ] as [(LonLat, Double?, String)])
  func badPoints(position: LonLat, accuracy: Double?, pointer: String) throws {
    let street = try Street([])
    let now = street.clock.now()
    let refusal = #expect(throws: Refusal.self) {
      try street.engine.update(
        Street.device(1),
        points: [
          PositionFix(position: Street.home, at: now.adding(seconds: -5)),
          PositionFix(position: position, accuracy: accuracy, at: now),
        ], visible: street.visible)
    }
    #expect(refusal?.violations.map(\.pointer) == [pointer])
    #expect(street.engine.deviceCount == 0, "nothing of a refused call is taken")
  }

  @Test("Bad zones are refused, naming what is wrong")
  func badZones() {
    for (centre, radius, pointer) in [
      (LonLat(lon: 200, lat: 0), 5.0, "/centre"), (LonLat(lon: 0, lat: .nan), 5, "/centre"),
      (Street.home, -1, "/radius"), (Street.home, .nan, "/radius"), (Street.home, 1e9, "/radius"),
    ] {
      let refusal = #expect(throws: Refusal.self) { try Zone.circle(1, centre, radius) }
      #expect(refusal?.violations.first?.pointer == pointer)
    }
    let flat = MultiPolygon([Polygon([[Street.home, Street.east(5), Street.home]])])
    for area in [MultiPolygon([]), flat, MultiPolygon([Polygon([[LonLat(lon: .nan, lat: 0)]])])] {
      #expect(throws: Refusal.self) { try ZoneArea(area) }
    }
  }
}
