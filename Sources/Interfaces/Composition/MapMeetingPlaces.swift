import Calendar
import Geodata
import Geodesy
import Places
import Planning

/// Where people can meet, from the imported maps.
///
/// - Thread: shared.
struct MapMeetingPlaces: MeetingPlaces {
  let library: GeodataLibrary

  func places(
    _ kinds: Set<MeetingPlaceKind>, around position: LonLat, withinMetres metres: Double,
    limit: Int
  ) -> [MeetingPlace] {
    var kindOf: [String: MeetingPlaceKind] = [:]
    for kind in kinds { for category in Self.categories(kind) { kindOf[category] = kind } }
    let categories = Set(kindOf.keys)
    let found = library.current.places.flatMap {
      $0.places(
        ofCategories: categories, around: position, withinMetres: metres, limit: limit)
    }
    // Maps of neighbours hold what lies at their border twice.
    var seen: Set<String> = []
    return found.sorted { ($0.distance ?? 0) < ($1.distance ?? 0) }
      .filter { $0.source.isEmpty || seen.insert($0.source).inserted }
      .prefix(limit).map { place in
        MeetingPlace(
          kind: kindOf[place.category],
          place: .init(
            position: place.position, label: String(place.title.prefix(200)),
            address: place.context.isEmpty ? nil : String(place.context.prefix(500))))
      }
  }

  /// Values of OpenStreetMap's tags.
  private static func categories(_ kind: MeetingPlaceKind) -> [String] {
    switch kind {
    case .cafe: ["cafe", "coffee", "ice_cream", "bakery"]
    case .restaurant: ["restaurant", "fast_food", "biergarten", "pub", "food_court"]
    case .park: ["park", "garden", "picnic_site", "nature_reserve"]
    case .playground: ["playground"]
    case .sportsGround:
      ["pitch", "sports_centre", "stadium", "sports_hall", "swimming_pool", "ice_rink"]
    case .library: ["library"]
    }
  }
}
