import Base
import Foundation
import Geodesy
import Testing

@testable import Proximity

@Suite struct ReplayTests {
  static let route = LineString([Street.home, Street.east(600), Street.east(1_200)])

  static func stops(_ radius: Double, at places: [Double]) throws -> [Zone] {
    try places.enumerated().map { try Zone.circle($0, Street.east($1), radius) }
  }

  @Test("Without noise every stop is met where the route enters its circle")
  func withoutNoise() throws {
    var replay = WalkReplay()
    replay.noise = NoiseModel(deviation: 0)
    let report = try replay.walk(Self.route, stops: Self.stops(20, at: [200, 500, 900]))
    for (visit, expected) in zip(report.visits, [180.0, 480, 880]) {
      #expect(abs((visit.truly ?? 0) - expected) < 3 && visit.lateBy == 0)
    }
    #expect(report.missed.isEmpty && report.falsely.isEmpty && report.offRoute.isEmpty)
    #expect(report.overlapping.isEmpty && report.outOfOrder.isEmpty && report.repeated == 0)
    #expect(abs(report.metres - 1_200) < 0.01 && abs(report.seconds - 864) < 0.1)
  }

  @Test("The same seed gives the same walk, another one another", arguments: [1, 2] as [UInt64])
  func repeatable(seed: UInt64) throws {
    var replay = WalkReplay()
    replay.noise = NoiseModel(deviation: 15)
    replay.seed = seed
    let stops = try Self.stops(25, at: [200, 500, 900])
    let report = try replay.walk(Self.route, stops: stops)
    #expect(try replay.walk(Self.route, stops: stops) == report)
    replay.seed = seed + 100
    #expect(try replay.walk(Self.route, stops: stops) != report)
  }

  @Test("Stops off the route, overlapping and in the wrong order are reported")
  func defects() throws {
    var replay = WalkReplay()
    replay.noise = NoiseModel(deviation: 0)
    let aside = Geodesic.destination(
      from: Street.east(700), bearingDegrees: 0, distanceMetres: 60)
    let stops = try [
      Zone.circle(0, Street.east(200), 40), Zone.circle(1, Street.east(250), 40),
      Zone.circle(2, aside, 20), Zone.circle(3, Street.east(1_000), 20),
      Zone.circle(4, Street.east(500), 20),
    ]
    let report = try replay.walk(Self.route, stops: stops)
    #expect(report.offRoute == [SampleZones.id(2)])
    #expect(report.overlapping.map(\.first) == [SampleZones.id(0)])
    #expect(report.overlapping.map(\.second) == [SampleZones.id(1)])
    #expect(report.outOfOrder == [SampleZones.id(3)] || report.outOfOrder == [SampleZones.id(4)])
  }

  @Test(
    "Small circles are missed with bad reception, wide ones are not", arguments: [3] as [UInt64])
  func noise(seed: UInt64) throws {
    let places = stride(from: 100.0, through: 1_100, by: 100).map { $0 }
    var (small, wide) = (0, 0)
    for i in 0..<10 {
      var replay = WalkReplay()
      replay.noise = NoiseModel(deviation: 15)
      replay.seed = seed + UInt64(i)
      small += try replay.walk(Self.route, stops: Self.stops(5, at: places)).missed.count
      wide += try replay.walk(Self.route, stops: Self.stops(45, at: places)).missed.count
    }
    #expect(small > 30 && wide == 0, "seed \(seed): \(small), \(wide) of 110")
  }

  @Test("A receiver's error has the deviation and the correlation it is said to have")
  func noiseModel() {
    var source = NoiseSource(NoiseModel(deviation: 10), seed: 4)
    var east: [Double] = []
    for _ in 0..<20_000 {
      let p = source.measure(Street.home, after: 2)
      let d = Ruler(at: Street.home)?.offset(to: p)
      east.append(d?.east ?? .nan)
    }
    let variance = east.reduce(0) { $0 + $1 * $1 } / Double(east.count)
    #expect(abs(variance.squareRoot() - 10) < 0.8)
    let lagged = zip(east, east.dropFirst(10)).reduce(0) { $0 + $1.0 * $1.1 } / Double(east.count)
    #expect(abs(lagged / variance - exp(-1)) < 0.08, "after 20 s, two thirds are forgotten")
  }

  @Test("Senseless walks are refused")
  func badInput() throws {
    func refused(_ change: (inout WalkReplay) -> Void, _ route: LineString = Self.route) -> String?
    {
      var replay = WalkReplay()
      change(&replay)
      do {
        _ = try replay.walk(route, stops: [])
        return nil
      } catch {
        return error.violations.first?.pointer
      }
    }
    #expect(refused({ $0.speed = .nan }) == "speed")
    #expect(refused({ $0.interval = 0 }) == "interval")
    #expect(refused({ $0.noise.deviation = -1 }) == "noise")
    #expect(refused({ _ in }, LineString([])) == "/route")
    #expect(refused({ _ in }, LineString([Street.home, LonLat(lon: .nan, lat: 0)])) == "/route")
    let around = LineString([
      LonLat(lon: -170, lat: 0), LonLat(lon: 0, lat: 0), LonLat(lon: 170, lat: 0),
    ])
    #expect(refused({ $0.interval = 0.1 }, around) == "interval")
  }
}
