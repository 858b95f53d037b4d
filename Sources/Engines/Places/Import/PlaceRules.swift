import OSMFiles

/// Which objects of a map are places, as what, and how many look for them.
///
/// - Source: OpenStreetMap wiki, "Map features", "Key:place", "Key:addr". The figures of importance
///   are our own: what is larger, rarer or more often asked for stands above.
enum PlaceRules {
  struct Match: Hashable {
    var kind: PlaceKind
    var category: String
    /// 0...255.
    var importance: Int
  }

  /// What an object other than a street is; nil if nobody looks for it.
  static func match(_ tags: OSMTags) -> Match? {
    guard let plain = plain(tags) else { return nil }
    var match = plain
    if tags[.wikipedia] != nil || tags[.wikidata] != nil { match.importance += 15 }
    if tags[.website] != nil { match.importance += 3 }
    match.importance = min(match.importance, 255)
    return match
  }

  private static func plain(_ tags: OSMTags) -> Match? {
    let hasName = tags[.name] != nil
    if let place = tags[.place], hasName { return self.place(place, tags) }
    if let stop = stop(tags), hasName { return stop }
    for (key, importance) in interests {
      guard let value = tags[key], value != "no", !dull.contains(value) else { continue }
      if !hasName && !nameless.contains(value) { continue }
      return Match(
        kind: .poi, category: value == "yes" ? key.rawValue : value,
        importance: notable[value] ?? (hasName ? importance : importance - 15))
    }
    if hasName, let natural = tags[.natural], naturals.contains(natural) {
      return Match(kind: .poi, category: natural, importance: 70)
    }
    if hasName, let waterway = tags[.waterway], waterway == "river" || waterway == "canal" {
      return Match(kind: .poi, category: waterway, importance: 60)
    }
    if hasName, tags[.landuse] == "cemetery" || tags[.landuse] == "retail" {
      return Match(kind: .poi, category: tags[.landuse] ?? "", importance: 50)
    }
    if hasName, let building = tags[.building], building != "no" {
      return Match(
        kind: .poi, category: building == "yes" ? "building" : building, importance: 50)
    }
    return nil
  }

  private static func place(_ place: String, _ tags: OSMTags) -> Match? {
    guard let rank = places[place] else { return nil }
    var importance = rank
    if let population = tags[.population].flatMap({ Double($0) }), population > 1,
      population.isFinite
    {
      var left = population
      while left >= 10 {
        importance += 4
        left /= 10
      }
    }
    if tags.isYes(.capital) { importance += 15 }
    if place == "square" { return Match(kind: .poi, category: place, importance: importance) }
    return Match(kind: .area, category: place, importance: importance)
  }

  private static func stop(_ tags: OSMTags) -> Match? {
    if let railway = tags[.railway], let importance = stations[railway] {
      return Match(kind: .stop, category: railway, importance: importance)
    }
    if let amenity = tags[.amenity], let importance = stations[amenity] {
      return Match(kind: .stop, category: amenity, importance: importance)
    }
    if let aeroway = tags[.aeroway], aeroway == "aerodrome" || aeroway == "terminal" {
      return Match(kind: .stop, category: aeroway, importance: aeroway == "aerodrome" ? 170 : 90)
    }
    if tags.has(.highway, "bus_stop") {
      return Match(kind: .stop, category: "bus_stop", importance: 75)
    }
    if tags.has(.publicTransport, "station") {
      return Match(kind: .stop, category: "station", importance: 130)
    }
    if tags.has(.publicTransport, "platform") || tags.has(.publicTransport, "stop_position") {
      return Match(kind: .stop, category: "stop", importance: 70)
    }
    return nil
  }

  /// How many look for a street; nil for what is none.
  static func street(_ tags: OSMTags) -> (category: String, importance: Int)? {
    guard let highway = tags[.highway] else {
      return nil
    }
    let plain = highway.hasSuffix("_link") ? String(highway.dropLast(5)) : highway
    guard let importance = streets[plain] else { return nil }
    return (plain, importance)
  }

  /// The kind of area of a boundary, by its level; nil for levels that nobody names.
  static func boundary(_ tags: OSMTags) -> (match: Match, level: Int)? {
    guard tags.has(.boundary, "administrative"), tags[.name] != nil,
      let level = tags[.adminLevel].flatMap({ Int($0) }), (2...11).contains(level)
    else { return nil }
    let (category, importance) =
      switch level {
      case 2: ("country", 230)
      case 3, 4: ("state", 200)
      case 5, 6: ("county", 150)
      case 7, 8: ("municipality", 160)
      case 9: ("borough", 130)
      default: ("quarter", 115)
      }
    return (Match(kind: .area, category: category, importance: importance), level)
  }

  /// How far the name of a place reaches, in metres, and whether it is a whole town.
  static func reach(_ category: String) -> (metres: Double, isTown: Bool)? {
    switch category {
    case "city": (20_000, true)
    case "town": (8_000, true)
    case "municipality": (6_000, true)
    case "village": (3_000, true)
    case "borough": (4_000, false)
    case "suburb": (2_500, false)
    case "quarter": (1_500, false)
    case "neighbourhood": (800, false)
    case "hamlet": (1_200, false)
    default: nil
    }
  }

  private static let places = [
    "country": 235, "state": 205, "region": 180, "county": 150, "municipality": 160, "city": 195,
    "town": 165, "borough": 135, "suburb": 130, "village": 135, "quarter": 120,
    "neighbourhood": 110, "hamlet": 95, "locality": 75, "isolated_dwelling": 60, "farm": 55,
    "island": 120, "islet": 70, "square": 95, "archipelago": 120,
  ]

  private static let stations = [
    "station": 150, "halt": 115, "tram_stop": 85, "subway_entrance": 60, "bus_station": 120,
    "ferry_terminal": 110,
  ]

  private static let streets = [
    "motorway": 80, "trunk": 85, "primary": 95, "secondary": 90, "tertiary": 85,
    "unclassified": 70, "residential": 72, "living_street": 70, "pedestrian": 88, "road": 60,
    "service": 50, "track": 40, "path": 42, "footway": 48, "cycleway": 45, "steps": 48,
    "bridleway": 38,
  ]

  private static let interests: [(OSMKey, Int)] = [
    (.tourism, 85), (.historic, 70), (.amenity, 68), (.shop, 62), (.leisure, 60), (.healthcare, 60),
    (.craft, 52), (.office, 50), (.manMade, 45), (.emergency, 40), (.aeroway, 50), (.military, 40),
  ]

  private static let notable = [
    "museum": 115, "attraction": 115, "zoo": 115, "castle": 110, "viewpoint": 80, "hotel": 88,
    "university": 105, "hospital": 105, "townhall": 105, "theatre": 98, "stadium": 100, "park": 92,
    "mall": 92, "supermarket": 76, "pharmacy": 74, "cathedral": 105, "library": 88, "marina": 80,
    "place_of_worship": 74, "cinema": 85, "artwork": 45, "information": 40, "memorial": 55,
    "parking": 50, "bench": 5, "toilets": 45, "fuel": 62, "post_office": 70, "parking_entrance": 25,
  ]

  private static let nameless: Set<String> = [
    "pharmacy", "atm", "bank", "toilets", "drinking_water", "parking", "fuel", "post_box",
    "post_office", "bicycle_rental", "bicycle_parking", "charging_station", "taxi", "cafe",
    "restaurant", "supermarket", "bakery", "hairdresser", "playground", "viewpoint", "fountain",
    "place_of_worship", "police", "fire_station", "swimming_pool", "telephone", "recycling",
    "picnic_site", "defibrillator", "library", "doctors", "dentist", "park", "garden", "pitch",
  ]

  private static let dull: Set<String> = [
    "bench", "waste_basket", "vending_machine", "hunting_stand", "parking_space", "surveillance",
    "manhole", "street_lamp", "pole", "utility_pole", "fire_hydrant", "tree", "bollard",
    "grit_bin", "street_cabinet", "cutline", "pipeline", "embankment", "stop_area", "track",
    "information_board", "ventilation_shaft", "vacant", "slipway", "bleachers", "outdoor_seating",
  ]

  private static let naturals: Set<String> = [
    "peak", "volcano", "saddle", "spring", "cave_entrance", "beach", "bay", "cape", "cliff",
    "water", "wood", "glacier", "valley", "ridge", "island", "rock", "wetland", "heath",
  ]
}
