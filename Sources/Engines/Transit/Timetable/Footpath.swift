import Base
import Geodesy
import SpatialIndex

/// A walk from one stop to another between two rides.
public struct Footpath: Hashable, Sendable {
  /// Positions in ``Timetable/stops``.
  public var from: Int
  public var to: Int
  /// 0...86,400.
  public var seconds: Int
  /// 0...1,000,000, along the way.
  public var metres: Int
  /// What a change this way takes by the feed's transfers.txt; nil where it does not say.
  public var ruledSeconds: Int?

  public init(from: Int, to: Int, seconds: Int, metres: Int, ruledSeconds: Int? = nil) {
    (self.from, self.to, self.seconds, self.metres) = (from, to, seconds, metres)
    self.ruledSeconds = ruledSeconds
  }
}

/// Gives the walks between the stops of a timetable, for instance from a street network.
///
/// A walk is taken at most once between two rides, so every pair that may be walked must be in the
/// list itself; chains of walks are not made. With times and lengths of shortest ways the list is
/// closed as far as its limit reaches.
public typealias FootpathSource = (_ stops: [Timetable.Stop]) throws(Refusal) -> [Footpath]

/// Walks in a straight line, where there is no street network.
///
/// - Thread: pure.
public struct StraightWalk: Sendable {
  /// How much longer the way is than the line.
  public var detour: Double
  public var metresPerSecond: Double
  /// Longest walk in metres, along the way.
  public var limit: Double

  public init(detour: Double = 1.3, kilometresPerHour: Double = 5, limit: Double = 400) {
    self.detour = detour
    metresPerSecond = kilometresPerHour / 3.6
    self.limit = limit
  }

  func seconds(metres: Double) -> Int {
    let seconds = (metres / metresPerSecond).rounded(.up)
    return seconds.isFinite ? Int(min(max(seconds, 0), 86_400)) : 86_400
  }

  /// All pairs of platforms within the limit.
  ///
  /// - Complexity: O(n log n + pairs).
  public func footpaths(between stops: [Timetable.Stop]) -> [Footpath] {
    let places = StopPlaces(stops)
    var result: [Footpath] = []
    for (from, stop) in stops.enumerated() where stop.kind == .platform {
      for access in places.around(stop.position, walk: self) where access.stop != from {
        result.append(
          Footpath(from: from, to: access.stop, seconds: access.seconds, metres: access.metres))
      }
    }
    return result
  }
}

/// Where the platforms stand, for searches around a place.
///
/// - Thread: immutable, shared.
struct StopPlaces: Sendable {
  private let snapshot: PointSnapshot

  init(_ stops: [Timetable.Stop]) {
    snapshot = PointSnapshot(
      PackedPoints(
        stops.enumerated().compactMap { number, stop in
          guard stop.kind == .platform, let item = UInt32(exactly: number) else { return nil }
          return PackedPoints.Entry(position: FixedPosition(stop.position), item: item)
        }))
  }

  /// The platforms within the limit of a walk, nearest first.
  func around(_ position: LonLat, walk: StraightWalk) -> [StopAccess] {
    guard walk.detour >= 1, walk.metresPerSecond > 0, walk.limit >= 0 else { return [] }
    var hits = SpatialHits()
    snapshot.find(
      withinMetres: min(walk.limit, 100_000) / walk.detour, of: position, into: &hits)
    return hits.map { hit in
      let metres = hit.distance * walk.detour
      return StopAccess(
        stop: Int(hit.item), seconds: walk.seconds(metres: metres),
        metres: Int(metres.rounded(.up)))
    }
  }
}
