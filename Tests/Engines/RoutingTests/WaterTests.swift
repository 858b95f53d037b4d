import Base
import Geodesy
import OSMFiles
import Testing

@testable import Routing

@Suite struct WaterTests {
  /// A river between two streets: the place is nearer to the one on the other bank.
  private func banks(_ tags: [OSMKey: String], _ river: String, joined: Bool = true) throws
    -> (SketchWorld, StreetRouter)
  {
    var world = SketchWorld(
      """
      A---------------------------B
      P-------------------------Q |
                                  |
      S-------------------------R |
                   1              |
                                  |
                                  |
                                  |
                                  |
      C---------------------------D
      """)
    world.way("AB")
    world.way("CD")
    if joined { world.way("BD") }
    world.shape(river, tags)
    return (world, StreetRouter([try world.network()]))
  }

  @Test("a street behind water is passed over for one that is not")
  func otherBank() throws {
    for (tags, river) in [
      ([.natural: "water"], "PQRSP"), ([.waterway: "river"], "SR"), ([.waterway: "canal"], "PQ"),
    ] as [([OSMKey: String], String)] {
      let (world, router) = try banks(tags, river)
      let place = try router.snap(world.place("1"), StreetProfile(.walk))
      #expect(abs(place.distance - 50) < 1 && !place.isOverWater, "\(tags)")
      let route = try router.route(
        from: world.place("1"), to: world.place("A"), StreetProfile(.walk))
      #expect(route.distance > 350, "over the bridge")
    }
    // One steps over a ditch, and around a pool; what flows below ground is no water.
    for (tags, river) in [
      ([.waterway: "ditch"], "PQ"), ([.leisure: "swimming_pool"], "PQRSP"),
      ([.waterway: "river", .tunnel: "culvert"], "SR"),
    ] as [([OSMKey: String], String)] {
      let (world, router) = try banks(tags, river)
      let place = try router.snap(world.place("1"), StreetProfile(.walk))
      #expect(abs(place.distance - 40) < 1 && !place.isOverWater, "\(tags)")
    }
  }

  @Test("where every street lies behind water, or one is on it, the answer says so")
  func overWater() throws {
    // A lake, and land within the loop of a river.
    for tags in [[.natural: "water"], [.waterway: "river"]] as [[OSMKey: String]] {
      var world = SketchWorld(
        """
        A---------------B

        P---------------Q
        |               |
        |               |
        |     2         |
        S---------------R
        """)
      world.way("AB")
      world.shape("PQRSP", tags)
      let router = StreetRouter([try world.network()])
      let place = try router.snap(world.place("2"), StreetProfile(.walk))
      #expect(place.isOverWater && abs(place.distance - 50) < 1, "\(tags)")
      let route = try router.route(
        from: world.place("2"), to: world.place("B"), StreetProfile(.walk))
      #expect(route.from.isOverWater && !route.to.isOverWater)
      // A bridge or a quay is as wide as this.
      let beside = LonLat(lon: world.place("P").lon + 1e-5, lat: world.place("P").lat - 1e-6)
      #expect(try !router.snap(beside, StreetProfile(.walk)).isOverWater)
    }
  }

  /// Even-odd over the rings of an area, in plain degrees.
  private func isInside(_ p: LonLat, _ polygon: Polygon) -> Bool {
    var isInside = false
    for ring in polygon.rings {
      for (a, b) in zip(ring, ring.dropFirst()) where (a.lat > p.lat) != (b.lat > p.lat) {
        let lon = a.lon + (p.lat - a.lat) * (b.lon - a.lon) / (b.lat - a.lat)
        if lon > p.lon { isInside.toggle() }
      }
    }
    return isInside
  }

  @Test(
    "in Monaco no way to a street leads over the sea, unless the answer says so",
    .enabled(if: RealData.folder != nil, RealData.isMissing))
  func monaco() throws {
    let extract = try Extract(content: RealData.monaco.get().content)
    let waters = extract.map.find([.water], touching: .world).compactMap(extract.map.feature)
      .filter { !["swimming_pool", "fountain"].contains($0.detail) }
      .compactMap { feature -> Polygon? in
        if case .polygon(let polygon) = feature.geometry { polygon } else { nil }
      }
    #expect(!waters.isEmpty)
    func isWater(_ p: LonLat) -> Bool { waters.contains { isInside(p, $0) } }
    let router = StreetRouter([extract.streets])
    var random = SeededRandom(seed: 12)
    var (dry, afloat) = (0, 0)
    for _ in 0..<600 {
      let place = LonLat(
        lon: 7.405 + Double(random.next() % 35_000) * 1e-6,
        lat: 43.722 + Double(random.next() % 30_000) * 1e-6)
      let snapped = try router.snap(place, StreetProfile(.walk))
      guard snapped.distance > 25 else {
        #expect(!snapped.isOverWater)
        continue
      }
      let (a, b) = (place, snapped.position)
      let samples = (1..<200).map { step in
        let share = Double(step) / 200
        return LonLat(lon: a.lon + (b.lon - a.lon) * share, lat: a.lat + (b.lat - a.lat) * share)
      }
      // Samples may miss a corner of the shore, not the other way round.
      if samples.contains(where: isWater) { #expect(snapped.isOverWater, "\(place)") }
      if isWater(place) { #expect(snapped.isOverWater, "\(place)") }
      if isWater(place) { afloat += 1 } else { dry += 1 }
    }
    #expect(dry > 20 && afloat > 50, "\(dry) \(afloat)")
    // In the middle of Port Hercule.
    let harbour = try router.snap(LonLat(lon: 7.4265, lat: 43.7352), StreetProfile(.walk))
    #expect(harbour.isOverWater && harbour.distance > 50)
  }
}
