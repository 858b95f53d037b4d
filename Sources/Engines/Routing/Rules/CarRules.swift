import OSMFiles

/// Where one may drive a car.
///
/// - Source: OpenStreetMap wiki, "OSM tags for routing/Access restrictions", column motorcar.
enum CarRules {
  static func access(_ tags: OSMTags, kind: StreetKind) -> DirectedAccess {
    let tagged = AccessRules.access(tags, AccessRules.carKeys)
    let base = tagged ?? byKind(kind)
    // Ways that are not made for cars need their own word, not just `access=yes`.
    if byKind(kind) == .no, kind != .track, tags.first(.motorcar, .motorVehicle) == nil {
      return .none
    }
    if base == .no || base == .push || isBlocked(tags, kind) { return .none }
    var access = DirectedAccess(base)
    switch AccessRules.oneway(tags, kind: kind) {
    case .no: break
    case .forward: access.backward = .no
    case .backward: access.forward = .no
    }
    AccessRules.narrow(
      &access, tags, forward: [.motorcarForward, .motorVehicleForward, .vehicleForward],
      backward: [.motorcarBackward, .motorVehicleBackward, .vehicleBackward])
    return access
  }

  private static func byKind(_ kind: StreetKind) -> ModeAccess {
    // Tracks are for farmers and foresters; others drive there only where that is said.
    kind == .ferry || kind.isCarriageway ? .yes : .no
  }

  private static func isBlocked(_ tags: OSMTags, _ kind: StreetKind) -> Bool {
    if tags.isYes(.impassable) || tags.has(.smoothness, "impassable") { return true }
    // Open in one direction at a time, by the hour.
    if tags.has(.oneway, "reversible") { return true }
    if tags.has(.hov, "designated") || tags.has(.service, "emergency_access") { return true }
    // A ferry that names feet or bicycles and not cars carries no cars.
    if kind == .ferry, tags.first(.motorcar, .motorVehicle, .vehicle) == nil {
      return tags[.foot] != nil || tags[.bicycle] != nil
    }
    return false
  }
}
