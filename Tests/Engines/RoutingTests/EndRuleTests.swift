import Geodesy
import OSMFiles
import Testing

@testable import Routing

/// Where ways may begin and end, and what lies between that is meant for its ends only.
@Suite struct EndRuleTests {
  private let residential: [OSMKey: String] = [.highway: "residential"]

  private func block(_ more: String = "") -> SketchWorld {
    var world = SketchWorld(
      """
      A-----B-----C-----D
      |     |     |     |
      |     X     Y     |
      |     1     2     |
      |     |     |     |
      E-----F-----G-----H
      """)
    for path in ["ABCD", "EFGH", "AE", "DH"] { world.way(path) }
    return world
  }

  @Test("a way begins on a one-way street that leads out, and does not end there")
  func oneWayOut() throws {
    var world = block()
    world.way("XB", [.highway: "residential", .oneway: "yes"])
    let router = StreetRouter([try world.network()])
    let (car, yard, far) = (StreetProfile(.car), world.place("X"), world.place("D"))
    let out = try router.route(from: yard, to: far, car)
    #expect(out.from.distance < 1 && !out.from.isPastIsland)
    let back = try router.route(from: far, to: yard, car)
    #expect(back.to.distance > 15 && back.to.isPastIsland)
    let table = try router.table(sources: [yard, far], targets: [yard, far], car)
    #expect(table.cells[0][1]?.distance == out.distance)
    #expect(table.cells[1][0]?.distance == back.distance)
  }

  @Test("a way ends on a one-way street that leads in, and does not begin there")
  func oneWayIn() throws {
    var world = block()
    world.way("BX", [.highway: "residential", .oneway: "yes"])
    let router = StreetRouter([try world.network()])
    let (car, yard, far) = (StreetProfile(.car), world.place("X"), world.place("D"))
    #expect(try router.route(from: far, to: yard, car).to.distance < 1)
    #expect(try router.route(from: yard, to: far, car).from.isPastIsland)
  }

  @Test("at a junction one sets out on each of its streets, whichever is one-way")
  func junction() throws {
    var world = block()
    world.way("FXB", [.highway: "residential", .oneway: "yes"])
    // The first piece in the file leads to the junction only.
    #expect(try world.route("B", "C", .car) == "BC")
    #expect(try world.route("F", "E", .car) == "FE")
    #expect(try world.route("B", "A", .car) == "BA")
  }

  @Test("a place in the open is not in the tunnel below it")
  func tunnel() throws {
    var world = SketchWorld(
      """
          P
          |
      A---1---B
          |
          Q
          |
      C-------D
      """)
    world.way("AB", [.highway: "primary", .tunnel: "yes", .layer: "-1"])
    world.way("PQ")
    world.way("CD")
    world.way("AC")
    world.way("BD")
    world.way("QC")
    let router = StreetRouter([try world.network()])
    let walk = try router.route(from: world.place("1"), to: world.place("A"), StreetProfile(.walk))
    #expect(walk.from.others.isEmpty)
    #expect(walk.distance > 100)
  }

  @Test("a ferry is boarded at its ends, also from a place beside its line")
  func ferry() throws {
    var world = SketchWorld(
      """
      A---------------B
      |               |
      |               |
      |               |
      |    1     2    |
      F---------------G
      """)
    world.way("AB", [.highway: "footway"])
    world.way("AF", [.highway: "footway"])
    world.way("BG", [.highway: "footway"])
    world.way("FG", [.route: "ferry", .foot: "yes", .duration: "00:20"])
    let route = try StreetRouter([try world.network()]).route(
      from: world.place("1"), to: world.place("2"), StreetProfile(.walk))
    #expect(!route.steps.contains { $0.maneuver == .ferry })
    #expect(abs(route.distance - 60) < 1)
  }

  @Test(
    "a private gate is gone round, and passed to reach what lies behind it",
    arguments: StreetMode.allCases)
  func gate(_ mode: StreetMode) throws {
    for tags: [OSMKey: String] in [
      [.barrier: "gate", .access: "private"],
      [.barrier: "lift_gate", .motorVehicle: "private", .foot: "private", .bicycle: "private"],
    ] {
      var world = block()
      world.way("BXF")
      world.node("X", tags)
      #expect(try world.route("A", "E", mode) == "AE")
      let open = world.place("B")
      let route = try StreetRouter([try world.network()]).route(
        from: open, to: world.place("F"), StreetProfile(mode))
      #expect(route.distance > 160, "\(mode) went through")
    }
    var alone = SketchWorld("A---B---X---C---D")
    alone.way("ABXCD")
    alone.node("X", [.barrier: "gate", .access: "private"])
    #expect(try alone.route("A", "D", mode) == "ABXCD")
  }

  @Test("a gate where two ways meet is one gate, and open for whom it does not hold")
  func gateBetweenWays() throws {
    var world = block()
    world.way("BX")
    world.way("FX")
    world.node("X", [.barrier: "gate", .motorVehicle: "private"])
    let router = StreetRouter([try world.network()])
    let (from, to) = (world.place("B"), world.place("F"))
    #expect(try router.route(from: from, to: to, StreetProfile(.car)).distance > 160)
    #expect(try router.route(from: from, to: to, StreetProfile(.walk)).distance < 60)
    #expect(try router.route(from: from, to: to, StreetProfile(.bicycle)).distance < 60)
  }

  @Test("from a street for its residents nobody is led over private ground")
  func destinationToPrivate() throws {
    var world = block()
    world.way("AX", [.highway: "residential", .vehicle: "destination"])
    world.way("XF", [.highway: "service", .access: "private"])
    let route = try StreetRouter([try world.network()]).route(
      from: world.place("X"), to: world.place("H"), StreetProfile(.car))
    #expect(route.distance > 250)
  }
}
