import Base
import Notifications
import Realms
import Storage

/// Inviting others to an appointment, answering, and what becomes of one that its owner cancels.
///
/// - Thread: shared.
public struct AttendanceService: Sendable {
  /// Most who take part in one appointment.
  static let participantLimit = 100

  let platform: Platform
  let keeper: PlanKeeper
  let appointments: AppointmentService
  let notifications: any NotificationSink

  public init(
    platform: Platform, keeper: PlanKeeper, appointments: AppointmentService,
    notifications: any NotificationSink
  ) {
    self.platform = platform
    self.keeper = keeper
    self.appointments = appointments
    self.notifications = notifications
  }

  /// Whom to invite: identifiers or email addresses of accounts.
  public static func guests(reading fields: JSONFields) throws(Refusal) -> [String] {
    let guests = fields.array("to", 1...participantLimit) { element, index in
      element.string(index, 1...254)
    }
    try fields.finish()
    return guests
  }

  /// Invites accounts; who is invited already is left as is.
  ///
  /// Whether one of them has blocked the caller does not show: that account is listed like the
  /// others and gets to know nothing.
  ///
  /// - Throws: `notFound`, `forbidden` unless it is the caller's own, `invalid` naming guests that
  ///   are no accounts, `conflict` for too many, for the caller and for what is cancelled.
  public func invite(
    _ guests: [String], to id: EntityID, by caller: Caller
  ) throws -> AppointmentDetails {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      let (item, _) = try AppointmentAccess.own(id, for: account, in: transaction)
      guard item.status == .confirmed else {
        throw Refusal(.conflict, "appointment-cancelled", "This appointment was cancelled.")
      }
      let people = try Self.people(guests, in: transaction)
      guard !people.contains(where: { $0.id == account }) else {
        throw Refusal(.conflict, "own-thing", "It is your own appointment.")
      }
      let known = Set(try ParticipationStore.all(of: id, in: transaction).map(\.account))
      let new = people.filter { !known.contains($0.id) }
      guard known.count + new.count <= Self.participantLimit else {
        throw Refusal(
          .conflict, "too-many-participants",
          "At most \(Self.participantLimit) can take part in one appointment.")
      }
      for person in new { try add(person, to: item, in: transaction) }
      if !new.isEmpty { try CalendarItemStore.touch(id, in: transaction) }
    }
    return try appointments.details(id, for: caller)
  }

  private static func people(
    _ guests: [String], in session: StoreSession
  ) throws -> [AccountSummary] {
    var found: [AccountSummary] = []
    var violations: [Refusal.Violation] = []
    for (index, guest) in guests.enumerated() {
      if let person = try AccountDirectory.person(guest, in: session) {
        if !found.contains(where: { $0.id == person.id }) { found.append(person) }
      } else {
        violations.append(
          Refusal.Violation("/to/\(index)", "is neither the identifier nor the email of a person"))
      }
    }
    guard let first = violations.first else { return found }
    throw Refusal(
      .invalid, "invalid-content", "\(first.pointer) \(first.detail).", violations: violations)
  }

  private func add(
    _ person: AccountSummary, to item: CalendarItem, in transaction: WriteTransaction
  ) throws {
    let isHidden = try AccountDirectory.hasBlocked(person.id, item.organizer, in: transaction)
    try ParticipationStore.put(
      Participation(
        item: item.id, account: person.id, answer: .needsAction, notes: "",
        preNotification: Participation.usualPreNotification, isHidden: isHidden,
        invitedAt: transaction.now),
      in: transaction)
    guard !isHidden else { return }
    let name = try AccountDirectory.name(of: item.organizer, in: transaction)
    try notifications.post(
      to: person.id, kind: .appointmentInvitation, subjectKind: "appointment", subject: item.id,
      version: try CalendarItemStore.nextNotice(item.id, in: transaction),
      text: "\(name) invites you to “\(item.title)” on \(item.whenText).", in: transaction)
  }

  /// Takes an invitation back, answered or not.
  ///
  /// - Throws: `notFound`, `forbidden`, `conflict` for the owner.
  public func uninvite(_ guest: EntityID, from id: EntityID, by caller: Caller) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      let (item, _) = try AppointmentAccess.own(id, for: account, in: transaction)
      guard guest != account else {
        throw Refusal(.conflict, "own-thing", "It is your own appointment; delete it instead.")
      }
      guard let part = try ParticipationStore.find(id, of: guest, in: transaction) else {
        throw Refusal.notFound("participant")
      }
      try ParticipationStore.delete(id, of: guest, in: transaction)
      try CalendarItemStore.touch(id, in: transaction)
      try TravelProfileStore.bump(guest, in: transaction)
      guard part.answer != .declined, !part.isHidden,
        try !AccountDirectory.hasBlocked(guest, account, in: transaction)
      else { return }
      let name = try AccountDirectory.name(of: account, in: transaction)
      try notifications.post(
        to: guest, kind: .appointmentChange, subjectKind: "appointment", subject: id,
        version: try CalendarItemStore.nextNotice(id, in: transaction),
        text: "\(name) has taken back the invitation to “\(item.title)”.", in: transaction)
    }
  }

  /// Answers an invitation, or changes the answer.
  ///
  /// - Throws: `notFound`, `conflict` for the owner and for what is cancelled.
  public func answer(
    _ answer: Participation.Answer, to id: EntityID, by caller: Caller
  ) throws -> AppointmentDetails {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      let (item, old) = try AppointmentAccess.find(id, for: account, in: transaction)
      guard item.organizer != account else {
        throw Refusal(.conflict, "own-thing", "It is your own appointment.")
      }
      guard item.status == .confirmed else {
        throw Refusal(
          .conflict, "appointment-cancelled",
          "This appointment was cancelled. Keep it as your own, or delete it.")
      }
      guard old.answer != answer else { return }
      var part = old
      part.answer = answer
      part.answeredAt = transaction.now
      part.version += 1
      try ParticipationStore.put(part, in: transaction)
      try CalendarItemStore.touch(id, in: transaction)
      try TravelProfileStore.bump(account, in: transaction)
      try tell(item, of: answer, by: account, in: transaction)
    }
    try keeper.replan(account)
    return try appointments.details(id, for: caller)
  }

  private func tell(
    _ item: CalendarItem, of answer: Participation.Answer, by account: EntityID,
    in transaction: WriteTransaction
  ) throws {
    guard try !AccountDirectory.hasBlocked(item.organizer, account, in: transaction) else { return }
    let name = try AccountDirectory.name(of: account, in: transaction)
    let what =
      switch answer {
      case .accepted: "comes to"
      case .declined: "does not come to"
      case .tentative: "may come to"
      case .needsAction: "has not decided about"
      }
    try notifications.post(
      to: item.organizer, kind: .appointmentAnswer, subjectKind: "appointment", subject: item.id,
      version: try CalendarItemStore.nextNotice(item.id, in: transaction),
      text: "\(name) \(what) “\(item.title)”.", in: transaction)
  }

  /// Decides about the own entry of an appointment that its owner has cancelled (TV-APP-32).
  ///
  /// - Parameter keeps: makes it an appointment of the caller's own, with the notes.
  /// - Returns: the appointment that is kept.
  /// - Throws: `notFound`, `conflict` with slug `not-cancelled`.
  public func decide(
    _ id: EntityID, keeps: Bool, by caller: Caller
  ) throws -> AppointmentDetails? {
    let account = try caller.requiredPerson().account
    let kept: EntityID? = try platform.store.write { transaction in
      let (item, part) = try AppointmentAccess.find(id, for: account, in: transaction)
      guard item.status == .cancelled else {
        throw Refusal(.conflict, "not-cancelled", "Its owner has not cancelled this appointment.")
      }
      try ParticipationStore.delete(id, of: account, in: transaction)
      var new: EntityID?
      if keeps {
        new = platform.ids.next()
        try copy(item, part, as: new ?? item.id, in: transaction)
      }
      try CalendarItemStore.touch(id, in: transaction)
      try appointments.sweep(id, in: transaction)
      try TravelProfileStore.bump(account, in: transaction)
      return new
    }
    try keeper.replan(account)
    return try kept.map { try appointments.details($0, for: caller) }
  }

  private func copy(
    _ item: CalendarItem, _ part: Participation, as id: EntityID,
    in transaction: WriteTransaction
  ) throws {
    var own = item
    own.id = id
    own.uid = id.description
    own.organizer = part.account
    own.status = .confirmed
    own.slot = nil
    own.sequence = 0
    own.version = 1
    own.createdAt = transaction.now
    own.updatedAt = transaction.now
    try CalendarItemStore.insert(own, in: transaction)
    var ownPart = part
    ownPart.item = id
    ownPart.answer = .accepted
    ownPart.answeredAt = transaction.now
    ownPart.version = 1
    try ParticipationStore.put(ownPart, in: transaction)
  }
}
