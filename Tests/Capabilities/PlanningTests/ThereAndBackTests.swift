import Base
import Geodesy
import TestSupport
import Testing

@testable import Planning

@Suite("ways to one place and back")
struct ThereAndBackTests {
  /// Ways that are up to three times as long as lines, otherwise to a place than from it; some are not
  /// known.
  private struct Uneven: MeetingWays {
    /// Metres per second by bicycle; where that is slow, one is there sooner on foot now and then.
    var bicycle = 4.0
    private var speeds: [OwnWay: Double] { [.walk: 1.25, .bicycle: bicycle, .car: 10] }
    /// How often a way between two places was looked for.
    let asked = Guarded(0)

    func seconds(from: [LonLat], to: [LonLat], by way: OwnWay) -> [[Double?]]? {
      asked.withLock { $0 += from.count * to.count }
      return from.map { start in
        to.map { end in
          let mixed = Int(abs(start.lon * 7 + start.lat * 3 - end.lon * 5 - end.lat) * 1e5)
          guard mixed % 11 > 0 else { return nil }
          // Paths go round elsewhere than streets.
          let detour = 1 + 2 * Double((mixed + (way == .walk ? 50 : 0)) % 100) / 99
          return Geodesic.distance(from: start, to: end) * detour / (speeds[way] ?? 1)
        }
      }
    }

    func leastSeconds(between a: LonLat, and b: LonLat, by way: OwnWay) -> Double {
      way == .walk ? Geodesic.distance(from: a, to: b) / 1.25 : 0
    }
  }

  private static func travellers(_ random: inout SeededRandom) -> [Traveller] {
    let ways: [Set<OwnWay>] = [
      [.walk], [.walk, .bicycle], [.walk, .car], [.walk, .bicycle, .car], [.car], [],
    ]
    return (0..<60).map { number in
      let position = LonLat(
        lon: Double.random(in: 9.5...9.6, using: &random),
        lat: Double.random(in: 47.1...47.2, using: &random))
      return Traveller(
        account: EntityID(high: 0, low: UInt64(number)), start: number % 9 == 8 ? nil : position,
        ways: ways[number % ways.count], goesPublic: number % 4 == 3)
    }
  }

  @Test(
    "means that make no difference are not asked for; what is found is as if they were",
    arguments: 1...20 as ClosedRange<UInt64>, [4, 1.6])
  func equalsAll(seed: UInt64, bicycle: Double) throws {
    var random = SeededRandom(seed: seed)
    let travellers = Self.travellers(&random)
    let place = LonLat(lon: 9.55, lat: 47.15)
    let (few, all) = (Uneven(bicycle: bicycle), Uneven(bicycle: bicycle))
    let found = EstimatedWays(ways: few).seconds(
      of: travellers, thereAndBackTo: place, roundedUpTo: 900)
    let there = EstimatedWays(ways: all).seconds(of: travellers, to: [place])
    let back = EstimatedWays(ways: all).seconds(of: travellers, to: [place], isBack: true)
    func rounded(_ table: [[Double]]) -> [Double] {
      table.map { ($0[0] / 900).rounded(.up) * 900 }
    }
    #expect(found.there == rounded(there.table), "seed \(seed)")
    #expect(found.back == rounded(back.table), "seed \(seed)")
    #expect(found.isEstimated == (there.isEstimated || back.isEstimated))
    if bicycle == 4 { #expect(few.asked.current * 5 < all.asked.current * 4, "seed \(seed)") }
  }
}
