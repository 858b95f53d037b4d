import OSMFiles

/// Turns the tags of a way into the attributes that all profiles read.
enum StreetRules {
  /// - Returns: nil for ways that nobody can use.
  static func attributes(_ tags: OSMTags) -> StreetAttributes? {
    guard let kind = StreetKind(tags), !isUnreal(tags) else { return nil }
    var attributes = StreetAttributes(kind: kind, surface: Surface(tags))
    let walk = WalkRules.access(tags, kind: kind)
    attributes.walkBits = walk.bits
    attributes.bicycleBits = BicycleRules.access(tags, kind: kind, walk: walk).bits
    attributes.carBits = CarRules.access(tags, kind: kind).bits
    if attributes.isUseless { return nil }
    let limits = SpeedLimit.limits(tags)
    attributes.maxspeedForward = limits.forward
    attributes.maxspeedBackward = limits.backward
    attributes.trackGrade = grade(tags[.tracktype])
    attributes.smoothness = smoothness[tags[.smoothness] ?? ""] ?? 0
    attributes.mtbScale = digit(tags[.mtbScale]).map { $0 + 1 } ?? 0
    attributes.hikingScale = hiking[tags[.sacScale] ?? ""] ?? 0
    attributes.lanes = digit(tags[.lanes]) ?? 0
    attributes.flags = flags(tags, kind: kind)
    return attributes
  }

  /// Planned, abandoned, or without a place on the ground.
  private static func isUnreal(_ tags: OSMTags) -> Bool {
    tags.isYes(.disused)
      || tags.has(.area, "yes") && tags[.highway] == nil
        && !tags.has(.railway, "platform") && !tags.has(.publicTransport, "platform")
        && !tags.has(.manMade, "pier")
  }

  private static func flags(_ tags: OSMTags, kind: StreetKind) -> StreetAttributes.Flags {
    var flags: StreetAttributes.Flags = []
    if tags.has(.junction, "roundabout") || tags.has(.junction, "circular") {
      flags.insert(.roundabout)
    }
    if let tunnel = tags[.tunnel], tunnel != "no" { flags.insert(.tunnel) }
    if let bridge = tags[.bridge], bridge != "no" { flags.insert(.bridge) }
    if tags.isYes(.toll) { flags.insert(.toll) }
    if tags.isYes(.motorroad) { flags.insert(.motorroad) }
    if BicycleRules.hasCycleway(tags, kind: kind) { flags.insert(.cycleway) }
    if WalkRules.hasSidewalk(tags) { flags.insert(.sidewalk) }
    if ["driveway", "parking_aisle", "alley", "drive-through"].contains(tags[.service] ?? "") {
      flags.insert(.minorService)
    }
    if tags.isYes(.ramp) || tags.isYes(.rampBicycle) { flags.insert(.ramp) }
    if let width = tags[.width].flatMap(Double.init), width <= 2.75 { flags.insert(.narrow) }
    if tags.isYes(.area) { flags.insert(.area) }
    if let ford = tags[.ford], ford != "no" { flags.insert(.ford) }
    if isWelcome(tags[.foot]) { flags.insert(.footDesignated) }
    if isWelcome(tags[.bicycle]) { flags.insert(.bicycleDesignated) }
    return flags
  }

  private static func isWelcome(_ value: String?) -> Bool {
    value == "yes" || value == "designated" || value == "official" || value == "permissive"
  }

  private static func grade(_ value: String?) -> UInt8 {
    guard let value, value.hasPrefix("grade"), let grade = UInt8(value.dropFirst(5)),
      (1...5).contains(grade)
    else { return 0 }
    return grade
  }

  private static func digit(_ value: String?) -> UInt8? {
    guard let first = value?.first, first.isASCII, let number = first.wholeNumberValue else {
      return nil
    }
    return UInt8(number)
  }

  private static let smoothness: [String: UInt8] = [
    "excellent": 1, "good": 2, "intermediate": 3, "bad": 4, "very_bad": 5, "horrible": 6,
    "very_horrible": 7, "impassable": 8,
  ]

  private static let hiking: [String: UInt8] = [
    "hiking": 1, "mountain_hiking": 2, "demanding_mountain_hiking": 3, "alpine_hiking": 4,
    "demanding_alpine_hiking": 5, "difficult_alpine_hiking": 6,
  ]

  /// Seconds of a `duration` tag: `H:MM`, `H:MM:SS`, minutes, or ISO 8601 (`PT1H30M`).
  static func seconds(_ value: String?) -> Double? {
    guard let value, !value.isEmpty, value.utf8.count <= 20 else { return nil }
    if value.hasPrefix("PT") { return isoSeconds(value.dropFirst(2)) }
    let parts = value.split(separator: ":").map { Double($0) }
    guard parts.count <= 3 else { return nil }
    var numbers: [Double] = []
    for part in parts {
      guard let part, part.isFinite, part >= 0, part < 100_000 else { return nil }
      numbers.append(part)
    }
    switch numbers.count {
    case 1: return numbers[0] * 60
    case 2: return numbers[0] * 3600 + numbers[1] * 60
    case 3: return numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
    default: return nil
    }
  }

  private static func isoSeconds(_ text: Substring) -> Double? {
    var total = 0.0
    var digits = ""
    for character in text {
      switch character {
      case "0"..."9", ".": digits.append(character)
      case "H", "M", "S":
        guard let number = Double(digits), number < 100_000 else { return nil }
        total += number * (character == "H" ? 3600 : character == "M" ? 60 : 1)
        digits = ""
      default: return nil
      }
    }
    return digits.isEmpty && total > 0 ? total : nil
  }
}
