import OSMFiles

/// What is told of a map feature besides its kind and shape.
struct MapDetails: Hashable {
  var name = ""
  var translations: [MapFeature.Translation] = []
  var ref = ""
  var layer: Int8 = 0
  var flags: MapFeature.Flags = []
  var base = 0.0
  var height = 0.0
  var heightSource = MapFeature.HeightSource.guessed
  /// As ``MapFeature/source``.
  var source: UInt64 = 0

  enum ObjectKind: UInt64 { case node, way, relation }

  init() {}

  init(_ match: MapRules.Match, _ tags: OSMTags, _ kind: ObjectKind, id: Int64) {
    source = id > 0 && id < 1 << 50 ? UInt64(id) << 2 | kind.rawValue : 0
    if match.kind == .houseNumber {
      name = String((tags[.addrHousenumber] ?? "").prefix(20))
      return
    }
    name = String((tags[.name] ?? "").prefix(200))
    if !name.isEmpty {
      for (language, key) in OSMKey.translatedNames {
        guard let other = tags[key], other != name, other.utf8.count <= 400 else { continue }
        translations.append(MapFeature.Translation(language: language, name: other))
      }
    }
    switch match.kind {
    case .road, .path, .rail, .waterway: readStructure(tags, isRoad: match.kind == .road)
    case .building, .buildingPart:
      (base, height, heightSource) = BuildingHeight.heights(tags)
    case .square: readStructure(tags, isRoad: false)
    default: break
    }
  }

  private mutating func readStructure(_ tags: OSMTags, isRoad: Bool) {
    layer = tags[.layer].flatMap { Int8($0) }.map { min(max($0, -10), 10) } ?? 0
    if let bridge = tags[.bridge], bridge != "no" { flags.insert(.bridge) }
    // A passage through a house lies on the ground, where one sees it and walks.
    if let tunnel = tags[.tunnel], tunnel != "no", tunnel != "building_passage" {
      flags.insert(.tunnel)
    }
    if tags[.layer] == nil {
      if flags.contains(.bridge) { layer = 1 } else if flags.contains(.tunnel) { layer = -1 }
    }
    if isRoad {
      ref = String((tags[.ref] ?? "").prefix(40))
      if tags.isYes(.oneway) { flags.insert(.oneway) }
    }
  }
}
