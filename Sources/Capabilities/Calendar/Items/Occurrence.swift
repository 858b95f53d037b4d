import Base
import Geodesy

/// One of the times at which an item takes place, as one of its participants has it.
///
/// - Thread: pure.
public struct Occurrence: Hashable, Sendable {
  public var item: CalendarItem
  public var participation: Participation
  public var start: Instant
  public var end: Instant

  public init(_ item: CalendarItem, _ participation: Participation, at start: Instant) {
    self.item = item
    self.participation = participation
    self.start = start
    end = item.end(from: start)
  }

  /// What tells it from every other.
  public struct Key: Hashable, Sendable {
    public var item: EntityID
    public var start: Instant

    public init(item: EntityID, start: Instant) {
      self.item = item
      self.start = start
    }
  }

  /// What tells it from every other.
  public var key: Key { Key(item: item.id, start: start) }

  /// The day on which it begins, where it takes place.
  public var day: CivilDate { item.zone.wallTime(at: start).date }

  /// Whether one has to be there at a time, which one has not for a note of another calendar: travel and overlaps concern only such.
  public var isTimed: Bool {
    !item.isAllDay && item.kind != CalendarItemKind.subscribedNote.name
  }

  /// Where one has to be; nil for whole days and where it is not known.
  public var position: LonLat? { isTimed ? item.place?.position : nil }

  /// By their beginning, then by identifier.
  public static func inOrder(_ a: Occurrence, _ b: Occurrence) -> Bool {
    (a.start, a.item.id) < (b.start, b.item.id)
  }
}
