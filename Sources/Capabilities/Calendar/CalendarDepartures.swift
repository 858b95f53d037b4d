import Base
import Groups
import Storage

/// What of a calendar goes with members and sub-realms.
///
/// Whoever leaves a sub-realm no longer takes part in what is coming there, and what was organized
/// for it is handed on to one who runs it. When a sub-realm ends, what is coming in it is cancelled.
///
/// - Thread: shared.
public struct CalendarDepartures: DepartureHandler {
  let editing: CalendarEditing

  public init(editing: CalendarEditing) { self.editing = editing }

  public func memberLeft(
    _ account: EntityID, _ realm: EntityID, in transaction: WriteTransaction
  ) throws {
    try FeedService.end(of: realm, for: account, in: transaction)
    for item in try coming(in: realm, transaction) {
      let parts = try ParticipationStore.find(item.id, of: account, in: transaction)
      if parts != nil { try editing.remove(account, from: item.id, in: transaction) }
    }
    // What other teams plan and this one takes part in, unless one comes with another team.
    for item in try coming(with: realm, transaction) {
      let others = try HomeRealms.readers(of: item, in: transaction)
      guard !others.contains(account),
        try ParticipationStore.find(item.id, of: account, in: transaction) != nil
      else { continue }
      try editing.remove(account, from: item.id, in: transaction)
    }
    try transaction.execute(
      """
      DELETE FROM calendar_item_editors WHERE account = ?1
        AND item IN (SELECT id FROM calendar_items WHERE realm = ?2)
      """, [.id(account), .id(realm)])
    let heirs = try HomeRealms.admins(of: realm, in: transaction)
    guard let heir = heirs.first(where: { $0 != account }) else { return }
    let own = try transaction.all(
      "SELECT id FROM calendar_items WHERE realm = ?1 AND organizer = ?2 ORDER BY id",
      [.id(realm), .id(account)]
    ) { try $0.id(0) }
    for id in own { try CalendarItemStore.handOn(id, to: heir, in: transaction) }
  }

  public func realmEnded(_ realm: EntityID, in transaction: WriteTransaction) throws {
    try FeedService.end(of: realm, for: nil, in: transaction)
    for item in try coming(in: realm, transaction)
    // What overrides an occurrence is cancelled with its series.
    where try CalendarItemStore.find(item.id, in: transaction)?.status.isOn ?? false {
      try editing.end(item, in: transaction)
    }
    let drafts = try transaction.all(
      "SELECT id FROM calendar_items WHERE realm = ?1 AND status = 'draft' ORDER BY id",
      [.id(realm)]
    ) { try $0.id(0) }
    for id in drafts { try CalendarItemStore.delete(id, in: transaction) }
    try transaction.execute("DELETE FROM participating_realms WHERE realm = ?1", [.id(realm)])
  }

  /// What a sub-realm takes part in elsewhere and has not ended.
  private func coming(
    with realm: EntityID, _ transaction: WriteTransaction
  ) throws -> [CalendarItem] {
    try transaction.all(
      """
      SELECT \(CalendarItemStore.columns) FROM participating_realms p
      JOIN calendar_items i ON i.id = p.item
      WHERE p.realm = ?1 AND p.state = 'accepted' AND i.status <> 'cancelled'
        AND (i.ends_for_good IS NULL OR i.ends_for_good > ?2) ORDER BY i.id
      """, [.id(realm), .instant(transaction.now)], CalendarItemStore.read)
  }

  /// What takes place in a sub-realm and has not ended.
  private func coming(
    in realm: EntityID, _ transaction: WriteTransaction
  ) throws -> [CalendarItem] {
    try transaction.all(
      """
      SELECT \(CalendarItemStore.columns) FROM calendar_items i
      WHERE i.realm = ?1 AND i.status <> 'cancelled'
        AND (i.ends_for_good IS NULL OR i.ends_for_good > ?2) ORDER BY i.id
      """, [.id(realm), .instant(transaction.now)], CalendarItemStore.read)
  }
}
