import Foundation

/// One word of a name or of a search in the form that is compared: lower case, without marks.
struct FoldedWord: Hashable {
  /// UTF-8; never empty.
  var bytes: [UInt8]
  /// Whether a full stop follows it.
  var isCut: Bool

  var startsWithDigit: Bool { bytes.first.map { (0x30...0x39).contains($0) } ?? false }

  var isNumber: Bool { bytes.allSatisfy { (0x30...0x39).contains($0) } }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Brings text to the form in which names are compared.
///
/// - Source: Unicode Standard Annex 15, form NFKD; letters that do not decompose are spelled out as
///   their languages do.
enum FoldedText {
  /// The words: what stands between anything but letters and digits.
  static func words(_ text: String) -> [FoldedWord] {
    var words: [FoldedWord] = []
    var current: [UInt8] = []
    func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    for scalar in scalars(text) {
      if scalar.value < 0x80 {
        let byte = UInt8(scalar.value)
        switch byte {
        case 0x61...0x7a, 0x30...0x39: current.append(byte)
        case 0x41...0x5a: current.append(byte | 0x20)
        default:
          if !current.isEmpty { words.append(FoldedWord(bytes: current, isCut: byte == 0x2e)) }
          current.removeAll(keepingCapacity: true)
        }
        continue
      }
      // Marks belong to the letter before them and fall away.
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: continue
      default: break
      }
      if let spelled = spelledOut[scalar] {
        current += spelled
      } else if isAlphanumeric(scalar) {
        current += Array(scalar.properties.lowercaseMapping.utf8)
      } else if !current.isEmpty {
        words.append(FoldedWord(bytes: current, isCut: false))
        current.removeAll(keepingCapacity: true)
      }
    }
    if !current.isEmpty { words.append(FoldedWord(bytes: current, isCut: false)) }
    return words
  }

  /// All words behind each other with a space between them.
  static func joined(_ text: String) -> String {
    words(text).map(\.text).joined(separator: " ")
  }

  private static func scalars(_ text: String) -> String.UnicodeScalarView {
    text.utf8.allSatisfy { $0 < 0x80 }
      ? text.unicodeScalars : text.decomposedStringWithCompatibilityMapping.unicodeScalars
  }

  private static let spelledOut: [Unicode.Scalar: [UInt8]] = [
    "ß": Array("ss".utf8), "ẞ": Array("ss".utf8), "æ": Array("ae".utf8), "Æ": Array("ae".utf8),
    "œ": Array("oe".utf8), "Œ": Array("oe".utf8), "ø": Array("o".utf8), "Ø": Array("o".utf8),
    "đ": Array("d".utf8), "Đ": Array("d".utf8), "ł": Array("l".utf8), "Ł": Array("l".utf8),
    "ı": Array("i".utf8), "ð": Array("d".utf8), "Ð": Array("d".utf8), "þ": Array("th".utf8),
    "Þ": Array("th".utf8), "’": [], "ʼ": [],
  ]
}
