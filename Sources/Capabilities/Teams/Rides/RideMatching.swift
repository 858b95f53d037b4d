import Base
import Geodesy

/// How long cars are under way between places; known from maps where there are some.
public protocol CarWays: Sendable {
  /// Seconds from each of some places to each of others, by row; nil without a map, or where one
  /// place is off it.
  func seconds(from: [LonLat], to: [LonLat]) -> [[Double?]]?
}

/// No map: ways are estimated along straight lines.
public struct NoCarWays: CarWays {
  public init() {}

  public func seconds(from: [LonLat], to: [LonLat]) -> [[Double?]]? { nil }
}

/// Who could ride with whom.
///
/// A driver and a seeker are matched if the driver's way to the event with the seeker's start on it
/// takes at most 10 minutes longer than without, or a quarter longer where that is more. Starts are
/// moved to the middle of a cell of a fixed grid first, and what is told is rounded up to steps of 5
/// minutes: however often somebody asks, and from wherever, nobody's start can be found out closer
/// than its cell.
///
/// - Thread: pure.
struct RideMatching {
  /// Seconds that a detour may always take.
  static let least = 600.0
  /// The part of the direct way that a detour may take.
  static let part = 0.25
  /// Minutes to which detours are rounded up.
  static let step = 5
  /// Degrees of latitude and longitude of a cell: some 550 m from south to north.
  static let cell = 0.005
  /// Metres per second along a straight line made a third longer: 40 km/h.
  static let speed = 40 / 3.6
  static let detour = 1.33

  let ways: any CarWays

  /// What the way of a driver with a seeker is like.
  struct Match: Hashable {
    /// Minutes, in steps of 5.
    var minutes: Int
    var isWithin: Bool
    /// Whether it was estimated along straight lines.
    var isEstimated: Bool
  }

  /// The middle of the cell that a position lies in.
  static func cell(of position: LonLat) -> LonLat {
    func middle(_ degrees: Double) -> Double { ((degrees / cell).rounded(.down) + 0.5) * cell }
    return LonLat(
      lon: min(180, middle(position.lon)), lat: min(90, middle(position.lat)))
  }

  static func straight(_ from: LonLat, _ to: LonLat) -> Double {
    Geodesic.distance(from: from, to: to) * detour / speed
  }

  /// What the ways of drivers with seekers are like, by driver, then seeker.
  ///
  /// - Complexity: two tables of drivers times seekers.
  func matches(
    drivers: [LonLat], seekers: [LonLat], to place: LonLat
  ) -> [[Match]] {
    guard !drivers.isEmpty, !seekers.isEmpty else { return drivers.map { _ in [] } }
    let (from, via) = (drivers.map(Self.cell), seekers.map(Self.cell))
    let first = ways.seconds(from: from, to: via + [place])
    let second = ways.seconds(from: via, to: [place])
    return drivers.indices.map { driver in
      seekers.indices.map { seeker in
        if let there = first?[driver][seeker], let on = second?[seeker][0],
          let direct = first?[driver][seekers.count]
        {
          return Self.match(there + on, direct, isEstimated: false)
        }
        return Self.match(
          Self.straight(from[driver], via[seeker]) + Self.straight(via[seeker], place),
          Self.straight(from[driver], place), isEstimated: true)
      }
    }
  }

  static func match(_ with: Double, _ direct: Double, isEstimated: Bool) -> Match {
    let more = max(0, with - direct).rounded()
    let steps = min((more / Double(step * 60)).rounded(.up), 10_000)
    return Match(
      minutes: max(1, Int(exactly: steps) ?? 1) * step,
      isWithin: more <= max(least, part * direct), isEstimated: isEstimated)
  }

  /// In which order a driver picks up those who were agreed with, so that the way takes least time.
  ///
  /// - Returns: the seekers' numbers.
  /// - Complexity: factorial; of at most 7 seekers.
  func order(from start: LonLat, _ seekers: [LonLat], to place: LonLat) -> [Int] {
    guard seekers.count > 1 else { return Array(seekers.indices) }
    let stops = [start] + seekers
    let ends = seekers + [place]
    let table = ways.seconds(from: stops, to: ends)
    func seconds(_ from: Int, _ to: Int) -> Double {
      table?[from][to] ?? Self.straight(stops[from], ends[to])
    }
    var best: (seconds: Double, order: [Int]) = (.infinity, Array(seekers.indices))
    func visit(_ last: Int, _ order: [Int], _ sofar: Double) {
      guard sofar < best.seconds else { return }
      guard order.count < seekers.count else {
        let whole = sofar + seconds(last, seekers.count)
        if whole < best.seconds { best = (whole, order) }
        return
      }
      for next in seekers.indices where !order.contains(next) {
        visit(next + 1, order + [next], sofar + seconds(last, next))
      }
    }
    visit(0, [], 0)
    return best.order
  }
}
