import Base
import Geodesy

/// Everything that the editors of a tour set: what one revision holds.
///
/// - Thread: pure.
public struct TourContent: Hashable, Sendable {
  /// In every language of the tour in which it has one.
  public var names: LocalizedText
  public var descriptions: LocalizedText
  /// Where the tour is, for lists grouped by location: `Vaduz`.
  public var place: String?
  public var price: TourPrice
  public var links: [TourLink]
  /// Language tags, the usual one first; empty if nobody has told.
  public var languages: [String]
  /// Minutes that the editors expect it to take; nil to have the duration computed.
  public var durationMinutes: Int?
  /// Nil if nobody has told.
  public var wheelchair: WheelchairAccess?
  /// Nil to have the area computed around route and stops.
  public var area: MultiPolygon?
  /// At least two points, in the direction of travel.
  public var route: LineString
  /// In the order in which they are visited.
  public var stops: [TourStop]
  /// The picture on its cover.
  public var picture: EntityID?

  /// What tours are called among things that have pictures; its subjects are revisions.
  static let pictureKind = "tour"

  public init(
    name: String, description: String, place: String? = nil, price: TourPrice = .free,
    links: [TourLink] = [], languages: [String] = [], durationMinutes: Int? = nil,
    wheelchair: WheelchairAccess? = nil, area: MultiPolygon? = nil, route: LineString,
    stops: [TourStop] = [], picture: EntityID? = nil
  ) {
    names = LocalizedText(name, language: "")
    descriptions = LocalizedText(description, language: "")
    self.place = place
    self.price = price
    self.links = links
    self.languages = languages
    self.durationMinutes = durationMinutes
    self.wheelchair = wheelchair
    self.area = area
    self.route = route
    self.stops = stops
    self.picture = picture
  }

  /// In the tour's first language.
  public var name: String { names.text(in: [defaultLanguage]) }
  /// In the tour's first language.
  public var description: String { descriptions.text(in: [defaultLanguage]) }

  /// The language of texts for which none was told.
  var defaultLanguage: String { languages.first ?? LanguageTag.undetermined }

  /// Where the tour begins; the route has at least two points.
  public var start: LonLat { route.points.first ?? LonLat(lon: 0, lat: 0) }

  /// Where it ends.
  public var end: LonLat { route.points.last ?? start }

  /// The pictures on its cover and at all stops.
  var pictures: [EntityID] {
    [picture].compactMap { $0 } + stops.flatMap { $0.pictures ?? [] }
  }

  /// The AR objects at all stops, each once, in order.
  public var objects: [TourObjectUse] {
    stops.flatMap { stop in
      stop.objects.map { TourObjectUse(object: $0, position: stop.position, height: stop.height) }
    }
  }
}
