/// Driving speeds without traffic.
///
/// - Source: defaults by class after the car profile of OSRM (as facts, not as code); legal limits
///   are reached at 87 %, between OSRM's 80 % and Valhalla's 100 %.
struct CarSpeeds: SpeedModel {
  private let topSpeed: Double
  private let avoid: StreetProfile.Avoidances

  init(_ profile: StreetProfile) {
    topSpeed = profile.speedKmh ?? 140
    avoid = profile.avoid
  }

  let signalMilliseconds = 2000.0
  let hillAversion = 0.0

  func slopeFactor(_ slope: Double) -> Double { 1 }

  func pace(_ street: StreetAttributes, isForward: Bool) -> Pace? {
    let access = DirectedAccess(bits: street.carBits)[isForward]
    if access == .no { return nil }
    let kind = street.kind
    if avoid.contains(.motorways), kind.isMotorway || street.flags.contains(.motorroad) {
      return nil
    }
    if avoid.contains(.tolls), street.flags.contains(.toll) { return nil }
    if kind == .ferry {
      if avoid.contains(.ferries) { return nil }
      return Pace(kmh: street.fixedSpeed > 0 ? Double(street.fixedSpeed) / 100 : 8, aversion: 1.2)
    }
    var kmh = CarSpeeds.usual(kind)
    let limit = isForward ? street.maxspeedForward : street.maxspeedBackward
    if limit == SpeedLimit.unlimited {
      kmh = max(kmh, 115)
    } else if limit > 0 {
      kmh = kind == .livingStreet ? max(Double(limit) * 0.87, 6) : Double(limit) * 0.87
    }
    kmh = min(kmh, CarSpeeds.surfaceCap(street), topSpeed)
    if street.flags.contains(.minorService) { kmh *= 0.6 }
    if street.flags.contains(.narrow) { kmh *= 0.75 }
    if street.flags.contains(.roundabout) { kmh = min(kmh, 35) }
    var aversion = 1.0
    if avoid.contains(.unpaved), street.surface.isUnpaved || street.trackGrade > 1 { aversion *= 3 }
    return Pace(kmh: max(kmh, 3), aversion: aversion)
  }

  private static func usual(_ kind: StreetKind) -> Double {
    switch kind {
    case .motorway: 95
    case .trunk: 85
    case .primary: 65
    case .secondary: 55
    case .tertiary: 42
    case .unclassified, .residential, .road: 28
    case .motorwayLink: 50
    case .trunkLink: 45
    case .primaryLink: 35
    case .secondaryLink: 30
    case .tertiaryLink: 25
    case .service: 16
    case .track: 12
    case .livingStreet: 10
    default: 8
    }
  }

  private static func surfaceCap(_ street: StreetAttributes) -> Double {
    var cap: Double =
      switch street.surface {
      case .unknown, .asphalt: 250
      case .concrete, .compacted, .fineGravel: 80
      case .pavingStones, .metal: 60
      case .sett, .wood, .gravel, .unpaved, .ground, .grass: 40
      case .cobblestone: 30
      case .rock, .sand: 20
      case .mud: 10
      }
    switch street.trackGrade {
    case 1: cap = min(cap, 60)
    case 2: cap = min(cap, 40)
    case 3: cap = min(cap, 30)
    case 4: cap = min(cap, 25)
    case 5: cap = min(cap, 20)
    default: break
    }
    switch street.smoothness {
    case 4: cap = min(cap, 40)
    case 5: cap = min(cap, 20)
    case 6, 7: cap = min(cap, 8)
    default: break
    }
    return cap
  }
}
