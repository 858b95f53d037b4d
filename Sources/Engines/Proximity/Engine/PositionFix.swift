import Base
import Geodesy

/// A position that a device reports.
///
/// - Thread: pure.
public struct PositionFix: Hashable, Sendable {
  public var position: LonLat
  /// Metres within which the true position lies with a probability of about two thirds; nil if the
  /// device does not say.
  public var accuracy: Double?
  /// When the device was there.
  public var at: Instant

  public init(position: LonLat, accuracy: Double? = nil, at: Instant) {
    self.position = position
    self.accuracy = accuracy
    self.at = at
  }

  /// Whether ``violations(index:)`` has nothing to say.
  @inline(__always)
  var isSound: Bool {
    (-90...90).contains(position.lat) && (-180...180).contains(position.lon)
      && (accuracy.map { $0 >= 0 && $0.isFinite } ?? true)
  }

  /// What is wrong with it, if anything.
  ///
  /// - Parameter index: its place in the request's `points`.
  func violations(index: Int) -> [Refusal.Violation] {
    var violations: [Refusal.Violation] = []
    if !(-90...90).contains(position.lat) {
      violations.append(.init("/points/\(index)/lat", "is not in -90...90"))
    }
    if !(-180...180).contains(position.lon) {
      violations.append(.init("/points/\(index)/lon", "is not in -180...180"))
    }
    if let accuracy, !(accuracy >= 0 && accuracy.isFinite) {
      violations.append(.init("/points/\(index)/accuracy", "is not a number of metres from 0"))
    }
    return violations
  }
}
