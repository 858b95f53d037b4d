import Geodesy

/// Something that was found: what it is, where it is, and how well it fits.
public struct Place: Hashable, Sendable {
  public var kind: PlaceKind
  /// The value of the tag that made it one, such as `restaurant`, `residential`, `city`.
  public var category: String
  /// Empty where it has none of its own, as a house or a post box.
  public var name: String
  /// Of houses and points of interest; empty where it is not known.
  public var street: String
  public var houseNumber: String
  public var postcode: String
  /// The quarter or village around it; empty where it is not known.
  public var locality: String
  /// The city or municipality around it; empty where it is not known.
  public var city: String
  public var position: LonLat
  /// How many look for it: 0...1.
  public var importance: Double
  /// Geodesic metres from where the search is; nil where that was not told.
  public var distance: Double?
  /// How well it fits the text, 0...1; 1 for what was not found by text.
  public var match: Double
  /// In the notation of OpenStreetMap; empty where it is not known, as the following ones.
  public var openingHours: String
  public var phone: String
  public var website: String
  /// `yes`, `limited`, `no`.
  public var wheelchair: String
  /// Whether the house number lies between known ones and was not seen itself.
  public var isInterpolated: Bool
  /// The object of OpenStreetMap, as `way/123`; empty for a position.
  public var source: String
  /// By what places of several sources are put in order, the greatest first.
  public internal(set) var rank = 0.0

  /// What stands on the first line of a list: the name, or street and number.
  public var title: String {
    if !name.isEmpty { return name }
    if !street.isEmpty { return houseNumber.isEmpty ? street : "\(street) \(houseNumber)" }
    return category.replacing("_", with: " ")
  }

  /// What tells it from others of its title: street, postcode, quarter and city.
  public var context: String {
    var parts: [String] = []
    if kind == .poi, !name.isEmpty, !street.isEmpty {
      parts.append(houseNumber.isEmpty ? street : "\(street) \(houseNumber)")
    }
    if !locality.isEmpty, locality != city, locality != name { parts.append(locality) }
    let town = city == name ? "" : city
    let last = [postcode, town].filter { !$0.isEmpty }.joined(separator: " ")
    if !last.isEmpty { parts.append(last) }
    return parts.joined(separator: ", ")
  }

  /// A position as a place.
  public init(at position: LonLat, name: String, distance: Double? = nil) {
    kind = .coordinates
    category = "coordinates"
    self.name = name
    self.position = position
    self.distance = distance
    (street, houseNumber, postcode, locality, city) = ("", "", "", "", "")
    (openingHours, phone, website, wheelchair, source) = ("", "", "", "", "")
    (importance, match, isInterpolated) = (0, 1, false)
  }
}
