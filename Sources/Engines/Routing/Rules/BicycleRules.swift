import OSMFiles

/// Where one may cycle, or push a bicycle.
///
/// - Source: OpenStreetMap wiki, "OSM tags for routing/Access restrictions", column bicycle;
///   "Bicycle", sections on one-way streets.
enum BicycleRules {
  /// - Parameter walk: where one may walk there, for pushing.
  static func access(_ tags: OSMTags, kind: StreetKind, walk: DirectedAccess) -> DirectedAccess {
    let tagged = AccessRules.access(tags, AccessRules.bicycleKeys)
    let ridden = riding(tags, kind: kind, tagged: tagged)
    var access = directed(ridden, tags, kind: kind)
    // Ways for feet, and ways closed to riding only: the bicycle is pushed, in both directions. So
    // it is against the traffic of a one-way street, along the pavement.
    // A way for feet that is closed to bicycles by name is closed to pushed ones, too, as in parks.
    let isClosed = isForFeet(kind) && tags.has(.bicycle, "no")
    let pushes = ridden == .push || isForFeet(kind)
    let isCircular = tags.has(.junction, "roundabout") || tags.has(.junction, "circular")
    let hasPavement = ridden != .no && !isCircular
    let mayPush = pushes || hasPavement || tags.has(.foot, "yes") || tags.has(.foot, "designated")
    if mayPush && !isClosed {
      if access.forward == .no || access.forward == .push { access.forward = pushed(walk.forward) }
      if access.backward == .no || access.backward == .push {
        access.backward = pushed(walk.backward)
      }
    }
    return access
  }

  private static func pushed(_ walk: ModeAccess) -> ModeAccess { walk == .no ? .no : .push }

  private static func riding(
    _ tags: OSMTags, kind: StreetKind, tagged: ModeAccess?
  ) -> ModeAccess {
    if kind == .steps {
      // Nobody rides on steps, whatever is tagged.
      return tagged == .no && tags[.bicycle] == "no" ? .no : .push
    }
    if kind == .elevator { return tagged ?? .push }
    if let tagged {
      // `access=yes` alone does not open a footway.
      if tagged == .no || tags[.bicycle] != nil || !isForFeet(kind) {
        return closed(tagged, kind, tags)
      }
    }
    return isForFeet(kind) ? .push : closed(.yes, kind, tags)
  }

  /// Applies what the kind of road forbids by itself.
  private static func closed(
    _ access: ModeAccess, _ kind: StreetKind, _ tags: OSMTags
  ) -> ModeAccess {
    let closedByKind = kind.isMotorway || tags.isYes(.motorroad)
    return closedByKind && tags[.bicycle] == nil ? .no : access
  }

  static func isForFeet(_ kind: StreetKind) -> Bool {
    switch kind {
    case .footway, .pedestrian, .steps, .corridor, .platform, .pier, .bridleway, .square: true
    default: false
    }
  }

  private static func directed(
    _ base: ModeAccess, _ tags: OSMTags, kind: StreetKind
  ) -> DirectedAccess {
    var access = DirectedAccess(base)
    switch oneway(tags, kind: kind) {
    case .no: break
    case .forward: access.backward = .no
    case .backward: access.forward = .no
    }
    // What is signed for vehicles leaves out bicycles that are named.
    let isNamed = tags[.bicycle] != nil
    AccessRules.narrow(
      &access, tags, forward: isNamed ? [.bicycleForward] : [.bicycleForward, .vehicleForward],
      backward: isNamed ? [.bicycleBackward] : [.bicycleBackward, .vehicleBackward])
    return access
  }

  private static func oneway(_ tags: OSMTags, kind: StreetKind) -> AccessRules.Oneway {
    switch tags[.onewayBicycle] {
    case "no", "false", "0": return .no
    case "yes", "true", "1": return .forward
    case "-1": return .backward
    default: break
    }
    let oneway = AccessRules.oneway(tags, kind: kind)
    if oneway == .no { return .no }
    for key in [OSMKey.cycleway, .cyclewayBoth, .cyclewayLeft, .cyclewayRight] {
      if let value = tags[key], value.hasPrefix("opposite") { return .no }
    }
    if tags.has(.cyclewayLeftOneway, "no") || tags.has(.cyclewayRightOneway, "no")
      || tags.has(.cyclewayLeftOneway, "-1") || tags.has(.cyclewayRightOneway, "-1")
    {
      return .no
    }
    return oneway
  }

  /// Whether there is a lane, a track or a street for bicycles.
  static func hasCycleway(_ tags: OSMTags, kind: StreetKind) -> Bool {
    if kind == .cycleway || tags.isYes(.bicycleRoad) || tags.isYes(.cyclestreet) { return true }
    for key in [OSMKey.cycleway, .cyclewayBoth, .cyclewayLeft, .cyclewayRight] {
      switch tags[key] {
      case "lane", "track", "opposite_lane", "opposite_track", "shared_lane", "share_busway":
        return true
      default: continue
      }
    }
    return false
  }
}
