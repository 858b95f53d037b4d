import Geodesy

/// Letters drawn on a grid of five columns, for signs.
///
/// Every character is a text of base-32 digits (0-9, a-v), one for each row from the top: the five
/// bits are the five columns, the leftmost highest. Seven rows stand on the line, two hang below.
/// Accented letters of Latin-1 are a letter and a mark.
enum BlockLetters {
  /// Rows of a glyph: row 0 is the top of capitals, row 6 stands on the line; marks have negative
  /// rows, what hangs below the line has rows 7 and 8.
  struct Glyph {
    var rows: [Int: Int] = [:]
    /// First and last used column, 0...4.
    var columns: ClosedRange<Int> {
      let used = rows.values.reduce(0, |)
      guard used != 0 else { return 0...1 }
      return (used.leadingZeroBitCount - (Int.bitWidth - 5))...(4 - used.trailingZeroBitCount)
    }

    func isSet(_ row: Int, _ column: Int) -> Bool { (rows[row] ?? 0) >> (4 - column) & 1 == 1 }
  }

  /// The glyph of a character; an empty frame for one that has none.
  static func glyph(_ scalar: Unicode.Scalar) -> Glyph {
    if let pattern = patterns[scalar] { return Glyph(rows: rows(pattern)) }
    if let (base, mark) = accented[scalar], let pattern = patterns[base] {
      var rows = rows(pattern)
      if base.properties.isLowercase {
        // The dot of the i makes room.
        if base == "i" { rows[0] = 0 }
        merge(mark, into: &rows, bottom: 0)
      } else {
        merge(mark, into: &rows, bottom: -2)
      }
      return Glyph(rows: rows)
    }
    return Glyph(rows: rows("vhhhhhv"))
  }

  private static func rows(_ pattern: String) -> [Int: Int] {
    var rows: [Int: Int] = [:]
    for (row, digit) in pattern.enumerated() {
      rows[row] = Int(String(digit), radix: 32) ?? 0
    }
    return rows
  }

  private static func merge(_ mark: Mark, into rows: inout [Int: Int], bottom: Int) {
    if mark == .cedilla {
      rows[7] = 4
      rows[8] = 12
      return
    }
    let bits = mark.rows
    for (i, value) in bits.enumerated() {
      rows[bottom - (bits.count - 1) + i, default: 0] |= value
    }
  }

  private enum Mark {
    case grave, acute, circumflex, tilde, diaeresis, ring, cedilla

    var rows: [Int] {
      switch self {
      case .grave: [8, 4]
      case .acute: [2, 4]
      case .circumflex: [4, 10]
      case .tilde: [13, 22]
      case .diaeresis: [10]
      case .ring: [4, 10, 4]
      case .cedilla: []
      }
    }
  }

  private static let accented: [Unicode.Scalar: (Unicode.Scalar, Mark)] = [
    "À": ("A", .grave), "Á": ("A", .acute), "Â": ("A", .circumflex), "Ã": ("A", .tilde),
    "Ä": ("A", .diaeresis), "Å": ("A", .ring), "Ç": ("C", .cedilla), "È": ("E", .grave),
    "É": ("E", .acute), "Ê": ("E", .circumflex), "Ë": ("E", .diaeresis), "Ì": ("I", .grave),
    "Í": ("I", .acute), "Î": ("I", .circumflex), "Ï": ("I", .diaeresis), "Ñ": ("N", .tilde),
    "Ò": ("O", .grave), "Ó": ("O", .acute), "Ô": ("O", .circumflex), "Õ": ("O", .tilde),
    "Ö": ("O", .diaeresis), "Ù": ("U", .grave), "Ú": ("U", .acute), "Û": ("U", .circumflex),
    "Ü": ("U", .diaeresis), "Ý": ("Y", .acute), "à": ("a", .grave), "á": ("a", .acute),
    "â": ("a", .circumflex), "ã": ("a", .tilde), "ä": ("a", .diaeresis), "å": ("a", .ring),
    "ç": ("c", .cedilla), "è": ("e", .grave), "é": ("e", .acute), "ê": ("e", .circumflex),
    "ë": ("e", .diaeresis), "ì": ("i", .grave), "í": ("i", .acute), "î": ("i", .circumflex),
    "ï": ("i", .diaeresis), "ñ": ("n", .tilde), "ò": ("o", .grave), "ó": ("o", .acute),
    "ô": ("o", .circumflex), "õ": ("o", .tilde), "ö": ("o", .diaeresis), "ù": ("u", .grave),
    "ú": ("u", .acute), "û": ("u", .circumflex), "ü": ("u", .diaeresis), "ý": ("y", .acute),
    "ÿ": ("y", .diaeresis),
  ]

  private static let patterns: [Unicode.Scalar: String] = [
    " ": "0000000", "!": "4444404", "\"": "aaa0000", "#": "aavavaa", "$": "4fke5u4",
    "%": "op248j3", "&": "cik8lid", "'": "4480000", "(": "2488842", ")": "8422248",
    "*": "04lel40", "+": "044v440", ",": "00000c48", "-": "000v000", ".": "00000cc",
    "/": "01248g0", "0": "ehjlphe", "1": "4c4444e", "2": "eh1248v", "3": "v2421he",
    "4": "26aiv22", "5": "vgu11he", "6": "68guhhe", "7": "v124888", "8": "ehhehhe",
    "9": "ehhf12c", ":": "0cc0cc0", ";": "0cc0c48", "<": "248g842", "=": "00v0v00",
    ">": "8421248", "?": "eh12404", "@": "eh1dlle", "A": "ehhvhhh", "B": "uhhuhhu",
    "C": "ehggghe", "D": "uhhhhhu", "E": "vgguggv", "F": "vgguggg", "G": "ehgnhhf",
    "H": "hhhvhhh", "I": "e44444e", "J": "72222ic", "K": "hikokih", "L": "ggggggv",
    "M": "hrllhhh", "N": "hhpljhh", "O": "ehhhhhe", "P": "uhhuggg", "Q": "ehhhlid",
    "R": "uhhukih", "S": "fgge11u", "T": "v444444", "U": "hhhhhhe", "V": "hhhhha4",
    "W": "hhhllla", "X": "hha4ahh", "Y": "hha4444", "Z": "v1248gv", "[": "e88888e",
    "\\": "0g84210", "]": "e22222e", "^": "4ah0000", "_": "000000v", "`": "8420000",
    "a": "00e1fhf", "b": "ggmphhu", "c": "00egghe", "d": "11djhhf", "e": "00ehvge",
    "f": "698s888", "g": "00fhhhf1e", "h": "ggmphhh", "i": "40c444e", "j": "2062222ic",
    "k": "ggikoki", "l": "c44444e", "m": "00qllhh", "n": "00mphhh", "o": "00ehhhe",
    "p": "00uhhhugg", "q": "00fhhhf11", "r": "00mpggg", "s": "00fge1u", "t": "88s8896",
    "u": "00hhhjd", "v": "00hhha4", "w": "00hhlla", "x": "00ha4ah", "y": "00hhhhf1e",
    "z": "00v248v", "{": "2448442", "|": "4444444", "}": "8442448", "~": "008l200",
    "¡": "4044444", "¢": "04fkkf4", "£": "698s88v", "¥": "hav4v44", "€": "78u8u87",
    "§": "fgehe1u", "©": "ehnknhe", "®": "ehulphe", "°": "ciic000", "±": "44v440v",
    "²": "c24e000", "³": "c2c2c00", "¹": "4c44e00", "µ": "00hhhpmgg", "¶": "fttd555",
    "·": "0004000", "«": "05aka50", "»": "0ka5ak0", "¿": "4048ghe", "×": "0ha4ah0",
    "÷": "040v040", "Æ": "fkkukkn", "æ": "00q5fkf", "Ø": "fjlllpu", "ø": "00fjlpu",
    "Ð": "e99t99e", "ð": "a4afhhe", "Þ": "guhhugg", "þ": "gguhhhugg", "ß": "ciikiik",
  ]

  /// Typographic marks as their plain ones.
  private static let plain: [Unicode.Scalar: Unicode.Scalar] = [
    "‘": "'", "’": "'", "“": "\"", "”": "\"", "–": "-", "—": "-", "\u{a0}": " ", "\t": " ",
  ]

  /// The scalars to draw: composed where Latin-1 has the letter, marks made plain.
  static func scalars(_ text: String) -> [Unicode.Scalar] {
    text.precomposedForSigns.map { plain[$0] ?? $0 }
  }
}

extension String {
  /// Scalars with the combining marks of Latin-1 put into their letters.
  fileprivate var precomposedForSigns: [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    for character in self {
      // Canonically equal strings compare equal, so the composed letter finds itself.
      let composed = (0xc0...0xff).lazy.compactMap(Unicode.Scalar.init).first {
        Character($0) == character
      }
      if let composed { result.append(composed) } else { result += character.unicodeScalars }
    }
    return result
  }
}
