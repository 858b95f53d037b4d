import Base
import Geodesy
import Topology

extension TourContent {
  /// The content with areas that are checked, oriented and cut at the antimeridian.
  ///
  /// A trigger that lies across the antimeridian stays in one piece, as its editors have drawn it:
  /// whoever asks what is inside cuts it.
  ///
  /// - Throws: `invalid` naming the area or the trigger.
  func checked() throws(Refusal) -> TourContent {
    var content = self
    content.area = try area?.cutAtAntimeridian(at: "/area")
    for (i, stop) in stops.enumerated() {
      guard case .polygon(let area)? = stop.trigger else { continue }
      let parts = try area.cutAtAntimeridian(at: "/stops/\(i)/trigger/polygon").polygons
      if !area.crossesAntimeridian, let valid = parts.first {
        content.stops[i].trigger = .polygon(valid)
      }
    }
    return content
  }
}
