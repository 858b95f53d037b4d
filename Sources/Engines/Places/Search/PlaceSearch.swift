import Geodesy

/// Searches the places of several extracts as one, and understands positions that were typed.
///
/// - Thread: pure.
public enum PlaceSearch {
  /// Finds places by text, the best first; what several extracts hold comes once.
  ///
  /// A text that is a position, in degrees or as a plus code, is answered with that position.
  ///
  /// - Complexity: that of ``PlaceIndex/search(_:)`` for each extract.
  public static func search(_ query: PlaceQuery, in indices: [PlaceIndex]) -> [Place] {
    let text = String(query.text.prefix(200))
    if query.wants(.coordinates), let place = position(text, query, indices) { return [place] }
    var found = indices.flatMap { $0.search(query) }
    if indices.count > 1 { found.sort { $0.rank > $1.rank } }
    return Array(unique(found).prefix(query.limit))
  }

  /// What lies at a position, the most exact first.
  ///
  /// As ``PlaceIndex/places(at:kinds:)``; of several extracts the nearest of each kind counts.
  public static func places(
    at position: LonLat, kinds: Set<PlaceKind> = [], in indices: [PlaceIndex]
  ) -> [Place] {
    let found = indices.flatMap { $0.places(at: position, kinds: kinds) }
    let order: [PlaceKind] = [.address, .poi, .stop, .street, .area]
    return order.compactMap { kind in
      found.filter { $0.kind == kind }.min { ($0.distance ?? 0) < ($1.distance ?? 0) }
    }
  }

  /// The rank of something that is no place of a map, to put it among those.
  ///
  /// - Parameters:
  ///   - match: how well its name fits, 0...1; see ``PlaceText/match(_:_:besides:)``.
  ///   - importance: 0...1.
  ///   - distance: metres from where the search is, if that is known.
  public static func rank(match: Double, importance: Double, distance: Double?) -> Double {
    PlaceIndex.score(match, importance, distance, PlaceIndex.plainReach)
  }

  /// The rank of a position that was typed: above everything else.
  public static let ofPosition = 10.0

  /// A position as a place, named by its degrees.
  public static func place(of position: LonLat) -> Place {
    var place = Place(at: position, name: "\(rounded(position.lat)), \(rounded(position.lon))")
    place.distance = 0
    return place
  }

  private static func unique(_ places: [Place]) -> [Place] {
    var seen: Set<String> = []
    return places.filter {
      $0.source.isEmpty || seen.insert("\($0.source) \($0.houseNumber)").inserted
    }
  }

  private static func position(
    _ text: String, _ query: PlaceQuery, _ indices: [PlaceIndex]
  ) -> Place? {
    guard let position = TypedPosition.read(text) ?? plusCode(text, query, indices) else {
      return nil
    }
    var place = place(of: position)
    if TypedPosition.read(text) == nil { place.name = OpenLocationCode.code(of: position) }
    place.distance = query.near.map { Geodesic.distance(from: $0, to: position) }
    place.rank = ofPosition
    return place
  }

  private static func rounded(_ degrees: Double) -> String {
    let value = (degrees * 1e6).rounded() / 1e6
    return "\(value)"
  }

  /// A plus code, full, or short with a town behind it or where the search is.
  private static func plusCode(
    _ text: String, _ query: PlaceQuery, _ indices: [PlaceIndex]
  ) -> LonLat? {
    let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "," }.map(String.init)
    guard let code = parts.first, OpenLocationCode.isCode(code) else { return nil }
    if let full = OpenLocationCode.position(of: code), parts.count == 1 { return full }
    var reference = query.near
    if parts.count == 2 {
      var town = query
      town.text = parts[1]
      town.kinds = [.area]
      town.limit = 1
      if let place = indices.flatMap({ $0.search(town) }).max(by: { $0.rank < $1.rank }) {
        reference = place.position
      }
    }
    return reference.flatMap { OpenLocationCode.position(of: code, near: $0) }
  }
}
