import OSMFiles

/// How access tags are read, common to all modes: the more specific key decides.
///
/// - Source: OpenStreetMap wiki, "Key:access", "Transport mode hierarchy".
enum AccessRules {
  /// What an access value says; nil where it says nothing definite.
  static func access(_ value: String) -> ModeAccess? {
    switch value {
    case "yes", "designated", "permissive", "official", "public", "allowed", "discouraged",
      "optional_sidepath", "true", "1", "permit":
      .yes
    case "destination", "customers", "delivery", "residents", "visitors", "employees", "guests":
      .destination
    case "private", "members", "restricted", "military": .privately
    case "no", "use_sidepath", "agricultural", "forestry", "agricultural;forestry", "emergency",
      "psv", "bus", "separate", "false", "none", "closed", "impassable", "agriculture":
      .no
    case "dismount": .push
    default: nil
    }
  }

  /// The verdict of the most specific of these keys that is tagged and says something.
  static func access(_ tags: OSMTags, _ keys: [OSMKey]) -> ModeAccess? {
    for key in keys {
      if let value = tags[key], let access = access(value) { return access }
    }
    return nil
  }

  static let walkKeys: [OSMKey] = [.foot, .access]
  static let bicycleKeys: [OSMKey] = [.bicycle, .vehicle, .access]
  static let carKeys: [OSMKey] = [.motorcar, .motorVehicle, .vehicle, .access]

  /// Direction of a one-way street for vehicles in general.
  enum Oneway { case no, forward, backward }

  static func oneway(_ tags: OSMTags, kind: StreetKind) -> Oneway {
    switch tags[.oneway] {
    case "yes", "true", "1": return .forward
    case "-1", "reverse": return .backward
    case "no", "false", "0": return .no
    // Changes with the hour: nobody can rely on it in either direction, so the signed one stays.
    case "reversible", "alternating": return .no
    default: break
    }
    let circular = tags.has(.junction, "roundabout") || tags.has(.junction, "circular")
    return circular || kind == .motorway ? .forward : .no
  }
}
