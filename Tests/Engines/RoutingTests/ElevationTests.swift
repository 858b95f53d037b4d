import Base
import Geodesy
import Testing

@testable import Routing

@Suite struct ElevationTests {
  /// A plane that rises 10 m per sample to the east, and 1 m to the north.
  static let plane: [UInt8] = {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1201 * 1201 * 2)
    for row in 0..<1201 {
      for column in 0..<1201 {
        let height = Int16(column * 10 + (1200 - row))
        bytes.append(UInt8(truncatingIfNeeded: height >> 8))
        bytes.append(UInt8(truncatingIfNeeded: height))
      }
    }
    return bytes
  }()

  @Test("heights between samples are interpolated")
  func interpolates() throws {
    let tile = try ElevationTile(name: "N43E007.hgt", content: ElevationTests.plane)
    let height = tile.height(at: LonLat(lon: 7.25, lat: 43.5))
    #expect(abs((height ?? 0) - (3000 + 600)) < 1e-6)
    #expect(abs((tile.height(at: LonLat(lon: 8, lat: 44)) ?? 0) - 13_200) < 1e-6)
    #expect(tile.height(at: LonLat(lon: 6.99, lat: 43.5)) == nil)
    #expect(tile.height(at: LonLat(lon: .nan, lat: 43.5)) == nil)
  }

  @Test("a height file has 1,201 or 3,601 samples a side, and a corner on the earth")
  func corners() throws {
    func refusal(_ south: Int, _ west: Int, _ side: Int) -> Bool {
      do {
        _ = try ElevationTile(south: south, west: west, side: side) { _ in nil }
        return false
      } catch { return true }
    }
    #expect(!refusal(-90, -180, 1201) && !refusal(89, 179, 1201) && !refusal(47, 9, 3601))
    for (south, west, side) in [(47, 9, 2), (47, 9, 1200), (90, 9, 1201), (47, 180, 1201)] {
      #expect(refusal(south, west, side), "\(south) \(west) \(side)")
    }
  }

  @Test("unknown samples are left out, wrong names and sizes refused")
  func gaps() throws {
    var bytes = ElevationTests.plane
    bytes[0] = 0x80
    bytes[1] = 0
    let tile = try ElevationTile(name: "s01w002.hgt", content: bytes)
    #expect(tile.south == -1 && tile.west == -2)
    #expect(tile.height(at: LonLat(lon: -2, lat: 0)) == nil)
    #expect(throws: Refusal.self) { try ElevationTile(name: "N43E007.hgt", content: [1, 2, 3]) }
    for name in ["", "X43E007", "N4aE007", "N99E007.hgt", "N43E999"] {
      #expect(throws: Refusal.self) { try ElevationTile(name: name, content: bytes) }
    }
  }

  struct Hill: HeightSource {
    func height(at position: LonLat) -> Double? { max(0, (position.lon - 10) * 100_000) }
  }

  @Test("walking uphill takes longer than downhill, and the climb is in the answer")
  func hills() throws {
    var world = SketchWorld("A1------------------------------2B")
    world.way("AB")
    let router = StreetRouter([try world.network(heights: Hill())])
    let profile = StreetProfile(.walk)
    let up = try router.route(from: world.place("1"), to: world.place("2"), profile)
    let down = try router.route(from: world.place("2"), to: world.place("1"), profile)
    #expect(up.duration > down.duration)
    // 1 m per 11 m of way is a slope of 9 %.
    #expect(abs(up.climb - 279) < 4)
    #expect(up.descent == 0)
    #expect(abs(down.descent - up.climb) < 0.2)
    let flat = try StreetRouter([try world.network()])
      .summary(from: world.place("1"), to: world.place("2"), profile)
    #expect(flat.duration < up.duration)
  }

  @Test("a bridge does not follow the ground below it")
  func bridge() {
    struct Valley: HeightSource {
      func height(at position: LonLat) -> Double? { abs(position.lon - 10.005) * 10_000 }
    }
    let line = [10.0, 10.005, 10.01].map { FixedPosition(LonLat(lon: $0, lat: 0)) }
    let ground = ClimbProfile.climb(along: line, heights: Valley(), isLevel: false)
    #expect(abs(ground.up - 50) < 2)
    #expect(abs(ground.down - 50) < 2)
    let bridge = ClimbProfile.climb(along: line, heights: Valley(), isLevel: true)
    #expect(bridge.up < 1e-6 && bridge.down < 1e-6)
  }
}
