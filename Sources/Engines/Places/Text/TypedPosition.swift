import Geodesy

/// Reads positions as people write them.
///
/// `47.139, 9.522`, `N 47.139 E 9.522`, `47°08'20"N 9°31'19"E`, `47 8.34 N, 9 31.3 E`; without letters
/// latitude comes first.
enum TypedPosition {
  private enum Part {
    case number(Double, isWhole: Bool)
    case direction(Character)
    case comma
  }

  /// - Complexity: O(length); texts longer than 60 characters are none.
  static func read(_ text: String) -> LonLat? {
    guard text.utf8.count <= 80, let parts = parts(text) else { return nil }
    var values: [(value: Double, direction: Character?)] = []
    var numbers: [Double] = []
    var leading: Character?
    func close(_ trailing: Character?) -> Bool {
      guard (1...3).contains(numbers.count) else { return false }
      for minor in numbers.dropFirst() where !(0..<60).contains(minor) { return false }
      let sign = numbers[0].sign == .minus ? -1.0 : 1.0
      var value = abs(numbers[0])
      if numbers.count > 1 { value += numbers[1] / 60 }
      if numbers.count > 2 { value += numbers[2] / 3600 }
      values.append((sign * value, leading ?? trailing))
      numbers = []
      leading = nil
      return true
    }
    let hasDirections = parts.contains { if case .direction = $0 { true } else { false } }
    let hasComma = parts.contains { if case .comma = $0 { true } else { false } }
    for part in parts {
      switch part {
      case .number(let value, _):
        numbers.append(value)
        if !hasDirections, !hasComma, numbers.count == (parts.count == 2 ? 1 : parts.count / 2) {
          if !close(nil) { return nil }
        }
      case .comma:
        if !numbers.isEmpty, !close(nil) { return nil }
      case .direction(let letter):
        if numbers.isEmpty {
          guard leading == nil else { return nil }
          leading = letter
        } else if leading != nil {
          if !close(nil) { return nil }
          leading = letter
        } else if !close(letter) {
          return nil
        }
      }
    }
    if !numbers.isEmpty, !close(nil) { return nil }
    guard values.count == 2, leading == nil else { return nil }
    return position(values[0], values[1])
  }

  private static func position(
    _ a: (value: Double, direction: Character?), _ b: (value: Double, direction: Character?)
  ) -> LonLat? {
    func signed(_ part: (value: Double, direction: Character?)) -> Double {
      part.direction == "S" || part.direction == "W" ? -part.value : part.value
    }
    switch (a.direction, b.direction) {
    case (nil, nil): return LonLat(validLon: b.value, lat: a.value)
    case ("N", "E"), ("N", "W"), ("S", "E"), ("S", "W"):
      return LonLat(validLon: signed(b), lat: signed(a))
    case ("E", "N"), ("E", "S"), ("W", "N"), ("W", "S"):
      return LonLat(validLon: signed(a), lat: signed(b))
    default: return nil
    }
  }

  /// Nil where the text holds anything else than numbers, marks of degrees and directions.
  private static func parts(_ text: String) -> [Part]? {
    var parts: [Part] = []
    var digits = ""
    func flush() -> Bool {
      if digits.isEmpty { return true }
      guard let value = Double(digits), value.isFinite, digits.utf8.count <= 20 else {
        return false
      }
      parts.append(.number(value, isWhole: !digits.contains(".")))
      digits = ""
      return true
    }
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "0"..."9", ".": digits.unicodeScalars.append(scalar)
      case "-", "−", "+":
        if !flush() { return nil }
        digits = scalar == "+" ? "" : "-"
      case ",", ";":
        // A decimal comma stands between digits without a space, and there is a full stop nowhere.
        if !flush() { return nil }
        parts.append(.comma)
      case " ", "\t", "°", "º", "'", "′", "’", "\"", "″", "”":
        if digits != "-", !flush() { return nil }
      case "N", "n", "S", "s", "E", "e", "W", "w", "O", "o":
        if !flush() { return nil }
        let letter = Character(scalar).uppercased()
        // One letter, not a word; German and French write O for east and west: told by neither.
        let next = index + 1 < scalars.count ? scalars[index + 1] : " "
        guard letter != "O", !next.properties.isAlphabetic else { return nil }
        parts.append(.direction(Character(letter)))
      default: return nil
      }
    }
    guard flush() else { return nil }
    let numbers = parts.filter { if case .number = $0 { true } else { false } }.count
    return (2...6).contains(numbers) ? parts : nil
  }
}
