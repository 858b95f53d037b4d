import OSMFiles
import Testing

@testable import Routing

@Suite struct RuleTests {
  @Test(
    "speed limits are read in all their forms",
    arguments: [
      ("50", 50), ("30 mph", 48), ("30mph", 48), ("none", 255), ("walk", 7), ("DE:urban", 50),
      ("DE:rural", 100), ("DE:zone30", 30), ("DE:zone:30", 30), ("GB:zone20", 32), ("50;30", 30),
      ("FR:30", 30), ("signals", nil), ("", nil), ("-5", nil), ("1e9", nil), ("NaN", nil),
      ("0", nil), ("RU:living_street", 7), ("NL:rural", 80), ("DK:rural", 80),
      ("RO:trunk", 100), ("RO:motorway", 130), ("CZ:motorway", 130), ("JP:express", 100),
      ("DE:motorway", 255), ("DE:trunk", 100), ("AT:rural", 100), ("AT:motorway", 130),
      ("CH:rural", 80), ("CH:trunk", 100), ("CH:motorway", 120), ("FR:rural", 80),
      ("FR:trunk", 110), ("FR:motorway", 130), ("IT:motorway", 130), ("IT:trunk", 110),
      ("BE-VLG:rural", 70), ("NL:motorway", 130), ("DK:motorway", 130), ("SE:rural", 70),
      ("SE:motorway", 110), ("FI:rural", 80), ("FI:motorway", 120), ("NO:rural", 80),
      ("NO:motorway", 110), ("PT:rural", 90), ("PT:trunk", 100), ("PT:motorway", 120),
      ("ES:rural", 90), ("PL:motorway", 140), ("RU:urban", 60), ("RU:rural", 90),
      ("RU:motorway", 110), ("UA:urban", 50), ("GB:nsl_restricted", 48), ("GB:nsl_single", 97),
      ("GB:nsl_dual", 113), ("GB:motorway", 113), ("UK:nsl_single", 97), ("UK:nsl_dual", 113),
      ("UK:motorway", 113), ("HU:motorway", 130), ("HU:trunk", 110), ("GR:rural", 90),
      ("JP:nsl", 60),
    ] as [(String, UInt8?)])
  func speedLimit(_ text: String, _ expected: UInt8?) {
    #expect(SpeedLimit.parse(text) == expected)
  }

  @Test("limits of one direction override the limit of both, and zones stand in for none")
  func directedLimits() {
    let limits = SpeedLimit.limits(
      OSMTags([.maxspeed: "50", .maxspeedBackward: "30", .maxspeedType: "DE:urban"]))
    #expect(limits.forward == 50)
    #expect(limits.backward == 30)
    #expect(SpeedLimit.limits(OSMTags([.zoneMaxspeed: "DE:30"])).forward == 30)
    #expect(SpeedLimit.limits(OSMTags()).forward == 0)
  }

  @Test(
    "durations of ferries are read as published",
    arguments: [
      ("00:20", 1200), ("1:30:10", 5410), ("15", 900), ("PT20M", 1200), ("PT1H30M", 5400),
      ("abc", nil), ("", nil), ("PT", nil), ("1:2:3:4", nil), ("-5", nil), ("1e300", nil),
    ] as [(String, Double?)])
  func durations(_ text: String, _ expected: Double?) {
    #expect(StreetRules.seconds(text) == expected)
  }

  @Test("attributes lie in files without gaps")
  func layout() {
    #expect(MemoryLayout<StreetAttributes>.size == 20)
    #expect(MemoryLayout<StreetAttributes>.stride == 20)
  }

  @Test("walking slows on slopes as Tobler measured, cycling as Parkin and Rotheram did")
  func slopes() {
    let walk = WalkSpeeds(StreetProfile(.walk))
    #expect(abs(walk.slopeFactor(0) - 1) < 1e-12)
    #expect(abs(walk.slopeFactor(-0.05) - 0.8395) < 1e-3)
    #expect(abs(walk.slopeFactor(0.1) - 1.419) < 1e-3)
    let ride = BicycleSpeeds(StreetProfile(.bicycle))
    #expect(abs(ride.slopeFactor(0.05) - 1.5) < 1e-9)
    #expect(ride.slopeFactor(-0.05) < 1)
    #expect(ride.slopeFactor(0.4) == ride.slopeFactor(0.3))
    #expect(walk.slopeFactor(.infinity).isFinite)
  }

  @Test(
    "a bicycle is slower where a way is rough",
    arguments: [
      ([.smoothness: "bad"], 1), ([.smoothness: "very_bad"], 0.5), ([.smoothness: "horrible"], 0.3),
      ([.surface: "gravel"], 0.5), ([.surface: "sett"], 0.75), ([.surface: "sand"], 0.25),
      ([.surface: "rock"], 0.4), ([.surface: "grass"], 0.5), ([.surface: "compacted"], 0.9),
    ] as [([OSMKey: String], Double)])
  func roughness(_ tags: [OSMKey: String], _ factor: Double) throws {
    func seconds(_ tags: [OSMKey: String]) throws -> Double {
      var world = SketchWorld("A-1-------------2-B")
      world.way("AB", tags.merging([.highway: "residential"]) { own, _ in own })
      return try StreetRouter([try world.network()]).route(
        from: world.place("1"), to: world.place("2"), StreetProfile(.bicycle)
      ).duration
    }
    let seen = try seconds([:]) / seconds(tags)
    #expect(abs(seen - factor) < 0.02, "\(seen)")
  }

  @Test("a ferry whose duration nobody has published goes at 6 km/h, with bicycles too")
  func ferries() throws {
    for mode in [StreetMode.walk, .bicycle] {
      var world = SketchWorld("A-B-------------C-D")
      world.way("AB")
      world.way("BC", [.route: "ferry"])
      world.way("CD")
      let route = try StreetRouter([try world.network()]).route(
        from: world.place("A"), to: world.place("D"), StreetProfile(mode))
      let ferry = try #require(route.steps.first { $0.maneuver == .ferry })
      let speed = ferry.distance / ferry.duration * 3.6
      #expect(abs(speed - 6) < 0.1, "\(mode): \(speed)")
    }
  }

  @Test("speeds of profiles are brought into range")
  func profileSpeeds() {
    #expect(StreetProfile(.walk, speedKmh: 400).speedKmh == 15)
    #expect(StreetProfile(.walk, speedKmh: .nan).speedKmh == nil)
    #expect(StreetProfile(.car, speedKmh: -1).speedKmh == 20)
  }
}
