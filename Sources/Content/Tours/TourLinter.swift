import Geodesy
import Realms

/// Something about a tour that its editors should look at; it does not stop publication.
public struct TourWarning: Hashable, Sendable {
  public enum Code: String, Sendable, CaseIterable {
    case stopFarFromRoute = "stop-far-from-route"
    case stopOutOfOrder = "stop-out-of-order"
    case stopOutsideArea = "stop-outside-area"
    case routeOutsideArea = "route-outside-area"
    case triggersOverlap = "triggers-overlap"
    case triggerSmall = "trigger-small"
    case stopWithoutObject = "stop-without-object"
    case missingTranslation = "missing-translation"
  }

  public var code: Code
  /// JSON Pointer to the place in the tour.
  public var pointer: String
  public var detail: String
}

/// Looks for what goes wrong on the spot although every rule is kept.
///
/// - Thread: pure.
public enum TourLinter {
  /// Metres from the route within which a stop is expected.
  public static let stopDistance = 50.0
  /// Metres that a stop may lie back along the route against the stop before it.
  static let orderTolerance = 25.0
  /// Metres below which ordinary receivers miss a trigger in streets.
  static let smallRadius = 8.0

  /// - Complexity: O(stops · points of the route).
  public static func warnings(
    _ content: TourContent, area: MultiPolygon, settings: Settings
  ) -> [TourWarning] {
    var warnings: [TourWarning] = []
    let route = MeasuredLine(content.route)
    let inside = PreparedArea(area.polygons)
    var reached = 0.0
    for (i, stop) in content.stops.enumerated() {
      let place = "/stops/\(i)"
      func warn(_ code: TourWarning.Code, _ member: String, _ detail: String) {
        warnings.append(TourWarning(code: code, pointer: place + member, detail: detail))
      }
      guard let nearest = route.nearest(to: stop.position)?.nearest else { continue }
      if nearest.distance > stopDistance {
        warn(
          .stopFarFromRoute, "/position",
          "lies \(Int(min(nearest.distance, 1e9))) m from the route, more than \(Int(stopDistance)) m"
        )
      } else if nearest.metresAlong < reached - orderTolerance {
        warn(.stopOutOfOrder, "", "comes earlier along the route than the stop before it")
      }
      if nearest.distance <= stopDistance { reached = max(reached, nearest.metresAlong) }
      if inside?.contains(stop.position) == false {
        warn(.stopOutsideArea, "/position", "lies outside of the tour's area")
      }
      if case .radius(let radius)? = stop.trigger, radius < smallRadius {
        warn(
          .triggerSmall, "/trigger/radius", "is smaller than a receiver's usual error in streets")
      }
      if stop.kind == .object, stop.objects.isEmpty {
        warn(.stopWithoutObject, "/objects", "is empty although the stop is of kind object")
      }
      for language in content.languages
      where !stop.text.entries.contains(where: { $0.language == language }) {
        warn(.missingTranslation, "/text", "is missing in \(language)")
      }
      if i > 0, overlap(content.stops[i - 1], stop, settings.arrivalMetres) {
        warn(.triggersOverlap, "/trigger", "overlaps with the trigger of the stop before it")
      }
    }
    if let outside = content.route.points.firstIndex(where: { inside?.contains($0) == false }) {
      warnings.append(
        TourWarning(
          code: .routeOutsideArea, pointer: "/route/coordinates/\(outside)",
          detail: "lies outside of the tour's area"))
    }
    return warnings
  }

  private static func overlap(_ a: TourStop, _ b: TourStop, _ usual: Double) -> Bool {
    guard let ra = radius(a, usual), let rb = radius(b, usual) else { return false }
    return Geodesic.distance(from: a.position, to: b.position) < ra + rb
  }

  private static func radius(_ stop: TourStop, _ usual: Double) -> Double? {
    switch stop.trigger {
    case .radius(let radius)?: radius
    case .polygon?: nil
    case nil: usual
    }
  }
}
