import OSMFiles

/// Reads legal speeds from tags.
///
/// - Source: OpenStreetMap wiki, "Key:maxspeed", "Default speed limits".
enum SpeedLimit {
  /// Means that there is no limit.
  static let unlimited: UInt8 = 255

  /// The limits of a way in both directions, km/h; 0 where nothing is known.
  static func limits(_ tags: OSMTags) -> (forward: UInt8, backward: UInt8) {
    let both =
      parse(tags[.maxspeed])
      ?? implicit(tags.first(.maxspeedType, .zoneMaxspeed, .zoneTraffic, .sourceMaxspeed)) ?? 0
    return (
      parse(tags[.maxspeedForward]) ?? both, parse(tags[.maxspeedBackward]) ?? both
    )
  }

  /// One value: `50`, `30 mph`, `walk`, `none`, `DE:urban`; the smallest of several.
  static func parse(_ value: String?) -> UInt8? {
    guard let value else { return nil }
    var least: UInt8?
    for part in value.split(whereSeparator: { $0 == ";" || $0 == "|" }) {
      guard let speed = single(part) else { continue }
      least = min(least ?? speed, speed)
    }
    return least
  }

  private static func single(_ part: Substring) -> UInt8? {
    let text = part.drop { $0 == " " }
    switch text {
    case "none", "unlimited": return unlimited
    case "walk", "walking": return 7
    default: break
    }
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard let number = Double(digits), number.isFinite, number > 0 else {
      return implicit(String(text))
    }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    let factor: Double
    switch unit {
    case "", "km/h", "kmh", "kph": factor = 1
    case "mph": factor = 1.609344
    case "knots": factor = 1.852
    default: return nil
    }
    let speed = (number * factor).rounded()
    return speed >= 1 && speed < 255 ? UInt8(speed) : nil
  }

  /// `DE:urban`, `GB:nsl_single`, `FR:zone30`, `IT:30`: country and context.
  static func implicit(_ value: String?) -> UInt8? {
    guard let value, let colon = value.firstIndex(of: ":") else { return nil }
    let country = value[..<colon]
    let context = value[value.index(after: colon)...]
    if let known = contexts[String(value)] { return known }
    let digits = context.filter { $0.isASCII && $0.isNumber }
    if context.hasPrefix("zone") || context.first?.isNumber == true,
      let number = UInt8(digits), number > 0
    {
      return country == "GB" || country == "US" || country == "UK"
        ? UInt8(clamping: Int((Double(number) * 1.609344).rounded())) : number
    }
    switch context {
    case "urban": return 50
    case "rural": return 90
    case "trunk": return 100
    case "motorway": return 120
    case "living_street", "walk", "pedestrian_zone": return 7
    case "bicycle_road", "cyclestreet": return 30
    default: return nil
    }
  }

  private static let contexts: [String: UInt8] = [
    "DE:rural": 100, "DE:motorway": unlimited, "DE:trunk": 100, "AT:rural": 100,
    "AT:motorway": 130, "CH:rural": 80, "CH:trunk": 100, "CH:motorway": 120,
    "FR:rural": 80, "FR:trunk": 110, "FR:motorway": 130, "IT:motorway": 130, "IT:trunk": 110,
    "BE-VLG:rural": 70, "NL:rural": 80, "NL:motorway": 130, "DK:rural": 80, "DK:motorway": 130,
    "SE:rural": 70, "SE:motorway": 110, "FI:rural": 80, "FI:motorway": 120, "NO:rural": 80,
    "NO:motorway": 110, "PT:rural": 90, "PT:trunk": 100, "PT:motorway": 120, "ES:rural": 90,
    "PL:motorway": 140, "CZ:motorway": 130, "RU:urban": 60, "RU:rural": 90, "RU:motorway": 110,
    "UA:urban": 50, "GB:nsl_restricted": 48, "GB:nsl_single": 97, "GB:nsl_dual": 113,
    "GB:motorway": 113, "UK:nsl_single": 97, "UK:nsl_dual": 113, "UK:motorway": 113,
    "RO:trunk": 100, "RO:motorway": 130, "HU:motorway": 130, "HU:trunk": 110, "GR:rural": 90,
    "JP:nsl": 60, "JP:express": 100,
  ]
}
