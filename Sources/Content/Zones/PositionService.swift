import Base
import Geodesy
import Proximity
import Realms
import Storage

/// What positions of devices lead to: zones entered and left, tours that are near, the progress of a
/// tour, and one notification per visit.
///
/// - Thread: shared.
public struct PositionService: Sendable {
  let platform: Platform
  let zones: ZoneCatalog
  let watch: ProximityWatch
  let underWay: ToursUnderWay
  let runs: RunService
  let blocks: BlockService
  let settings: NotificationService
  let notifications: any NotificationSink

  /// Most tours in one answer.
  static let nearestLimit = 10

  public init(
    platform: Platform, zones: ZoneCatalog, watch: ProximityWatch, underWay: ToursUnderWay,
    runs: RunService, blocks: BlockService, settings: NotificationService,
    notifications: any NotificationSink
  ) {
    self.platform = platform
    self.zones = zones
    self.watch = watch
    self.underWay = underWay
    self.runs = runs
    self.blocks = blocks
    self.settings = settings
    self.notifications = notifications
  }

  /// Takes the positions of the device that is the caller's session, in their order.
  ///
  /// Nothing of them is written: the last one stays in memory for half an hour, so that the next can
  /// be compared with it.
  ///
  /// - Throws: `forbidden` once consent is withdrawn, `invalid` or `tooLarge` as
  ///   ``Proximity/ProximityEngine/update(_:points:visible:)``; nothing has changed then.
  /// - Complexity: microseconds per position; a commit where a stop is reached, a run is under way or
  ///   a notification is due.
  public func take(
    _ reports: [PositionReport], by caller: Caller, languages: [String] = []
  ) throws -> PositionAnswer {
    let loggedIn = try caller.requiredPerson()
    let account = loggedIn.account
    try watch.checkConsent(of: account)
    let update = try watch.engine.update(
      DeviceKey(account: account, device: loggedIn.session), points: reports.map(\.fix),
      visible: VisibleRealms(caller.visibleRealms))
    do {
      return try answer(reports, update, by: caller, account, languages)
    } catch {
      // What was entered has not been told: the device comes back with it, as if for the first time.
      watch.engine.forget(DeviceKey(account: account, device: loggedIn.session))
      throw error
    }
  }

  // MARK: Parts

  private func answer(
    _ reports: [PositionReport], _ update: ProximityUpdate, by caller: Caller,
    _ account: EntityID, _ languages: [String]
  ) throws -> PositionAnswer {
    let walk = try underWay.walk(of: account)
    var answer = PositionAnswer(ignored: update.ignored)
    answer.run = try walk.flatMap {
      try advance($0, reports, update, by: caller, languages: languages)
    }
    let hidden = try hiddenSubjects(in: update, from: account, isOnTour: walk != nil)
    func shown(_ zone: EntityID, _ kind: ZoneKind) -> PositionAnswer.Place? {
      place(zone, kind, besides: hidden)
    }
    answer.entered = update.entered.compactMap { event in
      shown(event.zone, event.kind).map { .init(place: $0, point: event.point) }
    }
    answer.left = update.left.compactMap { event in
      shown(event.zone, event.kind).map { .init(place: $0, point: event.point) }
    }
    answer.inside = update.inside.compactMap { shown($0.zone, $0.kind) }
    let ignored = Set(update.ignored.map(\.point))
    let last = reports.indices.last { !ignored.contains($0) }
    answer.nearestTours = nearestTours(answer.inside, from: last.map { reports[$0].position })
    try notify(update, of: account, walk)
    return answer
  }

  /// Moves the walker on; nil if the run has ended in the meantime.
  private func advance(
    _ walk: ToursUnderWay.Walk, _ reports: [PositionReport], _ update: ProximityUpdate,
    by caller: Caller, languages: [String]
  ) throws -> TourRunDetails? {
    if reports.isEmpty { return nil }
    var crossed: [Int: Set<EntityID>] = [:]
    for event in update.entered where event.kind == .stop {
      crossed[event.point, default: []].insert(event.zone)
    }
    do {
      return try runs.advance(
        walk.run, reports.map(\.runPoint), crossing: crossed, by: caller, languages: languages)
    } catch let refusal as Refusal where refusal.kind == .conflict || refusal.kind == .notFound {
      return nil
    }
  }

  /// Things that must not be told of: instances during a tour (UC4.8), and those of people whom the
  /// caller blocks.
  private func hiddenSubjects(
    in update: ProximityUpdate, from account: EntityID, isOnTour: Bool
  ) throws -> Hidden {
    if isOnTour { return .instances }
    // Only instances have authors; most positions are at none.
    var authors: [EntityID: EntityID] = [:]
    for event in update.entered + update.left where event.kind == .instance {
      authors[event.zone] = zones.origin(of: event.zone).author
    }
    for presence in update.inside where presence.kind == .instance {
      authors[presence.zone] = zones.origin(of: presence.zone).author
    }
    if authors.isEmpty { return .zones([]) }
    let blocked = try blocks.blocked(by: account)
    if blocked.isEmpty { return .zones([]) }
    return .zones(Set(authors.filter { blocked.contains($0.value) }.keys))
  }

  private enum Hidden {
    case instances
    case zones(Set<EntityID>)
  }

  private func place(
    _ zone: EntityID, _ kind: ZoneKind, besides hidden: Hidden
  ) -> PositionAnswer.Place? {
    switch hidden {
    case .instances: if kind == .instance { return nil }
    case .zones(let zones): if zones.contains(zone) { return nil }
    }
    return PositionAnswer.Place(
      zone: zone, kind: kind, subject: zones.origin(of: zone).subject)
  }

  private func nearestTours(
    _ inside: [PositionAnswer.Place], from position: LonLat?
  ) -> [PositionAnswer.NearTour] {
    let atStart = Set(inside.lazy.filter { $0.kind == .tourStart }.map(\.subject))
    let tours = inside.filter { $0.kind == .tourPush }.compactMap { place in
      zones.signpost(of: place.subject).map { signpost in
        PositionAnswer.NearTour(
          tour: place.subject, name: signpost.name,
          way: position.map { Geodesic.inverse(from: $0, to: signpost.position) },
          isAtStart: atStart.contains(place.subject))
      }
    }
    return Array(
      tours.sorted { ($0.way?.distance ?? 0, $0.tour) < ($1.way?.distance ?? 0, $1.tour) }
        .prefix(Self.nearestLimit))
  }

  /// Posts one notification per tour that a visit of the account has begun to, if it wants them.
  private func notify(
    _ update: ProximityUpdate, of account: EntityID, _ walk: ToursUnderWay.Walk?
  ) throws {
    let tours = update.entered.lazy
      .filter { $0.kind == .tourPush && $0.concernsVisit }
      .map { zones.origin(of: $0.zone).subject }
      .filter { $0 != walk?.tour }
    if tours.isEmpty { return }
    guard try settings.isEnabled(.tourNearby, for: account) else { return }
    let since = platform.clock.now().adding(seconds: -Int64(watch.engine.settings.expiry))
    let named = try Set(tours).sorted().compactMap { tour -> (tour: EntityID, name: String)? in
      // A visit that was told of goes on over a restart, and at another process.
      if update.isFirst,
        try settings.hasArrived(.tourNearby, about: tour, at: account, since: since)
      {
        return nil
      }
      return zones.signpost(of: tour).map { (tour, $0.name) }
    }
    if named.isEmpty { return }
    try platform.store.write { transaction in
      for (tour, name) in named {
        try notifications.post(
          to: account, kind: .tourNearby, subjectKind: "tour", subject: tour,
          version: Int(clamping: transaction.now.milliseconds), text: "“\(name)” is near you.",
          in: transaction)
      }
    }
  }
}
