import Foundation

/// What a name shows to those who read it.
///
/// - Source: UTS #39, sections 3 and 4 (what identifiers may hold, and skeletons of what looks alike).
/// - Thread: pure.
enum DisplayName {
  /// Whether there is something in it that is not seen, or that changes how the rest is seen.
  static func hasHiddenParts(_ name: String) -> Bool {
    let scalars = Array(name.unicodeScalars)
    return scalars.indices.contains { i in
      let scalar = scalars[i]
      if blank.contains(scalar) { return true }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
        return true
      case .format:
        // Arabic and Indic scripts write with joiners; emoji are made of others with them.
        guard scalar == "\u{200c}" || scalar == "\u{200d}", i > 0, i + 1 < scalars.count else {
          return true
        }
        return !(joins(scalars[i - 1]) && joins(scalars[i + 1]))
      case .spaceSeparator: return scalar != " " && scalar != "\u{a0}"
      default: return scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{fe0f}"
      }
    }
  }

  /// Letters and signs that are seen as nothing.
  private static let blank: Set<Unicode.Scalar> = ["\u{2800}", "\u{115f}", "\u{1160}", "\u{3164}"]

  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    (0x0600...0x0dff).contains(scalar.value) || scalar.properties.isEmoji
      || scalar == "\u{fe0f}"
  }

  /// Whether it is read as the name of an admin, a moderator or the service, however it is written.
  static func resemblesStaff(_ name: String) -> Bool {
    // A sign may stand for a letter, or between words: "dm!n", "Site|Admin".
    for isBetween in [isSeparator, isNoLetter] {
      let words = name.unicodeScalars.split(whereSeparator: isBetween).map { Array($0) }
      let skeletons = words.map { skeleton($0) }
      if skeletons.contains(where: reserved.contains) || reserved.contains(skeletons.joined()) {
        return true
      }
      // Digits and signs at the ends may stand for letters, or be read as what they are: "Admin1".
      let trimmed = words.map { word in
        skeleton(word.drop(while: isNoLetter).reversed().drop(while: isNoLetter).reversed())
      }
      if trimmed.contains(where: reserved.contains) { return true }
    }
    return false
  }

  /// Whether it stands between words, and for no letter.
  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    isNoLetter(scalar) && alike[scalar] == nil && !("0"..."9").contains(scalar)
  }

  private static func isNoLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: false
    default: !scalar.properties.isAlphabetic
    }
  }

  private static func skeleton(_ word: some Sequence<Unicode.Scalar>) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: word)
    return skeleton(String(scalars))
  }

  private static let reserved: Set<String> = Set(
    [
      "admin", "admins", "administrator", "administrators", "administrateur", "administrador",
      "sysadmin", "moderator", "moderators", "wayside", "waysideadmin", "waysideteam",
      "waysidesupport",
    ].map(skeleton))

  /// The letters that it looks like, in lower case and without marks.
  static func skeleton(_ name: String) -> String {
    let plain = name.decomposedStringWithCompatibilityMapping.lowercased()
      .decomposedStringWithCompatibilityMapping
    var found = String.UnicodeScalarView()
    for scalar in plain.unicodeScalars {
      if let alike = alike[scalar] {
        found.append(alike)
      } else if scalar.properties.isAlphabetic {
        found.append(scalar)
      }
    }
    // Two letters that are read as one.
    return String(found).replacing("rn", with: "m").replacing("vv", with: "w")
      .replacing("cl", with: "d")
  }

  /// What is taken for a Latin letter: digits and signs, Cyrillic, Greek, Armenian, Cherokee (as its small
  /// letters), small capitals.
  private static let alike: [Unicode.Scalar: Unicode.Scalar] = {
    let rows: [(Unicode.Scalar, String)] = [
      ("a", "@4\u{430}\u{3b1}\u{251}\u{1d00}\u{237a}\u{ab7a}"),
      ("d", "\u{501}\u{257}\u{217e}\u{1d05}\u{111}\u{ab70}"),
      ("e", "3\u{435}\u{3b5}\u{454}\u{1d07}\u{44d}\u{ab7c}"),
      ("i", "1!|l\u{456}\u{3b9}\u{131}\u{269}\u{26a}\u{1c0}\u{4cf}\u{457}\u{ab75}"),
      ("m", "\u{43c}\u{1d0d}\u{3fb}\u{217f}\u{ab87}\u{3bc}"),
      ("n", "\u{43f}\u{3b7}\u{578}\u{57c}\u{274}\u{438}\u{3bd}"),
      ("o", "0\u{43e}\u{3bf}\u{585}\u{1d0f}\u{3c3}"),
      ("r", "\u{433}\u{280}\u{1d26}\u{ab71}"),
      ("s", "5$\u{455}\u{a731}\u{abaa}"),
      ("t", "7\u{442}\u{3c4}\u{1d1b}\u{ab72}"),
      ("w", "\u{51d}\u{3c9}\u{461}\u{1d21}\u{ab83}"),
      ("y", "\u{443}\u{3b3}\u{4af}\u{28f}"),
    ]
    return rows.reduce(into: [:]) { map, row in
      for scalar in row.1.unicodeScalars { map[scalar] = row.0 }
    }
  }()
}
