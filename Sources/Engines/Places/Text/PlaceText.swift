/// Compares texts as the search for places does: for names that lie elsewhere than in a map.
///
/// - Thread: pure.
public enum PlaceText {
  /// How well a name fits what was typed, 0...1; 0 where a word of it is not in the name.
  ///
  /// - Parameter others: words beside the name that may be typed, too, such as an address.
  /// - Complexity: O(words · words).
  public static func match(_ typed: String, _ name: String, besides others: String = "") -> Double {
    let asked = FoldedText.words(String(typed.prefix(200))).prefix(QueryWords.most)
    let named = FoldedText.words(String(name.prefix(400)))
    let beside = FoldedText.words(String(others.prefix(400)))
    guard !asked.isEmpty else { return 0 }
    var sum = 0.0
    var weights = 0.0
    var used: Set<Int> = []
    for (index, word) in asked.enumerated() {
      let isOpen = index == asked.count - 1
      var best = 0.0
      for (place, other) in named.enumerated() {
        let quality = quality(word, other, isOpen: isOpen)
        if quality > 0 { used.insert(place) }
        best = max(best, quality)
      }
      for other in beside { best = max(best, quality(word, other, isOpen: isOpen) * 0.85) }
      let isFiller = asked.count > 1 && Spellings.fillers.contains(word.text)
      if best == 0, !isFiller { return 0 }
      let weight = Double(min(word.bytes.count, 12)) * (isFiller ? 0.15 : 1)
      sum += best * weight
      weights += weight
    }
    return sum / weights * 0.88 + Double(used.count) / Double(max(named.count, 1)) * 0.12
  }

  private static func quality(_ typed: FoldedWord, _ word: FoldedWord, isOpen: Bool) -> Double {
    if typed.bytes == word.bytes { return 1 }
    if Spellings.alternatives(of: typed).contains(word.bytes) { return 0.93 }
    if Spellings.withoutUmlauts(typed) == word.bytes { return 0.93 }
    if isOpen, word.bytes.starts(with: typed.bytes) {
      return 0.6 + 0.35 * Double(typed.bytes.count) / Double(word.bytes.count)
    }
    return typed.bytes.count >= 4 && !typed.startsWithDigit && isOneErrorAway(typed, word)
      ? 0.66 : 0
  }

  /// Whether one letter put in, left out, replaced, or two swapped make the one of the other.
  private static func isOneErrorAway(_ typed: FoldedWord, _ word: FoldedWord) -> Bool {
    let (a, b) = (typed.bytes, word.bytes)
    guard abs(a.count - b.count) <= 1 else { return false }
    let start = zip(a, b).prefix { $0 == $1 }.count
    let end = zip(a.dropFirst(start).reversed(), b.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    let (restA, restB) = (a.dropFirst(start).dropLast(end), b.dropFirst(start).dropLast(end))
    if restA.count <= 1, restB.count <= 1 { return true }
    return restA.count == 2 && restB.elementsEqual(restA.reversed())
  }
}
