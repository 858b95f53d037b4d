/// Words steps in English.
enum Instructions {
  static func text(
    _ maneuver: RouteStep.Maneuver, street: String, kind: StreetKind, bearing: Double,
    mode: StreetMode
  ) -> String {
    let place = street.isEmpty ? way(kind) : street
    switch maneuver {
    case .depart: return "\(verb(mode)) \(compass(bearing)) on \(place)."
    case .arrive: return "You have arrived."
    case .straight: return "Continue on \(place)."
    case .slightRight: return "Keep right onto \(place)."
    case .right: return "Turn right onto \(place)."
    case .sharpRight: return "Turn sharp right onto \(place)."
    case .slightLeft: return "Keep left onto \(place)."
    case .left: return "Turn left onto \(place)."
    case .sharpLeft: return "Turn sharp left onto \(place)."
    case .turnRound: return "Turn round on \(place)."
    case .roundabout: return "Enter the roundabout."
    case .steps: return street.isEmpty ? "Take the steps." : "Take the steps \(street)."
    case .ferry: return street.isEmpty ? "Take the ferry." : "Take the ferry \(street)."
    case .elevator: return "Take the lift."
    }
  }

  static func roundabout(exit: Int, street: String, mode: StreetMode) -> String {
    let onto = street.isEmpty ? "" : " onto \(street)"
    return "At the roundabout take the \(ordinal(exit)) exit\(onto)."
  }

  private static func verb(_ mode: StreetMode) -> String {
    switch mode {
    case .walk: "Walk"
    case .bicycle: "Ride"
    case .car: "Drive"
    }
  }

  private static func compass(_ bearing: Double) -> String {
    let names = [
      "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
    ]
    guard bearing.isFinite else { return names[0] }
    return names[Int((bearing / 45).rounded()) % 8]
  }

  private static func way(_ kind: StreetKind) -> String {
    switch kind {
    case .footway, .pedestrian, .corridor: "the footway"
    case .path, .bridleway: "the path"
    case .cycleway: "the cycleway"
    case .track: "the track"
    case .steps: "the steps"
    case .ferry: "the ferry"
    case .platform: "the platform"
    case .pier: "the pier"
    case .square: "the square"
    case .elevator: "the lift"
    case .service: "the access road"
    default: kind.isLink ? "the slip road" : "the road"
    }
  }

  private static func ordinal(_ number: Int) -> String {
    let words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]
    return number >= 1 && number <= words.count ? words[number - 1] : "\(number)th"
  }
}
