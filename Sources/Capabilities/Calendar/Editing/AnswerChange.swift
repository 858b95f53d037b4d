import Base
import Storage

/// One answer as it is written: to a whole item or one occurrence, with or without a place.
///
/// - Thread: confined.
struct AnswerChange {
  let answer: Participation.Answer
  /// The only occurrence that is meant; nil for the whole item.
  let occurrence: Instant?
  /// Nil leaves what was said before.
  let comment: String?
  let account: EntityID
  /// The account's part so far.
  let old: Participation?

  private var place: WaitingPlace { WaitingPlace(account: account, occurrence: occurrence) }

  /// Whether it says anything that was not said before.
  func isOne(in item: CalendarItem, _ session: StoreSession) throws -> Bool {
    if occurrence != nil || old?.answer != answer { return true }
    if let comment, comment != old?.comment { return true }
    return try answer != .accepted && WaitingList.has(account, of: item.id, in: session)
  }

  /// Writes it; without a place, its account waits for one.
  func put(hasPlace: Bool, in item: CalendarItem, _ transaction: WriteTransaction) throws {
    let given = hasPlace ? answer : .needsAction
    var part = old ?? Participation(of: account, in: item, .needsAction, at: transaction.now)
    if occurrence == nil {
      part.answer = given
      part.answeredAt = transaction.now
      part.comment = comment ?? part.comment
    }
    part.version = (old?.version ?? 0) + 1
    try ParticipationStore.put(part, in: transaction)
    try InvitedAddresses.answered(account, in: item.id, transaction)
    if let occurrence {
      try ParticipationStore.put(
        Attendance(
          item: item.id, occurrence: occurrence, party: .account(account), answer: given,
          answeredAt: transaction.now, invitedAt: part.invitedAt, comment: comment ?? ""),
        in: transaction)
    }
    if hasPlace {
      try WaitingList.leave(place, of: item.id, in: transaction)
    } else {
      try WaitingList.join(place, of: item.id, in: transaction)
    }
  }
}
