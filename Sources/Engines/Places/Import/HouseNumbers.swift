/// House numbers: read from tags, counted along lines, compared with what was typed.
enum HouseNumbers {
  /// The numbers of a tag: `12;14` are two houses, `234-236` is one.
  static func parts(_ text: String) -> [String] {
    let parts = text.split { $0 == ";" || $0 == "," }.prefix(20)
      .map { PlaceDetails.short(String($0)) }
    return parts.filter(isNumber)
  }

  /// Whether a text is a house number, and not a floor or a yard: a digit, and no long word.
  private static func isNumber(_ text: String) -> Bool {
    var letters = 0
    var hasDigit = false
    for character in text {
      if character.isNumber { hasDigit = true }
      letters = character.isLetter ? letters + 1 : 0
      if letters > 2 { return false }
    }
    return hasDigit && text.utf8.count <= 14
  }

  /// The number that a text begins with.
  static func leading(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    return digits.count <= 6 ? Int(digits) : nil
  }

  /// The numbers between two ends of a line, without the ends; empty where they make no sense.
  ///
  /// - Parameter kind: `even`, `odd`, `all`, or a step.
  static func between(_ first: String, _ last: String, kind: String) -> [Int] {
    guard let a = leading(first), let b = leading(last), a != b else { return [] }
    let step: Int
    switch kind {
    case "all": step = 1
    case "even", "odd": step = 2
    default: step = Int(kind).map { (1...20).contains($0) ? $0 : 0 } ?? 0
    }
    guard step > 0, abs(a - b) / step <= 500 else { return [] }
    return a < b
      ? Array(stride(from: a + step, to: b, by: step))
      : Array(stride(from: a - step, to: b, by: -step))
  }

  /// How well one typed word fits a house number: 15 for the same, less
  /// for a part of it, 0 for another.
  ///
  /// - Parameters:
  ///   - typed: folded, at least one byte.
  ///   - text: as it was tagged.
  static func quality(_ typed: [UInt8], _ text: UnsafeBufferPointer<UInt8>) -> UInt8 {
    // Few differ from what is typed by more than their case and blanks.
    let number = text.compactMap { byte -> UInt8? in
      byte == 0x20 || byte == 0x2e ? nil : (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
    }
    if number.elementsEqual(typed) { return 15 }
    let digits = typed.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, digits.count <= 6 else { return 0 }
    // The pieces of `12-16` or `12/3`.
    var values: [Int] = []
    var piece: [UInt8] = []
    var isRange = false
    for byte in number {
      if (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte) {
        piece.append(byte)
        continue
      }
      if byte == 0x2d { isRange = true }
      if piece.elementsEqual(typed) { return 13 }
      values.append(value(piece) ?? -1)
      piece = []
    }
    if piece.elementsEqual(typed), !values.isEmpty { return 12 }
    if isRange, values.count == 1, let last = value(piece), let asked = value(Array(digits)),
      values[0] >= 0, values[0] < asked, asked < last
    {
      return 11
    }
    // `12` for `12a`, and `12a` where only `12` is known.
    let known = number.prefix { (0x30...0x39).contains($0) }
    if known.elementsEqual(digits), typed.count == digits.count || known.count == number.count {
      return typed.count == digits.count ? 10 : 8
    }
    return 0
  }

  private static func value(_ piece: [UInt8]) -> Int? {
    let digits = piece.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, digits.count <= 6 else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// A number as it is compared: lower case, without blanks, `–` as `-`.
  static func folded(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    for scalar in text.lowercased().unicodeScalars {
      switch scalar {
      case " ", ".", "\u{a0}": continue
      case "–", "—": result.append(0x2d)
      default: result += Array(String(scalar).utf8)
      }
    }
    return result
  }
}
