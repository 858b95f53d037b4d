import Base
import Storage

/// A sort of durable timer and what happens when one is due; registered once by its capability.
///
/// ```swift
/// extension DeadlineKind {
///   static func pollEnd(_ polls: PollService) -> DeadlineKind {
///     DeadlineKind("pollEnd", "Closes a poll.") { deadline, transaction in
///       try polls.close(deadline.subject, in: transaction)
///     }
///   }
/// }
///
/// // Where a poll is written, in the same transaction:
/// try DeadlineStore.set(Deadline("pollEnd", due: poll.end, subject: poll.id), in: transaction)
/// ```
///
/// - Thread: shared; its handler runs on a thread of the store or of ``DeadlineClock``.
public struct DeadlineKind: Sendable {
  /// How a handler runs.
  public enum Lane: Hashable, Sendable, CaseIterable {
    /// In the transaction that takes the timer away: exactly once with its effect. The handler
    /// writes through its transaction alone, calls no store and waits for nothing.
    case transaction
    /// Outside of any transaction, for work that leaves the store (mail, files): at least once. A
    /// lease keeps other processes from it meanwhile.
    case errand
    /// An errand that asks servers of others, which may let it wait: other errands need not wait
    /// for it.
    case foreign
  }

  enum Handler: Sendable {
    case transaction(@Sendable (Deadline, WriteTransaction) throws -> Void)
    case errand(leaseSeconds: Int64, asksOthers: Bool, @Sendable (Deadline) throws -> Void)
  }

  /// A stable name in camel case; stored.
  public let name: String
  /// What happens, in one sentence.
  public let purpose: String
  /// Seconds from one firing to the next; nil for timers that are set one by one.
  public let interval: Int64?
  let handler: Handler

  public var lane: Lane {
    switch handler {
    case .transaction: .transaction
    case .errand(_, let asksOthers, _): asksOthers ? .foreign : .errand
    }
  }

  /// A kind whose effect and end are one commit.
  ///
  /// The timer is gone when the handler runs, so that the handler can set it anew under its key. If
  /// the handler throws, nothing of it remains and it is tried again later.
  ///
  /// - Parameter interval: with it, there always is one timer of this kind, set anew after each
  ///   firing.
  public init(
    _ name: String, _ purpose: String, everySeconds interval: Int64? = nil,
    inTransaction handler: @escaping @Sendable (Deadline, WriteTransaction) throws -> Void
  ) {
    self.init(name, purpose, interval, .transaction(handler))
  }

  /// A kind whose work leaves the store; the timer goes, or is set anew, when the work is done.
  ///
  /// - Parameters:
  ///   - interval: with it, there always is one timer of this kind.
  ///   - leaseSeconds: longer than the work takes; after a crash it is done again then.
  ///   - asksOthers: whether the work asks servers of others, and is of ``Lane/foreign``.
  public static func errand(
    _ name: String, _ purpose: String, everySeconds interval: Int64? = nil,
    leaseSeconds: Int64 = 600, asksOthers: Bool = false,
    _ work: @escaping @Sendable (Deadline) throws -> Void
  ) -> DeadlineKind {
    DeadlineKind(
      name, purpose, interval,
      .errand(leaseSeconds: leaseSeconds, asksOthers: asksOthers, work))
  }

  private init(_ name: String, _ purpose: String, _ interval: Int64?, _ handler: Handler) {
    self.name = name
    self.purpose = purpose
    self.interval = interval
    self.handler = handler
  }

  /// The key and the subject of the one timer of a kind that repeats.
  static let repeating = (key: "repeating", subject: EntityID(high: 0, low: 0))
}
