/// Cycling speeds.
///
/// - Source: 16 km/h lies between the city bicycles of OSRM and Valhalla; slope after Parkin,
///   Rotheram, "Design speeds and acceleration characteristics of bicycle traffic for use in
///   planning, design and appraisal", Transport Policy 17 (2010): -1.44 km/h per percent uphill,
///   +0.86 km/h per percent downhill, at 21.6 km/h on the flat.
struct BicycleSpeeds: SpeedModel {
  private let speed: Double
  private let avoid: StreetProfile.Avoidances
  private let isFastest: Bool

  init(_ profile: StreetProfile) {
    speed = profile.speedKmh ?? 16
    avoid = profile.avoid
    isFastest = profile.isFastest
  }

  let signalMilliseconds = 5000.0

  var hillAversion: Double { avoid.contains(.hills) ? 4 : 0 }

  func pace(_ street: StreetAttributes, isForward: Bool) -> Pace? {
    let access = DirectedAccess(bits: street.bicycleBits)[isForward]
    if street.kind == .square, avoid.contains(.squares) { return nil }
    switch access {
    case .no: return nil
    case .push: return pushed(street)
    default: break
    }
    if street.kind == .ferry {
      if avoid.contains(.ferries) { return nil }
      return Pace(
        kmh: street.fixedSpeed > 0 ? Double(street.fixedSpeed) / 100 : 6, aversion: disliked(1.2))
    }
    var kmh = speed * kindFactor(street.kind)
    kmh = min(kmh, speed * surfaceFactor(street))
    var aversion = EndsOnly.aversion(access == .destination ? .yes : access)
    aversion *= disliked(trafficAversion(street, isForward: isForward))
    if street.mtbScale > 2 {
      kmh *= 0.5
      aversion *= disliked(1.5)
    }
    if avoid.contains(.unpaved), street.surface.isUnpaved || street.trackGrade > 2 { aversion *= 3 }
    return Pace(kmh: kmh, aversion: aversion, once: EndsOnly.gate(street, access))
  }

  private func pushed(_ street: StreetAttributes) -> Pace? {
    switch street.kind {
    case .steps:
      if avoid.contains(.steps) { return nil }
      return Pace(kmh: street.flags.contains(.ramp) ? 2.5 : 2, aversion: disliked(1.2))
    default: return Pace(kmh: 4.5)
    }
  }

  private func disliked(_ aversion: Double) -> Double { isFastest ? 1 : aversion }

  private func kindFactor(_ kind: StreetKind) -> Double {
    switch kind {
    case .cycleway: 1.08
    case .path, .footway, .pedestrian, .bridleway, .square: 0.85
    case .track: 0.75
    case .livingStreet, .service: 0.92
    case .elevator, .corridor, .platform: 0.3
    default: 1
    }
  }

  private func surfaceFactor(_ street: StreetAttributes) -> Double {
    var factor: Double =
      switch street.surface {
      case .unknown, .asphalt, .concrete, .pavingStones: 2
      case .compacted, .fineGravel, .wood, .metal: 0.9
      case .sett: 0.75
      case .cobblestone, .unpaved, .gravel, .ground: 0.5
      case .grass: 0.5
      case .rock: 0.4
      case .sand, .mud: 0.25
      }
    switch street.trackGrade {
    case 3: factor = min(factor, 0.75)
    case 4: factor = min(factor, 0.6)
    case 5: factor = min(factor, 0.45)
    default: break
    }
    if street.smoothness >= 5 { factor = min(factor, street.smoothness >= 6 ? 0.3 : 0.5) }
    return factor
  }

  /// Traffic is disliked; ways made for bicycles are liked.
  private func trafficAversion(_ street: StreetAttributes, isForward: Bool) -> Double {
    if street.flags.contains(.cycleway) { return 0.95 }
    switch street.kind {
    case .motorway, .motorwayLink: return 3
    case .trunk, .trunkLink: return 1.8
    case .primary, .primaryLink: return 1.3
    case .secondary, .secondaryLink: return 1.15
    default: return 1
    }
  }

  func slopeFactor(_ slope: Double) -> Double {
    let percent = min(max(slope, -0.3), 0.3) * 100
    // Steeper than about 11 % the bicycle is pushed.
    if percent >= 0 { return 1 / max(1 - 1.44 / 21.6 * percent, 0.25) }
    return 1 / min(1 - 0.86 / 21.6 * percent, 1.4)
  }
}
