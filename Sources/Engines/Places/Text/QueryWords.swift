/// The words of a search, as they are looked up.
struct QueryWords {
  struct Word {
    var bytes: [UInt8]
    /// Other spellings of the whole word.
    var others: [[UInt8]]
    /// Whether a name may lack it.
    var isFiller: Bool
    /// Whether it begins with a digit: a house number or a postcode.
    var startsWithDigit: Bool
    /// How much it counts: its length.
    var weight: Double
    /// A house number that goes on with the next word, as in `12 a`.
    var joined: [UInt8]?
  }

  /// No more than have lanes.
  static let most = 16

  var words: [Word] = []
  /// Whether the last word may go on.
  var isOpen: Bool

  init(_ folded: [FoldedWord], isOpen: Bool) {
    self.isOpen = isOpen
    let folded = folded.prefix(QueryWords.most)
    for (index, word) in folded.enumerated() where word.bytes.count <= 63 {
      var others = Spellings.alternatives(of: word)
      if let plain = Spellings.withoutUmlauts(word) { others.append(plain) }
      let isLast = index == folded.count - 1
      var entry = Word(
        bytes: word.bytes, others: others,
        isFiller: Spellings.fillers.contains(word.text) && folded.count > 1 && !(isLast && isOpen),
        startsWithDigit: word.startsWithDigit, weight: Double(min(word.bytes.count, 12)))
      // `12 a` is one number; so is the letter before it said to be optional.
      if index > 0, word.bytes.count == 1, !word.startsWithDigit, words.count == index,
        words[index - 1].bytes.allSatisfy({ (0x30...0x39).contains($0) })
      {
        words[index - 1].joined = words[index - 1].bytes + word.bytes
        entry.isFiller = true
      }
      words.append(entry)
    }
  }
}
