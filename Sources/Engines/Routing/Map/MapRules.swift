/// Which objects are on the map, and as what.
///
/// - Source: OpenStreetMap wiki, "Map features".
enum MapRules {
  struct Match: Hashable {
    var kind: MapFeature.Kind
    var detail: String
    var isArea: Bool
  }

  /// What a way is; nil if it is not shown.
  static func way(_ tags: OSMTags, isClosed: Bool) -> Match? {
    if isClosed, let area = area(tags) { return area }
    if let highway = tags[.highway], let kind = StreetKind(tags) {
      let isRoad = kind.isCarriageway
      return Match(kind: isRoad ? .road : .path, detail: highway, isArea: false)
    }
    if let railway = tags[.railway], rails.contains(railway) {
      return Match(kind: .rail, detail: railway, isArea: false)
    }
    if let waterway = tags[.waterway], waterways.contains(waterway) {
      return Match(kind: .waterway, detail: waterway, isArea: false)
    }
    return nil
  }

  /// What a closed way or a multipolygon is.
  static func area(_ tags: OSMTags) -> Match? {
    if let building = tags[.building], building != "no" {
      return Match(kind: .building, detail: building, isArea: true)
    }
    if let part = tags[.buildingPart], part != "no" {
      return Match(kind: .buildingPart, detail: part, isArea: true)
    }
    if let natural = tags[.natural], natural == "water" || natural == "bay" {
      return Match(kind: .water, detail: tags[.water] ?? natural, isArea: true)
    }
    if let waterway = tags[.waterway], waterway == "riverbank" || waterway == "dock" {
      return Match(kind: .water, detail: waterway, isArea: true)
    }
    for key in [OSMKey.leisure, .landuse, .natural] {
      guard let value = tags[key] else { continue }
      if key == .landuse, value == "reservoir" || value == "basin" {
        return Match(kind: .water, detail: value, isArea: true)
      }
      if greens.contains(value) { return Match(kind: .green, detail: value, isArea: true) }
    }
    return nil
  }

  /// What a node is.
  static func node(_ tags: OSMTags) -> Match? {
    if let place = tags[.place], tags[.name] != nil {
      return Match(kind: .place, detail: place, isArea: false)
    }
    if tags.has(.highway, "bus_stop") {
      return Match(kind: .stop, detail: "bus_stop", isArea: false)
    }
    if let railway = tags[.railway], stations.contains(railway) {
      return Match(kind: .stop, detail: railway, isArea: false)
    }
    if let amenity = tags[.amenity], amenity == "ferry_terminal" || amenity == "bus_station" {
      return Match(kind: .stop, detail: amenity, isArea: false)
    }
    return nil
  }

  private static let rails: Set<String> = [
    "rail", "light_rail", "subway", "tram", "narrow_gauge", "funicular", "monorail",
  ]
  private static let waterways: Set<String> = ["river", "stream", "canal", "drain", "ditch"]
  private static let stations: Set<String> = ["station", "halt", "tram_stop"]
  private static let greens: Set<String> = [
    "park", "garden", "pitch", "golf_course", "nature_reserve", "playground", "common",
    "recreation_ground", "forest", "grass", "meadow", "village_green", "orchard", "vineyard",
    "cemetery", "allotments", "farmland", "wood", "scrub", "heath", "grassland", "wetland",
  ]
}
