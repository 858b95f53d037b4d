/// Which words lead to which entries, in the making.
struct PlaceWords {
  private var postings: [[UInt8]: [UInt32]] = [:]

  /// Adds the words of a name.
  mutating func add(name: String, entry: UInt32) {
    for word in FoldedText.words(name) {
      add(word.bytes, entry)
      for other in Spellings.alternatives(of: word) { add(other, entry) }
    }
  }

  /// Adds words that lead to an entry without being its name.
  mutating func add(beside text: String, entry: UInt32) {
    for word in FoldedText.words(text) { add(word.bytes, entry | PlaceFile.besideName) }
  }

  private mutating func add(_ word: [UInt8], _ posting: UInt32) {
    guard word.count <= 64 else { return }
    postings[word, default: []].append(posting)
  }

  /// The arrays of the file.
  struct Arrays {
    var starts: [UInt32] = [0]
    var bytes: [UInt8] = []
    var shared: [UInt8] = []
    var postingStarts: [UInt32] = [0]
    var postings: [UInt32] = []
  }

  /// - Complexity: O(n log n).
  func arrays() -> Arrays {
    var arrays = Arrays()
    var previous: [UInt8] = []
    for word in postings.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let shared = zip(previous, word).prefix { $0 == $1 }.count
      arrays.shared.append(UInt8(shared))
      arrays.bytes += word
      arrays.starts.append(UInt32(arrays.bytes.count))
      // By entry; where a word is in the name, that counts.
      var last: UInt32?
      let sorted = (postings[word] ?? []).sorted {
        let (a, b) = ($0 & ~PlaceFile.besideName, $1 & ~PlaceFile.besideName)
        return a == b ? $0 < $1 : a < b
      }
      for posting in sorted where posting & ~PlaceFile.besideName != last {
        arrays.postings.append(posting)
        last = posting & ~PlaceFile.besideName
      }
      arrays.postingStarts.append(UInt32(arrays.postings.count))
      previous = word
    }
    return arrays
  }
}
