import Access
import Base
import Storage

/// Who sees which appointment: those who take part in it; to all others it does not exist
/// (TV-SEC-02).
public enum CalendarAccess {
  /// An item with the caller's part in it.
  ///
  /// - Throws: `notFound`.
  public static func find(
    _ id: EntityID, for account: EntityID, in session: StoreSession
  ) throws -> (item: CalendarItem, participation: Participation) {
    let found = try session.first(
      """
      SELECT \(CalendarItemStore.columns), \(ParticipationStore.columns)
      FROM \(ParticipationStore.tables)
      WHERE \(Timeline.isKnown) AND i.id = ?2
      """, [.id(account), .id(id)]
    ) { row in
      (
        try CalendarItemStore.read(row),
        try ParticipationStore.read(row, from: CalendarItemStore.columnCount)
      )
    }
    guard let found else { throw Refusal.notFound("appointment") }
    return found
  }

  /// An account's part in an item, if it knows of it.
  static func part(
    of account: EntityID, in item: EntityID, _ session: StoreSession
  ) throws -> Participation? {
    try session.first(
      """
      SELECT \(ParticipationStore.columns) FROM \(ParticipationStore.tables)
      WHERE \(Timeline.isKnown) AND p.item = ?2
      """, [.id(account), .id(item)], ParticipationStore.read)
  }

  /// As ``find(_:caller:in:)``, for what the organizer alone may do.
  ///
  /// - Throws: `notFound`, `forbidden`.
  public static func own(
    _ id: EntityID, for account: EntityID, in session: StoreSession
  ) throws -> (item: CalendarItem, participation: Participation) {
    let found = try find(id, for: account, in: session)
    try checkIsOwn(found.item, of: account)
    return found
  }

  /// Refuses what only the organizer of an item may do, and nobody with what is changed elsewhere.
  ///
  /// - Throws: `forbidden` with slug `not-organizer`.
  public static func checkIsOwn(_ item: CalendarItem, of account: EntityID) throws(Refusal) {
    guard item.organizer == account else { throw notOrganizer }
    guard !item.isSubscribed else {
      throw Refusal(
        .forbidden, "not-organizer",
        "It comes from a calendar that you subscribe to and is changed there. Here you can change "
          + "your notes, reminder and modes, or end the subscription.")
    }
  }

  /// What is said to those who take part without owning it.
  public static let notOrganizer = Refusal(
    .forbidden, "not-organizer",
    "Only its owner may do this. You can change your answer, notes, reminder and modes.")
}
