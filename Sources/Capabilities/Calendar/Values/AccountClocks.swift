import Base
import Identity
import Notifications
import Storage

extension IANATimeZone: LocalClock {
  public func wallSeconds(at instant: Instant) -> Int { wallTime(at: instant).secondsSinceEpoch }

  public func instant(atWallSeconds seconds: Int) -> Instant {
    self.instant(of: WallTime(secondsSinceEpoch: seconds))
  }
}

/// Accounts live by the clocks of the zone in their profile, and read in its language.
///
/// - Thread: shared.
public struct AccountClocks: LocalClocks {
  public init() {}

  public func clock(of account: EntityID, in session: StoreSession) throws -> any LocalClock {
    try IANATimeZone.preset(of: account, in: session)
  }

  public func habits(of account: EntityID, in session: StoreSession) throws -> ReadingHabits {
    let (zone, locale) = try AccountDirectory.timeHabits(of: account, in: session)
    return ReadingHabits(zone: zone, locale: locale)
  }
}
