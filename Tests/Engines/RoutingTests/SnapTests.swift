import Base
import Geodesy
import OSMFiles
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

  @Test("of streets as near within a few metres, the one with the best way is taken")
  func ties() throws {
    // Two carriageways side by side that meet far away: which is nearer says nothing.
    var world = SketchWorld(
      """
      A-------------------------B
      |1                        |2
      C                         D
      |                         |
      E-------------------------F
      """)
    world.way("AB", [.highway: "residential", .oneway: "yes"])
    world.way("BDF")
    world.way("FE", [.highway: "residential", .oneway: "yes"])
    world.way("ECA")
    let network = try world.network()
    let router = StreetRouter([network])
    let car = StreetProfile(.car)
    // From 10 m right of the corner: 3 m nearer to the one or the other.
    func place(_ east: Double, _ south: Double) -> LonLat {
      let a = world.place("A")
      return LonLat(lon: a.lon + east * 9e-6, lat: a.lat - south * 9e-6)
    }
    let goal = world.place("C")
    for (east, south) in [(6.0, 7.0), (7.0, 6.0)] {
      let route = try router.route(from: place(east, south), to: goal, car)
      // Down the left side, not once around all.
      #expect(route.distance < 30, "\(east) \(south): \(route.distance)")
      #expect(Geodesic.distance(from: route.geometry[0], to: route.from.position) < 0.1)
      #expect(abs(route.from.distance - 6.5) < 0.6)
      let table = try router.table(sources: [place(east, south)], targets: [goal], car)
      #expect(table.cells[0][0]?.distance == route.distance)
    }
  }

  @Test("of streets as near on one island, the one with the best way is taken, too")
  func tiesOnIslands() throws {
    var world = SketchWorld(
      """
      A-------------------------B
      |1                        |2
      C                         D
      |                         |
      E-------------------------F







      G--H--I--J--K--L--M--N--O--P
      Q--R--S--T--U--V--W--X--Y--Z
      """)
    world.way("AB", [.highway: "residential", .oneway: "yes"])
    world.way("BDF")
    world.way("FE", [.highway: "residential", .oneway: "yes"])
    world.way("ECA")
    for way in ["GHIJKLMNOP", "QRSTUVWXYZ"] { world.way(way) }
    for way in ["GQ", "HR", "IS", "JT", "KU", "LV", "MW", "NX", "OY", "PZ"] { world.way(way) }
    let router = StreetRouter([try world.network()])
    let a = world.place("A")
    for (east, south) in [(6.0, 7.0), (7.0, 6.0)] {
      let place = LonLat(lon: a.lon + east * 9e-6, lat: a.lat - south * 9e-6)
      let route = try router.route(from: place, to: world.place("C"), StreetProfile(.car))
      #expect(route.distance < 30, "\(east) \(south): \(route.distance)")
    }
  }

  @Test("a car is not sent to someone's driveway from outside, but from the street before it")
  func driveways() throws {
    var world = SketchWorld(
      """
      A--------B--------C
               |
               |1
               D
      """)
    world.way("ABC")
    world.way("BD", [.highway: "service", .access: "private"])
    let router = StreetRouter([try world.network()])
    let place = world.place("1")
    #expect(try router.snap(place, StreetProfile(.car)).distance > 15)
    #expect(try router.snap(place, StreetProfile(.walk)).distance < 11)
  }

  @Test("places on different maps are not joined by a false way")
  func differentMaps() throws {
    var west = SketchWorld(
      """
      A------B------C
      |1     |      |
      D------E------F
      """)
    var east = SketchWorld(
      """
                                                                          G------H------I
                                                                          |2     |      |
                                                                          J------K------L
      """)
    for way in ["ABC", "DEF", "AD", "BE", "CF"] { west.way(way) }
    for way in ["GHI", "JKL", "GJ", "HK", "IL"] { east.way(way) }
    let router = StreetRouter([try west.network(), try east.network()])
    let walk = StreetProfile(.walk)
    let (here, there) = (west.place("1"), east.place("2"))
    let refusal = #expect(throws: Refusal.self) {
      try router.route(from: here, to: there, walk)
    }
    #expect(
      refusal?.slug == "no-route" && refusal?.detail.contains("different imported maps") == true)
    #expect(try router.route(from: here, to: west.place("F"), walk).distance > 50)
    #expect(try router.route(from: there, to: east.place("L"), walk).distance > 50)
    let table = try router.table(
      sources: [here, west.place("F")], targets: [there, west.place("C")], walk)
    #expect(table.cells.map { $0.map { $0 != nil } } == [[false, true], [false, true]])
  }

  @Test("the fastest way by bicycle keeps the triangle inequality, the usual one is calmer")
  func fastest() throws {
    var world = SketchWorld(
      """
      A-------B-------C-------D-------E
      |       |       |       |       |
      F-------G-------H-------I-------J
      |       |       |       |       |
      K-------L-------M-------N-------O
      |       |       |       |       |
      P-------Q-------R-------S-------T
      """)
    var random = SeededRandom(seed: 31)
    let kinds = ["residential", "primary", "footway", "steps", "track", "cycleway", "secondary"]
    for way in [
      "AB", "BC", "CD", "DE", "FG", "GH", "HI", "IJ", "KL", "LM", "MN", "NO", "PQ", "QR", "RS",
      "ST",
      "AF", "BG", "CH", "DI", "EJ", "FK", "GL", "HM", "IN", "JO", "KP", "LQ", "MR", "NS", "OT",
    ] {
      world.way(way, [.highway: kinds[Int(random.next() % UInt64(kinds.count))]])
    }
    let router = StreetRouter([try world.network()])
    var fast = StreetProfile(.bicycle)
    fast.isFastest = true
    let places = "ABCDEFGHIJKLMNOPQRST".map { world.place($0) }
    let times = try router.table(sources: places, targets: places, fast).cells
    let calm = try router.table(sources: places, targets: places, StreetProfile(.bicycle)).cells
    var worse = 0
    for a in places.indices {
      for c in places.indices {
        guard let direct = times[a][c]?.duration else { continue }
        if let usual = calm[a][c]?.duration {
          #expect(direct <= usual + 0.1)
          worse += direct < usual - 1 ? 1 : 0
        }
        for b in places.indices {
          guard let first = times[a][b]?.duration, let second = times[b][c]?.duration else {
            continue
          }
          // In whole milliseconds by piece of street.
          #expect(direct <= first + second + 0.5)
        }
      }
    }
    #expect(worse > 0)
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
