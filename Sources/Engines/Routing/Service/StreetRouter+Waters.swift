import Base
import Geodesy

extension StreetRouter {
  /// Whether water of an imported map lies between two positions, so that nobody walks straight from the
  /// one to the other.
  ///
  /// The 25 m around each of them do not count: quays and piers are as wide, and positions not more
  /// exact.
  ///
  /// - Returns: false where no map is imported.
  /// - Complexity: O(maps · log n + corners of the waters around).
  public func separates(_ start: LonLat, _ end: LonLat) -> Bool {
    let waters = loaded.current.compactMap(\.network.waters)
    if waters.isEmpty { return false }
    let metres = Geodesic.distance(from: start, to: end)
    guard metres > 2 * Snapper.beside else { return false }
    let share = Snapper.beside / metres
    let a = Geodesic.interpolate(from: start, to: end, fraction: share)
    let b = Geodesic.interpolate(from: start, to: end, fraction: 1 - share)
    return waters.contains { $0.separate(a, b) }
  }
}
