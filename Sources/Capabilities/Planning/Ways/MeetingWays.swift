import Base
import Geodesy

/// How one gets about by oneself.
public enum OwnWay: String, Sendable, CaseIterable {
  case walk, bicycle, car
}

/// How long people are under way between places; known from maps where there are some.
public protocol MeetingWays: Sendable {
  /// Seconds from each of some places to each of others, by row; nil without a map, or where one
  /// place is off it.
  func seconds(from: [LonLat], to: [LonLat], by way: OwnWay) -> [[Double?]]?
}

/// No map: ways are estimated along straight lines.
public struct NoMeetingWays: MeetingWays {
  public init() {}

  public func seconds(from: [LonLat], to: [LonLat], by way: OwnWay) -> [[Double?]]? { nil }
}

/// What ways are taken from.
public enum WayBasis: String, Sendable, CaseIterable {
  /// Nobody has to go anywhere, or no place was named.
  case none
  case streets
  /// At least in part: there is no map of some place.
  case straightLine
}

/// Ways with straight lines in the place of what no map knows.
struct EstimatedWays {
  let ways: any MeetingWays

  /// Beyond so many seconds on foot people take something faster, if they have it.
  static let maximumWalk = 1800.0

  /// On foot up to 1.5 km; beyond, at 30 km/h after five minutes of setting out.
  ///
  /// Ways are a third longer than lines.
  static func straight(_ from: LonLat, _ to: LonLat) -> Double {
    let metres = Geodesic.distance(from: from, to: to) * 1.33
    return metres <= 1500 ? metres / (5 / 3.6) : 300 + metres / (30 / 3.6)
  }
}
