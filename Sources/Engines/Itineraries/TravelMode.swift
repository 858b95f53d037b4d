import Routing
import Transit

/// How one gets about, in the words of the interface and of stored preferences.
public enum TravelMode: String, Sendable, CaseIterable, Hashable {
  case walk, bicycle, car
  /// With the own car to a park and ride, and on by public transport; the legs say car and bus.
  case parkAndRide
  case bus, tram, metro, rail, ferry

  /// Those that a leg of a way can have.
  public static let ofLegs = allCases.filter { $0 != .parkAndRide }

  /// Whether the traveller has to own it: never suggested unless it was named (CG-TV-09).
  public var isOwnVehicle: Bool { self == .bicycle || self == .car || self == .parkAndRide }

  /// Whether it runs by a timetable.
  public var isPublic: Bool { !isOwnVehicle && self != .walk }

  public static let publicModes = Set(allCases.filter(\.isPublic))

  /// The means of transport of timetables that it stands for.
  ///
  /// Timetables know more than passengers choose between: whatever runs on a street is a bus, what
  /// hangs on a rope goes with trams, and flights are none of it.
  public var transportModes: Set<TransportMode> {
    switch self {
    case .walk, .bicycle, .car, .parkAndRide: []
    case .bus: [.bus, .trolleybus, .coach, .taxi]
    case .tram: [.tram, .cableTram, .aerialLift]
    case .metro: [.metro, .monorail]
    case .rail: [.rail, .funicular]
    case .ferry: [.ferry]
    }
  }

  /// The word for a means of transport of timetables.
  public init(_ mode: TransportMode) {
    self = Self.allCases.first { $0.transportModes.contains(mode) } ?? .rail
  }

  /// Nil for modes by timetable.
  var streetMode: StreetMode? {
    switch self {
    case .walk: .walk
    case .bicycle: .bicycle
    case .car: .car
    default: nil
    }
  }
}
