import Base
import Geodesy

/// A timetable made ready for searches: flat arrays of trips and times, grouped by patterns.
///
/// A pattern is a route's sequence of stops with the same rules for boarding and alighting. Trips
/// that run by headway stand here one by one.
///
/// - Thread: immutable, shared.
public struct Timetable: Sendable {
  /// A stop is what the feed says of it.
  public typealias Stop = Feed.Stop

  /// A departure of every day of its service.
  struct Trip: Sendable, Hashable, BitwiseCopyable {
    /// Position in `tripNames`; several by headway share one.
    var name: Int32
    var service: Int32
    /// Where its times start in `arrivals` and `departures`.
    var times: Int32
    /// Seconds to add to them.
    var shift: Int32
    /// Seconds between departures if it runs by headway, else 0.
    var headway: Int32
  }

  struct Pattern: Sendable, Hashable, BitwiseCopyable {
    var route: Int32
    /// Its stops in `patternStops`, and the arrays beside it.
    var firstStop: Int32
    var stopCount: Int32
    /// Its trips, by first departure.
    var firstTrip: Int32
    var tripCount: Int32
  }

  struct TripName: Sendable, Hashable {
    var id: String
    var headsign: String
    /// -1 if it has none.
    var shape: Int32
    var wheelchair: Feed.Accessibility
    var bicycles = Feed.Accessibility.unknown
  }

  public internal(set) var stops: [Stop] = []
  public internal(set) var routes: [Feed.Route] = []
  public internal(set) var agencies: [Feed.Agency] = []
  /// IANA name of the zone that all times are in.
  public internal(set) var timeZone = ""
  /// The first day of service, in days after 1970-01-01, and how many there are.
  public internal(set) var firstDay = 0
  public internal(set) var dayCount = 0
  public internal(set) var publisher = ""
  public internal(set) var version = ""
  /// What rides cost; empty if the feed does not say.
  public internal(set) var fares = FareTable()
  /// Where the figures of emissions come from.
  public internal(set) var emissionSource = ""

  var services: [DaySet] = []
  var tripNames: [TripName] = []
  /// Where each shape starts in `shapePoints`; one more than there are shapes.
  var shapeStarts: [Int32] = [0]
  var shapePoints: [FixedPosition] = []
  var patterns: [Pattern] = []
  var patternStops: [Int32] = []
  /// Bit 0: may board, bit 1: may alight.
  var patternFlags: [UInt8] = []
  /// From the pattern's first stop, along straight lines between stops.
  var patternMetres: [Int32] = []
  var patternGrams: [Int32] = []
  var trips: [Trip] = []
  var arrivals: [Int32] = []
  var departures: [Int32] = []
  /// The feed's `stop_sequence`, beside the times.
  var sequences: [Int32] = []
  var footpaths = FootpathTable([], stopCount: 0)
  /// Seconds needed between two rides at the same stop by transfers.txt; `noRule` where it does not
  /// say.
  var changeSeconds: [Int32] = []

  /// The first and the last day of service, as `2026-05-04`.
  public var firstDate: String { Self.text(CivilDate(daysSinceEpoch: firstDay)) }
  public var lastDate: String {
    Self.text(CivilDate(daysSinceEpoch: firstDay + max(dayCount, 1) - 1))
  }

  private static func text(_ date: CivilDate) -> String {
    var writer = ByteWriter(capacity: 10)
    writer.digits(date.year, width: 4)
    writer.byte(0x2d)
    writer.digits(date.month, width: 2)
    writer.byte(0x2d)
    writer.digits(date.day, width: 2)
    return writer.string
  }

  /// How many departures there are on all days together, and their stops.
  public var tripCount: Int { trips.count }
  public var patternCount: Int { patterns.count }
  public var footpathCount: Int { footpaths.edges.count }
  public var connectionCount: Int {
    patterns.reduce(0) { $0 + Int($1.tripCount) * (Int($1.stopCount) - 1) }
  }

  /// The latest time of any trip, in seconds of its service day.
  var latestTime: Int32 = 0

  /// The stop of a feed's `stop_id`.
  ///
  /// - Complexity: O(stops).
  public func stop(id: String) -> Int? { stops.firstIndex { $0.id == id } }

  /// The platforms of a station; of a platform itself.
  ///
  /// - Complexity: O(stops).
  public func platforms(of stop: Int) -> [Int] {
    guard stops.indices.contains(stop) else { return [] }
    if stops[stop].kind != .station { return [stop] }
    return stops.indices.filter { stops[$0].parent == stop && stops[$0].kind == .platform }
  }

  /// The walks that may be taken from a stop to another after a ride.
  public func footpaths(from stop: Int) -> [Footpath] {
    guard stops.indices.contains(stop) else { return [] }
    return footpaths.edges[footpaths.range(stop)].map {
      Footpath(
        from: stop, to: Int($0.to), seconds: Int($0.seconds), metres: Int($0.metres),
        ruledSeconds: $0.ruledSeconds < 0 ? nil : Int($0.ruledSeconds))
    }
  }

  /// Least seconds between two rides at a stop by the feed's transfers.txt; nil where it does not say.
  public func changeSeconds(at stop: Int) -> Int? {
    guard changeSeconds.indices.contains(stop), changeSeconds[stop] >= 0 else { return nil }
    return Int(changeSeconds[stop])
  }
}
