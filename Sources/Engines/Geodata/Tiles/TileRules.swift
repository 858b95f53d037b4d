import Routing

/// What is on the map from which zoom level on, in which layer and as what.
enum TileRules {
  /// The layers of imported maps, in the order of drawing.
  enum Layer: String, CaseIterable {
    case green, water, roads, buildings, places, stops
  }

  static func layer(_ kind: MapFeature.Kind) -> Layer {
    switch kind {
    case .building, .buildingPart: .buildings
    case .water, .waterway: .water
    case .green: .green
    case .road, .path, .rail: .roads
    case .place: .places
    case .stop: .stops
    }
  }

  /// The kinds that are on the map at a zoom level at all.
  static func kinds(at zoom: Int) -> Set<MapFeature.Kind> {
    var kinds: Set<MapFeature.Kind> = [.water, .road, .place]
    if zoom >= 8 { kinds.insert(.green) }
    if zoom >= 9 { kinds.formUnion([.waterway, .rail]) }
    if zoom >= 12 { kinds.insert(.stop) }
    if zoom >= 13 { kinds.formUnion([.building, .path]) }
    if zoom >= 15 { kinds.insert(.buildingPart) }
    return kinds
  }

  /// The first zoom level of a feature, by its kind and the value of its tag.
  static func firstZoom(_ kind: MapFeature.Kind, _ detail: String) -> Int {
    switch kind {
    case .water: 0
    case .green: 8
    case .building: 13
    case .buildingPart: 15
    case .path: detail == "pedestrian" ? 13 : 14
    case .rail: detail == "rail" ? 9 : 12
    case .waterway: detail == "river" ? 9 : detail == "canal" ? 11 : 13
    case .stop: detail == "station" ? 12 : 14
    case .place: places[detail] ?? 13
    case .road: roads[detail] ?? 13
    }
  }

  private static let places = [
    "country": 2, "state": 4, "region": 5, "city": 5, "town": 8, "village": 11, "borough": 11,
    "suburb": 12, "island": 10,
  ]

  private static let roads = [
    "motorway": 5, "trunk": 6, "motorway_link": 9, "trunk_link": 9, "primary": 8,
    "primary_link": 11, "secondary": 10, "secondary_link": 12, "tertiary": 11, "tertiary_link": 13,
    "unclassified": 12, "residential": 12, "living_street": 13, "service": 14,
  ]

  /// The smallest area that is drawn, in square steps of a tile's grid.
  static func leastArea(_ layer: Layer, zoom: Int) -> Double {
    if zoom >= TileAddress.deepest { return 1 }
    return layer == .buildings ? 64 : 256
  }
}
