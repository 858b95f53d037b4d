import Base
import Geodesy
import Routing
import Transit

/// Finds the ways from one place to another: on foot, by bicycle, by car, and by public transport
/// with ways to and from the stops along the streets.
///
/// - Thread: shared.
public final class ItineraryPlanner: Sendable {
  private let streets: StreetRouter
  private let timetables: @Sendable () -> [TransitNetwork]
  /// Grams per kilometre of everything that moves.
  private let emissions: EmissionFactors
  /// Where the figures of CO2 come from, for people to read.
  public var emissionSource: String { emissions.source }

  /// A walk longer than this many seconds is only told where there is nothing else.
  static let longWalk = 2 * 3600.0

  /// - Parameter timetables: those in use now; asked once per request.
  public init(
    streets: StreetRouter, emissions: EmissionFactors = .unitedKingdom2022,
    timetables: @escaping @Sendable () -> [TransitNetwork]
  ) {
    self.streets = streets
    self.emissions = emissions
    self.timetables = timetables
  }

  /// Answers a request.
  ///
  /// Without ``ItineraryRequest/relaxes`` nothing outside of the limits is told; only whether they are
  /// the reason. ``NoItinerary/Reason/limits`` always means that there is a way without them.
  ///
  /// - Complexity: milliseconds in a city; tens of milliseconds on the first request of a day.
  public func plan(_ request: ItineraryRequest) -> ItineraryAnswer {
    var search = ItinerarySearch(request, streets, timetables(), emissions)
    let found = search.run()
    if !found.isEmpty { return .found(found, breaking: [], pages: search.pages) }
    let reason = search.reason
    guard reason.reason == .limits else { return .none(reason) }
    var relaxed = ItinerarySearch(request.relaxed, streets, timetables(), emissions)
    let others = relaxed.run()
    guard others.isEmpty else {
      guard request.relaxes else { return .none(reason) }
      return .found(others, breaking: request.limits, pages: relaxed.pages)
    }
    var none = relaxed.reason
    if none.reason == .noPath { none.detail += " This holds without the limits, too." }
    return .none(none)
  }
}
