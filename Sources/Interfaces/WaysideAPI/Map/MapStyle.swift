import Base

/// The style of the map for MapLibre: quiet roads and houses, paths and green a little stronger, few
/// labels; tours above all.
///
/// No glyphs: text is drawn by the browser's own fonts. Icons come from a sprite where there is one.
///
/// - Source: MapLibre style specification, version 8.
enum MapStyle {
  /// The style document.
  ///
  /// - Parameters:
  ///   - tiles: the address of the description of the tiles.
  ///   - sprite: the address of the icons without its ending; nil shows dots in their place.
  ///   - language: in which names are shown where they are known; else as they are on the spot.
  static func document(
    _ theme: MapPalette.Theme, tiles: String, sprite: String?, language: String?
  ) -> [UInt8] {
    var json = JSONWriter(capacity: 32_000)
    json.object { json in
      json.member("version", 8)
      json.member("name", "Wayside \(theme.rawValue)")
      if let sprite { json.member("sprite", sprite) }
      json.object("sources") { json in
        json.object("wayside") { json in
          json.member("type", "vector")
          json.member("url", tiles)
        }
      }
      json.key("layers")
      json.encoded(Array(layers(theme, hasIcons: sprite != nil, language: language).utf8))
    }
    return json.bytes
  }

  private static func layers(
    _ theme: MapPalette.Theme, hasIcons: Bool, language: String?
  ) -> String {
    let name = language.map { #"["coalesce",["get","name:\#($0)"],["get","name"]]"# }
    let text = ground + lines + labels(hasIcons: hasIcons)
    return MapPalette.paint(
      "[" + text.replacing("\"NAME\"", with: name ?? #"["get","name"]"#) + "]", theme)
  }
}
