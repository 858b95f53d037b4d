import Access
import Base
import Groups
import Identity
import Notifications
import Storage

/// Invitations and answers to them (RSVP), and what becomes of an item that its owner cancels.
///
/// - Thread: shared.
public struct RSVPService: Sendable {
  /// Most who take part in one appointment.
  static let maximumParticipants = 100

  let platform: Platform
  let kinds: CalendarItemKinds
  let editing: CalendarEditing
  let follower: any CalendarFollower
  let notifications: any NotificationSink
  let notices: InvitationNotices

  /// Whom to invite: identifiers or email addresses of accounts.
  public static func guests(reading fields: JSONFields) -> [String] {
    fields.array("to", 1...maximumParticipants) { $0.string($1, 1...254) }
  }

  /// Invites accounts and addresses; who is invited already is left as is.
  ///
  /// Whether one of them has blocked the caller does not show: that account is listed like the
  /// others and gets to know nothing. Neither does whether anybody has an address: it stands there as
  /// it was given until its holder answers.
  ///
  /// - Throws: `notFound`, `forbidden` unless it is the caller's own, and with slug
  ///   `verification-needed` to invite by address as somebody who has proved none; `invalid` naming
  ///   guests that are neither accounts nor addresses; `conflict` for too many, for the caller and
  ///   for what is cancelled; `limited` beyond the caller's invitations of a day.
  public func invite(_ guests: [String], to id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      let item = try Self.invitable(id, caller: caller, kinds, in: transaction)
      guard item.status != .cancelled else {
        throw Refusal(.conflict, "appointment-cancelled", "This appointment was cancelled.")
      }
      let shown =
        try ParticipationStore.participants(of: id, for: item.organizer, in: transaction)
        + InvitedAddresses.all(of: id, in: transaction)
      // Who takes part in what is a group's is known to it by name.
      let takesAddresses = try kinds.kind(item.kind).homes == [.personal]
      let guests = try InvitedGuests(guests, takesAddresses: takesAddresses, in: transaction)
      guard !guests.people.contains(where: { $0.id == account }),
        !guests.addresses.contains(where: { $0.holder?.id == account })
      else { throw Refusal(.conflict, "own-thing", "It is your own appointment.") }
      let people = guests.people.filter { one in !shown.contains { $0.account == one.id } }
      let addresses = guests.addresses.filter { one in !shown.contains { $0.name == one.text } }
      guard shown.count + people.count + addresses.count <= Self.maximumParticipants else {
        throw Refusal(
          .conflict, "too-many-participants",
          "At most \(Self.maximumParticipants) can take part in one appointment.")
      }
      if !addresses.isEmpty {
        try AddressLimit(platform).use(addresses.count, by: account, in: transaction)
      }
      let ids = addresses.map { _ in platform.ids.next() }
      let parts = try [item] + Self.overrides(of: id, in: transaction)
      for part in parts {
        // Told once, of the series.
        let tells = part.id == id
        for person in people {
          try InvitedAddresses.name(person.id, in: part.id, transaction)
          try addUnlessIn(person, to: part, tells: tells, in: transaction)
        }
        for (address, name) in zip(addresses, ids) {
          try add(address, as: name, to: part, tells: tells, in: transaction)
        }
        if !people.isEmpty || !addresses.isEmpty {
          try CalendarItemStore.touch(part.id, in: transaction)
        }
      }
    }
  }

  /// What stands in the place of occurrences of a series, for those who take part in the series.
  private static func overrides(
    of series: EntityID, in session: StoreSession
  ) throws -> [CalendarItem] {
    try CalendarItemStore.overrides(of: series, in: session).filter { $0.status != .cancelled }
  }

  /// An item into which the caller brings others.
  private static func invitable(
    _ id: EntityID, caller: Caller, _ kinds: CalendarItemKinds, in session: StoreSession
  ) throws -> CalendarItem {
    let seen = try SeenItem(id, caller: caller, kinds, in: session)
    guard Rights.can(caller, .invite, seen.thing) else { throw CalendarAccess.notOrganizer }
    return seen.item
  }

  /// - Returns: whether the account takes part from now on, and did not before.
  @discardableResult
  private func addUnlessIn(
    _ person: AccountSummary, to item: CalendarItem, tells: Bool, in transaction: WriteTransaction
  ) throws -> Bool {
    let isIn = try ParticipationStore.find(item.id, of: person.id, in: transaction) != nil
    if !isIn { try add(person, to: item, tells: tells, in: transaction) }
    return !isIn
  }

  /// Its holder is told, if there is one; nobody else is.
  private func add(
    _ address: InvitedGuests.Address, as id: EntityID, to item: CalendarItem, tells: Bool,
    in transaction: WriteTransaction
  ) throws {
    // What overrides an occurrence may have had it for itself.
    let known = try InvitedAddresses.all(of: item.id, in: transaction)
    guard !known.contains(where: { $0.name == address.text }) else { return }
    let hidden = try address.holder.flatMap {
      try addUnlessIn($0, to: item, tells: tells, in: transaction) ? $0.id : nil
    }
    try InvitedAddresses.add(address.text, as: id, of: hidden, to: item.id, in: transaction)
  }

  private func add(
    _ person: AccountSummary, to item: CalendarItem, tells: Bool, in transaction: WriteTransaction
  ) throws {
    let isHidden = try AccountDirectory.hasBlocked(person.id, item.organizer, in: transaction)
    try ParticipationStore.put(
      Participation(
        item: item.id, account: person.id, answer: .needsAction, notes: "",
        preNotification: Participation.usualPreNotification, isHidden: isHidden,
        invitedAt: transaction.now),
      in: transaction)
    if tells, !isHidden { try notices.invited(person.id, to: item, in: transaction) }
  }

  /// Takes an invitation back, answered or not: an account's, or an address's that stands there.
  ///
  /// - Throws: `notFound`, `forbidden`, `conflict` for the owner.
  public func uninvite(_ guest: EntityID, from id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      let item = try Self.invitable(id, caller: caller, kinds, in: transaction)
      guard guest != account else {
        throw Refusal(.conflict, "own-thing", "It is your own appointment; delete it instead.")
      }
      let overrides = try Self.overrides(of: id, in: transaction)
      var guest = guest
      if let holder = try InvitedAddresses.remove(guest, from: id, in: transaction) {
        for override in overrides
        where try InvitedAddresses.remove(guest, from: override.id, in: transaction) != nil {
          try CalendarItemStore.touch(override.id, in: transaction)
        }
        guard let holder, try ParticipationStore.find(id, of: holder, in: transaction) != nil
        else { return try CalendarItemStore.touch(id, in: transaction) }
        guest = holder
      } else if try InvitedAddresses.hides(guest, in: id, transaction) {
        throw Refusal.notFound("participant")
      }
      guard let part = try ParticipationStore.find(id, of: guest, in: transaction) else {
        throw Refusal.notFound("participant")
      }
      try editing.remove(guest, from: id, in: transaction)
      for override in overrides
      where try ParticipationStore.find(override.id, of: guest, in: transaction) != nil {
        // It may hide the guest there still, who has answered the series by name.
        try InvitedAddresses.answered(guest, in: override.id, transaction)
        try editing.remove(guest, from: override.id, in: transaction)
      }
      guard part.answer != .declined, !part.isHidden,
        try !AccountDirectory.hasBlocked(guest, account, in: transaction)
      else { return }
      try notices.uninvited(guest, from: item, by: account, in: transaction)
    }
  }

  /// Answers an invitation, or changes the answer; members answer without one where the item's kind
  /// lets them.
  ///
  /// - Parameters:
  ///   - occurrence: the only one of a series that is meant; nil for all that nothing else was said
  ///     about.
  ///   - comment: what is said with it; nil leaves what was said before.
  ///   - waits: whether the caller waits for a place where all are taken, and gets the first one that
  ///     becomes free.
  /// - Throws: `notFound`; `forbidden`, with slug `too-young` for those who have not said that they
  ///   are old enough; `conflict` for the owner and for what is cancelled, with slug
  ///   `answer-too-late` after the deadline and the beginning, and with `no-place-left` when all
  ///   places are taken.
  public func answer(
    _ answer: Participation.Answer, to id: EntityID, at occurrence: Instant? = nil,
    comment: String? = nil, waits: Bool = false, caller: Caller
  ) throws {
    let account = try caller.requiredPerson().account
    if let occurrence {
      // Rules are followed before the writer has to wait for it.
      let item = try platform.store.read { try SeenItem(id, caller: caller, kinds, in: $0).item }
      guard item.hasOccurrence(at: occurrence) else { throw Refusal.notFound("occurrence") }
    }
    try platform.store.write { transaction in
      let seen = try SeenItem(id, caller: caller, kinds, in: transaction)
      let item = seen.item
      guard item.organizer != account || seen.kind.isAnsweredByMembers else {
        throw Refusal(.conflict, "own-thing", "It is your own \(seen.kind.title).")
      }
      guard item.status.isOn else {
        throw Refusal(
          .conflict, "appointment-cancelled",
          "This \(seen.kind.title) was cancelled. Keep it as your own, or delete it.")
      }
      try Rights.check(caller, .join, seen.thing)
      let old = seen.participation
      let change = AnswerChange(
        answer: answer, occurrence: occurrence, comment: comment, account: account, old: old)
      guard try change.isOne(in: item, transaction) else { return }
      let hasPlace = try check(answer, to: seen, at: occurrence, by: account, in: transaction)
      guard hasPlace || waits else {
        throw Refusal(
          .conflict, "no-place-left", "All \(item.capacity ?? 0) places are taken.")
      }
      try change.put(hasPlace: hasPlace, in: item, transaction)
      // The caller's own place may have become free.
      try editing.moveUp(in: item, in: transaction)
      try follower.answered(id, by: account, in: transaction)
      if seen.kind.concernsMembers {
        try CalendarItemStore.recordUpdate(id, in: transaction)
        try editing.tellAdmins(
          of: item, at: occurrence, hasPlace ? answer : nil, by: account, comment: comment ?? "",
          in: transaction)
      } else {
        try CalendarItemStore.touch(id, in: transaction)
        if item.organizer != account {
          try tell(item, of: answer, at: occurrence, by: account, in: transaction)
        }
      }
    }
    try follower.calendarChanged(of: account)
  }

  /// Whether an answer is still wanted and may be given.
  ///
  /// - Returns: whether there is a place.
  private func check(
    _ answer: Participation.Answer, to seen: SeenItem, at occurrence: Instant?,
    by account: EntityID, in transaction: WriteTransaction
  ) throws -> Bool {
    let item = seen.item
    if let deadline = item.responseDeadline, transaction.now >= deadline {
      let habits = try AccountClocks().habits(of: account, in: transaction)
      let until = English(zone: habits.zone, locale: habits.locale)
        .time(Moment(deadline, zone: item.zone.name))
      throw Refusal(
        .conflict, "answer-too-late", "Answers were wanted until \(until). Ask the organizer.")
    }
    let begins = occurrence ?? (item.repeats ? nil : item.startsAt)
    if seen.kind.concernsMembers, let begins, transaction.now >= begins {
      throw Refusal(.conflict, "answer-too-late", "This \(seen.kind.title) has begun.")
    }
    guard answer == .accepted else { return true }
    guard try editing.isOldEnough(account, for: item, in: transaction) else {
      let years = item.minimumAge ?? 0
      throw Refusal(
        .forbidden, "too-young",
        "This \(seen.kind.title) is for those who are \(years) or older. "
          + "If you are, say so in your profile.")
    }
    guard let capacity = item.capacity else { return true }
    let parts = try ParticipationStore.attendances(of: item.id, in: transaction)
    return parts.accepted(with: .account(account), at: occurrence) <= capacity
  }

  private func tell(
    _ item: CalendarItem, of answer: Participation.Answer, at occurrence: Instant?,
    by account: EntityID, in transaction: WriteTransaction
  ) throws {
    guard try !AccountDirectory.hasBlocked(item.organizer, account, in: transaction) else { return }
    let name = Told(try AccountDirectory.name(of: account, in: transaction))
    try notifications.post(
      AppointmentNotice.answered(by: name, item: ToldItem(item, at: occurrence), answer: answer),
      to: item.organizer, about: NotificationSubject(.appointment, item.id, at: occurrence),
      version: try CalendarItemStore.nextNotice(item.id, in: transaction), in: transaction)
  }

  /// Decides about the own entry of an appointment that its owner has cancelled (TV-APP-32).
  ///
  /// - Parameter keeps: makes it an appointment of the caller's own, with the notes.
  /// - Returns: the identifier of the item that is kept.
  /// - Throws: `notFound`, `conflict` with slug `not-cancelled`.
  public func decide(
    _ id: EntityID, keeps: Bool, caller: Caller
  ) throws -> EntityID? {
    let account = try caller.requiredPerson().account
    let kept: EntityID? = try platform.store.write { transaction in
      let (item, part) = try CalendarAccess.find(id, for: account, in: transaction)
      guard item.status == .cancelled else {
        throw Refusal(.conflict, "not-cancelled", "Its owner has not cancelled this appointment.")
      }
      var new: EntityID?
      if keeps {
        new = platform.ids.next()
        try copy(item, part, as: new ?? item.id, in: transaction)
      }
      try editing.leave(id, account, in: transaction)
      return new
    }
    try follower.calendarChanged(of: account)
    return kept
  }

  private func copy(
    _ item: CalendarItem, _ part: Participation, as id: EntityID,
    in transaction: WriteTransaction
  ) throws {
    var own = item
    own.id = id
    own.uid = id.description
    own.kind = CalendarItemKind.appointment.name
    own.realm = SubRealmID.personal(of: part.account)
    (own.responseDeadline, own.capacity, own.minimumAge, own.link) = (nil, nil, nil, nil)
    own.organizer = part.account
    own.status = .confirmed
    own.recurrenceID = nil
    own.sequence = 0
    own.version = 1
    own.createdAt = transaction.now
    own.updatedAt = transaction.now
    var ownPart = part
    ownPart.item = id
    ownPart.answer = .accepted
    ownPart.answeredAt = transaction.now
    ownPart.version = 1
    try editing.insert(own, ownPart, in: transaction)
  }
}
