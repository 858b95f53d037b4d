import Base
import Geodesy
import Testing

@testable import Routing

@Suite struct SnapTests {
  @Test("a place snaps to the nearest point of the nearest usable street")
  func nearest() throws {
    let town = try RandomTown(seed: 9, side: 7)
    var random = SeededRandom(seed: 3)
    for mode in StreetMode.allCases {
      let metric = StreetMetric(town.network, StreetProfile(mode))
      for _ in 0..<8 {
        let place = town.place(&random)
        let near = Snapper(metric: metric).nearest(to: place)
        var best = Double.infinity
        for segment in 0..<town.network.segmentCount {
          let costs = metric.segments.costs
          guard
            costs[2 * segment] != SegmentCosts.closed
              || costs[2 * segment + 1] != SegmentCosts.closed
          else { continue }
          // Brute force: samples along every street.
          let cut = LineCut(town.network.points(segment))
          for step in 0...100 {
            let point = cut.part(from: 0, to: Double(step) / 100).last?.lonLat ?? place
            best = min(best, Geodesic.distance(from: place, to: point))
          }
        }
        let found = min(near.main?.distance ?? .infinity, near.island?.distance ?? .infinity)
        #expect(found <= best + 0.01)
        #expect(found >= best - 1)
      }
    }
  }

  @Test("an island is passed over for the main network, and the answer says so")
  func islands() throws {
    var world = SketchWorld(
      """
      A-----B-----C-----D
      |     |     |     |
      E-----F-----G-----H

      1
      X-----------------Y
      2
      """)
    world.way("ABCD")
    world.way("EFGH")
    for column in ["AE", "BF", "CG", "DH"] { world.way(column) }
    world.way("XY")
    let router = StreetRouter([try world.network()])
    let walk = StreetProfile(.walk)
    let snapped = try router.snap(world.place("2"), walk)
    #expect(snapped.isPastIsland)
    #expect(snapped.distance > 25)
    let route = try router.route(from: world.place("2"), to: world.place("D"), walk)
    #expect(route.from.isPastIsland)
    #expect(!route.to.isPastIsland)
  }

  @Test("two places on the same island are joined there")
  func sameIsland() throws {
    var world = SketchWorld(
      """
      A-----B-----C-----D
      |     |     |     |
      E-----F-----G-----H


      X--1-----------2--Y
      """)
    world.way("ABCD")
    world.way("EFGH")
    for column in ["AE", "BF", "CG", "DH"] { world.way(column) }
    world.way("XY")
    let router = StreetRouter([try world.network()])
    let route = try router.route(
      from: world.place("1"), to: world.place("2"), StreetProfile(.walk))
    #expect(!route.from.isPastIsland)
    #expect(abs(route.distance - 120.2) < 1)
    let table = try router.matrix(
      sources: [world.place("1")], targets: [world.place("2")], StreetProfile(.walk))
    #expect(table[0][0]?.distance == route.distance)
  }

  @Test("a place far from any street is refused with its distance")
  func tooFar() throws {
    var world = SketchWorld("A-1-B")
    world.way("AB")
    let router = StreetRouter([try world.network()])
    let far = LonLat(lon: 10, lat: 1.05)
    let refusal = #expect(throws: Refusal.self) {
      try router.route(from: world.place("1"), to: far, StreetProfile(.walk))
    }
    #expect(refusal?.slug == "no-network-near")
    #expect(refusal?.detail.contains(" m away") == true)
    #expect(refusal?.violations.first?.pointer == "to")
    for wrong in [LonLat(lon: .nan, lat: 1), LonLat(lon: 10, lat: 90), LonLat(lon: 1e300, lat: 0)] {
      #expect(throws: Refusal.self) {
        try router.route(from: wrong, to: far, StreetProfile(.walk))
      }
    }
    #expect(throws: Refusal.self) { try StreetRouter([]).snap(far, StreetProfile(.walk)) }
  }

  @Test("both sides of a street and both directions along it are found")
  func sides() throws {
    var world = SketchWorld(
      """
        1     2
      A-----------B
        3     4
      """)
    world.way("AB")
    let router = StreetRouter([try world.network()])
    for pair in ["12", "34", "14", "32", "21", "43"] {
      let ends = Array(pair)
      let route = try router.route(
        from: world.place(ends[0]), to: world.place(ends[1]), StreetProfile(.walk))
      #expect(abs(route.distance - 60.1) < 0.5)
      #expect(route.geometry.count == 2)
    }
  }
}
