import Base
import Notifications

/// What is told of an item: its title, when it begins and where it takes place.
///
/// - Thread: pure.
public struct ToldItem: Codable, Hashable, Sendable {
  let title: Told
  let when: Moment
  let place: Told?

  /// - Parameter start: the beginning of the occurrence that is meant; nil for that of the item.
  public init(_ item: CalendarItem, at start: Instant? = nil) {
    title = Told(item.title)
    when = item.moment(start ?? item.startsAt)
    place = (item.place?.label ?? item.place?.address).map(Told.init)
  }

  /// `“Regatta”, Sat, 13 June 2026 at 09:00 (Vaduz time)`.
  public func named(in room: English) -> String { "“\(title)”, \(room.time(when))" }

  /// `„Regatta“, Sa., 13. Juni 2026 um 09:00 Uhr (Zeit in Vaduz)`.
  public func named(in room: German) -> String { "„\(title)“, \(room.time(when))" }

  func whenAndWhere(in room: English) -> String { room.time(when) + wherePart }

  func whenAndWhere(in room: German) -> String { room.time(when) + wherePart }

  /// The place behind the time, if there is one.
  var wherePart: String { place.map { ", \($0)" } ?? "" }
}

extension CalendarItem {
  /// When an occurrence begins, as it is told; whole days are days everywhere.
  public func moment(_ start: Instant) -> Moment {
    Moment(start, zone: zone.name, isDay: isAllDay)
  }
}

extension Participation.Answer: Codable {}
