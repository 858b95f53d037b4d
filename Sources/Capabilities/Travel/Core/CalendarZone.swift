import Base
import Foundation

/// A time zone of the IANA database, by which wall times become instants.
///
/// - Thread: pure.
public struct CalendarZone: Hashable, Sendable {
  public let name: String
  private let zone: TimeZone

  /// Nil unless the database has a zone of that name; abbreviations and offsets are no names.
  public init?(_ name: String) {
    guard name.utf8.count <= 64, name.contains("/") || name == "UTC", !name.hasPrefix("/"),
      let zone = TimeZone(identifier: name)
    else { return nil }
    self.name = name
    self.zone = zone
  }

  private init(utc zone: TimeZone) {
    name = "UTC"
    self.zone = zone
  }

  public static let utc = CalendarZone(utc: TimeZone(secondsFromGMT: 0) ?? .current)

  /// Seconds by which clocks there are ahead of UTC at an instant of whole seconds.
  private func offset(atSecond second: Int) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
  }

  /// What clocks there show; fractions of a second are dropped.
  public func wallTime(at instant: Instant) -> WallTime {
    let second = Int((Double(instant.milliseconds) / 1000).rounded(.down))
    return WallTime(secondsSinceEpoch: second + offset(atSecond: second))
  }

  /// When clocks there show `time`.
  ///
  /// An hour that comes twice is the first; one that is left out is read with the offset before
  /// the gap, which moves it on by the gap (RFC 5545, 3.3.5).
  public func instant(of time: WallTime) -> Instant { resolve(time).instant }

  /// Whether clocks there ever show `time`.
  func shows(_ time: WallTime) -> Bool { resolve(time).exists }

  private func resolve(_ time: WallTime) -> (instant: Instant, exists: Bool) {
    let wall = time.secondsSinceEpoch
    let before = offset(atSecond: wall - 86_400)
    let after = offset(atSecond: wall + 86_400)
    // The first of the two is the earlier instant where an hour comes twice.
    for candidate in [wall - before, wall - after].sorted()
    where candidate + offset(atSecond: candidate) == wall {
      return (Instant(milliseconds: Int64(candidate) * 1000), true)
    }
    return (Instant(milliseconds: Int64(wall - before) * 1000), false)
  }

  /// The first instant of a day there.
  public func start(of day: CivilDate) -> Instant { instant(of: WallTime(date: day)) }
}
