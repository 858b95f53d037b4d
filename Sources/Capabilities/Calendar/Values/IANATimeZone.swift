import Base
import Foundation
import Identity
import Storage

/// A time zone of the IANA database, by which wall times become instants.
///
/// - Thread: pure.
public struct IANATimeZone: Hashable, Sendable {
  public let name: String
  private let offsets: ZoneOffsets

  /// Nil unless the database has a zone of that name; abbreviations and offsets are no names.
  public init?(_ name: String) {
    guard name.utf8.count <= 64, name.contains("/") || name == "UTC", !name.hasPrefix("/"),
      let offsets = ZoneOffsets.named(name)
    else { return nil }
    self.name = name
    self.offsets = offsets
  }

  private init(utc zone: TimeZone) {
    name = "UTC"
    offsets = ZoneOffsets(zone)
  }

  public static let utc = IANATimeZone(utc: TimeZone(secondsFromGMT: 0) ?? .current)

  public static func == (a: IANATimeZone, b: IANATimeZone) -> Bool { a.name == b.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Seconds by which clocks there are ahead of UTC at an instant of whole seconds.
  func offset(atSecond second: Int) -> Int { offsets.offset(atSecond: second) }

  /// What clocks there show; fractions of a second are dropped.
  public func wallTime(at instant: Instant) -> WallTime {
    let second = Int((Double(instant.milliseconds) / 1000).rounded(.down))
    return WallTime(secondsSinceEpoch: second + offset(atSecond: second))
  }

  /// When clocks there show `time`.
  ///
  /// An hour that comes twice is the first; one that is left out is read with the offset before
  /// the gap, which moves it on by the gap (RFC 5545, 3.3.5).
  public func instant(of time: WallTime) -> Instant {
    let wall = time.secondsSinceEpoch
    let before = offset(atSecond: wall - 86_400)
    let after = offset(atSecond: wall + 86_400)
    if before == after, offset(atSecond: wall - before) == before {
      return Instant(milliseconds: Int64(wall - before) * 1000)
    }
    // The first of the two is the earlier instant where an hour comes twice.
    for candidate in [wall - before, wall - after].sorted()
    where candidate + offset(atSecond: candidate) == wall {
      return Instant(milliseconds: Int64(candidate) * 1000)
    }
    return Instant(milliseconds: Int64(wall - before) * 1000)
  }

  /// The zone of an account's profile; UTC where it has none.
  public static func preset(of account: EntityID, in session: StoreSession) throws -> IANATimeZone {
    try AccountDirectory.timeZone(of: account, in: session).flatMap { IANATimeZone($0) } ?? .utc
  }

  /// The first instant of a day there.
  public func start(of day: CivilDate) -> Instant { instant(of: WallTime(date: day)) }
}

/// How far the clocks of a zone are ahead of UTC, kept by days: asking Foundation takes
/// microseconds, and following a rule asks several times for each day.
///
/// No zone has put its clocks forth and back within one day of UTC, so where both ends of a day
/// agree, all of it does.
///
/// - Thread: shared.
private final class ZoneOffsets: Sendable {
  /// Most days that are kept of one zone.
  private static let maximumDays = 4096
  /// By name: as many as the database of zones has, at most.
  private static let known = Guarded<[String: ZoneOffsets]>([:])

  private let zone: TimeZone
  /// By days since the epoch; where the offset changes within the day, `changing`.
  private let days = Guarded<[Int: Int]>([:])
  private static let changing = Int.max

  init(_ zone: TimeZone) { self.zone = zone }

  static func named(_ name: String) -> ZoneOffsets? {
    if let found = known.withLock({ $0[name] }) { return found }
    guard let zone = TimeZone(identifier: name) else { return nil }
    let new = ZoneOffsets(zone)
    // Names may differ in case alone.
    known.withLock { if $0.count < 1000 { $0[name] = new } }
    return new
  }

  func offset(atSecond second: Int) -> Int {
    let day = (Double(second) / 86_400).rounded(.down)
    guard abs(day) < 10_000_000 else { return exact(second) }
    let kept = of(Int(day))
    return kept == Self.changing ? exact(second) : kept
  }

  private func of(_ day: Int) -> Int {
    if let kept = days.withLock({ $0[day] }) { return kept }
    let (begin, end) = (exact(day * 86_400), exact(day * 86_400 + 86_400))
    let found = begin == end ? begin : Self.changing
    days.withLock { days in
      if days.count >= Self.maximumDays { days.removeAll(keepingCapacity: true) }
      days[day] = found
    }
    return found
  }

  private func exact(_ second: Int) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
  }
}
