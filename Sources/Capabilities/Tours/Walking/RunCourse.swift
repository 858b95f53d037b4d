import Base
import Geodesy
import Topology

/// The stops of a tour, ready to be reached in their order.
///
/// - Thread: pure.
struct RunCourse: Sendable {
  struct Target: Sendable {
    var stop: TourStop
    fileprivate var trigger: Trigger

    /// Whether a position counts as being at the stop; borders count.
    func contains(_ position: LonLat) -> Bool {
      switch trigger {
      case .circle(let radius):
        Geodesic.distance(from: stop.position, to: position) <= radius
      case .area(let area): area.contains(position)
      }
    }
  }

  fileprivate enum Trigger: Sendable {
    case circle(Double)
    case area(PreparedArea)
  }

  let targets: [Target]

  /// - Parameter radius: metres around stops that have no trigger of their own.
  init(_ stops: [TourStop], radius: Double) {
    targets = stops.map { stop in
      switch stop.trigger {
      case .radius(let own)?: return Target(stop: stop, trigger: .circle(own))
      case .polygon(let polygon)?:
        let area = PreparedArea(polygon.partsAtAntimeridian.polygons).map(Trigger.area)
        return Target(stop: stop, trigger: area ?? .circle(radius))
      case nil: return Target(stop: stop, trigger: .circle(radius))
      }
    }
  }
}
