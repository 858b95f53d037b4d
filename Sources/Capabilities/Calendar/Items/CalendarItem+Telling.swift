import Base
import Storage

/// When and where an item takes place, in texts for people.
extension CalendarItem {
  /// How somebody who is told of it reads times; by its own zone where the profile has none.
  public func reader(_ account: EntityID, in session: StoreSession) throws -> TimeReader {
    try TimeReader.of(account, else: zone, in: session)
  }

  /// When an occurrence begins; whole days are days everywhere.
  public func whenText(_ start: Instant, for reader: TimeReader) -> String {
    isAllDay ? reader.text(zone.wallTime(at: start).date) : reader.text(start)
  }

  /// As ``whenText(_:for:)``, by the clocks of an account.
  public func whenText(
    _ start: Instant, for account: EntityID, in session: StoreSession
  ) throws -> String { whenText(start, for: try reader(account, in: session)) }

  /// When and where an occurrence takes place.
  func whenAndWhere(_ start: Instant, for reader: TimeReader) -> String {
    let place = self.place?.label ?? self.place?.address
    return whenText(start, for: reader) + (place.map { ", \($0)" } ?? "")
  }
}
