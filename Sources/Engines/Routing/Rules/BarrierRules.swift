import OSMFiles

/// Which modes a node stops, and what else it is to a street.
///
/// - Source: OpenStreetMap wiki, "Key:barrier" with the default access of each value.
enum BarrierRules {
  struct NodeFlags: OptionSet, Sendable {
    let rawValue: UInt8
    static let blocksWalk = NodeFlags(rawValue: 1)
    static let blocksBicycle = NodeFlags(rawValue: 2)
    static let blocksCar = NodeFlags(rawValue: 4)
    static let signals = NodeFlags(rawValue: 8)
    /// A gate or a cycle barrier that costs time.
    static let slows = NodeFlags(rawValue: 16)
    /// A gate to ground that is not for through traffic.
    static let holdsWalk = NodeFlags(rawValue: 32)
    static let holdsBicycle = NodeFlags(rawValue: 64)
    static let holdsCar = NodeFlags(rawValue: 128)
    static let holdsSomeone: NodeFlags = [.holdsWalk, .holdsBicycle, .holdsCar]
    static let blocksSomeone: NodeFlags = [.blocksWalk, .blocksBicycle, .blocksCar]

    static func blocks(_ mode: StreetMode) -> NodeFlags {
      switch mode {
      case .walk: .blocksWalk
      case .bicycle: .blocksBicycle
      case .car: .blocksCar
      }
    }

    static func holds(_ mode: StreetMode) -> NodeFlags {
      switch mode {
      case .walk: .holdsWalk
      case .bicycle: .holdsBicycle
      case .car: .holdsCar
      }
    }
  }

  static func flags(_ tags: OSMTags) -> NodeFlags {
    var flags: NodeFlags = []
    if tags.has(.highway, "traffic_signals") { flags.insert(.signals) }
    guard let barrier = tags[.barrier], barrier != "no" else {
      // Access on a node without a barrier closes it as well.
      if tags[.highway] == nil, tags[.entrance] == nil {
        flags.formUnion(closed(tags, byDefault: []))
      }
      return flags
    }
    if tags.isYes(.locked) {
      flags.formUnion(closed(tags, byDefault: .blocksSomeone))
      return flags
    }
    flags.formUnion(closed(tags, byDefault: stops(barrier)))
    flags.formUnion(held(tags))
    if ["gate", "lift_gate", "swing_gate", "cycle_barrier", "toll_booth"].contains(barrier) {
      flags.insert(.slows)
    }
    return flags
  }

  private static func closed(_ tags: OSMTags, byDefault: NodeFlags) -> NodeFlags {
    var flags: NodeFlags = []
    let rules: [(NodeFlags, [OSMKey])] = [
      (.blocksWalk, AccessRules.walkKeys), (.blocksBicycle, AccessRules.bicycleKeys),
      (.blocksCar, AccessRules.carKeys),
    ]
    for (flag, keys) in rules {
      switch AccessRules.access(tags, keys) {
      case .no?: flags.insert(flag)
      case .some: break
      case nil: if byDefault.contains(flag) { flags.insert(flag) }
      }
    }
    return flags
  }

  /// Whom it lets through to their own ground only.
  private static func held(_ tags: OSMTags) -> NodeFlags {
    var flags: NodeFlags = []
    if AccessRules.access(tags, AccessRules.walkKeys) == .privately { flags.insert(.holdsWalk) }
    if AccessRules.access(tags, AccessRules.bicycleKeys) == .privately {
      flags.insert(.holdsBicycle)
    }
    if [.privately, .destination].contains(AccessRules.access(tags, AccessRules.carKeys)) {
      flags.insert(.holdsCar)
    }
    return flags
  }

  /// Whom a barrier stops where no access is tagged.
  private static func stops(_ barrier: String) -> NodeFlags {
    switch barrier {
    case "bollard", "block", "cycle_barrier", "motorcycle_barrier", "chain", "planter", "log",
      "jersey_barrier", "debris", "bus_trap", "sump_buster", "rising_bollard", "bar", "barrier",
      "concrete", "wicket_gate":
      .blocksCar
    case "stile", "kissing_gate", "turnstile", "full-height_turnstile", "horse_stile", "step",
      "steps":
      [.blocksCar, .blocksBicycle]
    case "wall", "fence", "hedge", "city_wall", "retaining_wall", "guard_rail", "ditch":
      .blocksSomeone
    // Gates, kerbs, cattle grids, toll booths, borders, entrances, height restrictors and whatever
    // is not known let everyone pass.
    default: []
    }
  }
}
