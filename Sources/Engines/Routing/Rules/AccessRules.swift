import Base
import OSMFiles

/// How access tags are read, common to all modes: the more specific key decides.
///
/// - Source: OpenStreetMap wiki, "Key:access", "Transport mode hierarchy".
enum AccessRules {
  /// What an access value says; nil where it says nothing definite.
  ///
  /// Of a list (`forestry;destination`) what opens most counts.
  static func access(_ value: String) -> ModeAccess? {
    if value.contains(";") {
      let parts = value.split(separator: ";").compactMap { word(String($0).trimmedOfSpace) }
      return [.yes, .destination, .privately, .push, .no].first(where: parts.contains)
    }
    return word(value)
  }

  private static func word(_ value: String) -> ModeAccess? {
    switch value {
    case "yes", "designated", "permissive", "official", "public", "allowed", "discouraged",
      "optional_sidepath", "true", "1", "permit":
      .yes
    case "destination", "customers", "delivery", "residents", "visitors", "employees", "guests":
      .destination
    case "private", "members", "restricted", "military": .privately
    case "no", "use_sidepath", "agricultural", "forestry", "emergency", "psv", "bus", "separate",
      "false", "none", "closed", "impassable", "agriculture":
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

  /// What the keys say of one direction alone, the most specific first.
  static func narrow(
    _ access: inout DirectedAccess, _ tags: OSMTags, forward: [OSMKey], backward: [OSMKey]
  ) {
    if access.forward != .no, let one = self.access(tags, forward) { access.forward = one }
    if access.backward != .no, let one = self.access(tags, backward) { access.backward = one }
  }

  /// Direction of a one-way street for vehicles in general.
  enum Oneway { case no, forward, backward }

  static func oneway(_ tags: OSMTags, kind: StreetKind) -> Oneway {
    switch tags[.oneway] {
    case "yes", "true", "1": return .forward
    case "-1", "reverse": return .backward
    case "no", "false", "0": return .no
    // Changes with the lights at its ends, or with the hour, which cars cannot rely on.
    case "reversible", "alternating": return .no
    default: break
    }
    let circular = tags.has(.junction, "roundabout") || tags.has(.junction, "circular")
    return circular || kind == .motorway ? .forward : .no
  }
}
