import Base
import Storage

/// What rests on calendars and follows their changes: plans of the ways between items.
///
/// Whoever changes calendars asks here once; how far somebody is behind, ``CalendarRevision`` says.
///
/// - Thread: shared.
public protocol CalendarFollower: Sendable {
  /// An item takes place at another time or place, or not at all: what was found out for it before
  /// must not be used any more. Within the transaction of the change.
  ///
  /// - Parameter account: the only one whom it concerns; nil for all.
  func itemMoved(
    _ item: EntityID, for account: EntityID?, in transaction: WriteTransaction) throws

  /// A series takes place no more from one of its occurrences on; what comes before is as it was.
  /// Within the transaction of the change, after ``occurrencesMoved(_:in:)``.
  func seriesEnded(
    _ series: EntityID, at begin: Instant, in transaction: WriteTransaction) throws

  /// An account has answered an item or an occurrence of it anew. Within the transaction of the
  /// change.
  func answered(
    _ item: EntityID, by account: EntityID, in transaction: WriteTransaction) throws

  /// An item stands in the place of an occurrence of a series. Within the transaction of the change.
  func overridden(
    _ occurrence: Instant, of series: EntityID, by item: EntityID,
    in transaction: WriteTransaction) throws

  /// Occurrences of a series begin at other times, or belong to another series: what is kept of them
  /// by their beginning follows. Within the transaction of the change, before ``itemMoved(_:for:in:)``.
  func occurrencesMoved(_ shift: OccurrenceShift, in transaction: WriteTransaction) throws

  /// What stands in an account's calendar is another. After the commit, before the one who changed
  /// it is answered.
  func calendarChanged(of account: EntityID) throws

  /// Whole minutes of the account's ways to the next occurrence of items, as far as they are known.
  ///
  /// - Returns: by the item's identifier.
  func travelMinutes(
    of account: EntityID, after now: Instant, in session: StoreSession
  ) throws -> [EntityID: Int]
}

extension CalendarFollower {
  public func seriesEnded(
    _ series: EntityID, at begin: Instant, in transaction: WriteTransaction
  ) throws { try itemMoved(series, for: nil, in: transaction) }

  public func answered(
    _ item: EntityID, by account: EntityID, in transaction: WriteTransaction
  ) throws {}

  public func overridden(
    _ occurrence: Instant, of series: EntityID, by item: EntityID,
    in transaction: WriteTransaction
  ) throws {}

  public func occurrencesMoved(
    _ shift: OccurrenceShift, in transaction: WriteTransaction
  ) throws {}
}
