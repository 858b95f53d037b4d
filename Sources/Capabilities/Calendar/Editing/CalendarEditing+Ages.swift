import Base
import Identity
import Notifications
import Storage

/// Who is old enough for an item, by what they have said (BZ-SAF-02).
extension CalendarEditing {
  /// Whether an account has said that it has the age from which on an item is open.
  func isOldEnough(
    _ account: EntityID, for item: CalendarItem, in session: StoreSession
  ) throws -> Bool {
    guard let years = item.minimumAge, years > 0 else { return true }
    return try AgeAssertion.holds(for: account, years: years, in: session)
  }

  /// After an item was opened to older ones alone: whoever comes without having said to be that old
  /// is asked anew.
  ///
  /// - Parameters:
  ///   - old: the item, or the series, as it was.
  ///   - actor: who changes it, and knows.
  /// - Returns: who was told so, and needs not be told of the change besides.
  func askAges(
    _ item: CalendarItem, before old: CalendarItem, by actor: EntityID?,
    in transaction: WriteTransaction
  ) throws -> Set<EntityID> {
    guard let years = item.minimumAge, years > old.minimumAge ?? 0, item.status.isOn,
      try concernsMembers(item)
    else { return [] }
    var asked: Set<EntityID> = []
    for var answer in try ParticipationStore.attendances(of: item.id, in: transaction)
    where answer.answer == .accepted {
      guard case .account(let account) = answer.party,
        try !AgeAssertion.holds(for: account, years: years, in: transaction)
      else { continue }
      asked.insert(account)
      if answer.occurrence == nil {
        guard var part = try ParticipationStore.find(item.id, of: account, in: transaction) else {
          continue
        }
        (part.answer, part.answeredAt) = (.needsAction, nil)
        part.version += 1
        try ParticipationStore.put(part, in: transaction)
      } else {
        (answer.answer, answer.answeredAt) = (.needsAction, nil)
        try ParticipationStore.put(answer, in: transaction)
      }
    }
    for account in asked { try follower.answered(item.id, by: account, in: transaction) }
    try tell(
      asked.sorted(), .forOlder(item: ToldItem(item), years: years), of: item, besides: actor,
      in: transaction)
    return asked
  }
}
