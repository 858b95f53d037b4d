import Foundation

/// The colours of the map by their roles: paper and ink, one green, one amber.
enum MapPalette {
  /// Which of the two the map is drawn in.
  enum Theme: String, CaseIterable {
    case light, dark
  }

  /// Light and dark colour of each role.
  private static let colours: [String: (light: String, dark: String)] = [
    "paper": ("#f5f2e9", "#191e1d"),
    "unknown": ("#e9e5da", "#131716"),
    "settled": ("#efebe0", "#1d2322"),
    "works": ("#eae6dd", "#212625"),
    "civic": ("#f0e8da", "#24272a"),
    "sand": ("#f1e7c9", "#2e2c22"),
    "rock": ("#e6e3dc", "#262b2a"),
    "parking": ("#ebe7de", "#222827"),
    "green": ("#d3e3c6", "#1f3328"),
    "wood": ("#c0d7b4", "#1b3025"),
    "pitch": ("#c3dcc0", "#21402f"),
    "field": ("#ecebd3", "#232a20"),
    "water": ("#b9d2da", "#12303b"),
    "waterLine": ("#a3c3cd", "#1a4250"),
    "waterText": ("#3d6673", "#7fb0bf"),
    "square": ("#f7f1e4", "#2a2f2d"),
    "squareLine": ("#ded5c2", "#39403d"),
    "building": ("#e3dccd", "#2b312f"),
    "buildingLine": ("#d2c9b6", "#3a423f"),
    "roadCase": ("#d8d0bf", "#0f1312"),
    "road": ("#ffffff", "#3a413f"),
    "main": ("#fdf3dc", "#4a4a3e"),
    "motorway": ("#f3ddb0", "#5c5138"),
    "tunnel": ("#efeade", "#242a28"),
    "path": ("#4f8468", "#6da98a"),
    "pathCase": ("#f8f5ed", "#151a19"),
    "rail": ("#b3afa6", "#555c59"),
    "railTie": ("#f5f2e9", "#191e1d"),
    "border": ("#a897ad", "#75687c"),
    "ink": ("#353c39", "#dfe3dd"),
    "softInk": ("#646b66", "#a5ada7"),
    "greenInk": ("#2c6248", "#8fc3a6"),
    "halo": ("#fbf9f3", "#141918"),
    "stop": ("#2c5f86", "#7db2dc"),
    "sign": ("#8a7a5c", "#b5a684"),
    "signCulture": ("#7a4f79", "#c79bc6"),
    "signHelp": ("#a33d36", "#e58a82"),
    "tour": ("#b8621b", "#f0a65a"),
    "tourCase": ("#fffaf0", "#14100a"),
  ]

  /// Puts the colours in place of their roles, which stand in quotes with an `@`.
  static func paint(_ text: String, _ theme: Theme) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var rest = Substring(text)
    while let mark = rest.range(of: "\"@") {
      result += rest[..<mark.lowerBound]
      let name = rest[mark.upperBound...].prefix { $0 != "\"" }
      let colour = colours[String(name)]
      result += "\"\(theme == .light ? colour?.light ?? "#f0f" : colour?.dark ?? "#f0f")\""
      rest = rest[name.endIndex...].dropFirst()
    }
    return result + rest
  }

  /// The roles that a text names and that have no colour.
  static func unknownRoles(in text: String) -> [String] {
    text.split(separator: "\"").filter { $0.hasPrefix("@") }.map { String($0.dropFirst()) }
      .filter { colours[$0] == nil }
  }
}
