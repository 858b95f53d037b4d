import Foundation

/// The form in which names are compared by search and by sorting: without case, accents and
/// different widths.
enum SearchKey {
  static func of(_ text: String) -> String {
    text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }

  /// A pattern that finds `text` anywhere, for LIKE with the escape character `!`.
  static func pattern(_ text: String) -> String {
    var pattern = "%"
    for character in of(text) {
      if character == "!" || character == "%" || character == "_" { pattern.append("!") }
      pattern.append(character)
    }
    return pattern + "%"
  }
}
