import Access
import Base
import Groups
import Registration
import Storage

extension RunService {
  /// Starts a published tour or one that the caller has bought, or goes on with the kept run of it,
  /// whatever has become of the tour since.
  ///
  /// What the caller is walking else is paused.
  ///
  /// - Throws: `forbidden` unless the caller is a general user (TR-FR1; organization users look at
  ///   the preview), `notFound`, `paymentRequired` with slug `tour-not-paid` (RL-TR-01).
  public func start(
    _ id: EntityID, _ how: RunStart = RunStart(), caller: Caller, languages: [String] = []
  ) throws -> TourRunDetails {
    let account = try caller.required(.general).account
    let (run, isNew) = try platform.store.write { transaction in
      let now = transaction.now
      let fitting =
        try TourStore.find(id, in: transaction)?.withdrawnAt == nil
        ? RunStore.kept(of: account, on: id, in: transaction)
          .filter { how.isTrial == nil || how.isTrial == $0.isTrial } : []
      if !how.isAnew, var kept = fitting.first(where: { $0.isKept(at: now) }) {
        try yield(to: kept.id, account, in: transaction)
        let wasOpen = kept.pausedAt == nil
        kept.resume(at: now)
        try RunStore.update(kept, arrivalsAfter: kept.arrivals.count, in: transaction)
        if !wasOpen { try transaction.record("run", kept.id, .update) }
        return (kept, false)
      }
      let revision = try startable(id, caller: caller, in: transaction)
      for var old in fitting { try end(&old, in: transaction) }
      try yield(to: nil, account, in: transaction)
      let run = TourRun(
        id: platform.ids.next(), account: account, tour: id, revision: revision, startedAt: now,
        completedAt: nil, isTrial: how.isTrial ?? false, endedAt: nil, walked: 0,
        lastPointAt: nil, activeAt: now, clockOffset: 0, arrivals: [])
      try RunStore.insert(run, in: transaction)
      try transaction.record("run", run.id, .insert)
      return (run, true)
    }
    return try details(run, isNew: isNew, languages: languages)
  }

  /// Interrupts a run, which is kept as it is; again changes nothing.
  ///
  /// - Throws: `notFound`; `conflict` with slug `run-ended` for what is completed or left.
  public func pause(
    _ id: EntityID, caller: Caller, languages: [String] = []
  ) throws -> TourRunDetails {
    let account = try caller.required(.general).account
    let run = try platform.store.write { transaction in
      var run = try find(id, of: account, in: transaction)
      guard run.isKept(at: transaction.now) else {
        throw Refusal(.conflict, "run-ended", "This tour is over, there is nothing to pause.")
      }
      if run.pausedAt == nil { try pause(&run, in: transaction) }
      return run
    }
    return try details(run, isNew: false, languages: languages)
  }

  /// Leaves the tour for good, before or after its completion; leaving again changes nothing.
  public func leave(_ id: EntityID, caller: Caller) throws {
    let account = try caller.required(.general).account
    try platform.store.write { transaction in
      var run = try find(id, of: account, in: transaction)
      if run.endedAt == nil { try end(&run, in: transaction) }
    }
  }

  /// Ends runs that nobody has gone on with for ``TourRun/keptDays``.
  ///
  /// - Returns: how many.
  /// - Complexity: O(what ends); a transaction for each hundred.
  @discardableResult
  public func endForgotten() throws -> Int {
    var ended = 0
    var last = 0
    repeat {
      last = try platform.store.write { transaction in
        let runs = try RunStore.endForgotten(
          since: transaction.now.adding(seconds: -TourRun.keptDays * 86_400), limit: 100,
          in: transaction)
        for run in runs { try transaction.record("run", run, .update) }
        return runs.count
      }
      ended += last
    } while last > 0
    return ended
  }

  /// The ending of forgotten runs again and again.
  public var endingForgotten: UpkeepTask {
    UpkeepTask("forgotten-runs", everySeconds: 3600) { [self] in _ = try endForgotten() }
  }

  /// Interrupts what an account is walking, unless it is `next`; what is completed is left.
  private func yield(
    to next: EntityID?, _ account: EntityID, in transaction: WriteTransaction
  ) throws {
    guard var open = try RunStore.open(of: account, in: transaction), open.id != next else {
      return
    }
    if open.isKept(at: transaction.now) {
      try pause(&open, in: transaction)
    } else {
      try end(&open, in: transaction)
    }
  }

  /// What is walked of a tour that the caller may start.
  private func startable(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> EntityID {
    let (tour, thing) = try Tour.find(id, caller: caller, in: session)
    guard let revision = try TourRevisionStore.released(tour, in: session) else {
      throw Refusal.notFound("tour")
    }
    guard Rights.can(caller, .join, thing) else {
      throw Refusal(
        .paymentRequired, "tour-not-paid",
        """
        This tour costs \(revision.content.price.description) \(revision.currency.rawValue). \
        Buy it with POST /v1/tours/\(id)/purchase first.
        """)
    }
    return revision.id
  }

  /// Turns a walk into a trial, in the place of the one that is kept.
  func becomeTrial(_ run: inout TourRun, in transaction: WriteTransaction) throws {
    if run.isTrial { return }
    for var old in try RunStore.kept(of: run.account, on: run.tour, in: transaction)
    where old.isTrial {
      try end(&old, in: transaction)
    }
    run.isTrial = true
  }

  private func pause(_ run: inout TourRun, in transaction: WriteTransaction) throws {
    run.pause(at: transaction.now)
    try close(run, in: transaction)
  }

  private func end(_ run: inout TourRun, in transaction: WriteTransaction) throws {
    // A silence before the end is no time on the way.
    if run.pausedAt == nil, run.isIdle(at: transaction.now) { run.pause(at: transaction.now) }
    run.endedAt = transaction.now
    try close(run, in: transaction)
  }

  private func close(_ run: TourRun, in transaction: WriteTransaction) throws {
    try RunStore.update(run, arrivalsAfter: run.arrivals.count, in: transaction)
    try transaction.record("run", run.id, .update)
    anchors.forget(run.id)
  }
}
