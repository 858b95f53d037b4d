import Base
import GeoFormats
import Geodesy
import Groups

/// A request to make or change a tour: only the members that it names are set.
///
/// - Thread: pure.
public struct TourEdit: Sendable {
  /// What a request says about an optional member.
  enum Member<Value: Sendable>: Sendable {
    case keep
    case clear
    case set(Value)
  }

  /// Which way along the line the tour goes.
  public enum Direction: String, Sendable, CaseIterable {
    case forward
    case reverse
  }

  /// The organization to which a new tour belongs; nil for the caller's own.
  public var organization: EntityID?
  var names: LocalizedText?
  var descriptions: LocalizedText?
  var place: Member<String> = .keep
  var price: Member<TourPrice> = .keep
  var currency: Currency?
  var links: Member<[TourLink]> = .keep
  var languages: Member<[String]> = .keep
  var durationMinutes: Member<Int> = .keep
  var wheelchair: Member<WheelchairAccess> = .keep
  var area: Member<MultiPolygon> = .keep
  var route: LineString?
  /// Whether the route is to be drawn through the stops, along the walking network.
  var followsStops = false
  var direction = Direction.forward
  var stops: [TourStop]?
  var picture: Member<EntityID> = .keep

  /// Reads the body of a request that makes a tour: name, description and route are required
  /// (CG-RL-04).
  ///
  /// - Throws: `invalid` with every wrong member.
  public init(creating fields: JSONFields) throws(Refusal) {
    organization = fields.optional("organization") { $0.id("organization") }
    read(fields, required: true)
    try fields.finish()
  }

  /// Reads the body of a request that changes one: absent members stay, null clears.
  ///
  /// - Throws: `invalid` with every wrong member.
  public init(changing fields: JSONFields) throws(Refusal) {
    read(fields, required: false)
    try fields.finish()
  }

  private mutating func read(_ fields: JSONFields, required: Bool) {
    func wanted(_ name: String) -> Bool { required || fields.has(name) || fields.isNull(name) }
    if wanted("name") || wanted("names") {
      names = LocalizedText.read(fields, "name", "names", 1...120)
    }
    if wanted("description") || wanted("descriptions") {
      descriptions = LocalizedText.read(fields, "description", "descriptions", 1...4000)
    }
    place = Self.member(fields, "place") { fields in fields.string("place", 1...120) }
    price = Self.member(fields, "price") { TourPrice.read($0, "price") }
    currency = fields.optional("currency") { $0.choice("currency", Currency.self) } ?? nil
    links = Self.member(fields, "links") { TourLink.read($0, "links") }
    languages = Self.member(fields, "languages", Self.readLanguages)
    durationMinutes = Self.member(fields, "durationMinutes") {
      $0.integer("durationMinutes", 1...10_080)
    }
    wheelchair = Self.member(fields, "wheelchair") {
      $0.choice("wheelchair", WheelchairAccess.self) ?? .no
    }
    area = Self.member(fields, "area", Self.readArea)
    if wanted("route") {
      // One word stands for a line yet to be drawn.
      (route, followsStops) = fields.described(
        "route", as: .named("TourRoute"), placeholder: (nil, false), Self.readRoute)
    }
    direction =
      fields.optional("direction") {
        $0.choice("direction", Direction.self) ?? .forward
      } ?? .forward
    stops = fields.optional("stops") { TourStop.read($0, "stops") }
    picture = Self.member(fields, "picture") {
      PictureReference.read($0, "picture") ?? EntityID(high: 0, low: 0)
    }
  }

  private static func readRoute(_ fields: JSONFields) -> (line: LineString?, followsStops: Bool) {
    if fields.value("route") == .string("walk") { return (nil, true) }
    guard case .line(let line)? = fields.geometry("route", [.lineString]) else {
      return (nil, false)
    }
    if Set(line.points).count < 2 { fields.reject("route", "must have two different points") }
    return (line, false)
  }

  private static func member<Value>(
    _ fields: JSONFields, _ name: String, _ read: (JSONFields) -> Value
  ) -> Member<Value> {
    if fields.isNull(name) { return .clear }
    return fields.optional(name, read).map { .set($0) } ?? .keep
  }

  static func readLanguages(_ fields: JSONFields) -> [String] {
    var tags: [String] = []
    _ = fields.array("languages", 0...LocalizedText.maximumLanguages) { element, index in
      let text = element.described(index, as: .string(2...35), placeholder: "en") {
        $0.string(index, 1...200)
      }
      guard let tag = LanguageTag.normalised(text), !tags.contains(tag) else {
        element.reject(index, "must be a language tag such as en or de-LI, each once")
        return
      }
      tags.append(tag)
    }
    return tags
  }

  private static func readArea(_ fields: JSONFields) -> MultiPolygon {
    fields.described("area", as: .named("Area"), placeholder: MultiPolygon([])) { fields in
      switch fields.geometry("area", [.polygon, .multiPolygon]) {
      case .polygon(let polygon)?: MultiPolygon([polygon])
      case .multiPolygon(let multi)?: multi
      default: MultiPolygon([])
      }
    }
  }
}
