import Base
import Storage

/// The clocks by which a reader of notifications lives.
///
/// - Thread: shared.
public protocol LocalClock: Sendable {
  /// What they show, in seconds since 1970-01-01T00:00 on them.
  func wallSeconds(at instant: Instant) -> Int

  /// When they show that: the first time where they show it twice, moved on where they leave it out.
  func instant(atWallSeconds seconds: Int) -> Instant
}

/// Knows by which clocks an account lives, and how it reads.
///
/// - Thread: shared.
public protocol LocalClocks: Sendable {
  func clock(of account: EntityID, in session: StoreSession) throws -> any LocalClock

  func habits(of account: EntityID, in session: StoreSession) throws -> ReadingHabits
}

/// Everybody lives by UTC.
public struct UniversalClocks: LocalClocks, LocalClock {
  public init() {}

  public func clock(of account: EntityID, in session: StoreSession) -> any LocalClock { self }

  public func habits(of account: EntityID, in session: StoreSession) -> ReadingHabits {
    ReadingHabits()
  }

  public func wallSeconds(at instant: Instant) -> Int {
    Int((Double(instant.milliseconds) / 1000).rounded(.down))
  }

  public func instant(atWallSeconds seconds: Int) -> Instant {
    Instant(milliseconds: Int64(seconds) * 1000)
  }
}
