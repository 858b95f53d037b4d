import Base
import Geodesy
import OSMFiles
import Testing

@testable import Routing

@Suite struct RouteTests {
  private func town() -> SketchWorld {
    var world = SketchWorld(
      """
      A--1------B---------C
                |         |
                |         |
                D--3------E----2-F
      """)
    world.way("AB", [.highway: "residential", .name: "High Street"])
    world.way("BC", [.highway: "residential", .name: "High Street"])
    world.way("BD", [.highway: "steps"])
    world.way("CE", [.highway: "residential", .name: "Mill Lane"])
    world.way("DE", [.highway: "footway"])
    world.way("EF", [.highway: "residential", .name: "Church Road"])
    return world
  }

  @Test("steps name streets and turns, and add up to the route")
  func steps() throws {
    let world = town()
    let router = StreetRouter([try world.network()])
    let drive = try router.route(
      from: world.place("1"), to: world.place("2"), StreetProfile(.car))
    #expect(
      drive.steps.map(\.instruction) == [
        "Drive east on High Street.", "Turn right onto Mill Lane.", "Turn left onto Church Road.",
        "You have arrived.",
      ])
    #expect(drive.steps.map(\.maneuver) == [.depart, .right, .left, .arrive])
    let walk = try router.route(
      from: world.place("1"), to: world.place("3"), StreetProfile(.walk))
    #expect(walk.steps.contains { $0.maneuver == .steps })
    #expect(walk.steps.first?.instruction == "Walk east on High Street.")
    for route in [drive, walk] {
      let metres = route.steps.reduce(0) { $0 + $1.distance }
      #expect(abs(metres - route.distance) < 0.1)
      #expect(route.steps.allSatisfy { $0.geometryStart < route.geometry.count })
      var length = 0.0
      for (a, b) in zip(route.geometry, route.geometry.dropFirst()) {
        length += Geodesic.distance(from: a, to: b)
      }
      #expect(abs(length - route.distance) < 0.2)
    }
    // Time for turns is in the route, not in the steps of a car.
    let seconds = walk.steps.reduce(0) { $0 + $1.duration }
    #expect(abs(seconds - walk.duration) < 0.1)
  }

  @Test(
    "exits of roundabouts are told by their ordinals",
    arguments: zip([1, 2, 8, 9, 11], ["first", "second", "eighth", "9th", "11th"]))
  func exits(number: Int, word: String) {
    #expect(
      Instructions.roundabout(exit: number, street: "East Road", mode: .car)
        == "At the roundabout take the \(word) exit onto East Road.")
  }

  @Test("a roundabout is one step that counts its exits")
  func roundabout() throws {
    var world = SketchWorld(
      """
              N
              |
              A
             / \\
      W-1---B   D---2-E
             \\ /
              C
              |
              S
      """)
    world.way("ABCDA", [.highway: "residential", .junction: "roundabout"])
    world.way("NA", [.highway: "residential", .name: "North Road"])
    world.way("WB", [.highway: "residential", .name: "West Road"])
    world.way("CS", [.highway: "residential", .name: "South Road"])
    world.way("DE", [.highway: "residential", .name: "East Road"])
    #expect(try world.route("1", "2", .car) == "BCD")
    let router = StreetRouter([try world.network()])
    let route = try router.route(
      from: world.place("1"), to: world.place("2"), StreetProfile(.car))
    #expect(
      route.steps.map(\.instruction) == [
        "Drive east on West Road.", "At the roundabout take the second exit onto East Road.",
        "You have arrived.",
      ])
  }

  @Test("from a place to itself is no way at all")
  func samePlace() throws {
    let world = town()
    let router = StreetRouter([try world.network()])
    let route = try router.route(
      from: world.place("1"), to: world.place("1"), StreetProfile(.walk))
    #expect(route.distance == 0)
    #expect(route.duration == 0)
    #expect(route.geometry.count == 2)
  }

  @Test("a behind-lying place on a one-way street is reached by going round")
  func roundTheBlock() throws {
    var world = SketchWorld(
      """
      A--2---1--B
      |         |
      C---------D
      """)
    world.way("AB", [.highway: "residential", .oneway: "yes"])
    world.way("BDCA")
    #expect(try world.route("2", "1", .car) == "")
    #expect(try world.route("1", "2", .car) == "BDCA")
    #expect(try world.route("1", "2", .walk) == "")
  }

  @Test("networks are replaced while the router answers")
  func replace() throws {
    let world = town()
    let router = StreetRouter([])
    #expect(throws: Refusal.self) { try router.snap(world.place("1"), StreetProfile(.walk)) }
    router.replace([try world.network()])
    #expect(try router.snap(world.place("1"), StreetProfile(.walk)).distance < 0.01)
    #expect(router.bounds.count == 1)
  }

  @Test("a matrix beyond the limit is refused")
  func hugeMatrix() throws {
    let world = town()
    let router = StreetRouter([try world.network()])
    let many = Array(repeating: world.place("1"), count: 501)
    let refusal = #expect(throws: Refusal.self) {
      try router.matrix(sources: many, targets: many, StreetProfile(.walk))
    }
    #expect(refusal?.slug == "too-many-pairs")
    #expect(try router.matrix(sources: [], targets: many, StreetProfile(.walk)).isEmpty)
  }

  @Test("an isochrone holds what is reached in time and grows with it")
  func isochrone() throws {
    let town = try RandomTown(seed: 5, side: 10)
    let router = StreetRouter([town.network])
    let profile = StreetProfile(.walk)
    let centre = LonLat(lon: 7.005, lat: 43.005)
    let areas = try router.isochrone(at: centre, seconds: [120, 300, 600], profile)
    #expect(areas.count == 3)
    var sizes: [Double] = []
    for area in areas {
      var size = 0.0
      for polygon in area.polygons {
        for ring in polygon.rings {
          #expect(ring.count >= 4)
          #expect(ring.first == ring.last)
        }
        size += shoelace(polygon.exterior)
        #expect(shoelace(polygon.exterior) > 0)
        for hole in polygon.rings.dropFirst() { #expect(shoelace(hole) < 0) }
      }
      sizes.append(size)
    }
    #expect(sizes[0] < sizes[1])
    #expect(sizes[1] < sizes[2])
    // From off the streets the way onto them takes its time.
    let away = LonLat(lon: 7.005, lat: 42.996)
    let metres = try router.snap(away, profile).distance
    try #require((150...500).contains(metres))
    let reached = try router.isochrone(at: away, seconds: [metres / 5 * 3.6 - 5], profile)
    #expect(reached.map(\.polygons.isEmpty) == [true])
    var random = SeededRandom(seed: 1)
    for _ in 0..<200 {
      let place = town.place(&random)
      guard let snapped = try? router.snap(place, profile), snapped.distance < 5,
        let summary = try? router.summary(from: centre, to: place, profile)
      else { continue }
      let isInside = areas[1].polygons.contains { inside($0, place) }
      if summary.duration < 250 { #expect(isInside) }
    }
    #expect(throws: Refusal.self) {
      try router.isochrone(at: centre, seconds: [.infinity], profile)
    }
  }

  @Test("a stop that is reached later than on foot takes nothing from an isochrone")
  func laterStarts() throws {
    var world = SketchWorld(
      """
      A-----------------------------B-------C-1-D-----------------E
                                            |   |
                                            F   G
      """)
    for way in ["AB", "BC", "CD", "DE", "CF", "DG"] { world.way(way) }
    let router = StreetRouter([try world.network()])
    let stop = PlaceSet([world.place("1")])
    func area(_ seconds: Double, _ after: Double?) throws -> MultiPolygon {
      try router.isochrone(
        at: world.place("A"), seconds: [seconds], StreetProfile(.walk), later: [(stop, [after])])[0]
    }
    func holdsEnd(_ area: MultiPolygon) -> Bool {
      area.polygons.contains { inside($0, world.place("E")) }
    }
    // The 400 m to the stop take five minutes on foot, the street to its end seven and a quarter.
    #expect(try holdsEnd(area(450, nil)) && !holdsEnd(area(300, nil)))
    #expect(try area(450, 400) == area(450, nil))
    #expect(try holdsEnd(area(300, 60)))
  }

  private func shoelace(_ ring: [LonLat]) -> Double {
    zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0.lon * $1.1.lat - $1.1.lon * $1.0.lat }
  }

  private func inside(_ polygon: Geodesy.Polygon, _ p: LonLat) -> Bool {
    var isInside = false
    for ring in polygon.rings {
      for (a, b) in zip(ring, ring.dropFirst()) where (a.lat > p.lat) != (b.lat > p.lat) {
        if p.lon < a.lon + (p.lat - a.lat) / (b.lat - a.lat) * (b.lon - a.lon) { isInside.toggle() }
      }
    }
    return isInside
  }
}
