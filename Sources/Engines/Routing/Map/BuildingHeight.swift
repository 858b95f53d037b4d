import OSMFiles

/// How high a building is, from its tags or from what is usual.
///
/// - Source: OpenStreetMap wiki, "Simple 3D Buildings"; 3 m per level. The heights by type are our
///   assumption where nothing is tagged.
enum BuildingHeight {
  private static let level = 3.0

  /// Metres above the ground of the lower and the upper end, and where the upper one is from.
  static func heights(
    _ tags: OSMTags
  ) -> (base: Double, height: Double, source: MapFeature.HeightSource) {
    let base = metres(tags[.minHeight]) ?? levels(tags[.buildingMinLevel]).map { $0 * level } ?? 0
    var height = metres(tags.first(.height, .buildingHeight))
    var source = height == nil ? MapFeature.HeightSource.guessed : .tagged
    if height == nil, let count = levels(tags[.buildingLevels]) {
      height = (count + (levels(tags[.roofLevels]) ?? 0)) * level
      source = .levels
    }
    let top = height ?? usual(tags.first(.building, .buildingPart) ?? "yes")
    return (base, max(top, base + 1), source)
  }

  private static func levels(_ text: String?) -> Double? {
    guard let text, let number = Double(text.prefix { $0 != ";" && $0 != "-" }),
      (0...300).contains(number)
    else { return nil }
    return number
  }

  /// `12`, `12.5 m`, `40 ft`, `40'`, `12'6"`; nil for anything else or out of 0...1000 m.
  static func metres(_ text: String?) -> Double? {
    guard let text else { return nil }
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(digits) else { return nil }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    var value: Double
    switch unit.first {
    case nil: value = number
    case "m": value = number
    case "f": value = number * 0.3048
    case "'":
      let inches = Double(unit.dropFirst().prefix { $0.isASCII && $0.isNumber }) ?? 0
      value = number * 0.3048 + inches * 0.0254
    default: return nil
    }
    return (0...1000).contains(value) ? value : nil
  }

  private static func usual(_ type: String) -> Double {
    switch type {
    case "garage", "garages", "shed", "hut", "carport", "roof", "kiosk", "cabin", "greenhouse",
      "bungalow", "static_caravan", "service", "farm_auxiliary":
      3.5
    case "house", "detached", "semidetached_house", "terrace", "farm", "barn", "school",
      "kindergarten":
      7
    case "apartments", "residential", "dormitory", "hotel", "office", "commercial", "hospital",
      "university", "public", "civic", "government":
      13
    case "church", "cathedral", "mosque", "temple", "stadium", "tower": 18
    case "industrial", "warehouse", "retail", "supermarket", "hangar", "train_station": 9
    default: 8
    }
  }
}
