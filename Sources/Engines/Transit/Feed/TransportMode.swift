/// A means of public transport.
///
/// - Source: GTFS Schedule Reference, `routes.route_type`, and the extended route types of
///   the same reference (100...1799).
public enum TransportMode: UInt8, CaseIterable, Sendable {
  case tram, metro, rail, bus, ferry, cableTram, aerialLift, funicular, trolleybus, monorail
  case coach, air, taxi

  /// The mode of a route type; nil for a number that means nothing.
  public init?(routeType type: Int) {
    let basic: [TransportMode?] = [
      .tram, .metro, .rail, .bus, .ferry, .cableTram, .aerialLift, .funicular, nil, nil, nil,
      .trolleybus, .monorail,
    ]
    if basic.indices.contains(type), let mode = basic[type] {
      self = mode
      return
    }
    switch type {
    case 405: self = .monorail
    case 100..<200: self = .rail
    case 200..<300: self = .coach
    case 300..<400: self = .rail
    case 400..<700: self = .metro
    case 700..<800: self = .bus
    case 800..<900: self = .trolleybus
    case 900..<1000: self = .tram
    case 1000..<1100, 1200..<1300: self = .ferry
    case 1100..<1200: self = .air
    case 1300..<1400: self = .aerialLift
    case 1400..<1500: self = .funicular
    case 1500..<1600: self = .taxi
    default: return nil
    }
  }
}
