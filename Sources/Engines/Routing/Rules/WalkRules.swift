import OSMFiles

/// Where one may walk.
///
/// - Source: OpenStreetMap wiki, "OSM tags for routing/Access restrictions", column foot.
enum WalkRules {
  static func access(_ tags: OSMTags, kind: StreetKind) -> DirectedAccess {
    let tagged = AccessRules.access(tags, AccessRules.walkKeys)
    let base = tagged ?? (isOpen(kind, tags) ? .yes : .no)
    // A road that is closed to feet by its kind stays closed where only `access` is tagged.
    if base != .no, tags[.foot] == nil, !isOpen(kind, tags) { return .none }
    if base == .no || base == .push { return base == .no ? .none : DirectedAccess(.yes) }
    return directed(base, tags)
  }

  private static func isOpen(_ kind: StreetKind, _ tags: OSMTags) -> Bool {
    switch kind {
    case .motorway, .motorwayLink: return false
    case .trunk, .trunkLink: return !tags.isYes(.motorroad)
    // Made for others; open to feet where it says so.
    case .cycleway, .bridleway: return hasSidewalk(tags)
    default: return !tags.isYes(.motorroad)
    }
  }

  static func hasSidewalk(_ tags: OSMTags) -> Bool {
    for key in [OSMKey.sidewalk, .sidewalkBoth, .sidewalkLeft, .sidewalkRight] {
      switch tags[key] {
      case "both", "left", "right", "yes": return true
      default: continue
      }
    }
    return false
  }

  /// Feet follow only one-ways that are meant for them.
  private static func directed(_ base: ModeAccess, _ tags: OSMTags) -> DirectedAccess {
    var access = DirectedAccess(base)
    switch tags[.onewayFoot] {
    case "yes", "1", "true": access.backward = .no
    case "-1": access.forward = .no
    default: break
    }
    if let forward = tags[.footForward].flatMap(AccessRules.access) { access.forward = forward }
    if let backward = tags[.footBackward].flatMap(AccessRules.access) { access.backward = backward }
    return access
  }
}
