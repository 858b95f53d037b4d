import Base
import Geodesy

/// Decides which points count, and which movements are followed.
///
/// - Thread: pure.
struct FixRule: Sendable {
  let settings: ProximitySettings

  /// Why a point is to be ignored; nil if it counts.
  func reasonToIgnore(
    _ fix: PositionFix, after last: DeviceState.Last?, now: Instant
  ) -> ProximityUpdate.IgnoredReason? {
    if let last, fix.at <= last.at { return .old }
    let ahead = fix.at.seconds(since: now)
    if ahead > Double(settings.clockTolerance) { return .future }
    if ahead <= -Double(settings.expiry) { return .expired }
    if (fix.accuracy ?? 0) > settings.maximumAccuracy { return .inaccurate }
    return nil
  }

  /// Whether something between the two points can have been crossed.
  ///
  /// - Parameter metres: the distance between them.
  func isMovement(from last: DeviceState.Last, to fix: PositionFix, metres: Double) -> Bool {
    guard metres > 0, metres <= min(settings.maximumSegment, Ruler.reach) else { return false }
    let seconds = fix.at.seconds(since: last.at)
    if seconds > Double(settings.expiry) { return false }
    // What inaccuracy may have added is no movement; and nobody samples usefully above 1 Hz.
    let certain = metres - last.accuracy - (fix.accuracy ?? 0)
    return certain <= settings.maximumSpeed * max(1, seconds)
  }

  /// Metres beyond the border where a point leaves a zone.
  @inline(__always)
  func margin(accuracy: Double) -> Double { max(settings.leaveMargin, accuracy) }

  /// Whether a point is accurate enough to enter a zone.
  @inline(__always)
  func canEnter(zoneSize: Double, accuracy: Double) -> Bool {
    accuracy <= max(zoneSize, settings.trustedAccuracy)
  }
}
