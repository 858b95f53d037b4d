import Base
import Geodesy
import TestSupport
import Testing

@testable import Routing

@Suite(.enabled(if: RealData.folder != nil, RealData.isMissing)) struct NearbyStartTests {
  @Test(
    "who starts three metres aside goes about as far, but for a few of a steep city's places",
    arguments: [StreetMode.walk, .car])
  func aside(mode: StreetMode) throws {
    let router = StreetRouter([try Extract(content: RealData.monaco.get().content).streets])
    let profile = StreetProfile(mode)
    var random = SeededRandom(seed: 3)
    func place() -> LonLat {
      LonLat(lon: 7.409 + random.unit() * 0.03, lat: 43.725 + random.unit() * 0.025)
    }
    func distance(_ from: LonLat, _ to: LonLat) -> Double? {
      try? router.summary(from: from, to: to, profile).distance
    }
    var (pairs, jumps) = (0, 0)
    while pairs < 300 {
      let (from, to) = (place(), place())
      guard let straight = distance(from, to), straight > 200 else { continue }
      pairs += 1
      let isJump = [(3.0, 0.0), (-3, 0), (0, 3), (0, -3)].contains { east, north in
        let aside = LonLat(lon: from.lon + east / 80_400, lat: from.lat + north / 111_100)
        guard let other = distance(aside, to) else { return true }
        return abs(other - straight) > 0.05 * straight + 3
      }
      jumps += isJump ? 1 : 0
    }
    // Of 1,200 steps aside for each; by car more than on foot, as whoever stands over a tunnel is not
    // in it, and three metres on may be.
    #expect(jumps <= (mode == .car ? 18 : 13), "\(mode): \(jumps) of \(pairs)")
  }
}
