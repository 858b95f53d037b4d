import Base
import Foundation
import Geodesy

/// The points that all spatial cases use: 70 % in 200 cities, the rest spread over the land's
/// latitudes; realms 1...1000 with Zipf's law.
///
/// With 1,000,000 points the queries find 4 to 5 within 100 m and about 150 of at most 200 within
/// 1 km.
enum SampleWorld {
  /// Standard deviation of a city's points, degrees of latitude (1.3 km).
  private static let citySize = 0.0118

  static func points(_ count: Int, seed: UInt64 = 1) -> [LonLat] {
    var random = SeededRandom(seed: seed)
    var cities: [LonLat] = []
    for _ in 0..<200 {
      cities.append(LonLat(lon: random.unit() * 360 - 180, lat: random.unit() * 120 - 55))
    }
    return (0..<count).map { i in
      if i % 10 < 7 {
        let city = cities[Int(random.next() % 200)]
        let lat = min(max(city.lat + random.gaussian() * citySize, -85), 85)
        return LonLat(
          lon: LonLat.normalise(
            lon: city.lon + random.gaussian() * citySize / cos(lat * .pi / 180)),
          lat: lat)
      }
      return LonLat(lon: random.unit() * 360 - 180, lat: random.unit() * 130 - 60)
    }
  }

  /// Query positions: within about 100 m of random points.
  static func queries(_ points: [LonLat], count: Int, seed: UInt64 = 2) -> [LonLat] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in
      let p = points[Int(random.next() % UInt64(points.count))]
      return LonLat(
        lon: LonLat.normalise(lon: p.lon + random.gaussian() * 0.001),
        lat: min(max(p.lat + random.gaussian() * 0.001, -90), 90))
    }
  }

  /// A realm number for each point: 1...1000, number r with weight 1/r.
  static func realms(_ count: Int, seed: UInt64 = 3) -> [Int] {
    var cumulative: [Double] = []
    var sum = 0.0
    for r in 1...1000 {
      sum += 1 / Double(r)
      cumulative.append(sum)
    }
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in
      let wanted = random.unit() * sum
      var low = 0
      var high = 999
      while low < high {
        let middle = (low + high) / 2
        if cumulative[middle] < wanted { low = middle + 1 } else { high = middle }
      }
      return low + 1
    }
  }
}
