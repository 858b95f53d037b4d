import Base
import Realms
import Storage

/// Who sees which appointment: those who take part in it; to all others it does not exist
/// (TV-SEC-02).
enum AppointmentAccess {
  /// An item with the caller's part in it.
  ///
  /// - Throws: `notFound`.
  static func find(
    _ id: EntityID, for account: EntityID, in session: StoreSession
  ) throws -> (item: CalendarItem, participation: Participation) {
    let found = try session.first(
      """
      SELECT \(CalendarItemStore.columns), \(ParticipationStore.columns)
      FROM participations p JOIN calendar_items i ON i.id = p.item
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

  /// As ``find(_:for:in:)``, for what the organizer alone may do.
  ///
  /// - Throws: `notFound`, `forbidden`.
  static func own(
    _ id: EntityID, for account: EntityID, in session: StoreSession
  ) throws -> (item: CalendarItem, participation: Participation) {
    let found = try find(id, for: account, in: session)
    guard found.item.organizer == account else { throw notOrganizer }
    return found
  }

  static let notOrganizer = Refusal(
    .forbidden, "not-organizer",
    "Only its owner may do this. You can change your answer, notes, reminder and modes.")
}
