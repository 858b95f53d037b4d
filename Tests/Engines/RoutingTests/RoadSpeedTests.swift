import Base
import Geodesy
import OSMFiles
import Testing

@testable import Routing

@Suite struct RoadSpeedTests {
  private let morning = Instant(milliseconds: 1_700_000_000_000)

  private func world() -> SketchWorld {
    var world = SketchWorld(
      """
      A--1------B-----2--E
                |     |
                C-----D
      """)
    world.way("AB")
    world.way("BE")
    world.way("BCDE")
    return world
  }

  private func speeds(_ json: String) throws -> RoadSpeeds {
    try RoadSpeeds(json: Array(json.utf8))
  }

  private func profile(_ at: Instant?, _ mode: StreetMode = .car) -> StreetProfile {
    var profile = StreetProfile(mode)
    profile.at = at
    return profile
  }

  @Test("TV-RTE-04: traffic changes the time and, where better, the route, while it holds")
  func traffic() throws {
    var world = SketchWorld(
      """
      1--A------B--2
         |      |
         C------D
      """)
    world.way("EA")
    world.way("AB")
    world.way("ACDB")
    let network = try world.network()
    let router = StreetRouter([network])
    func line(_ profile: StreetProfile) throws -> (seconds: Double, metres: Double) {
      let route = try router.route(from: world.place("A"), to: world.place("B"), profile)
      return (route.duration, route.distance)
    }
    let usual = try line(profile(nil))
    router.replace(
      [network],
      speeds: try speeds(
        """
        {"speeds": [{"way": 2, "factor": 0.1, "from": "2023-11-14T22:00:00Z",
          "until": "2023-11-14T23:00:00Z"}]}
        """))
    let slow = try line(profile(morning))
    #expect(slow.seconds > usual.seconds * 1.2)
    #expect(slow.metres > usual.metres * 1.2)
    #expect(try line(profile(nil)) == usual)
    #expect(try line(profile(morning.adding(seconds: 3600))) == usual)
    // Who walks is not held up by cars.
    let walk = try line(profile(nil, .walk))
    #expect(try line(profile(morning, .walk)) == walk)
    router.replace([network])
    #expect(try line(profile(morning)) == usual)
  }

  @Test("a factor counts in its direction, the smallest of several counts, and 0 closes")
  func factors() throws {
    let world = world()
    let network = try world.network()
    func seconds(_ json: String, _ from: Character, _ to: Character) throws -> Double? {
      let router = StreetRouter()
      router.replace([network], speeds: try speeds(json))
      return try? router.summary(
        from: world.place(from), to: world.place(to), profile(morning)
      ).duration
    }
    let usual = try #require(try seconds(#"{"speeds": []}"#, "A", "B"))
    let oneWay = #"{"speeds": [{"way": 1, "direction": "forward", "factor": 0.5}]}"#
    #expect(abs(try #require(try seconds(oneWay, "A", "B")) - 2 * usual) < 0.01)
    #expect(abs(try #require(try seconds(oneWay, "B", "A")) - usual) < 0.01)
    let box = Bounds(west: 9.9, south: 0.9, east: 10.1, north: 1.1)
    let both =
      #"{"speeds": [{"way": 1, "factor": 0.5}, {"box": [\#(box.west), \#(box.south), "#
      + #"\#(box.east), \#(box.north)], "factor": 0.25}]}"#
    #expect(abs(try #require(try seconds(both, "A", "B")) - 4 * usual) < 0.02)
    let closed = #"{"speeds": [{"way": 2, "factor": 0}]}"#
    let round = try #require(try seconds(closed, "A", "D"))
    #expect(round > 0)
    #expect(try seconds(#"{"speeds": [{"box": [9, 0, 11, 2], "factor": 0}]}"#, "A", "B") == nil)
  }

  @Test("a hierarchy under road speeds finds what Dijkstra finds")
  func exact() throws {
    let town = try RandomTown(seed: 11, side: 9)
    var random = SeededRandom(seed: 5)
    var factors: [Int32: Double] = [:]
    for directed in 0..<Int32(2 * town.network.segmentCount) where random.next() % 3 == 0 {
      factors[directed] = random.next() % 5 == 0 ? 0 : 0.1 + random.unit()
    }
    let metric = StreetMetric(town.network, StreetProfile(.car), period: 0, factors: factors)
    let ends = RouteEnds(metric)
    let space = QuerySpace(nodes: metric.mode.nodeCount)
    var count = 0
    for _ in 0..<60 {
      let (p, q) = (town.place(&random), town.place(&random))
      let snapper = Snapper(metric: metric)
      guard let a = snapper.nearest(to: p).main, let b = snapper.nearest(to: q).main else {
        continue
      }
      var expected = PlainSearch(metric: metric).weight(
        from: ends.sources(a).map(\.seed), to: ends.targets(b).map(\.seed))
      if let direct = ends.direct(from: a, to: b)?.seed.weight {
        expected = min(expected ?? direct, direct)
      }
      let found = PathFinder(metric: metric).path(from: a, to: b, unpacks: false, in: space)
      #expect(found?.weight == expected)
      count += 1
    }
    #expect(count > 20)
  }

  @Test("periods are told apart at their ends; where nothing holds the usual speeds do")
  func periods() throws {
    let network = try world().network()
    let overlay = try #require(
      SpeedOverlay(
        speeds(
          """
          {"speeds": [
            {"way": 1, "factor": 0.5, "from": "2026-01-01T00:00:00Z", "until": "2026-01-02T00:00:00Z"},
            {"way": 2, "factor": 0.2, "from": "2026-01-03T00:00:00Z"},
            {"way": 99, "factor": 0.1, "from": "2026-01-02T12:00:00Z"}]}
          """), network))
    func at(_ text: String) throws -> (period: Int?, least: Double?) {
      let instant = try #require(Instant(rfc3339: text))
      return (overlay.period(at: instant), overlay.factors(at: instant).values.min())
    }
    for (text, least) in [
      ("2025-12-31T23:59:59Z", nil), ("2026-01-01T00:00:00Z", 0.5), ("2026-01-01T23:59:59Z", 0.5),
      ("2026-01-02T00:00:00Z", nil), ("2026-01-02T13:00:00Z", nil), ("2026-01-03T00:00:00Z", 0.2),
      ("2036-01-01T00:00:00Z", 0.2),
    ] {
      let found = try at(text)
      #expect(found.least == least && (found.period == nil) == (least == nil), "\(text)")
    }
    #expect(
      try at("2026-01-01T00:00:00Z").period != at("2026-01-03T00:00:00Z").period)
    #expect(
      SpeedOverlay(try speeds("{\"speeds\": [{\"way\": 99, \"factor\": 2}]}"), network) == nil)
    let far = "{\"box\": [-170, -60, -169, -59], \"factor\": 0.5}"
    #expect(SpeedOverlay(try speeds("{\"speeds\": [\(far)]}"), network) == nil)
    let many = Array(repeating: far, count: RoadSpeeds.maximumBoxes + 1).joined(separator: ",")
    #expect(throws: Refusal.self) { try speeds("{\"speeds\": [\(many)]}") }
  }

  @Test(
    "a file that is wrong is refused with what is wrong",
    arguments: [
      ("{", "JSON"), (#"{"speeds": 3}"#, "speeds"), (#"{"speeds": [{"factor": 1}]}"#, "way"),
      (#"{"speeds": [{"way": 1, "factor": -1}]}"#, "factor"),
      (#"{"speeds": [{"way": 1, "box": [0, 0, 1, 1], "factor": 1}]}"#, "way"),
      (#"{"speeds": [{"box": [0, 9, 1, 1], "factor": 1}]}"#, "box"),
      (#"{"speeds": [{"box": [0, 0, 1], "factor": 1}]}"#, "box"),
      (#"{"speeds": [{"way": 1, "factor": 1, "colour": "red"}]}"#, "colour"),
      (
        #"{"speeds": [{"way": 1, "factor": 1, "from": "2026-01-02T00:00:00Z", "#
          + #""until": "2026-01-01T00:00:00Z"}]}"#, "until"
      ),
    ])
  func wrong(_ json: String, _ names: String) {
    let refusal = #expect(throws: Refusal.self) { try speeds(json) }
    let told = (refusal?.detail ?? "") + (refusal?.violations.map { "\($0)" }.joined() ?? "")
    #expect(told.contains(names), "\(told)")
  }

  @Test("cars do not drive through streets that are open to residents only, and end there")
  func noThroughTraffic() throws {
    var world = SketchWorld(
      """
      G--A--------B--------C--H
         |                 |
         |                 |
         |                 |
         D-----------------E
      """)
    world.way("AB", [.highway: "residential", .motorVehicle: "destination"])
    world.way("BC", [.highway: "residential", .access: "private"])
    world.way("ADEC")
    world.way("GA")
    world.way("CH")
    #expect(try world.route("G", "H", .car) == "GADECH")
    let router = StreetRouter([try world.network()])
    let there = try router.summary(
      from: world.place("D"), to: world.place("B"), StreetProfile(.car))
    // The price of coming onto such ground is not time.
    #expect(there.duration < 60)
  }
}
