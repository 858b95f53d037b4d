import Base
import Geodesy
import OSMFiles
import Testing

@testable import Routing

/// One way between two ordinary streets: who may go along it, and in which direction.
@Suite struct AccessTests {
  /// `w` walk, `b` bicycle, `c` car along the way; capitals W, B, C against it.
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: [OSMKey: String]
    var users: String

    var testDescription: String {
      tags.map { "\($0.key.rawValue)=\($0.value)" }.sorted().joined(separator: " ") + " -> " + users
    }
  }

  static let cases: [Case] = [
    Case(tags: [.highway: "residential"], users: "wWbBcC"),
    Case(tags: [.highway: "motorway"], users: "c"),
    Case(tags: [.highway: "motorway", .oneway: "no"], users: "cC"),
    Case(tags: [.highway: "trunk", .motorroad: "yes"], users: "cC"),
    Case(tags: [.highway: "footway"], users: "wWbB"),
    Case(tags: [.highway: "footway", .bicycle: "no"], users: "wW"),
    Case(tags: [.highway: "footway", .foot: "yes", .bicycle: "no"], users: "wW"),
    Case(tags: [.highway: "pedestrian", .bicycle: "yes"], users: "wWbB"),
    Case(tags: [.highway: "steps"], users: "wWbB"),
    Case(tags: [.highway: "steps", .bicycle: "no"], users: "wW"),
    Case(tags: [.highway: "cycleway"], users: "bB"),
    Case(tags: [.highway: "cycleway", .foot: "yes"], users: "wWbB"),
    Case(tags: [.highway: "path"], users: "wWbB"),
    Case(tags: [.highway: "path", .foot: "no"], users: "bB"),
    Case(tags: [.highway: "bridleway"], users: ""),
    Case(tags: [.highway: "track"], users: "wWbB"),
    Case(tags: [.highway: "track", .motorVehicle: "destination"], users: "wWbBcC"),
    Case(tags: [.highway: "track", .access: "yes"], users: "wWbBcC"),
    Case(tags: [.highway: "track", .motorVehicle: "forestry"], users: "wWbB"),
    Case(tags: [.highway: "construction"], users: ""),
    Case(tags: [.highway: "proposed"], users: ""),
    Case(tags: [.railway: "platform"], users: "wWbB"),
    Case(tags: [.manMade: "pier"], users: "wWbB"),
    Case(tags: [.route: "ferry"], users: "wWbBcC"),
    Case(tags: [.route: "ferry", .foot: "yes"], users: "wWbB"),
    Case(tags: [.route: "ferry", .foot: "yes", .motorcar: "yes"], users: "wWbBcC"),
    // The more specific key decides.
    Case(tags: [.highway: "residential", .access: "no"], users: ""),
    Case(tags: [.highway: "residential", .access: "no", .foot: "yes"], users: "wWbB"),
    Case(tags: [.highway: "residential", .access: "no", .bicycle: "yes"], users: "bB"),
    Case(tags: [.highway: "residential", .vehicle: "no"], users: "wW"),
    Case(tags: [.highway: "residential", .vehicle: "no", .bicycle: "yes"], users: "wWbB"),
    Case(tags: [.highway: "residential", .motorVehicle: "no"], users: "wWbB"),
    Case(
      tags: [.highway: "residential", .motorVehicle: "no", .motorcar: "yes"], users: "wWbBcC"),
    Case(tags: [.highway: "residential", .foot: "use_sidepath"], users: "bBcC"),
    Case(tags: [.highway: "service", .access: "private"], users: "wWbBcC"),
    Case(tags: [.highway: "service", .access: "destination"], users: "wWbBcC"),
    // Of a list the most open word; one direction by itself, for bicycles unless they are named.
    Case(tags: [.highway: "residential", .motorVehicle: "agricultural;forestry"], users: "wWbB"),
    Case(tags: [.highway: "residential", .motorVehicle: "forestry; destination"], users: "wWbBcC"),
    Case(tags: [.highway: "residential", .motorVehicleBackward: "no"], users: "wWbBc"),
    Case(tags: [.highway: "residential", .motorcarForward: "no"], users: "wWbBC"),
    Case(
      tags: [.highway: "cycleway", .foot: "no", .vehicleBackward: "no", .bicycle: "yes"],
      users: "bB"),
    Case(
      tags: [.highway: "cycleway", .foot: "no", .bicycleBackward: "no"], users: "b"),
    Case(tags: [.highway: "primary", .oneway: "reversible"], users: "wWbB"),
    Case(tags: [.highway: "primary", .oneway: "alternating"], users: "wWbBcC"),
    // Directions; a bicycle is pushed against the traffic, but not around a roundabout.
    Case(tags: [.highway: "residential", .oneway: "yes"], users: "wWbBc"),
    Case(tags: [.highway: "residential", .oneway: "-1"], users: "wWbBC"),
    Case(tags: [.highway: "residential", .oneway: "yes", .foot: "no"], users: "bc"),
    Case(tags: [.highway: "residential", .junction: "roundabout"], users: "wWbc"),
    Case(
      tags: [.highway: "residential", .junction: "roundabout", .oneway: "no"], users: "wWbBcC"),
    Case(tags: [.highway: "residential", .oneway: "yes", .onewayBicycle: "no"], users: "wWbBc"),
    Case(tags: [.highway: "residential", .oneway: "yes", .cycleway: "opposite"], users: "wWbBc"),
    Case(
      tags: [.highway: "residential", .oneway: "yes", .cyclewayLeft: "opposite_lane"],
      users: "wWbBc"),
    Case(
      tags: [.highway: "residential", .oneway: "yes", .cyclewayLeftOneway: "no"], users: "wWbBc"),
    Case(tags: [.highway: "residential", .oneway: "yes", .foot: "yes"], users: "wWbBc"),
    Case(tags: [.highway: "footway", .onewayFoot: "yes", .bicycle: "no"], users: "w"),
    Case(tags: [.highway: "residential", .onewayBicycle: "yes"], users: "wWbBcC"),
    Case(tags: [.highway: "residential", .smoothness: "impassable"], users: "wWbB"),
  ]

  @Test("a way's tags decide who may use it and in which direction", arguments: cases)
  func access(_ sample: Case) throws {
    var world = SketchWorld("X1A----B2Y")
    world.way("XA")
    world.way("AB", sample.tags)
    world.way("BY")
    var users = ""
    for (mode, letter) in [(StreetMode.walk, "w"), (.bicycle, "b"), (.car, "c")] {
      if try world.route("1", "2", mode) == "AB" { users += letter }
      if try world.route("2", "1", mode) == "BA" { users += letter.uppercased() }
    }
    #expect(users == sample.users)
  }

  @Test("against the traffic of a one-way street a bicycle goes as fast as one walks")
  func pushed() throws {
    var world = SketchWorld("A-1-------------2-B")
    world.way("AB", [.highway: "residential", .oneway: "yes"])
    let router = StreetRouter([try world.network()])
    let ridden = try router.route(
      from: world.place("1"), to: world.place("2"), StreetProfile(.bicycle))
    let pushed = try router.route(
      from: world.place("2"), to: world.place("1"), StreetProfile(.bicycle))
    let walked = try router.route(
      from: world.place("2"), to: world.place("1"), StreetProfile(.walk))
    #expect(abs(pushed.distance - ridden.distance) < 0.1)
    #expect(pushed.duration > 3 * ridden.duration && pushed.duration > walked.duration)
  }

  struct Barrier: Sendable {
    var tags: [OSMKey: String]
    var users: String
  }

  static let barriers: [Barrier] = [
    Barrier(tags: [.barrier: "bollard"], users: "wb"),
    Barrier(tags: [.barrier: "bollard", .motorVehicle: "yes"], users: "wbc"),
    Barrier(tags: [.barrier: "gate"], users: "wbc"),
    Barrier(tags: [.barrier: "gate", .access: "no"], users: ""),
    Barrier(tags: [.barrier: "gate", .locked: "yes"], users: ""),
    Barrier(tags: [.barrier: "gate", .motorVehicle: "no"], users: "wb"),
    Barrier(tags: [.barrier: "kissing_gate"], users: "w"),
    Barrier(tags: [.barrier: "kerb"], users: "wbc"),
    Barrier(tags: [.barrier: "lift_gate"], users: "wbc"),
    Barrier(tags: [.barrier: "wall"], users: ""),
    Barrier(tags: [.highway: "traffic_signals"], users: "wbc"),
  ]

  @Test("a barrier on a node stops those whom it is meant for", arguments: barriers)
  func barrier(_ sample: Barrier) throws {
    var world = SketchWorld("X1A--B--C2Y")
    world.way("XABCY")
    world.node("B", sample.tags)
    var users = ""
    for (mode, letter) in [(StreetMode.walk, "w"), (.bicycle, "b"), (.car, "c")] {
      if try world.route("1", "2", mode) != nil { users += letter }
    }
    #expect(users == sample.users)
  }

  @Test("private and destination-only streets are used at the ends of a trip, not in between")
  func endsOnly() throws {
    for access in ["private", "destination"] {
      // The short way through is for residents.
      var around = SketchWorld(
        """
        X1A--3--B2Y
          |     |
          C-----D
        """)
      around.way("XA")
      around.way("BY")
      around.way("AB", [.highway: "residential", .access: access])
      around.way("ACDB")
      #expect(try around.route("1", "2", .car) == "ACDB")
      #expect(try around.route("1", "3", .car) == "A")
      #expect(try around.route("3", "2", .car) == "B")
    }
  }

  @Test("a ferry takes as long as its duration tag says")
  func ferryDuration() throws {
    var world = SketchWorld("X1A--------------------B2Y")
    world.way("XA")
    world.way("AB", [.route: "ferry", .duration: "00:20"])
    world.way("BY")
    let seconds = try world.duration("1", "2", StreetProfile(.walk))
    #expect(abs(seconds - 1200) < 30)
  }

  @Test("avoidances close streets; without a way left the refusal says so")
  func avoidances() throws {
    var world = SketchWorld(
      """
      X1A--B2Y
        |  |
        C--D
      """)
    world.way("XA")
    world.way("BY")
    world.way("AB", [.highway: "steps"])
    world.way("ACDB", [.highway: "footway"])
    #expect(try world.route("1", "2", .walk) == "AB")
    #expect(try world.route("1", "2", StreetProfile(.walk, avoid: .steps)) == "ACDB")

    var only = SketchWorld("X1A--B2Y")
    only.way("XA")
    only.way("BY")
    only.way("AB", [.highway: "steps"])
    let router = StreetRouter([try only.network()])
    let refusal = #expect(throws: Refusal.self) {
      try router.route(
        from: only.place("1"), to: only.place("2"), StreetProfile(.walk, avoid: .steps))
    }
    #expect(refusal?.slug == "no-route")
    #expect(refusal?.detail.contains("without that there is one") == true)
  }
}
