import Base
import Geodesy
import Realms
import Storage

/// The use cases of going on tours: starting, walking, leaving (UC4).
///
/// An account is on one tour at a time. Starting the same tour again goes on with the run that is
/// open; starting another one leaves it. A run that was not heard of for ``idleHours`` no longer
/// counts as being on a tour.
///
/// - Thread: shared.
public struct RunService: Sendable {
  /// Hours of silence after which a run that nobody left is forgotten by ``activeRun(of:in:)``.
  public static let idleHours = 12
  /// Seconds by which a device's clock may be wrong.
  ///
  /// Phones with a wrong time zone are hours off, and their walkers must arrive all the same. The
  /// order of positions and their differences are what counts.
  static let clockTolerance: Int64 = 86_400
  /// Seconds before the start or after now at which a first position shows a wrong clock.
  static let clockSlack: Int64 = 120

  let platform: Platform
  private let anchors = RunAnchors()

  public init(platform: Platform) { self.platform = platform }

  /// Starts a published tour or one that the caller has bought, or goes on with the open run of it.
  ///
  /// - Throws: `forbidden` unless the caller is a general user (TR-FR1; organization users look at
  ///   the preview), `notFound`, `paymentRequired` with slug `tour-not-paid` (RL-TR-01).
  public func start(
    _ id: EntityID, caller: Caller, languages: [String] = []
  ) throws -> TourRunDetails {
    let account = try caller.required(.general).account
    let (run, isNew) = try platform.store.write { transaction in
      let (tour, thing) = try Tour.find(id, caller: caller, in: transaction)
      if var open = try RunStore.open(of: account, in: transaction) {
        if open.tour == id, open.completedAt == nil {
          open.activeAt = transaction.now
          try RunStore.update(open, arrivalsAfter: open.arrivals.count, in: transaction)
          return (open, false)
        }
        try end(&open, in: transaction)
      }
      guard let revision = try TourRevisionStore.released(tour, in: transaction) else {
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
      let run = TourRun(
        id: platform.ids.next(), account: account, tour: id, revision: revision.id,
        startedAt: transaction.now, completedAt: nil, endedAt: nil, walked: 0, lastPointAt: nil,
        activeAt: transaction.now, clockOffset: 0, arrivals: [])
      try RunStore.insert(run, in: transaction)
      try transaction.record("run", run.id, .insert)
      return (run, true)
    }
    return try details(run, isNew: isNew, languages: languages)
  }

  /// Takes the walker's positions, in their order; repeated, late and vague ones change nothing.
  ///
  /// - Parameter crossed: by the place of a position, the stops that the way to it touches.
  /// - Throws: `notFound`, `conflict` for a run that has been left.
  public func advance(
    _ id: EntityID, _ points: [RunPoint], crossing crossed: [Int: Set<EntityID>] = [:],
    caller: Caller, languages: [String] = []
  ) throws -> TourRunDetails {
    let account = try caller.required(.general).account
    let (stops, name) = try platform.store.read { session in
      try content(of: find(id, of: account, in: session), in: session)
    }
    let course = RunCourse(stops, radius: platform.settings[ToursSettings.arrivalMetres])
    var progress: RunProgress?
    var arrived: [Int] = []
    var ignored = 0
    var position: LonLat?
    let run = try platform.store.write { transaction in
      var run = try find(id, of: account, in: transaction)
      guard run.endedAt == nil else {
        throw Refusal(.conflict, "run-ended", "You have left this tour. Start it again.")
      }
      let known = run.arrivals.count
      let now = transaction.now
      var next = RunProgress(
        reached: known, walked: run.walked,
        completedAt: run.completedAt, lastPointAt: run.lastPointAt,
        anchor: anchors.anchor(of: id, lastPointAt: run.lastPointAt, now: now))
      let earliest = run.startedAt.adding(seconds: -Self.clockTolerance)
      let latest = now.adding(seconds: Self.clockTolerance)
      for (place, point) in points.enumerated() {
        let isFirst = next.lastPointAt == nil
        let outcome = next.take(
          point, on: course, crossing: crossed[place] ?? [], earliest: earliest, latest: latest)
        if isFirst, outcome != .ignored {
          run.clockOffset = Self.clockOffset(point.at, run.startedAt, now)
        }
        switch outcome {
        case .ignored: ignored += 1
        case .moved: position = point.position
        case .arrived(let index):
          position = point.position
          guard let stop = course.targets[index].stop.id else { continue }
          arrived.append(index)
          run.arrivals.append(
            TourRun.Arrival(stop: stop, at: run.serverTime(of: point.at)))
        }
      }
      run.walked = next.walked
      run.lastPointAt = next.lastPointAt
      if run.completedAt == nil { run.completedAt = next.completedAt.map(run.serverTime) }
      run.activeAt = now
      try RunStore.update(run, arrivalsAfter: known, in: transaction)
      if !arrived.isEmpty { try transaction.record("run", id, .update) }
      progress = next
      return run
    }
    if let progress { anchors.keep(progress, of: id, now: platform.clock.now()) }
    return TourRunDetails(
      run: run, isNew: false, name: name, stops: stops, arrived: arrived, ignored: ignored,
      position: position, now: platform.clock.now(), languages: languages)
  }

  /// Leaves the tour, before or after its completion; leaving again changes nothing.
  public func leave(_ id: EntityID, caller: Caller) throws {
    let account = try caller.required(.general).account
    try platform.store.write { transaction in
      var run = try find(id, of: account, in: transaction)
      if run.endedAt == nil { try end(&run, in: transaction) }
    }
    anchors.forget(id)
  }

  private func end(_ run: inout TourRun, in transaction: WriteTransaction) throws {
    run.endedAt = transaction.now
    try RunStore.update(run, arrivalsAfter: run.arrivals.count, in: transaction)
    try transaction.record("run", run.id, .update)
  }

  /// The state of a run; `notFound` for runs of others.
  public func details(
    _ id: EntityID, caller: Caller, languages: [String] = []
  ) throws -> TourRunDetails {
    let account = try caller.required().account
    let run = try platform.store.read { try find(id, of: account, in: $0) }
    return try details(run, isNew: false, languages: languages)
  }

  /// The caller's runs, newest first.
  public func list(_ page: PageRequest, caller: Caller) throws -> Page<TourRunSummary> {
    let account = try caller.required().account
    let last = try page.idPosition()
    let items = try platform.store.read {
      try RunStore.list(of: account, before: last, limit: page.limit + 1, in: $0)
    }
    return Page(reading: items, limit: page.limit) { Cursor($0.run.id) }
  }

  /// The run by which an account is on a tour at present; nil if it is on none.
  ///
  /// During a tour nothing can be placed or changed and only the tour's objects show (UC4.8):
  /// whoever shows things asks here.
  public static func activeRun(
    of account: EntityID, in session: StoreSession, now: Instant
  ) throws -> TourRun? {
    guard let run = try RunStore.open(of: account, in: session),
      run.activeAt.adding(seconds: Int64(idleHours) * 3600) > now
    else { return nil }
    return run
  }

  /// Whether an account was heard of on a tour since a time.
  public func hasWalked(_ tour: EntityID, _ account: EntityID, since: Instant) throws -> Bool {
    try platform.store.readOnce {
      try RunStore.wasActive(on: tour, account, since: since, in: $0)
    }
  }

  // MARK: Parts

  /// How far a device's clock is ahead, in milliseconds: 0 if its first position can have been
  /// taken during the run.
  private static func clockOffset(_ first: Instant, _ start: Instant, _ now: Instant) -> Int64 {
    let isPlausible =
      first >= start.adding(seconds: -clockSlack) && first <= now.adding(seconds: clockSlack)
    return isPlausible ? 0 : first.milliseconds - now.milliseconds
  }

  private func find(
    _ id: EntityID, of account: EntityID, in session: StoreSession
  ) throws -> TourRun {
    guard let run = try RunStore.find(id, of: account, in: session) else {
      throw Refusal.notFound("run")
    }
    return run
  }

  private func content(
    of run: TourRun, in session: StoreSession
  ) throws -> (stops: [TourStop], name: String) {
    guard let revision = try TourRevisionStore.walked(run.revision, in: session) else {
      throw DatabaseError(.unreadable, "a run has no revision")
    }
    return (revision.content.stops, revision.content.name)
  }

  private func details(
    _ run: TourRun, isNew: Bool, languages: [String]
  ) throws -> TourRunDetails {
    let (stops, name) = try platform.store.read { try content(of: run, in: $0) }
    return TourRunDetails(
      run: run, isNew: isNew, name: name, stops: stops, arrived: [], ignored: 0, position: nil,
      now: platform.clock.now(), languages: languages)
  }
}
