/// Language tags as texts and tours carry them.
///
/// - Source: BCP 47 (RFC 5646), section 2.1; only the form is checked, not the registry.
/// - Thread: pure.
public enum LanguageTag {
  /// The tag of a text whose language nobody has told.
  public static let undetermined = "und"

  /// The tag in its usual letter case (`de-Latn-LI`); nil if it is not well-formed.
  public static func normalised(_ text: String) -> String? {
    guard (2...35).contains(text.utf8.count) else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    var result: [String] = []
    for (i, part) in parts.enumerated() {
      let count = part.utf8.count
      guard (1...8).contains(count), part.utf8.allSatisfy(isLetterOrDigit) else { return nil }
      if i == 0 {
        guard count >= 2, part.utf8.allSatisfy(isLetter) else { return nil }
        result.append(part.lowercased())
      } else if count == 2 {
        result.append(part.uppercased())
      } else if count == 4, part.utf8.allSatisfy(isLetter) {
        result.append(part.prefix(1).uppercased() + part.dropFirst().lowercased())
      } else {
        result.append(part.lowercased())
      }
    }
    return result.joined(separator: "-")
  }

  /// The language without script, region and variants.
  static func primary(_ tag: String) -> Substring {
    tag.prefix { $0 != "-" }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte)
  }
}
