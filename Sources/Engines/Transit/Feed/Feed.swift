import Base
import Geodesy

/// A timetable as it was published: one GTFS feed, checked, with references resolved to positions
/// in the arrays.
///
/// - Source: GTFS Schedule Reference.
/// - Thread: immutable, shared.
public struct Feed: Sendable {
  /// Who runs the lines, `agency.txt`.
  public struct Agency: Sendable, Hashable {
    public var id: String
    public var name: String
  }

  /// Whether a wheelchair can be used at a stop or in a vehicle, or a bicycle be taken along.
  public enum Accessibility: UInt8, Sendable {
    case unknown, possible, impossible
  }

  /// A place of `stops.txt`.
  public struct Stop: Sendable, Hashable {
    /// What a place of `stops.txt` is, its `location_type`.
    public enum Kind: UInt8, Sendable {
      case platform, station, entrance, node, boardingArea
    }

    public var id: String
    public var name: String
    /// What is written at the platform; empty if unknown.
    public var platform: String
    public var position: LonLat
    public var kind: Kind
    /// The station, as a position in ``Feed/stops``.
    public var parent: Int?
    public var wheelchair: Accessibility

    public init(
      id: String, name: String, platform: String, position: LonLat, kind: Kind, parent: Int?,
      wheelchair: Accessibility
    ) {
      self.id = id
      self.name = name
      self.platform = platform
      self.position = position
      self.kind = kind
      self.parent = parent
      self.wheelchair = wheelchair
    }
  }

  /// A line of `routes.txt`.
  public struct Route: Sendable, Hashable {
    public var id: String
    public var agency: Int?
    public var shortName: String
    public var longName: String
    public var mode: TransportMode
    /// 0xRRGGBB; nil if the feed gives none.
    public var colour: UInt32?
    public var textColour: UInt32?

    /// What passengers call it.
    public var name: String { shortName.isEmpty ? longName : shortName }
  }

  /// One vehicle's way along its stops, `trips.txt`.
  public struct Trip: Sendable {
    public var id: String
    public var route: Int
    public var service: Int
    public var headsign: String
    public var wheelchair: Accessibility
    public var shape: Int?
    /// Its stops in order, positions in ``Feed/stopTimes``; empty for a trip that was skipped.
    public var times: Range<Int>
    /// Whether a bicycle can be taken along.
    public var bicycles = Accessibility.unknown
  }

  /// A stop of a trip.
  ///
  /// Times are seconds after noon minus 12 hours of the service day.
  public struct StopTime: Sendable, Hashable {
    public var stop: Int32
    public var arrival: Int32
    public var departure: Int32
    public var sequence: Int32
    public var canBoard: Bool
    public var canAlight: Bool
  }

  /// Days of service.
  public struct Service: Sendable, Hashable {
    public var id: String
    /// A bit per day from ``Feed/firstDay``.
    public var days: DaySet
  }

  /// A trip that runs again and again; its stop times only say how long it takes.
  public struct Frequency: Sendable, Hashable {
    public var trip: Int
    /// Seconds of the service day: departures from the first stop at `start`, `start + headway`
    /// and so on, before `end`.
    public var start: Int32
    public var end: Int32
    public var headway: Int32
    public var isExact: Bool
  }

  /// A rule for changing between two stops, `transfers.txt`.
  public struct Transfer: Sendable, Hashable {
    /// How binding the rule is, its `transfer_type`.
    public enum Kind: UInt8, Sendable {
      case recommended, timed, minimumTime, impossible
    }

    public var from: Int
    public var to: Int
    public var kind: Kind
    public var seconds: Int32
  }

  public var agencies: [Agency] = []
  public var stops: [Stop] = []
  public var routes: [Route] = []
  public var trips: [Trip] = []
  public var stopTimes: [StopTime] = []
  public var services: [Service] = []
  public var frequencies: [Frequency] = []
  public var transfers: [Transfer] = []
  /// Lines on the map, in travel order.
  public var shapes: [[LonLat]] = []
  /// IANA name.
  public var timeZone = ""
  /// The first day on which a trip runs, in days after 1970-01-01.
  public var firstDay = 0
  /// How many days the calendar spans, to the last on which a trip runs.
  public var dayCount = 0
  /// What rides cost; empty if the feed does not say.
  public var fares = FareTable()
  public var publisher = ""
  public var version = ""
}
