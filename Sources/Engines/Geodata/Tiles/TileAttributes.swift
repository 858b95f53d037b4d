import Routing

/// What a feature of a tile is told with.
enum TileAttributes {
  typealias Attribute = (String, TileLayerWriter.Value)

  /// The attributes that a layer can have, with their types for TileJSON.
  static func fields(_ layer: TileRules.Layer) -> [(name: String, type: String)] {
    let common = [
      ("kind", "String"), ("class", "String"), ("name", "String"), ("name:xx", "String"),
    ]
    switch layer {
    case .coverage: return [("map", "String")]
    case .buildings:
      return common + [("height", "Number"), ("base", "Number"), ("heightSource", "String")]
    case .roads:
      return common + [
        ("ref", "String"), ("structure", "String"), ("layer", "Number"), ("oneway", "Boolean"),
      ]
    case .squares: return common + [("structure", "String"), ("layer", "Number")]
    case .borders: return [("kind", "String"), ("class", "String"), ("level", "Number")]
    case .pois: return common + [("rank", "Number")]
    case .housenumbers: return [("kind", "String"), ("name", "String")]
    default: return common
    }
  }

  static func of(_ feature: MapFeature, zoom: Int) -> [Attribute] {
    var attributes: [Attribute] = [("kind", .text("\(feature.kind)"))]
    if !feature.detail.isEmpty { attributes.append(("class", .text(feature.detail))) }
    if !feature.name.isEmpty, zoom >= leastZoom(ofName: feature.kind) {
      attributes.append(("name", .text(feature.name)))
      for translation in feature.translations {
        attributes.append(("name:" + translation.language, .text(translation.name)))
      }
    }
    switch feature.kind {
    case .building, .buildingPart:
      attributes.append(("height", .number(feature.height)))
      if feature.base > 0 { attributes.append(("base", .number(feature.base))) }
      attributes.append(("heightSource", .text("\(feature.heightSource)")))
    case .road, .path, .rail, .waterway, .square:
      if !feature.ref.isEmpty { attributes.append(("ref", .text(feature.ref))) }
      if feature.flags.contains(.bridge) {
        attributes.append(("structure", .text("bridge")))
      } else if feature.flags.contains(.tunnel) {
        attributes.append(("structure", .text("tunnel")))
      }
      if feature.layer != 0 { attributes.append(("layer", .integer(feature.layer))) }
      if feature.flags.contains(.oneway), zoom >= 15 { attributes.append(("oneway", .flag(true))) }
    case .border: attributes.append(("level", .integer(Int(feature.detail) ?? 10)))
    case .poi: attributes.append(("rank", .integer(TileRules.rank(ofSign: feature.detail))))
    default: break
    }
    return attributes
  }

  /// Names that no style can show yet are left out.
  private static func leastZoom(ofName kind: MapFeature.Kind) -> Int {
    switch kind {
    case .road: 11
    case .path, .building, .buildingPart: 15
    case .landUse, .square: 14
    case .green: 12
    default: 0
    }
  }
}
