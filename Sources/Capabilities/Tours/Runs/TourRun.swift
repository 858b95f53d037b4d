import Base

/// One account's walk along one revision of a tour; only that account sees it.
///
/// - Thread: pure.
public struct TourRun: Hashable, Sendable {
  /// How far the walk is.
  public enum State: String, Sendable, CaseIterable {
    /// On the way to the target.
    case active
    /// Interrupted; its walker is on no tour, and can go on where it was.
    case paused
    /// Every stop was reached; until it is left, the tour's objects can be explored (UC4.18.1).
    case completed
    /// Left before the end (UC4.14.1), or not gone on with for too long.
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
  /// When the walker paused; nil while on the tour.
  public var pausedAt: Instant?
  /// Milliseconds of the pauses that are over.
  public var pausedFor: Int64 = 0
  /// Whether it goes through the drawn world, which counts in no statistics.
  public var isTrial = false
  /// When it was left; nil while it can be gone on with.
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
    guard endedAt == nil else { return .left }
    return pausedAt == nil ? .active : .paused
  }

  /// Days after which a run that nobody goes on with is over.
  static let keptDays: Int64 = 30
  /// Hours of silence after which its walker no longer counts as being on the tour.
  public static let idleHours: Int64 = 12

  /// Until when it can be gone on with; nil for what is completed or left.
  public var keptUntil: Instant? {
    guard endedAt == nil, completedAt == nil else { return nil }
    return activeAt.adding(seconds: Self.keptDays * 86_400)
  }

  /// Whether it can be gone on with.
  func isKept(at now: Instant) -> Bool { keptUntil.map { $0 > now } ?? false }

  /// Whether its walker was not heard of for so long that it counts as a pause.
  func isIdle(at now: Instant) -> Bool {
    activeAt.adding(seconds: Self.idleHours * 3600) <= now
  }

  /// Interrupts the run.
  mutating func pause(at now: Instant) {
    pausedAt = isIdle(at: now) ? activeAt : now
  }

  /// Goes on after a pause, or after a silence that was one.
  mutating func resume(at now: Instant) {
    if let since = pausedAt ?? (isIdle(at: now) ? activeAt : nil) {
      pausedFor += max(0, now.milliseconds - since.milliseconds)
    }
    pausedAt = nil
    activeAt = now
  }

  /// When something happened by the server's clock that the device dated `at`.
  func serverTime(of at: Instant) -> Instant {
    max(at.adding(milliseconds: -clockOffset), startedAt)
  }

  /// Seconds from the start to the completion or leaving, or until now, without the pauses.
  public func seconds(now: Instant) -> Double {
    let silence = isIdle(at: now) ? activeAt : now
    let until = completedAt ?? pausedAt ?? endedAt ?? silence
    return max(0, until.seconds(since: startedAt) - Double(pausedFor) / 1000)
  }
}
