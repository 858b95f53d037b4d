import Base
import Geodesy
import Testing

@testable import Routing

@Suite struct FixedPlacesTests {
  @Test(
    "ways between a position and a set of places are those of a matrix, in both directions",
    arguments: [1, 2, 3, 4] as [UInt64])
  func equalsMatrix(seed: UInt64) throws {
    let town = try RandomTown(seed: seed &+ 300, side: 8)
    let router = StreetRouter([town.network])
    var random = SeededRandom(seed: seed)
    var positions: [LonLat?] = (0..<12).map { _ in town.place(&random) }
    positions[4] = nil
    positions[5] = LonLat(lon: 20, lat: 43)
    let set = PlaceSet(positions)
    for mode in StreetMode.allCases {
      let profile = StreetProfile(mode, avoid: mode == .walk ? .steps : [])
      for number in 0..<6 {
        // Once at a place of the set itself.
        let here = number == 0 ? positions[0] ?? town.place(&random) : town.place(&random)
        let limit = number % 2 == 0 ? 100_000.0 : 600
        for direction in [PlaceDirection.toPlaces, .fromPlaces] {
          let around = try #require(
            router.ways(direction, of: set, at: here, withinMetres: limit, profile))
          let ways = around.ways
          for way in ways {
            let whole = around.way(way.place)
            #expect(
              abs((whole.map { $0.distance + $0.approach.metres } ?? -1) - way.distance) < 0.001)
            #expect(
              abs((whole.map { $0.duration + $0.approach.seconds } ?? -1) - way.duration) < 0.001)
          }
          for (place, position) in positions.enumerated() {
            guard let position else {
              #expect(!ways.contains { $0.place == place })
              continue
            }
            let table = try router.table(
              sources: [direction == .toPlaces ? here : position],
              targets: [direction == .toPlaces ? position : here], profile)
            // What is walked to a vehicle and from it is told apart.
            let cell = (mode == .walk ? table.doorToDoor : table.cells)[0][0]
            let way = ways.first { $0.place == place }
            if let cell, cell.distance <= limit - 0.01 {
              #expect(abs((way?.distance ?? -1) - cell.distance) < 0.001, "seed \(seed), \(mode)")
              // A table tells whole seconds.
              #expect(
                way?.duration.rounded(.up) == cell.duration.rounded(.up), "seed \(seed), \(mode)")
            } else if cell.map({ $0.distance > limit + 0.01 }) ?? true {
              #expect(way == nil, "seed \(seed), \(mode), place \(place)")
            }
          }
        }
      }
    }
  }

  @Test("a position far from any street has no ways, one among streets without places none")
  func far() throws {
    let router = StreetRouter([try RandomTown(seed: 9, side: 8).network])
    let set = PlaceSet([LonLat(lon: 20, lat: 43)])
    let profile = StreetProfile(.walk)
    let far = LonLat(lon: 9, lat: 43)
    #expect(router.ways(.toPlaces, of: set, at: far, withinMetres: 1000, profile)?.ways == nil)
    // Routes name streets from here; what is around a place is not known by them.
    let off = LonLat(lon: 7.04, lat: 43.004)
    #expect((2000...4000).contains(try router.snap(off, profile).distance))
    #expect(router.ways(.toPlaces, of: set, at: off, withinMetres: 5000, profile)?.ways == nil)
    let among = LonLat(lon: 7.004, lat: 43.004)
    #expect(router.ways(.toPlaces, of: set, at: among, withinMetres: 1000, profile)?.ways == [])
  }
}
