import Base
import Foundation
import Geodesy
import Routing
import Transit

/// The ways between a place and the stops around it.
struct StopWays {
  /// Metres along streets to a stop where no limit is given, and the most that a limit allows.
  static let usualWalk = 1500.0
  static let greatestWalk = 3000.0
  static let greatestRide = 5000.0
  /// By straight lines, where no street network covers the place.
  static let straight = StraightWalk(detour: 1.3, kilometresPerHour: 5, limit: usualWalk)

  var ways: [StopAccess] = []
  /// The mode of each of `ways`.
  var modes: [ItineraryMode] = []
  var isEstimate = false

  /// - Parameter toStops: whether one goes to the stops, or comes from them.
  init(
    _ engine: TransitEngine, _ streets: StreetRouter, _ place: LonLat, _ request: ItineraryRequest,
    toStops: Bool
  ) {
    if request.modes.contains(.walk) {
      let limit = min(request.maximumWalk ?? Self.usualWalk, Self.greatestWalk)
      if !add(.walk, engine, streets, place, request, limit: limit, toStops: toStops) {
        var walk = Self.straight
        walk.limit = limit
        ways = engine.stops(around: place, walk: walk)
        modes = ways.map { _ in .walk }
        isEstimate = true
      }
    }
    // A bicycle is left at the first stop: one is not sure to have it at the other end.
    if toStops, request.modes.contains(.bicycle) {
      _ = add(
        .bicycle, engine, streets, place, request, limit: Self.greatestRide, toStops: true)
    }
  }

  /// False if no street network covers the place.
  private mutating func add(
    _ mode: ItineraryMode, _ engine: TransitEngine, _ streets: StreetRouter, _ place: LonLat,
    _ request: ItineraryRequest, limit: Double, toStops: Bool
  ) -> Bool {
    guard let street = mode.streetMode else { return false }
    let profile = StreetProfile(street, avoid: request.streetAvoidances)
    // No way along streets is shorter than the straight line.
    let near = engine.stops(
      around: place, walk: StraightWalk(detour: 1, kilometresPerHour: 5, limit: limit)
    ).map(\.stop)
    guard !near.isEmpty else { return (try? streets.snap(place, profile)) != nil }
    let positions = near.map { engine.timetable.stops[$0].position }
    let table = try? streets.table(
      sources: toStops ? [place] : positions, targets: toStops ? positions : [place], profile)
    guard let table, let snapped = toStops ? table.sources[0] : table.targets[0] else {
      return false
    }
    for (index, stop) in near.enumerated() {
      guard let summary = toStops ? table.cells[0][index] : table.cells[index][0] else { continue }
      // From the place to the street one walks straight, at 5 km/h.
      let metres = summary.distance + snapped.distance
      let seconds = summary.duration + snapped.distance / (5 / 3.6)
      guard metres <= limit, seconds <= 86_400 else { continue }
      ways.append(
        StopAccess(
          stop: stop, seconds: Int(seconds.rounded(.up)),
          metres: mode == .walk ? Int(metres.rounded(.up)) : 0))
      modes.append(mode)
    }
    return true
  }

  /// The mode of a way that a journey has used.
  func mode(of leg: Journey.Walk, stop: Int) -> ItineraryMode {
    let seconds = Int(((leg.arrival.milliseconds - leg.departure.milliseconds) / 1000))
    for (way, mode) in zip(ways, modes)
    where way.stop == stop && way.metres == leg.metres && way.seconds == seconds {
      return mode
    }
    return .walk
  }
}
