import Routing

/// What is on the map from which zoom level on, in which layer and as what.
enum TileRules {
  /// The layers of imported maps, in the order of drawing.
  enum Layer: String, CaseIterable {
    case coverage, landuse, green, water, squares, borders, roads, buildings, places, stops, pois
    case housenumbers
  }

  static func layer(_ kind: MapFeature.Kind) -> Layer {
    switch kind {
    case .building, .buildingPart: .buildings
    case .water, .waterway: .water
    case .green: .green
    case .road, .path, .rail: .roads
    case .place: .places
    case .stop: .stops
    case .landUse: .landuse
    case .square: .squares
    case .border: .borders
    case .poi, .parkAndRide: .pois
    case .houseNumber: .housenumbers
    }
  }

  /// The kinds that are on the map at a zoom level at all.
  static func kinds(at zoom: Int) -> Set<MapFeature.Kind> {
    var kinds: Set<MapFeature.Kind> = [.water, .road, .place, .border]
    if zoom >= 8 { kinds.insert(.green) }
    if zoom >= 9 { kinds.formUnion([.waterway, .rail]) }
    if zoom >= 10 { kinds.insert(.landUse) }
    if zoom >= 12 { kinds.insert(.stop) }
    if zoom >= 13 { kinds.formUnion([.building, .path, .square, .poi]) }
    if zoom >= 15 { kinds.insert(.buildingPart) }
    if zoom >= 16 { kinds.insert(.houseNumber) }
    return kinds
  }

  /// The first zoom level of a feature, by its kind and the value of its tag.
  static func firstZoom(_ kind: MapFeature.Kind, _ detail: String) -> Int {
    switch kind {
    case .water: detail == "swimming_pool" || detail == "fountain" ? 15 : 0
    case .green: detail == "grass" || detail == "flowerbed" || detail == "garden" ? 13 : 8
    case .building: 13
    case .buildingPart: 15
    case .path: detail == "pedestrian" || detail == "pier" || detail == "breakwater" ? 13 : 14
    case .rail: detail == "rail" ? 9 : 12
    case .waterway: detail == "river" ? 9 : detail == "canal" ? 11 : 13
    case .stop: detail == "station" ? 12 : detail == "subway_entrance" ? 16 : 14
    case .place: places[detail] ?? 14
    case .road: roads[detail] ?? 13
    case .landUse: landUses[detail] ?? 13
    case .square: 13
    case .border: borders[detail] ?? 13
    case .poi: pois[detail] ?? 16
    case .houseNumber, .parkAndRide: 16
    }
  }

  /// How early a sign is drawn where several want one place: 1 first, 4 last.
  static func rank(ofSign detail: String) -> Int {
    switch pois[detail] {
    case 13: 1
    case 14: 2
    case 15: 3
    default: 4
    }
  }

  private static let places = [
    "country": 2, "state": 4, "region": 5, "city": 5, "town": 8, "municipality": 9, "village": 11,
    "borough": 11, "suburb": 12, "island": 10, "quarter": 13, "hamlet": 13,
  ]

  private static let roads = [
    "motorway": 5, "trunk": 6, "motorway_link": 9, "trunk_link": 9, "primary": 8,
    "primary_link": 11, "secondary": 10, "secondary_link": 12, "tertiary": 11, "tertiary_link": 13,
    "unclassified": 12, "residential": 12, "living_street": 13, "service": 14,
  ]

  private static let landUses = [
    "residential": 10, "commercial": 11, "industrial": 10, "retail": 11, "military": 10,
    "aerodrome": 10, "harbour": 11, "port": 11, "quarry": 11, "beach": 11, "glacier": 8,
    "bare_rock": 11, "scree": 11, "sand": 11, "university": 12, "hospital": 12, "school": 13,
    "railway": 12, "parking": 15, "track": 15, "garages": 15, "kindergarten": 14,
  ]

  private static let borders = [
    "2": 0, "3": 4, "4": 4, "5": 7, "6": 8, "7": 10, "8": 11, "9": 13, "10": 14,
  ]

  private static let pois: [String: Int] = {
    var table: [String: Int] = [:]
    for (zoom, words) in [
      (
        13, "museum attraction castle hospital university stadium zoo park peak theme_park aquarium"
      ),
      (
        14,
        "theatre townhall place_of_worship monument library cinema marketplace viewpoint mall marina"
          + " cemetery fort ruins lighthouse casino gallery arts_centre beach garden volcano school"
          + " archaeological_site department_store camp_site courthouse"
      ),
      (
        15,
        "hotel hostel restaurant cafe supermarket pharmacy post_office police bank fire_station"
          + " embassy fuel information fountain playground parking memorial tower city_gate college"
          + " sports_centre swimming_pool community_centre spring cave_entrance books"
      ),
    ] {
      for word in words.split(separator: " ") { table[String(word)] = zoom }
    }
    return table
  }()

  /// The smallest area that is drawn, in square steps of a tile's grid.
  static func leastArea(_ layer: Layer, zoom: Int) -> Double {
    if zoom >= TileAddress.deepest { return 1 }
    switch layer {
    case .buildings: return 64
    case .landuse: return zoom < 13 ? 1_024 : 256
    default: return 256
    }
  }

  /// Draws below first: what lies lower, then what is less important.
  static func order(_ kind: MapFeature.Kind, _ detail: String, layer: Int) -> Int {
    let rank: Int
    switch kind {
    case .path: rank = 0
    case .rail: rank = 40
    case .road: rank = 30 - (roads[detail] ?? 13)
    default: return 0
    }
    return layer * 100 + rank
  }
}
