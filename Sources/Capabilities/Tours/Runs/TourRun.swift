import Base

/// One account's walk along one revision of a tour; only that account sees it.
///
/// - Thread: pure.
public struct TourRun: Hashable, Sendable {
  /// How far the walk is.
  public enum State: String, Sendable, CaseIterable {
    /// On the way to the target.
    case active
    /// Every stop was reached; until it is left, the tour's objects can be explored (UC4.18.1).
    case completed
    /// Left before the end (UC4.14.1).
    case left
  }

  /// A stop that was reached, and when.
  public struct Arrival: Hashable, Sendable {
    public var stop: EntityID
    public var at: Instant
  }

  public var id: EntityID
  public var account: EntityID
  public var tour: EntityID
  public var revision: EntityID
  public var startedAt: Instant
  public var completedAt: Instant?
  /// When the walker left; nil while on the tour.
  public var endedAt: Instant?
  /// Metres.
  public var walked: Double
  /// The device's date of the last position that counted; the position itself is not kept.
  public var lastPointAt: Instant?
  /// When the walker was last heard of, by the server's clock.
  public var activeAt: Instant
  /// Milliseconds by which the device's clock is ahead of the server's.
  public var clockOffset: Int64
  /// In the order of the stops.
  public var arrivals: [Arrival]

  public var state: State {
    if completedAt != nil { return .completed }
    return endedAt == nil ? .active : .left
  }

  /// When something happened by the server's clock that the device dated `at`.
  func serverTime(of at: Instant) -> Instant {
    max(at.adding(milliseconds: -clockOffset), startedAt)
  }

  /// Seconds from the start to the completion or leaving, or until now.
  public func seconds(now: Instant) -> Double {
    max(0, (completedAt ?? endedAt ?? now).seconds(since: startedAt))
  }
}
