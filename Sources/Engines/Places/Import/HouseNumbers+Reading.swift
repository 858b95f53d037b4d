/// House numbers as tags give them.
extension HouseNumbers {
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
}
