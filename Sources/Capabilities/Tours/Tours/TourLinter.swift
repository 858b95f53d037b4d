import Access
import Base
import Geodesy
import Proximity

/// Something about a tour that its editors should look at; it does not stop publication.
public struct TourWarning: Hashable, Sendable {
  /// What it is about; part of the interface.
  public enum Code: String, Sendable, CaseIterable {
    case withoutStops = "without-stops"
    case stopFarFromRoute = "stop-far-from-route"
    case stopOutOfOrder = "stop-out-of-order"
    case stopOutsideArea = "stop-outside-area"
    case routeOutsideArea = "route-outside-area"
    case triggersOverlap = "triggers-overlap"
    case triggerSmall = "trigger-small"
    case triggerLarge = "trigger-large"
    case triggerComplex = "trigger-complex"
    case stopUnreachable = "stop-unreachable"
    case stopsFarApart = "stops-far-apart"
    case missingText = "missing-text"
    case stopWithoutObject = "stop-without-object"
    case missingTranslation = "missing-translation"
    case missingRecording = "missing-recording"
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
  /// Metres above which a trigger is more than a minute and a half of walking deep on each side.
  static let largeRadius = 100.0
  /// Corners above which nobody can tell any more where a trigger is.
  static let maximumCorners = 40
  /// Metres of the route without a stop after which walkers take the tour for broken.
  static let maximumGap = 1000.0

  /// - Complexity: O(stops · points of the route).
  public static func warnings(
    _ content: TourContent, area: MultiPolygon, settings: Settings
  ) -> [TourWarning] {
    var warnings: [TourWarning] = []
    let route = MeasuredLine(content.route)
    let inside = PreparedArea(area.polygons)
    var reached = 0.0
    let recorded = content.languages.filter { language in
      content.stops.contains { $0.recordings.contains { $0.language == language } }
    }
    if content.stops.isEmpty {
      warnings.append(
        TourWarning(
          code: .withoutStops, pointer: "/stops", detail: "is empty: there is nothing to come to"))
    }
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
      if nearest.distance <= stopDistance {
        if !touches(content.route, stop, settings[ToursSettings.arrivalMetres]) {
          warn(
            .stopUnreachable, "/trigger",
            "is not touched by the route: who follows it does not arrive")
        }
        if i > 0, nearest.metresAlong - reached > maximumGap {
          warn(
            .stopsFarApart, "/position",
            "comes \(Int(min(nearest.metresAlong - reached, 1e9))) m after the stop before it")
        }
        reached = max(reached, nearest.metresAlong)
      }
      if inside?.contains(stop.position) == false {
        warn(.stopOutsideArea, "/position", "lies outside of the tour's area")
      }
      switch stop.trigger {
      case .radius(let radius)? where radius < smallRadius:
        warn(
          .triggerSmall, "/trigger/radius", "is smaller than a receiver's usual error in streets")
      case .radius(let radius)? where radius > largeRadius:
        warn(
          .triggerLarge, "/trigger/radius",
          "is above \(Int(largeRadius)) m: the text begins long before the stop is in sight")
      case .polygon(let polygon)? where polygon.rings.reduce(0, { $0 + $1.count }) > maximumCorners:
        warn(.triggerComplex, "/trigger/polygon", "has more than \(maximumCorners) corners")
      default: break
      }
      if stop.text.entries.allSatisfy({ $0.text.isEmpty }) {
        warn(.missingText, "/text", "is empty: there is nothing to read or to hear")
      }
      if stop.kind == .object, stop.objects.isEmpty {
        warn(.stopWithoutObject, "/objects", "is empty although the stop is of kind object")
      }
      for language in content.languages
      where !stop.text.entries.contains(where: { $0.language == language }) {
        warn(.missingTranslation, "/text", "is missing in \(language)")
      }
      for language in recorded
      where stop.text.entries.contains(where: { $0.language == language })
        && stop.narration(in: language) == .speech
      {
        warn(
          .missingRecording, "/narrations", "is not recorded in \(language), as other stops are")
      }
      if i > 0, overlap(content.stops[i - 1], stop, settings[ToursSettings.arrivalMetres]) {
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

  /// Whether whoever follows the route comes to the stop.
  private static func touches(_ route: LineString, _ stop: TourStop, _ usual: Double) -> Bool {
    guard
      let zone = try? Zone(
        id: EntityID(high: 0, low: 0), realms: [], kind: .stop,
        shape: TourZones.stop(stop.position, stop.trigger, usual))
    else { return true }
    // The order of looking is that of cost: most stops stand on the route.
    return route.points.contains(where: zone.contains)
      || zip(route.points, route.points.dropFirst()).contains {
        zone.touches(lineFrom: $0, to: $1)
      }
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
