import Foundation

/// Walking speeds.
///
/// - Source: 5.05 km/h lies between the walking speeds of OSRM and Valhalla; slope after Tobler,
///   "Three presentations on geographical analysis and modeling", NCGIA TR 93-1 (1993).
struct WalkSpeeds: SpeedModel {
  private let speed: Double
  private let avoid: StreetProfile.Avoidances

  init(_ profile: StreetProfile) {
    speed = profile.speedKmh ?? 5.05
    avoid = profile.avoid
  }

  let signalMilliseconds = 0.0

  var hillAversion: Double { avoid.contains(.hills) ? 4 : 0 }

  func pace(_ street: StreetAttributes, isForward: Bool) -> Pace? {
    let access = DirectedAccess(bits: street.walkBits)[isForward]
    if access == .no { return nil }
    let kind = street.kind
    var aversion = access == .privately ? 4.0 : 1
    var factor = 1.0
    switch kind {
    case .steps:
      if avoid.contains(.steps) { return nil }
      factor = 0.8
    case .ferry:
      if avoid.contains(.ferries) { return nil }
      return Pace(kmh: street.fixedSpeed > 0 ? Double(street.fixedSpeed) / 100 : 6, aversion: 1.2)
    case .square: if avoid.contains(.squares) { return nil }
    case .elevator: factor = 0.5
    case .trunk, .trunkLink: aversion *= street.flags.contains(.sidewalk) ? 1 : 1.3
    default: break
    }
    switch street.surface {
    case .sand, .mud: factor *= 0.75
    case .gravel, .rock: factor *= 0.9
    default: break
    }
    if street.hikingScale >= 4 {
      factor *= 0.6
      aversion *= 1.5
    }
    if avoid.contains(.unpaved), street.surface.isUnpaved || street.trackGrade > 1 { aversion *= 3 }
    return Pace(kmh: speed * factor, aversion: aversion, once: EndsOnly.gate(street, access))
  }

  /// Tobler's hiking function, relative to flat ground.
  func slopeFactor(_ slope: Double) -> Double {
    let bounded = min(max(slope, -0.45), 0.45)
    return exp(3.5 * (abs(bounded + 0.05) - 0.05))
  }

  /// Metres per second on a street, in the faster direction and on the slope that is walked fastest.
  func fastest(_ street: StreetAttributes) -> Double {
    let paces = [true, false].compactMap { pace(street, isForward: $0)?.millisecondsPerMetre }
    return paces.min().map { 1000 / ($0 * slopeFactor(-0.05)) } ?? 0
  }
}
