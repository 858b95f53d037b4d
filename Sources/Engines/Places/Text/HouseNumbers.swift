/// House numbers, compared with what was typed.
enum HouseNumbers {
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
