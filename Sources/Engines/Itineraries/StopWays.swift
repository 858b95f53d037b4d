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
  private var known: [ItineraryMode: PlaceWays] = [:]
  var isEstimate = false

  /// - Parameter toStops: whether one goes to the stops, or comes from them.
  init(
    _ network: TransitNetwork, _ streets: StreetRouter, _ place: LonLat,
    _ request: ItineraryRequest, toStops: Bool
  ) {
    if request.modes.contains(.walk) {
      let limit = min(request.maximumWalk ?? Self.usualWalk, Self.greatestWalk)
      if !add(.walk, network, streets, place, request, limit: limit, toStops: toStops) {
        var walk = Self.straight
        walk.limit = limit
        ways = network.engine.stops(around: place, walk: walk)
        modes = ways.map { _ in .walk }
        isEstimate = true
      }
    }
    // A bicycle is left at the first stop: one is not sure to have it at the other end.
    if toStops, request.modes.contains(.bicycle) {
      _ = add(
        .bicycle, network, streets, place, request, limit: Self.greatestRide, toStops: true)
    }
  }

  /// False if no street network covers the place.
  private mutating func add(
    _ mode: ItineraryMode, _ network: TransitNetwork, _ streets: StreetRouter, _ place: LonLat,
    _ request: ItineraryRequest, limit: Double, toStops: Bool
  ) -> Bool {
    guard let street = mode.streetMode else { return false }
    let profile = StreetProfile(street, avoid: request.streetAvoidances)
    guard
      let found = streets.ways(
        toStops ? .toPlaces : .fromPlaces, of: network.stops, at: place, withinMetres: limit,
        profile)
    else { return false }
    known[mode] = found
    for way in found.ways {
      ways.append(
        StopAccess(
          stop: way.place, seconds: Int(way.duration.rounded(.up)),
          metres: mode == .walk ? Int(way.distance.rounded(.up)) : 0))
      modes.append(mode)
    }
    return true
  }

  /// The whole way to or from a stop; nil if none is known along streets.
  func way(_ mode: ItineraryMode, stop: Int) -> StreetWay? { known[mode]?.way(stop) }

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
