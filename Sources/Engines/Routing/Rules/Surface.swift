import OSMFiles

/// What a street is covered with, in the classes that change speeds.
///
/// Written to network files by raw value: add cases at the end only.
/// - Source: OpenStreetMap wiki, "Key:surface".
public enum Surface: UInt8, Sendable {
  case unknown, asphalt, concrete, pavingStones, sett, cobblestone, metal, wood
  case compacted, fineGravel, gravel, unpaved, ground, grass, sand, mud, rock

  init(_ tags: OSMTags) {
    guard let value = tags[.surface] else {
      self = .unknown
      return
    }
    // Several values in a row: the first counts.
    let first = value.prefix { $0 != ";" && $0 != ":" }
    self = Surface.values[String(first)] ?? .unknown
  }

  private static let values: [String: Surface] = [
    "asphalt": .asphalt, "paved": .asphalt, "chipseal": .asphalt, "tartan": .asphalt,
    "concrete": .concrete, "cement": .concrete, "paving_stones": .pavingStones,
    "bricks": .pavingStones, "brick": .pavingStones, "tiles": .pavingStones,
    "sett": .sett, "cobblestone": .cobblestone, "unhewn_cobblestone": .cobblestone,
    "metal": .metal, "metal_grid": .metal, "wood": .wood, "compacted": .compacted,
    "fine_gravel": .fineGravel, "gravel": .gravel, "pebblestone": .gravel, "shells": .gravel,
    "unpaved": .unpaved, "grass_paver": .unpaved, "ground": .ground, "dirt": .ground,
    "earth": .ground, "soil": .ground, "woodchips": .ground, "clay": .ground, "grass": .grass,
    "sand": .sand, "mud": .mud, "snow": .mud, "ice": .mud, "rock": .rock, "rocky": .rock,
    "stone": .rock, "stepping_stones": .rock,
  ]

  /// Loose or natural ground.
  public var isUnpaved: Bool { rawValue >= Surface.compacted.rawValue }
}
