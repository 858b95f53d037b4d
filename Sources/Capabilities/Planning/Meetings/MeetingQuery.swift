import Base
import Calendar
import Geodesy

/// Where some people could meet.
///
/// - Thread: pure.
public struct MeetingQuery: Hashable, Sendable {
  /// Without the one who asks, who always takes part.
  public var participants: Set<EntityID>
  /// When; nil while that is open.
  public var time: Instant?
  public var kinds: Set<MeetingPlaceKind>
  /// Named by hand, beside those of the map.
  public var places: [Place]
  /// From where the one who asks comes; nil for what the calendar and the preferences say.
  public var from: LonLat?
  public var order: MeetingRanking.Order
  /// One that the caller hosts: where those who take part have said that they set out counts.
  public var activity: EntityID?

  /// Most that take part, with the one who asks.
  public static let maximumParticipants = 20
  /// Most places that are compared, and most that are told.
  static let maximumPlaces = 2000
  static let maximumTold = 20

  /// Reads `{participants, time?, kinds?, places?, from?, order?, activity?}`; kinds or places.
  public init(reading fields: JSONFields) {
    participants = Set(
      fields.array("participants", 0...Self.maximumParticipants - 1) { $0.id($1) })
    time = fields.optional("time") { $0.instant("time") }
    kinds = Set(
      fields.optional("kinds") { fields in
        fields.array("kinds", 0...MeetingPlaceKind.allCases.count) {
          $0.choice($1, MeetingPlaceKind.self)
        }.compactMap { $0 }
      } ?? [])
    places =
      fields.optional("places") { fields in
        fields.array("places", 0...SavedPlaceService.maximum) { fields, index in
          fields.object(index) { fields in
            let place = Place.read(fields)
            if place?.position == nil { fields.reject("lat", "is required") }
            return place ?? Place()
          } ?? Place()
        }
      } ?? []
    if kinds.isEmpty, places.isEmpty { fields.reject("kinds", "or places are required") }
    from = fields.optional("from") { fields in
      fields.object("from") { fields in
        LonLat(lon: fields.number("lon", -180...180), lat: fields.number("lat", -90...90))
      } ?? LonLat(lon: 0, lat: 0)
    }
    activity = fields.optional("activity") { $0.id("activity") }
    order =
      (fields.optional("order") { $0.choice("order", MeetingRanking.Order.self) } ?? nil)
      ?? .longest
  }
}
