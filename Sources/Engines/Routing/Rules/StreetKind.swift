import OSMFiles

/// What sort of way a street segment is.
///
/// Written to network files by raw value: add cases at the end only.
/// - Source: OpenStreetMap wiki, "Key:highway".
public enum StreetKind: UInt8, CaseIterable, Sendable {
  case motorway, motorwayLink, trunk, trunkLink, primary, primaryLink
  case secondary, secondaryLink, tertiary, tertiaryLink
  case unclassified, residential, livingStreet, service, road
  case track, pedestrian, footway, path, cycleway, bridleway, steps
  case corridor, elevator, platform, pier, ferry
  /// A straight line across a square that is mapped as an area.
  case square

  /// The kind of a way; nil for one that nobody travels on.
  init?(_ tags: OSMTags) {
    if let highway = tags[.highway] {
      guard let kind = StreetKind.highways[highway] else { return nil }
      self = kind
      return
    }
    if tags.has(.route, "ferry") || tags.isYes(.ferry) {
      self = .ferry
    } else if tags.has(.railway, "platform") || tags.has(.publicTransport, "platform") {
      self = .platform
    } else if tags.has(.manMade, "pier") {
      self = .pier
    } else {
      return nil
    }
  }

  private static let highways: [String: StreetKind] = [
    "motorway": .motorway, "motorway_link": .motorwayLink, "trunk": .trunk,
    "trunk_link": .trunkLink, "primary": .primary, "primary_link": .primaryLink,
    "secondary": .secondary, "secondary_link": .secondaryLink, "tertiary": .tertiary,
    "tertiary_link": .tertiaryLink, "unclassified": .unclassified, "minor": .unclassified,
    "residential": .residential, "living_street": .livingStreet, "service": .service,
    "services": .service, "road": .road, "track": .track, "pedestrian": .pedestrian,
    "footway": .footway, "crossing": .footway, "path": .path, "cycleway": .cycleway,
    "bridleway": .bridleway, "steps": .steps, "corridor": .corridor, "elevator": .elevator,
    "platform": .platform, "ferry": .ferry,
  ]

  /// Built for cars: a motorway, a street, or a slip road of one.
  var isCarriageway: Bool { rawValue <= StreetKind.road.rawValue }

  var isLink: Bool {
    switch self {
    case .motorwayLink, .trunkLink, .primaryLink, .secondaryLink, .tertiaryLink: true
    default: false
    }
  }

  var isMotorway: Bool { self == .motorway || self == .motorwayLink }

  var isTrunk: Bool { self == .trunk || self == .trunkLink }
}
