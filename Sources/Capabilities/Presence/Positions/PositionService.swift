import Access
import Base
import Geodesy
import Identity
import Notifications
import Objects
import Proximity
import SpatialCatalog
import Storage
import Tours

/// What positions of devices lead to: zones entered and left, tours that are near, the progress of a
/// tour, and one notification per visit.
///
/// - Thread: shared; a class, so that a request costs one reference and not one for each of its parts.
public final class PositionService: Sendable {
  let platform: Platform
  let zones: ZoneCatalog
  let watch: ProximityWatch
  let underWay: ActiveTours
  let runs: RunService
  let hiddenInstances: HiddenInstances
  let settings: NotificationService
  let notifications: any NotificationSink

  /// Most tours in one answer.
  static let maximumNearest = 10

  public init(
    platform: Platform, zones: ZoneCatalog, watch: ProximityWatch, underWay: ActiveTours,
    runs: RunService, hiddenInstances: HiddenInstances, settings: NotificationService,
    notifications: any NotificationSink
  ) {
    self.platform = platform
    self.zones = zones
    self.watch = watch
    self.underWay = underWay
    self.runs = runs
    self.hiddenInstances = hiddenInstances
    self.settings = settings
    self.notifications = notifications
  }

  /// Positions that count, and what is still to be made of them.
  public struct Taken: Sendable {
    let reports: [PositionReport]
    let update: ProximityUpdate
    let walk: ActiveTours.Walk?
    let account: EntityID
    let session: EntityID
    /// Whether ``PositionService/answer(_:caller:languages:)`` may have to wait for the store: while a
    /// tour is under way, and where one that is near may have to be told of.
    public let needsStore: Bool
  }

  /// Takes the positions of the device that is the caller's session, in their order.
  ///
  /// Nothing of them is written: the last one stays in memory for half an hour, so that the next can
  /// be compared with it.
  ///
  /// - Returns: what ``answer(_:caller:languages:)`` must be asked with, once.
  /// - Throws: `forbidden` once consent is withdrawn, `invalid` or `tooLarge` as
  ///   ``Proximity/ProximityEngine/update(_:points:visible:)``; nothing has changed then.
  /// - Complexity: microseconds per position.
  public func take(_ reports: [PositionReport], caller: Caller) throws -> Taken {
    let loggedIn = try caller.requiredPerson()
    let account = loggedIn.account
    try watch.checkConsent(of: account)
    let walk = try underWay.walk(of: account)
    zones.freshness.wait()
    let update = try watch.engine.update(
      DeviceKey(account: account, device: loggedIn.session), points: reports.map(\.fix),
      visible: VisibleRealms(caller: caller))
    return Taken(
      reports: reports, update: update, walk: walk, account: account, session: loggedIn.session,
      needsStore: walk != nil || !toursToTell(update, walk).isEmpty)
  }

  /// What has come of positions that were taken.
  ///
  /// - Complexity: microseconds; a commit where a stop is reached, a run is under way or a
  ///   notification is due.
  public func answer(
    _ taken: Taken, caller: Caller, languages: [String] = []
  ) throws -> PositionAnswer {
    do {
      return try makeAnswer(taken, caller: caller, languages)
    } catch {
      // What was entered has not been told: the device comes back with it, as if for the first time.
      watch.engine.forget(DeviceKey(account: taken.account, device: taken.session))
      throw error
    }
  }

  // MARK: Parts

  private func makeAnswer(
    _ taken: Taken, caller: Caller, _ languages: [String]
  ) throws -> PositionAnswer {
    let (reports, update, walk) = (taken.reports, taken.update, taken.walk)
    let account = taken.account
    var answer = PositionAnswer(ignored: update.ignored)
    answer.run = try walk.flatMap {
      try advance($0, reports, update, caller: caller, languages: languages)
    }
    let isHidden = hiddenInstances.selection(for: account).filter
    func shown(_ zone: EntityID, _ kind: ZoneKind) -> PositionAnswer.Place? {
      place(zone, kind, isOnTour: walk != nil, besides: isHidden)
    }
    answer.entered = update.entered.compactMap { event in
      shown(event.zone, event.kind).map { .init(place: $0, point: event.point) }
    }
    answer.left = update.left.compactMap { event in
      shown(event.zone, event.kind).map { .init(place: $0, point: event.point) }
    }
    answer.inside = update.inside.compactMap { shown($0.zone, $0.kind) }
    let ignored = Set(update.ignored.lazy.map(\.point))
    let last = reports.indices.last { !ignored.contains($0) }
    answer.nearestTours = nearestTours(
      answer.inside, from: last.map { reports[$0].position }, in: languages)
    try notify(update, of: account, walk, languages)
    return answer
  }

  /// Moves the walker on; nil if the run has ended in the meantime.
  private func advance(
    _ walk: ActiveTours.Walk, _ reports: [PositionReport], _ update: ProximityUpdate,
    caller: Caller, languages: [String]
  ) throws -> TourRunDetails? {
    if reports.isEmpty { return nil }
    var crossed: [Int: Set<EntityID>] = [:]
    for event in update.entered where event.kind == .stop {
      crossed[event.point, default: []].insert(event.zone)
    }
    do {
      return try runs.advance(
        walk.run, reports.map(\.runPoint), crossing: crossed, caller: caller, languages: languages)
    } catch let refusal as Refusal where refusal.kind == .conflict || refusal.kind == .notFound {
      return nil
    }
  }

  /// What a device is told of a zone; nil for what must not be told of: instances during a tour
  /// (UC4.8), those of people whom the caller blocks, and appointments that have ended.
  private func place(
    _ zone: EntityID, _ kind: ZoneKind, isOnTour: Bool, besides isHidden: ((EntityID) -> Bool)?
  ) -> PositionAnswer.Place? {
    let subject = zones.subject(of: zone)
    if kind == .instance, isOnTour || isHidden?(subject) ?? false { return nil }
    if kind == .place, zones.isOver(subject, at: platform.clock.now()) { return nil }
    return PositionAnswer.Place(zone: zone, kind: kind, subject: subject)
  }

  private func nearestTours(
    _ inside: [PositionAnswer.Place], from position: LonLat?, in languages: [String]
  ) -> [PositionAnswer.NearTour] {
    let atStart = Set(inside.lazy.filter { $0.kind == .tourStart }.map(\.subject))
    let tours = inside.filter { $0.kind == .tourPush }.compactMap { place in
      zones.signpost(of: place.subject).map { signpost in
        PositionAnswer.NearTour(
          tour: place.subject, name: signpost.name(in: languages),
          way: position.map { Geodesic.inverse(from: $0, to: signpost.position) },
          isAtStart: atStart.contains(place.subject))
      }
    }
    return Array(
      tours.sorted { ($0.way?.distance ?? 0, $0.tour) < ($1.way?.distance ?? 0, $1.tour) }
        .prefix(Self.maximumNearest))
  }

  /// The tours that a visit has begun to, besides the one that is under way.
  private func toursToTell(_ update: ProximityUpdate, _ walk: ActiveTours.Walk?) -> [EntityID] {
    if update.entered.isEmpty { return [] }
    return update.entered
      .filter { $0.kind == .tourPush && $0.concernsVisit }
      .map { zones.subject(of: $0.zone) }
      .filter { $0 != walk?.tour }
  }

  /// When a visit may have begun that goes on although nothing is remembered of the device.
  ///
  /// Later than half an hour after the start whoever is not remembered was silent for that long, and
  /// has come anew; until then visits of half a day may go on.
  private func lastingSince() -> Instant {
    let now = platform.clock.now()
    let expiry = Int64(watch.engine.settings.expiry)
    let isYoung = watch.startedAt.adding(seconds: expiry) > now
    return now.adding(seconds: isYoung ? -Int64(TourRun.idleHours) * 3600 : -expiry)
  }

  /// Posts one notification per tour that a visit of the account has begun to, if it wants them.
  private func notify(
    _ update: ProximityUpdate, of account: EntityID, _ walk: ActiveTours.Walk?,
    _ languages: [String]
  ) throws {
    let tours = toursToTell(update, walk)
    if tours.isEmpty { return }
    guard try settings.isEnabled(.tourNearby, for: account) else { return }
    let since = lastingSince()
    let named = try Set(tours).sorted().compactMap { tour -> (tour: EntityID, sign: ZoneNotice)? in
      // A visit that was told of, or began as a walk, goes on over a restart, and at another process.
      if update.isFirst, try runs.hasWalked(tour, account, since: since) { return nil }
      return zones.signpost(of: tour).map { (tour, $0) }
    }
    if named.isEmpty { return }
    try platform.store.write { transaction in
      let own = try AccountDirectory.languages(of: account, in: transaction)
      for (tour, sign) in named {
        // Two processes may see one visit begin: the second finds the first one's notice.
        if update.isFirst,
          try NotificationService.hasArrived(
            .tourNearby, about: tour, at: account, since: since, in: transaction)
        {
          continue
        }
        try notifications.post(
          NearbyNotice.tour(name: Told(sign.name(in: own + languages))), to: account,
          about: NotificationSubject(.tour, tour),
          version: try NotificationService.nextVersion(
            .tourNearby, about: tour, at: account, in: transaction),
          in: transaction)
      }
    }
  }
}
