import Base

/// The style of the map for MapLibre: quiet roads and houses, paths and green a little stronger, few
/// labels; tours above all.
///
/// Drawn with lines, areas, circles and text alone: no sprite, no glyphs. Text is drawn by the
/// browser's own fonts.
///
/// - Source: MapLibre style specification, version 8.
enum MapStyle {
  /// The style document.
  ///
  /// - Parameters:
  ///   - tiles: the address of the description of the tiles.
  ///   - language: in which names are shown where they are known; else as they are on the spot.
  static func document(_ theme: MapPalette.Theme, tiles: String, language: String?) -> [UInt8] {
    var json = JSONWriter(capacity: 32_000)
    json.object { json in
      json.member("version", 8)
      json.member("name", "Wayside \(theme.rawValue)")
      json.object("sources") { json in
        json.object("wayside") { json in
          json.member("type", "vector")
          json.member("url", tiles)
        }
      }
      json.key("layers")
      json.encoded(Array(layers(theme, language: language).utf8))
    }
    return json.bytes
  }

  private static func layers(_ theme: MapPalette.Theme, language: String?) -> String {
    let name = language.map { #"["coalesce",["get","name:\#($0)"],["get","name"]]"# }
    let text = ground + lines + labels
    return MapPalette.paint(
      "[" + text.replacing("\"NAME\"", with: name ?? #"["get","name"]"#) + "]", theme)
  }
}
