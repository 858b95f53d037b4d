import Base
import Foundation

/// Turns instants into days and seconds of a feed, and back.
///
/// GTFS counts a service day's seconds from noon minus 12 hours, which is midnight but on the two
/// days a year on which the clocks change.
///
/// - Source: GTFS Schedule Reference, "Field types", Time.
/// - Thread: immutable, shared.
struct FeedClock: Sendable {
  private let zone: TimeZone

  /// Nil if the name is not in the IANA database.
  init?(_ name: String) {
    guard let zone = TimeZone(identifier: name) else { return nil }
    self.zone = zone
  }

  /// Seconds since 1970-01-01T00:00:00Z of the zero of a service day.
  ///
  /// - Parameter day: days after 1970-01-01; clamped to about ±2,700 years.
  func origin(ofDay day: Int) -> Int64 {
    let noon = Int64(min(max(day, -1_000_000), 1_000_000)) * 86_400 + 43_200
    // The offset is wanted at local noon; twice is enough as it changes by hours at most.
    var offset = seconds(at: noon)
    offset = seconds(at: noon - offset)
    return noon - offset - 43_200
  }

  private func seconds(at instant: Int64) -> Int64 {
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))))
  }

  /// The calendar day of an instant, in days after 1970-01-01.
  func day(of instant: Instant) -> Int {
    let second = min(max(instant.milliseconds / 1000, -80_000_000_000), 80_000_000_000)
    let local = second + seconds(at: second)
    return Int(local >= 0 ? local / 86_400 : (local - 86_399) / 86_400)
  }
}
