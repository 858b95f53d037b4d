import Access
import Base
import Calendar
import Geodesy
import Notifications
import Storage
import Travel

/// Car sharing: who comes to an event offers seats or looks for one, and both agree before either
/// sees where the other sets out.
///
/// - Thread: shared.
public struct RideService: Sendable {
  /// How many starts one may say for one occurrence.
  static let maximumStarts = 5

  let platform: Platform
  let events: GroupEventService
  let upkeep: RideUpkeep
  let matching: RideMatching

  /// An occurrence that the caller comes to.
  struct Coming {
    let seen: SeenItem
    let start: Instant
    let account: EntityID
    var item: CalendarItem { seen.item }
    var goal: RideGoal {
      RideGoal(item: item.id, occurrence: AttendanceStore.key(item, at: start))
    }
  }

  /// - Throws: `notFound`; `conflict` with slug `ride-state` for those who have not accepted, and for
  ///   what does not take place or has no place on the map.
  func coming(to id: EntityID, at occurrence: Instant?, caller: Caller) throws -> Coming {
    let account = try caller.requiredPerson().account
    let seen = try events.groupItem(id, caller: caller)
    let start = try seen.item.start(at: occurrence, now: platform.clock.now())
    guard seen.item.status.isOn else {
      throw RideAgreement.outOfTurn("This \(seen.kind.title) does not take place.")
    }
    return Coming(seen: seen, start: start, account: account)
  }

  /// Refuses to whoever does not come, and once it has begun.
  func checkOpen(_ coming: Coming, in session: StoreSession) throws {
    guard platform.clock.now() < coming.start else {
      throw RideAgreement.outOfTurn("This \(coming.seen.kind.title) has begun.")
    }
    guard try Self.comes(coming.account, to: coming.item, at: coming.start, in: session) else {
      throw RideAgreement.outOfTurn("Accept first: rides are for those who come.")
    }
  }

  /// Whether an account has accepted an occurrence.
  static func comes(
    _ account: EntityID, to item: CalendarItem, at start: Instant, in session: StoreSession
  ) throws -> Bool {
    OccurrenceAnswers(
      try ParticipationStore.attendances(of: item.id, in: session), waiting: [], at: start)[account]
      .answer == .accepted
  }

  // MARK: One's own part

  /// Offers seats or looks for one; another role or start ends what was asked and agreed before.
  ///
  /// - Throws: `notFound`; `conflict` with slug `ride-state` unless the caller comes and the event
  ///   has not begun, and after too many starts; `ride-full` for fewer seats than are taken; `invalid`
  ///   for a home that is not known.
  public func put(
    _ draft: RideDraft, to id: EntityID, at occurrence: Instant?, caller: Caller
  ) throws -> RideList {
    let coming = try coming(to: id, at: occurrence, caller: caller)
    guard coming.item.place?.position != nil else {
      throw RideAgreement.outOfTurn("The event has no place on the map.")
    }
    try platform.store.write { transaction in
      try checkOpen(coming, in: transaction)
      try RideStore.closeBlocked(coming.goal, transaction)
      let part = try Self.part(draft, of: coming.account, in: transaction)
      let old = try RideStore.part(of: coming.account, to: coming.goal, in: transaction)
      guard part != old else { return }
      if let old, old.role == part.role, old.start == part.start {
        let taken = try RideStore.pairs(to: coming.goal, of: coming.account, in: transaction)
          .count { $0.driver == coming.account && $0.agreement == .agreed }
        guard part.role == .seeker || taken <= part.seats else {
          throw Self.full("\(taken) seats are taken; leave somebody first.")
        }
      } else {
        try upkeep.end(coming.account, to: coming.goal, of: coming.item, in: transaction)
      }
      var starts = try RideStore.starts(of: coming.account, to: coming.goal, in: transaction)
      if old?.start.position != part.start.position { starts += 1 }
      guard starts <= Self.maximumStarts else {
        throw RideAgreement.outOfTurn(
          "You have changed where you set out \(Self.maximumStarts) times for this event.")
      }
      try RideStore.put(part, starts: starts, to: coming.goal, transaction)
      try upkeep.setTimer(for: coming.goal, of: coming.item, in: transaction)
      try transaction.record("calendarItem", id, realm: coming.item.realm, .update)
    }
    return try list(of: id, at: occurrence, caller: caller)
  }

  private static func part(
    _ draft: RideDraft, of account: EntityID, in session: StoreSession
  ) throws -> RidePart {
    var start = draft.shown
    if draft.source == .home, let home = try TravelPreferences.of(account, in: session).home,
      let position = home.position
    {
      start = RidePart.Start(position: position, label: home.label)
    }
    guard let start else {
      throw Refusal.invalid(
        "/start/from", "Your home is not known: enter it, or show where you set out.")
    }
    return RidePart(
      account: account, role: draft.role, seats: draft.seats, source: draft.source, start: start)
  }

  /// Takes the own part back, which ends what was asked and agreed; nothing there changes nothing.
  ///
  /// - Throws: `notFound`, `conflict` once the event has begun.
  public func takeBack(_ id: EntityID, at occurrence: Instant?, caller: Caller) throws {
    let coming = try coming(to: id, at: occurrence, caller: caller)
    try platform.store.write { transaction in
      guard platform.clock.now() < coming.start else {
        throw RideAgreement.outOfTurn("This \(coming.seen.kind.title) has begun.")
      }
      try upkeep.end(coming.account, to: coming.goal, of: coming.item, in: transaction)
      try transaction.record("calendarItem", id, realm: coming.item.realm, .update)
    }
  }

  // MARK: The others

  /// The own part and those of the other role whose ways fit: to drivers those who look for a seat,
  /// to those who look for one the drivers with seats left; and what was asked and agreed with whom.
  ///
  /// - Returns: the nearest first; nobody to those who have said nothing themselves.
  /// - Throws: as ``coming(to:at:caller:)``.
  public func list(
    of id: EntityID, at occurrence: Instant?, caller: Caller
  ) throws -> RideList {
    let coming = try coming(to: id, at: occurrence, caller: caller)
    let found = try platform.store.read { session in
      try RideView(coming, in: session)
    }
    return found.list(matching)
  }

  // MARK: Asking and answering

  /// Asks a driver for a seat, or offers one to somebody who looks for it.
  ///
  /// - Throws: `notFound` for those whom the caller's list does not show; `conflict` with slug
  ///   `ride-state` or `ride-full`.
  public func ask(
    _ other: EntityID, to id: EntityID, at occurrence: Instant?, caller: Caller
  ) throws -> RideList {
    let coming = try coming(to: id, at: occurrence, caller: caller)
    // Ways are looked for before the writer has to wait for it.
    let before = try platform.store.read { session in
      try checkOpen(coming, in: session)
      return try RideView(coming, in: session)
    }
    guard let own = before.own, before.list(matching).entries.contains(where: { $0.id == other })
    else { throw Refusal.notFound("ride") }
    try platform.store.write { transaction in
      try checkOpen(coming, in: transaction)
      try RideStore.closeBlocked(coming.goal, transaction)
      let now = try RideView(coming, in: transaction)
      guard now.own == own, let part = now.others.first(where: { $0.account == other }),
        before.others.contains(part)
      else { throw Refusal.notFound("ride") }
      var pair = now.pair(with: other)
      pair.agreement = try pair.agreement.after(.ask, by: own.role)
      try Self.checkFree(pair, now.pairs, seats: now.driver(of: pair)?.seats ?? 0)
      try RideStore.put(pair, to: coming.goal, transaction)
      try transaction.record("calendarItem", id, realm: coming.item.realm, .update)
      try upkeep.tell(
        other, own.role == .driver ? .offers : .asks, coming.account, coming.item,
        at: coming.goal, in: transaction)
    }
    return try list(of: id, at: occurrence, caller: caller)
  }

  /// Accepts or declines what another has asked.
  ///
  /// - Throws: `notFound`; `conflict` with slug `ride-state` where nothing was asked, and `ride-full`
  ///   when all seats are taken.
  public func answer(
    _ accepts: Bool, to other: EntityID, for id: EntityID, at occurrence: Instant?, caller: Caller
  ) throws -> RideList {
    let coming = try coming(to: id, at: occurrence, caller: caller)
    try platform.store.write { transaction in
      try checkOpen(coming, in: transaction)
      try RideStore.closeBlocked(coming.goal, transaction)
      let now = try RideView(coming, in: transaction)
      guard let own = now.own, now.others.contains(where: { $0.account == other }) else {
        throw Refusal.notFound("ride")
      }
      var pair = now.pair(with: other)
      guard pair.agreement != .none else { throw Refusal.notFound("ride") }
      pair.agreement = try pair.agreement.after(accepts ? .accept : .decline, by: own.role)
      if accepts { try Self.checkFree(pair, now.pairs, seats: now.driver(of: pair)?.seats ?? 0) }
      try RideStore.put(pair, to: coming.goal, transaction)
      try transaction.record("calendarItem", id, realm: coming.item.realm, .update)
      try upkeep.tell(
        other, accepts ? .agrees : .refuses, coming.account, coming.item, at: coming.goal,
        in: transaction)
      if accepts {
        // Who has a seat looks for none any more.
        try upkeep.close(
          now.pairs.filter { $0.seeker == pair.seeker && $0.driver != pair.driver },
          by: pair.seeker, to: coming.goal, of: coming.item, in: transaction)
      }
    }
    return try list(of: id, at: occurrence, caller: caller)
  }

  /// Takes a question back, or ends what was agreed; the other one is told.
  ///
  /// - Throws: `notFound`, `conflict` with slug `ride-state`.
  public func leave(
    _ other: EntityID, to id: EntityID, at occurrence: Instant?, caller: Caller
  ) throws {
    let coming = try coming(to: id, at: occurrence, caller: caller)
    try platform.store.write { transaction in
      try checkOpen(coming, in: transaction)
      let now = try RideView(coming, in: transaction)
      guard let own = now.own, now.others.contains(where: { $0.account == other }) else {
        throw Refusal.notFound("ride")
      }
      let pair = now.pair(with: other)
      guard pair.agreement != .none else { throw Refusal.notFound("ride") }
      _ = try pair.agreement.after(.leave, by: own.role)
      try upkeep.close(
        [pair], by: coming.account, to: coming.goal, of: coming.item, in: transaction)
      try transaction.record("calendarItem", id, realm: coming.item.realm, .update)
    }
  }

  /// Refuses where no seat is left, or the one who looks for one has one.
  private static func checkFree(
    _ pair: RidePair, _ pairs: [RidePair], seats: Int
  ) throws(Refusal) {
    let agreed = pairs.filter { $0.agreement == .agreed }
    guard !agreed.contains(where: { $0.seeker == pair.seeker }) else {
      throw RideAgreement.outOfTurn("There is a seat already; leave that ride first.")
    }
    guard agreed.count(where: { $0.driver == pair.driver }) < seats else {
      throw full("All seats of this car are taken.")
    }
  }

  private static func full(_ why: String) -> Refusal { Refusal(.conflict, "ride-full", why) }
}
