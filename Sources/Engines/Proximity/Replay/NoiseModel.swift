import Base
import Foundation
import Geodesy

/// The error of a receiver in streets: normal, and much the same from one second to the next.
///
/// - Source: first-order Gauss-Markov process, for instance Groves, "Principles of GNSS", section 14.2.
/// - Thread: pure.
public struct NoiseModel: Hashable, Sendable {
  /// Standard deviation to the east and to the north, metres; 3...20 are usual on foot.
  public var deviation: Double
  /// Seconds after which the error has forgotten two thirds of itself.
  public var correlation = 20.0
  /// Chance per point of an outlier, as between high houses.
  public var jumpChance = 0.0
  /// Metres that outliers lie aside.
  public var jumpMetres = 60.0

  public init(deviation: Double) { self.deviation = deviation }
}

/// A run of a ``NoiseModel``.
struct NoiseSource {
  private let model: NoiseModel
  private var random: SeededRandom
  private var east: Double
  private var north: Double

  init(_ model: NoiseModel, seed: UInt64) {
    self.model = model
    random = SeededRandom(seed: seed)
    east = random.gaussian() * model.deviation
    north = random.gaussian() * model.deviation
  }

  /// The measured position after `seconds` more.
  mutating func measure(_ p: LonLat, after seconds: Double) -> LonLat {
    let kept = exp(-seconds / max(model.correlation, 1e-3))
    let fresh = model.deviation * max(0, 1 - kept * kept).squareRoot()
    east = kept * east + fresh * random.gaussian()
    north = kept * north + fresh * random.gaussian()
    var (x, y) = (east, north)
    if model.jumpChance > 0, random.unit() < model.jumpChance {
      let angle = random.unit() * 2 * .pi
      x += model.jumpMetres * cos(angle)
      y += model.jumpMetres * sin(angle)
    }
    let metres = (x * x + y * y).squareRoot()
    guard metres > 0, metres.isFinite else { return p }
    return Geodesic.destination(
      from: p, bearingDegrees: 90 - atan2(y, x) * 180 / .pi, distanceMetres: metres)
  }
}
