import OSMFiles

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
    if let works = tags[.manMade], works == "pier" || works == "breakwater" || works == "groyne" {
      return Match(kind: .path, detail: works, isArea: false)
    }
    return nil
  }

  /// Whether a way is a piece of the coast: land on its left, water on its right.
  static func isCoast(_ tags: OSMTags) -> Bool { tags.has(.natural, "coastline") }

  /// The level of a border, 2 (countries) to 10; nil for what is none.
  static func borderLevel(_ tags: OSMTags) -> Int? {
    guard tags.has(.boundary, "administrative"), let level = tags[.adminLevel].flatMap({ Int($0) }),
      (2...10).contains(level)
    else { return nil }
    return level
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
    if let square = square(tags) { return square }
    for key in [OSMKey.leisure, .landuse, .natural] {
      guard let value = tags[key] else { continue }
      if key == .landuse, value == "reservoir" || value == "basin" {
        return Match(kind: .water, detail: value, isArea: true)
      }
      if greens.contains(value) { return Match(kind: .green, detail: value, isArea: true) }
    }
    if tags.has(.leisure, "swimming_pool") {
      return Match(kind: .water, detail: "swimming_pool", isArea: true)
    }
    for key in [OSMKey.landuse, .amenity, .natural, .aeroway, .leisure, .tourism] {
      if let value = tags[key], landUses.contains(value) {
        return Match(kind: .landUse, detail: value, isArea: true)
      }
    }
    return nil
  }

  /// An area to walk on.
  private static func square(_ tags: OSMTags) -> Match? {
    if let highway = tags[.highway], squareHighways.contains(highway), !tags.has(.area, "no"),
      tags.isYes(.area) || tags.has(.type, "multipolygon")
    {
      return Match(kind: .square, detail: highway, isArea: true)
    }
    if tags.has(.place, "square"), tags[.highway] == nil {
      return Match(kind: .square, detail: "square", isArea: true)
    }
    if let street = tags[.areaHighway], squareHighways.contains(street) {
      return Match(kind: .square, detail: street, isArea: true)
    }
    if let works = tags[.manMade], works == "pier" || works == "breakwater" || works == "groyne",
      tags[.area] != "no"
    {
      return Match(kind: .square, detail: works, isArea: true)
    }
    return nil
  }

  /// What a node is.
  static func node(_ tags: OSMTags) -> Match? {
    if let place = tags[.place], tags[.name] != nil, place != "square" {
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

  /// The sign that an object is shown by, beside its shape: of a node, or in the middle of an area.
  static func poi(_ tags: OSMTags) -> Match? {
    for key in [OSMKey.tourism, .amenity, .shop, .historic, .leisure, .natural, .manMade] {
      guard let value = tags[key] else { continue }
      if key == .shop, value != "no", value != "vacant" {
        return Match(kind: .poi, detail: signs.contains(value) ? value : "shop", isArea: false)
      }
      if signs.contains(value), tags[.name] != nil || nameless.contains(value) {
        return Match(kind: .poi, detail: value, isArea: false)
      }
    }
    return nil
  }

  /// A car park from which one goes on by public transport, and that is not somebody's own.
  ///
  /// - Source: OpenStreetMap wiki, "Key:park_ride".
  static func parkAndRide(_ tags: OSMTags) -> Match? {
    guard tags.has(.amenity, "parking"), let by = tags[.parkRide], by != "no",
      tags[.access] != "no", tags[.access] != "private"
    else { return nil }
    return Match(kind: .parkAndRide, detail: String(by.prefix(40)), isArea: false)
  }

  /// The number of a house.
  static func houseNumber(_ tags: OSMTags) -> Match? {
    guard let number = tags[.addrHousenumber], !number.isEmpty, tags[.addrInterpolation] == nil
    else { return nil }
    return Match(kind: .houseNumber, detail: "", isArea: false)
  }

  private static let rails: Set<String> = [
    "rail", "light_rail", "subway", "tram", "narrow_gauge", "funicular", "monorail",
  ]
  private static let waterways: Set<String> = ["river", "stream", "canal", "drain", "ditch"]
  private static let stations: Set<String> = ["station", "halt", "tram_stop", "subway_entrance"]
  private static let squareHighways: Set<String> = ["pedestrian", "footway", "path", "steps"]
  private static let greens: Set<String> = [
    "park", "garden", "pitch", "golf_course", "nature_reserve", "playground", "common",
    "recreation_ground", "forest", "grass", "meadow", "village_green", "orchard", "vineyard",
    "cemetery", "allotments", "farmland", "wood", "scrub", "heath", "grassland", "wetland",
    "greenfield", "flowerbed", "dog_park", "plant_nursery",
  ]
  private static let landUses: Set<String> = [
    "residential", "commercial", "retail", "industrial", "railway", "military", "quarry",
    "landfill",
    "construction", "brownfield", "garages", "religious", "harbour", "port", "farmyard", "school",
    "university", "college", "hospital", "kindergarten", "parking", "marketplace", "beach", "sand",
    "bare_rock", "scree", "shingle", "glacier", "aerodrome", "apron", "marina", "track", "stadium",
    "sports_centre", "zoo", "theme_park", "camp_site",
  ]
  private static let nameless: Set<String> = [
    "pharmacy", "toilets", "drinking_water", "fountain", "viewpoint", "parking", "post_box",
    "post_office", "atm", "bicycle_rental", "place_of_worship", "playground", "information", "peak",
    "police", "fuel", "charging_station", "taxi", "picnic_site", "lighthouse",
  ]
  private static let signs: Set<String> =
    nameless.union([
      "museum", "attraction", "gallery", "artwork", "hotel", "hostel", "guest_house", "motel",
      "zoo",
      "theme_park", "aquarium", "camp_site", "restaurant", "cafe", "bar", "pub", "fast_food",
      "ice_cream", "biergarten", "nightclub", "bank", "hospital", "clinic", "doctors", "dentist",
      "school", "university", "college", "kindergarten", "library", "theatre", "cinema",
      "arts_centre", "casino", "townhall", "courthouse", "embassy", "fire_station", "marketplace",
      "community_centre", "castle", "monument", "memorial", "ruins", "archaeological_site", "fort",
      "city_gate", "tower", "park", "garden", "stadium", "sports_centre", "marina", "swimming_pool",
      "beach", "spring", "cave_entrance", "volcano", "supermarket", "bakery", "books", "mall",
      "convenience", "department_store", "hairdresser", "clothes", "cemetery",
    ])
}
