import Access
import Base
import Foundation
import Geodesy

/// What is computed from a tour's content.
///
/// - Thread: pure.
public struct TourMeasures: Hashable, Sendable {
  /// Geodesic length of the route, metres (TR-FR3(d)).
  public var distance: Double
  /// Seconds: the editors' own, or the distance at the pace of the walking network where there is
  /// one, else at walking speed, plus a time per stop
  /// (TM-FR4(c)iii, CG-RL-11).
  public var duration: Int
  /// The content's own area, or one computed around route and stops.
  public var area: MultiPolygon
}

extension TourMeasures {
  /// - Throws: `invalid` if an area is needed and cannot be computed.
  public init(
    _ content: TourContent, settings: Settings,
    walking network: any WalkingNetwork = NoWalkingNetwork()
  ) throws(Refusal) {
    distance = content.route.length
    if let minutes = content.durationMinutes {
      duration = minutes * 60
    } else {
      let walking =
        network.seconds(along: content.route) ?? distance
        / max(settings[ToursSettings.walkingSpeed], 0.1)
      let standing = Double(content.stops.count) * settings[ToursSettings.secondsPerStop]
      duration = Int(min((walking + standing).rounded(), 1e9))
    }
    if let area = content.area {
      self.area = area
      return
    }
    let points = content.route.points + content.stops.map(\.position)
    guard
      let area = TourAreaBuilder.area(
        around: points, margin: settings[ToursSettings.startHintMetres])
    else {
      throw .invalid(
        "/area", "has to be given for tours beyond 85 degrees of latitude or half around the earth")
    }
    self.area = area
  }
}
