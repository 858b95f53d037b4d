import Base
import Geodesy
import Routing
import Transit

/// Finds the ways from one place to another: on foot, by bicycle, by car, and by public transport
/// with ways to and from the stops along the streets.
///
/// - Thread: shared.
public final class ItineraryPlanner: Sendable {
  let streets: StreetRouter
  let timetables: @Sendable () -> [TransitNetwork]
  private let parkAndRide: @Sendable () -> [ParkAndRide]
  /// Grams per kilometre of everything that moves.
  private let emissions: EmissionFactors
  /// Where the figures of CO2 come from, for people to read.
  public var emissionSource: String { emissions.source }

  /// A walk longer than this many seconds is only told where there is nothing else.
  static let longWalk = 2 * 3600.0

  /// - Parameters:
  ///   - timetables: those in use now; asked once per request.
  ///   - parkAndRide: the car parks that are known now; asked once per request that may use them.
  public init(
    streets: StreetRouter, emissions: EmissionFactors = .unitedKingdom2022,
    timetables: @escaping @Sendable () -> [TransitNetwork],
    parkAndRide: @escaping @Sendable () -> [ParkAndRide] = { [] }
  ) {
    self.streets = streets
    self.emissions = emissions
    self.timetables = timetables
    self.parkAndRide = parkAndRide
  }

  /// Answers a request.
  ///
  /// Without ``ItineraryRequest/relaxes`` nothing outside of the limits is told; only whether they are
  /// the reason. ``NoItinerary/Reason/limits`` always means that there is a way without them.
  ///
  /// - Complexity: milliseconds in a city; tens of milliseconds on the first request of a day. With
  ///   stopovers at most ``StopoverSearch/width`` times as much for each part of the way.
  public func plan(_ request: ItineraryRequest) -> ItineraryAnswer {
    let first = answer(request)
    guard case .none(let reason) = first, reason.reason == .limits else { return first }
    switch answer(request.relaxed) {
    case .found(let others, _, let pages):
      guard request.relaxes else { return first }
      return .found(others, breaking: request.limits, pages: pages)
    case .none(var none):
      if none.reason == .noPath { none.detail += " This holds without the limits, too." }
      return .none(none)
    }
  }

  /// What keeps the limits of a request, or why nothing does.
  private func answer(_ request: ItineraryRequest) -> ItineraryAnswer {
    if let car = request.carAt, request.via.isEmpty {
      var search = CarReturnSearch(request, car, streets, timetables(), emissions)
      let found = search.run()
      return found.isEmpty
        ? .none(search.reason) : .found(found, breaking: [], pages: search.pages)
    }
    if request.via.isEmpty {
      let parks = request.modes.contains(.parkAndRide) ? parkAndRide() : []
      var search = ItinerarySearch(request, streets, timetables(), emissions, parkAndRide: parks)
      let found = search.run()
      return found.isEmpty
        ? .none(search.reason) : .found(found, breaking: [], pages: search.pages)
    }
    var search = StopoverSearch(request, streets, timetables(), emissions)
    let found = search.run()
    return found.isEmpty
      ? .none(search.reason)
      : .found(found, breaking: [], pages: StopoverSearch.pages(found, request.timing))
  }
}
