import Base
import Geodesy
import Routing
import Transit

/// The walks between the stops of a timetable: along the streets where a map covers them, else by
/// straight lines with a detour.
///
/// - Thread: confined.
public struct StreetFootpaths {
  /// Longest walk between two rides, in metres along the way.
  public static let limit = 600.0
  /// By straight lines: 5 km/h, and ways 1.3 times as long as the line.
  static let straight = StraightWalk(detour: 1.3, kilometresPerHour: 5, limit: limit)

  /// How many stops are joined along streets, and how many by straight lines.
  public private(set) var stopsAlongStreets = 0
  public private(set) var stopsByStraightLines = 0

  private let streets: StreetRouter

  public init(_ streets: StreetRouter) { self.streets = streets }

  /// All walks within the limit between stops of different owners.
  ///
  /// - Parameter owners: a number for each stop.
  /// - Complexity: O(stops log stops), and about 10 µs per pair of stops near each other where
  ///   owners meet.
  public mutating func walks(
    between stops: [Timetable.Stop], ofDifferent owners: [Int]
  ) -> [Footpath] {
    var line = Self.straight
    line.detour = 1
    var isNear = [Bool](repeating: false, count: stops.count)
    for pair in line.footpaths(between: stops) where owners[pair.from] != owners[pair.to] {
      isNear[pair.from] = true
      isNear[pair.to] = true
    }
    let near = stops.indices.filter { isNear[$0] }
    return walks(between: near.map { stops[$0] }).compactMap { walk in
      let (from, to) = (near[walk.from], near[walk.to])
      guard owners[from] != owners[to] else { return nil }
      return Footpath(from: from, to: to, seconds: walk.seconds, metres: walk.metres)
    }
  }

  /// All walks within the limit, none in a straight line over water.
  ///
  /// - Complexity: about 10 µs per pair of stops near each other.
  public mutating func walks(between stops: [Timetable.Stop]) -> [Footpath] {
    let straight = Self.straight.footpaths(between: stops)
    // No way along streets is shorter than the straight line: those are the candidates.
    var wide = Self.straight
    wide.detour = 1
    let pairs = Dictionary(grouping: wide.footpaths(between: stops), by: \.from)
    let lines = Dictionary(grouping: straight, by: \.from)
    let profile = StreetProfile(.walk)
    let isCovered = stops.map { stop in
      stop.kind == .platform && ((try? streets.snap(stop.position, profile))?.distance ?? 1e9) < 200
    }
    var result: [Footpath] = []
    for (from, stop) in stops.enumerated() where stop.kind == .platform {
      guard isCovered[from] else {
        stopsByStraightLines += 1
        result += (lines[from] ?? []).filter { isDry($0, stops) }
        continue
      }
      stopsAlongStreets += 1
      let targets = (pairs[from] ?? []).map(\.to)
      result += (lines[from] ?? []).filter { !isCovered[$0.to] && isDry($0, stops) }
      let covered = targets.filter { isCovered[$0] }
      guard !covered.isEmpty else { continue }
      let row = try? streets.table(
        sources: [stop.position], targets: covered.map { stops[$0].position }, profile
      ).doorToDoor.first
      for (to, summary) in zip(covered, row ?? []) {
        guard let summary, summary.distance <= Self.limit else { continue }
        result.append(
          Footpath(
            from: from, to: to, seconds: Int(min(summary.duration.rounded(.up), 86_400)),
            metres: Int(summary.distance.rounded(.up))))
      }
    }
    return result
  }

  /// Whether no water lies on the straight line of a walk.
  private func isDry(_ walk: Footpath, _ stops: [Timetable.Stop]) -> Bool {
    !streets.separates(stops[walk.from].position, stops[walk.to].position)
  }
}
