import Access
import Base
import Geodesy
import Storage

/// The use cases of going on tours: starting, walking, leaving (UC4).
///
/// An account is on one tour at a time. Starting the same tour again goes on with the run that is
/// kept; starting another one pauses it. A run that was not heard of for ``TourRun/idleHours`` no
/// longer counts as being on a tour, and one of ``TourRun/keptDays`` is over.
///
/// - Thread: shared.
public struct RunService: Sendable {
  /// Seconds by which a device's clock may be wrong.
  ///
  /// Phones with a wrong time zone are hours off, and their walkers must arrive all the same. The
  /// order of positions and their differences are what counts.
  static let clockTolerance: Int64 = 86_400
  /// Seconds before the start or after now at which a first position shows a wrong clock.
  static let clockSlack: Int64 = 120

  let platform: Platform
  let anchors = RunAnchors()

  public init(platform: Platform) { self.platform = platform }

  /// Takes the walker's positions, in their order; repeated, late and vague ones change nothing.
  ///
  /// A run whose first stop is reached in the drawn world is a trial from then on.
  ///
  /// - Parameter crossed: by the place of a position, the stops that the way to it touches.
  /// - Throws: `notFound`, `conflict` for a run that has been left.
  public func advance(
    _ id: EntityID, _ points: [RunPoint], crossing crossed: [Int: Set<EntityID>] = [:],
    caller: Caller, languages: [String] = []
  ) throws -> TourRunDetails {
    let account = try caller.required(.general).account
    let tour = try platform.store.read { session in
      try content(of: find(id, of: account, in: session), in: session)
    }
    let course = RunCourse(tour.stops, radius: platform.settings[ToursSettings.arrivalMetres])
    var progress: RunProgress?
    var arrived: [Int] = []
    var ignored = 0
    var position: LonLat?
    let run = try platform.store.write { transaction in
      var run = try find(id, of: account, in: transaction)
      let now = transaction.now
      try checkWalking(run, now: now)
      let known = run.arrivals.count
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
          if run.arrivals.isEmpty, point.isSimulated { try becomeTrial(&run, in: transaction) }
          run.arrivals.append(
            TourRun.Arrival(stop: stop, at: run.serverTime(of: point.at)))
        }
      }
      run.walked = next.walked
      run.lastPointAt = next.lastPointAt
      if run.completedAt == nil { run.completedAt = next.completedAt.map(run.serverTime) }
      run.resume(at: now)
      try RunStore.update(run, arrivalsAfter: known, in: transaction)
      if !arrived.isEmpty { try transaction.record("run", id, .update) }
      progress = next
      return run
    }
    if let progress { anchors.keep(progress, of: id, now: platform.clock.now()) }
    return TourRunDetails(
      run: run, isNew: false, content: tour, arrived: arrived, ignored: ignored,
      position: position, now: platform.clock.now(), languages: languages)
  }

  /// The state of a run; `notFound` for runs of others.
  public func details(
    _ id: EntityID, caller: Caller, languages: [String] = []
  ) throws -> TourRunDetails {
    let account = try caller.required().account
    let run = try platform.store.read { try find(id, of: account, in: $0) }
    return try details(run, isNew: false, languages: languages)
  }

  /// Positions are for runs under way.
  private func checkWalking(_ run: TourRun, now: Instant) throws(Refusal) {
    guard run.endedAt == nil, run.completedAt != nil || run.isKept(at: now) else {
      throw Refusal(.conflict, "run-ended", "You have left this tour. Start it again.")
    }
    guard run.pausedAt == nil else {
      throw Refusal(
        .conflict, "run-paused",
        "This tour is paused. Go on with it first: POST /v1/tours/\(run.tour)/runs.")
    }
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

  /// Those of the caller's runs that can be gone on with, last active first.
  public func listOpen(_ page: PageRequest, caller: Caller) throws -> Page<TourRunSummary> {
    let account = try caller.required().account
    let last = try page.position { parts throws(Refusal) in
      (activeAt: Instant(milliseconds: try parts.integer(Int64.self)), id: try parts.id())
    }
    let items = try platform.store.read {
      try RunStore.listOpen(
        of: account, before: last, limit: page.limit + 1, in: $0, now: platform.clock.now())
    }
    return Page(reading: items, limit: page.limit) {
      Cursor(String($0.run.activeAt.milliseconds), $0.run.id)
    }
  }

  /// The run by which an account is on a tour at present; nil if it is on none.
  ///
  /// During a tour nothing can be placed or changed and only the tour's objects show (UC4.8):
  /// whoever shows things asks here.
  public static func activeRun(
    of account: EntityID, in session: StoreSession, now: Instant
  ) throws -> TourRun? {
    guard let run = try RunStore.open(of: account, in: session),
      !run.isIdle(at: now)
    else { return nil }
    return run
  }

  /// Whether an account was heard of on a tour since a time.
  public func hasWalked(_ tour: EntityID, _ account: EntityID, since: Instant) throws -> Bool {
    try platform.store.readOnce {
      try RunStore.wasActive(on: tour, account, since: since, in: $0)
    }
  }

  /// The account whose run it is; nil if there is none.
  public func walker(of run: EntityID) throws -> EntityID? {
    try platform.store.readOnce { try RunStore.walker(of: run, in: $0) }
  }

  // MARK: Parts

  /// How far a device's clock is ahead, in milliseconds: 0 if its first position can have been
  /// taken during the run.
  private static func clockOffset(_ first: Instant, _ start: Instant, _ now: Instant) -> Int64 {
    let isPlausible =
      first >= start.adding(seconds: -clockSlack) && first <= now.adding(seconds: clockSlack)
    return isPlausible ? 0 : first.milliseconds - now.milliseconds
  }

  func find(
    _ id: EntityID, of account: EntityID, in session: StoreSession
  ) throws -> TourRun {
    guard let run = try RunStore.find(id, of: account, in: session) else {
      throw Refusal.notFound("run")
    }
    return run
  }

  private func content(
    of run: TourRun, in session: StoreSession
  ) throws -> TourContent {
    guard let revision = try TourRevisionStore.walked(run.revision, in: session) else {
      throw DatabaseError(.unreadable, "a run has no revision")
    }
    return revision.content
  }

  func details(
    _ run: TourRun, isNew: Bool, languages: [String]
  ) throws -> TourRunDetails {
    let (tour, feedback) = try platform.store.read {
      (try content(of: run, in: $0), try FeedbackStore.find(ofRun: run.id, in: $0))
    }
    return TourRunDetails(
      run: run, isNew: isNew, content: tour, arrived: [], ignored: 0, position: nil,
      now: platform.clock.now(), feedback: feedback, languages: languages)
  }
}
