import Base
import Storage

/// Fires what is due, one bounded round at a time; keeps no state but the store's.
///
/// Exactly once: a timer goes in the transaction of its effect, and the store lets one transaction
/// write at a time, over all processes. A clock that jumps forward makes timers due, once; one that
/// jumps back makes none due again, because what has fired is gone.
///
/// - Thread: shared; each lane by one caller at a time.
public struct DeadlineRunner: Sendable {
  /// Most timers of one transaction: a writer of other things waits no longer than these take.
  public static let batch = 100
  /// Seconds until a handler that failed is tried again: doubled with each failure, up to the most.
  static let backoff: (first: Int64, most: Int64) = (10, 3600)

  private let store: Store
  private let kinds: [String: DeadlineKind]
  private let names: [DeadlineKind.Lane: [String]]
  private let fired: Counter?
  private let failed: Counter?
  private let reportFailure: @Sendable (String, any Error) -> Void

  /// - Parameters:
  ///   - metrics: gets the numbers of firings and failures by kind, and the seconds by which the
  ///     oldest timer is late.
  ///   - reportFailure: is told the kind and the error of every handler that failed.
  /// - Throws: `conflict` when two kinds have one name.
  public init(
    store: Store, kinds: [DeadlineKind], metrics: Metrics? = nil,
    reportFailure: @escaping @Sendable (String, any Error) -> Void = { _, _ in }
  ) throws(Refusal) {
    self.store = store
    self.reportFailure = reportFailure
    var byName: [String: DeadlineKind] = [:]
    for kind in kinds where byName.updateValue(kind, forKey: kind.name) != nil {
      throw Refusal(
        .conflict, "duplicate-deadline-kind", "Two kinds of deadlines are named \(kind.name).")
    }
    self.kinds = byName
    names = Dictionary(grouping: kinds, by: \.lane).mapValues { $0.map(\.name).sorted() }
    fired = metrics?.counter(
      "wayside_deadlines_fired", "Deadlines that have fired.", labels: ["kind"])
    failed = metrics?.counter(
      "wayside_deadlines_failed", "Handlers of deadlines that have failed.", labels: ["kind"])
    metrics?.gauge("wayside_deadlines_late_seconds", "By how much the oldest deadline is late.") {
      let oldest = (try? store.readOnce { try DeadlineStore.oldest(in: $0) }) ?? nil
      return oldest.map { max(0, store.clock.now().seconds(since: $0)) } ?? 0
    }
  }

  /// Sets the timers of the kinds that repeat; called once before the first round.
  public func prepare() throws {
    let repeating = kinds.values.filter { $0.interval != nil }
    if repeating.isEmpty { return }
    try store.write { transaction in
      for kind in repeating {
        guard let interval = kind.interval else { continue }
        try DeadlineStore.ensure(kind.name, interval: interval, in: transaction)
      }
    }
  }

  /// When the next timer of a lane is due, or is tried again; nil if there is none.
  public func nextDue(_ lane: DeadlineKind.Lane) throws -> Instant? {
    guard let names = names[lane] else { return nil }
    return try store.readOnce { try DeadlineStore.next(names, in: $0) }
  }

  /// Fires what is due of one lane, at most ``batch``.
  ///
  /// - Parameter isStopping: asked before each errand; true leaves the rest for the next round.
  /// - Returns: how many timers were worked on, failures among them; less than ``batch`` when
  ///   nothing is left, or when it was to stop.
  /// - Throws: what keeps the store from writing; never what a handler threw.
  @discardableResult
  public func fireDue(
    _ lane: DeadlineKind.Lane, isStopping: () -> Bool = { false }
  ) throws -> Int {
    guard let names = names[lane] else { return 0 }
    switch lane {
    case .transaction: return try fireInTransactions(names)
    case .errand, .foreign: return try runErrands(names, isStopping)
    }
  }

  // MARK: In transactions

  private func fireInTransactions(_ names: [String]) throws -> Int {
    var due: [Deadline] = []
    do {
      try store.write { transaction in
        due = try DeadlineStore.due(
          names, at: transaction.now, limit: Self.batch, in: transaction)
        for deadline in due { try fire(deadline, in: transaction) }
      }
      for deadline in due { fired?.add(1, deadline.kind) }
    } catch {
      // Nothing of the round remains; each by itself shows which one it was.
      if due.isEmpty { throw error }
      for deadline in due { try fireAlone(deadline) }
    }
    return due.count
  }

  private func fire(_ deadline: Deadline, in transaction: WriteTransaction) throws {
    // Another handler of the same round may have moved or cancelled it.
    guard case .transaction(let handle)? = kinds[deadline.kind]?.handler,
      try DeadlineStore.take(deadline, in: transaction)
    else { return }
    try handle(deadline, transaction)
    try setAnew(deadline, in: transaction)
  }

  /// Sets the timer of a kind that repeats anew, one interval from now, however late this one was.
  private func setAnew(_ deadline: Deadline, in transaction: WriteTransaction) throws {
    guard let interval = kinds[deadline.kind]?.interval,
      deadline.key == DeadlineKind.repeating.key
    else { return }
    var next = deadline
    next.due = transaction.now.adding(seconds: interval)
    try DeadlineStore.set(next, in: transaction)
  }

  private func fireAlone(_ deadline: Deadline) throws {
    do {
      try store.write { try fire(deadline, in: $0) }
      fired?.add(1, deadline.kind)
    } catch {
      try putOff(deadline, after: error)
    }
  }

  /// Has a timer tried again later because its handler failed.
  private func putOff(_ deadline: Deadline, after error: any Error) throws {
    let doublings = Int64(min(max(deadline.failures, 0), 20))
    let seconds = min(Self.backoff.first << doublings, Self.backoff.most)
    try store.write { transaction in
      _ = try DeadlineStore.postpone(
        deadline, until: transaction.now.adding(seconds: seconds), failed: true, in: transaction)
    }
    failed?.add(1, deadline.kind)
    reportFailure(deadline.kind, error)
  }

  // MARK: Errands

  private func runErrands(_ names: [String], _ isStopping: () -> Bool) throws -> Int {
    let now = store.clock.now()
    let due = try store.readOnce {
      try DeadlineStore.due(names, at: now, limit: Self.batch, in: $0)
    }
    var count = 0
    for deadline in due {
      if isStopping() { break }
      try run(deadline)
      count += 1
    }
    return count
  }

  private func run(_ deadline: Deadline) throws {
    guard case .errand(let leaseSeconds, _, let work)? = kinds[deadline.kind]?.handler else {
      return
    }
    let isOurs = try store.write { transaction in
      guard try DeadlineStore.isDue(deadline, at: transaction.now, in: transaction) else {
        return false
      }
      return try DeadlineStore.postpone(
        deadline, until: transaction.now.adding(seconds: leaseSeconds), failed: false,
        in: transaction)
    }
    guard isOurs else { return }
    do {
      try work(deadline)
    } catch {
      try putOff(deadline, after: error)
      return
    }
    try store.write { transaction in
      // The work itself may have set it anew: then that stands.
      if try DeadlineStore.take(deadline, in: transaction) {
        try setAnew(deadline, in: transaction)
      }
    }
    fired?.add(1, deadline.kind)
  }
}
