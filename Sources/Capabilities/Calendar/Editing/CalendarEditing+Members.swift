import Base
import Deadlines
import Identity
import Notifications
import Storage

/// What concerns a whole sub-realm: telling its members, moving up who waits, reminding who has not
/// answered.
extension CalendarEditing {
  // MARK: Telling

  /// Tells every member of an item's sub-realm, and of those that take part, but one, each once.
  ///
  /// - Parameters:
  ///   - actor: who knows already; its organizer if nil.
  ///   - known: others who know already.
  ///   - occurrence: the one of a series that is meant; nil for all of it.
  ///   - notice: gets the name of the sub-realm.
  func tellMembers(
    of item: CalendarItem, by actor: EntityID?, besides known: Set<EntityID> = [],
    at occurrence: Instant? = nil, in transaction: WriteTransaction,
    _ notice: (Told) -> EventNotice
  ) throws {
    let version = try CalendarItemStore.nextNotice(item.id, in: transaction)
    let notice = notice(Told(try HomeRealms.name(of: item.realm, in: transaction)))
    for member in try HomeRealms.readers(of: item, in: transaction)
    where member != actor ?? item.organizer && !known.contains(member) {
      try notifications.post(
        notice, to: member, about: NotificationSubject(.event, item.id, at: occurrence),
        version: version, in: transaction)
    }
  }

  /// Tells accounts of something about an item that is not for all, each once.
  ///
  /// - Parameter realm: the sub-realm where one sees it, for those who may not see the item itself.
  func tell(
    _ accounts: [EntityID], _ notice: EventNotice, of item: CalendarItem,
    seenIn realm: EntityID? = nil, besides actor: EntityID?, in transaction: WriteTransaction
  ) throws {
    let own = try CalendarItemStore.nextNotice(item.id, in: transaction)
    for account in accounts where account != actor {
      // Several items may be told of in one sub-realm: their own notices do not tell them apart.
      let version = try realm.map {
        try NotificationService.nextVersion(notice.kind, about: $0, at: account, in: transaction)
      }
      try notifications.post(
        notice, to: account,
        about: realm.map { NotificationSubject(.subRealm, $0) }
          ?? NotificationSubject(.event, item.id),
        version: version ?? own, in: transaction)
    }
  }

  /// Tells every member that there is something new to answer.
  func tellOfNew(
    _ item: CalendarItem, by actor: EntityID?, besides known: Set<EntityID> = [],
    in transaction: WriteTransaction
  ) throws {
    try tellMembers(of: item, by: actor, besides: known, in: transaction) { group in
      .published(
        group: group, item: ToldItem(item),
        until: item.responseDeadline.map { Moment($0, zone: item.zone.name) })
    }
  }

  /// Tells those who run the sub-realm of an answer (US8(d)).
  ///
  /// - Parameter answer: nil for one who waits for a place.
  func tellAdmins(
    of item: CalendarItem, at occurrence: Instant?, _ answer: Participation.Answer?,
    by account: EntityID, comment: String, in transaction: WriteTransaction
  ) throws {
    let notice = EventNotice.answered(
      by: Told(try AccountDirectory.name(of: account, in: transaction)),
      item: ToldItem(item, at: occurrence), answer: answer,
      comment: comment.isEmpty ? nil : Told(String(comment.prefix(200))))
    let version = try CalendarItemStore.nextNotice(item.id, in: transaction)
    for admin in try HomeRealms.admins(of: item.realm, in: transaction) where admin != account {
      try notifications.post(
        notice, to: admin, about: NotificationSubject(.event, item.id, at: occurrence),
        version: version, in: transaction)
    }
  }

  // MARK: Moving up

  /// Gives places that are free to those who wait, in their turn.
  ///
  /// - Complexity: linear in the answers, for each one who moves up.
  func moveUp(in item: CalendarItem, in transaction: WriteTransaction) throws {
    let waiting = try WaitingList.all(of: item.id, in: transaction)
    guard !waiting.isEmpty, item.status.isOn else { return }
    var full: Set<Instant?> = []
    for place in waiting where !full.contains(place.occurrence) {
      let begins = place.occurrence ?? (item.repeats ? nil : item.startsAt)
      if let begins, begins <= transaction.now { continue }
      // Who has not said to be old enough keeps the turn, and others come first until then.
      guard try isOldEnough(place.account, for: item, in: transaction) else { continue }
      let parts = try ParticipationStore.attendances(of: item.id, in: transaction)
      let count = parts.accepted(with: .account(place.account), at: place.occurrence)
      if let capacity = item.capacity, count > capacity {
        full.insert(place.occurrence)
        continue
      }
      try moveUp(place, in: item, transaction)
    }
  }

  private func moveUp(
    _ place: WaitingPlace, in item: CalendarItem, _ transaction: WriteTransaction
  ) throws {
    try WaitingList.leave(place, of: item.id, in: transaction)
    guard
      var part = try ParticipationStore.find(item.id, of: place.account, in: transaction)
    else { return }
    if let occurrence = place.occurrence {
      let own = try ParticipationStore.attendances(of: item.id, in: transaction)
        .first { $0.occurrence == occurrence && $0.party == .account(place.account) }
      try ParticipationStore.put(
        Attendance(
          item: item.id, occurrence: occurrence, party: .account(place.account),
          answer: .accepted, answeredAt: transaction.now, invitedAt: part.invitedAt,
          comment: own?.comment ?? ""),
        in: transaction)
    } else {
      part.answer = .accepted
      part.answeredAt = transaction.now
      part.version += 1
      try ParticipationStore.put(part, in: transaction)
    }
    try notifications.post(
      EventNotice.placeGiven(item: ToldItem(item, at: place.occurrence)), to: place.account,
      about: NotificationSubject(.event, item.id, at: place.occurrence),
      version: try CalendarItemStore.nextNotice(item.id, in: transaction), in: transaction)
  }

  // MARK: Reminding

  /// The name of the timer that reminds of an answer.
  static let reminderKind = "eventReminder"
  /// Seconds before the end of answers at which is reminded.
  static let reminderLead: Int64 = 86_400

  /// Reminds those who have not answered, a day before answers end.
  var reminder: DeadlineKind {
    DeadlineKind(
      Self.reminderKind, "Members who have not answered an event are reminded."
    ) { deadline, transaction in try remind(of: deadline.subject, in: transaction) }
  }

  /// Sets the timer of an item, or takes it away where no answer is wanted any more.
  func setReminder(for item: CalendarItem, in transaction: WriteTransaction) throws {
    guard item.status.isOn, let deadline = item.responseDeadline, deadline > transaction.now,
      try concernsMembers(item)
    else { return try cancelReminder(for: item, in: transaction) }
    let due = deadline.adding(seconds: -Self.reminderLead)
    // What is wanted sooner than that was told of just now.
    guard due > transaction.now else { return try cancelReminder(for: item, in: transaction) }
    try DeadlineStore.set(
      Deadline(Self.reminderKind, due: due, subject: item.id), in: transaction)
  }

  func cancelReminder(for item: CalendarItem, in transaction: WriteTransaction) throws {
    try DeadlineStore.cancel(Self.reminderKind, key: item.id.description, in: transaction)
  }

  /// Reminds everybody once of the first part of a series without an answer, of those parts that end
  /// answers at the same time: what was taken apart, or changed alone, has timers of its own.
  private func remind(of id: EntityID, in transaction: WriteTransaction) throws {
    guard let item = try CalendarItemStore.find(id, in: transaction), item.status.isOn,
      let deadline = item.responseDeadline, transaction.now < deadline
    else { return }
    let group = Told(try HomeRealms.name(of: item.realm, in: transaction))
    var told: Set<EntityID> = []
    for (part, start) in try parts(of: item, until: deadline, in: transaction) {
      try cancelReminder(for: part, in: transaction)
      // Whoever has said something of any occurrence has answered.
      let answered = Set(
        try ParticipationStore.attendances(of: part.id, in: transaction)
          .filter { $0.answeredAt != nil }.map(\.party))
      let version = try CalendarItemStore.nextNotice(part.id, in: transaction)
      let notice = EventNotice.reminder(
        group: group, item: ToldItem(part, at: start),
        until: Moment(deadline, zone: part.zone.name))
      for member in try HomeRealms.readers(of: part, in: transaction)
      where !answered.contains(.account(member)) && told.insert(member).inserted {
        try notifications.post(
          notice, to: member,
          about: NotificationSubject(.event, part.id, at: part.repeats ? start : nil),
          version: version, in: transaction)
      }
    }
  }

  /// What of an item's series ends answers at a time and has something to come, in order of that.
  private func parts(
    of item: CalendarItem, until deadline: Instant, in transaction: WriteTransaction
  ) throws -> [(CalendarItem, Instant)] {
    return try CalendarItemStore.parts(of: item.seriesUID, in: item.realm, transaction)
      .filter { $0.status.isOn && $0.responseDeadline == deadline }
      .compactMap { part in part.firstStart(after: transaction.now).map { (part, $0) } }
      .sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }
  }
}

extension CalendarItem {
  /// Whether its members see nothing new in it.
  func looks(like other: CalendarItem) -> Bool {
    isWhereAndWhen(other) && title == other.title && description == other.description
      && status == other.status && responseDeadline == other.responseDeadline
      && capacity == other.capacity && minimumAge == other.minimumAge
      && link == other.link
  }
}
