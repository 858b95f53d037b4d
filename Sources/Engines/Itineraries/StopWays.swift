import Base
import Foundation
import Geodesy
import Routing
import Transit

/// The ways between a place and the stops around it.
struct StopWays {
  /// Most metres of a walk to or from a stop; the same whether a limit on walking is given or not, so
  /// that no limit finds whatever a limit finds.
  static let maximumWalk = 3000.0
  static let maximumRide = 5000.0
  /// By straight lines, where there are no streets.
  static let straight = StraightWalk(detour: 1.3, kilometresPerHour: 5, limit: maximumWalk)
  /// A place or a stop is on the streets if those that lead everywhere are within so many metres.
  static let beside = 200.0

  var ways: [StopAccess] = []
  /// The mode of each of `ways`.
  var modes: [TravelMode] = []
  /// Those by car to a park and ride, by the stop that one walks to from there.
  private(set) var parked: [Int: ParkedWay] = [:]
  /// Seconds to or from the nearest stop; 0 where there is none.
  var nearest: Int { ways.lazy.map(\.seconds).min() ?? 0 }
  private var known: [TravelMode: PlaceWays] = [:]
  /// Stops to which one walks in a straight line, as no street leads there.
  private var straight: Set<Int> = []
  /// Seconds at a stop before what leaves there; 0 for ways from stops.
  private var margin = 0

  /// Along the streets; in a straight line between a place and a stop of which one is not on the
  /// streets (on an island in the sea of the map, at the end of an unmapped path, behind the edge of
  /// the map), where that is shorter and no water lies between.
  ///
  /// - Parameters:
  ///   - toStops: whether one goes to the stops, or comes from them.
  ///   - carriesBicycle: whether one rides a bicycle that is taken along, in place of walking.
  init(
    _ network: TransitNetwork, _ streets: StreetRouter, _ place: LonLat,
    _ request: ItineraryRequest, toStops: Bool, carriesBicycle: Bool = false
  ) {
    margin = toStops ? request.minimumBoarding : 0
    if carriesBicycle {
      _ = add(
        .bicycle, network, streets, place, request, limit: Self.maximumRide, toStops: toStops)
      return
    }
    if request.modes.contains(.walk) {
      let limit = min(request.maximumWalk ?? Self.maximumWalk, Self.maximumWalk)
      _ = add(.walk, network, streets, place, request, limit: limit, toStops: toStops)
      addStraight(network, streets, place, limit: limit)
    }
    // A bicycle is left at the first stop: one is not sure to have it at the other end.
    if toStops, request.modes.contains(.bicycle) {
      _ = add(
        .bicycle, network, streets, place, request, limit: Self.maximumRide, toStops: true)
    }
  }

  /// By car to a park and ride.
  init(parked: [Int: ParkedWay], _ request: ItineraryRequest) {
    self.parked = parked
    margin = request.minimumBoarding
    for (stop, way) in parked.sorted(by: { $0.key < $1.key }) {
      ways.append(
        StopAccess(
          stop: stop, seconds: way.seconds + margin, metres: way.metres, margin: margin))
      modes.append(.car)
    }
  }

  /// False if no street network covers the place.
  private mutating func add(
    _ mode: TravelMode, _ network: TransitNetwork, _ streets: StreetRouter, _ place: LonLat,
    _ request: ItineraryRequest, limit: Double, toStops: Bool
  ) -> Bool {
    guard let profile = request.profile(mode) else { return false }
    guard
      let found = streets.ways(
        toStops ? .toPlaces : .fromPlaces, of: network.stops, at: place, withinMetres: limit,
        profile)
    else { return false }
    known[mode] = found
    for way in found.ways {
      ways.append(
        StopAccess(
          stop: way.place, seconds: Int(way.duration.rounded(.up)) + margin,
          metres: mode == .walk ? Int(way.distance.rounded(.up)) : 0, margin: margin))
      modes.append(mode)
    }
    return true
  }

  private mutating func addStraight(
    _ network: TransitNetwork, _ streets: StreetRouter, _ place: LonLat, limit: Double
  ) {
    let found = known[.walk]
    let isHereBeside = (found?.distanceHere ?? .infinity) <= Self.beside
    let beyond = found?.places(beyondMetres: Self.beside)
    // The usual case: everything is on the streets.
    if isHereBeside, beyond?.isEmpty ?? false { return }
    var walk = Self.straight
    walk.limit = limit
    let numbers = Dictionary(
      ways.enumerated().map { ($1.stop, $0) }, uniquingKeysWith: { first, _ in first })
    for var way in network.engine.stops(around: place, walk: walk) {
      way.seconds += margin
      way.margin = margin
      if isHereBeside, !(beyond?.contains(way.stop) ?? true) { continue }
      let number = numbers[way.stop]
      if let number, way.seconds >= ways[number].seconds { continue }
      // Nobody walks across water.
      if streets.separates(place, network.engine.stops[way.stop].position) { continue }
      if let number {
        ways[number] = way
      } else {
        ways.append(way)
        modes.append(.walk)
      }
      straight.insert(way.stop)
    }
  }

  /// The whole way to or from a stop; nil if none is known along streets.
  func way(_ mode: TravelMode, stop: Int) -> StreetPath? {
    mode == .walk && straight.contains(stop) ? nil : known[mode]?.way(stop)
  }

  /// The mode of a way that a journey has used.
  func mode(of leg: Journey.Walk, stop: Int) -> TravelMode {
    let seconds = Int(((leg.arrival.milliseconds - leg.departure.milliseconds) / 1000))
    for (way, mode) in zip(ways, modes)
    where way.stop == stop && way.metres == leg.metres && way.seconds - way.margin == seconds {
      return mode
    }
    return .walk
  }
}
