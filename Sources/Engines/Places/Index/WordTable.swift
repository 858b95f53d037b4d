import FlatFiles

/// The words of all names in their order, and the entries that each leads to.
///
/// Words that begin alike stand together, so that a prefix is a range, and a walk over all words
/// with few errors goes on where the word before has left it: what both share is not compared again,
/// and what begins hopelessly is passed over by looking at one byte per word.
///
/// - Thread: immutable, shared.
struct WordTable: Sendable {
  private let starts: FlatArray<UInt32>
  private let bytes: FlatArray<UInt8>
  private let shared: FlatArray<UInt8>
  private let postingStarts: FlatArray<UInt32>
  private let postings: FlatArray<UInt32>

  var count: Int { shared.count }

  init(_ file: FlatFile, entries: Int) throws(FlatFileError) {
    starts = try file.array(PlaceFile.wordStarts, of: UInt32.self)
    bytes = try file.array(PlaceFile.wordBytes, of: UInt8.self)
    shared = try file.array(PlaceFile.wordShared, of: UInt8.self)
    postingStarts = try file.array(PlaceFile.postingStarts, of: UInt32.self)
    postings = try file.array(PlaceFile.postings, of: UInt32.self)
    guard PlaceIndex.isPartition(starts, of: bytes.count), starts.count == shared.count + 1,
      PlaceIndex.isPartition(postingStarts, of: postings.count),
      postingStarts.count == starts.count,
      postings.allSatisfy({ Int($0 & ~PlaceFile.besideName) < entries })
    else { throw .inconsistent("a word leads outside of the file") }
    for word in shared.indices {
      let length = Int(starts[word + 1] - starts[word])
      let before = word > 0 ? Int(starts[word] - starts[word - 1]) : 0
      guard length <= 64, Int(shared[word]) <= min(length, before) else {
        throw .inconsistent("its words are damaged")
      }
    }
  }

  /// The entries of a word, the most important first.
  func postings(of word: Int) -> UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(
      rebasing: postings.buffer[Int(postingStarts[word])..<Int(postingStarts[word + 1])])
  }

  func postingCount(of words: Range<Int>) -> Int {
    Int(postingStarts[words.upperBound]) - Int(postingStarts[words.lowerBound])
  }

  func length(of word: Int) -> Int { Int(starts[word + 1] - starts[word]) }

  /// The words that begin with `prefix`.
  ///
  /// - Complexity: O(log n).
  func words(from prefix: [UInt8]) -> Range<Int> {
    let first = firstWord { self.compare($0, prefix, isPrefix: false) >= 0 }
    let end = firstWord(from: first) { self.compare($0, prefix, isPrefix: true) > 0 }
    return first..<end
  }

  /// The number of exactly this word.
  func number(of word: [UInt8]) -> Int? {
    let first = firstWord { self.compare($0, word, isPrefix: false) >= 0 }
    return first < count && compare(first, word, isPrefix: false) == 0 ? first : nil
  }

  private func firstWord(from start: Int = 0, where isBehind: (Int) -> Bool) -> Int {
    var (left, right) = (start, count)
    while left < right {
      let middle = (left + right) / 2
      if isBehind(middle) { right = middle } else { left = middle + 1 }
    }
    return left
  }

  /// -1, 0 or 1 as the word stands before, at or behind `other`; a word that begins with it is at it
  /// where only the beginning counts.
  private func compare(_ word: Int, _ other: [UInt8], isPrefix: Bool) -> Int {
    let start = Int(starts[word])
    let length = Int(starts[word + 1]) - start
    let common = min(length, other.count)
    var index = 0
    while index < common {
      let (a, b) = (bytes[start + index], other[index])
      if a != b { return a < b ? -1 : 1 }
      index += 1
    }
    if length >= other.count { return length == other.count || isPrefix ? 0 : 1 }
    return -1
  }

  /// Calls `body` with every word that differs from `pattern` in at most `errors` letters put in, left
  /// out, replaced or swapped with their neighbour.
  ///
  /// - Parameters:
  ///   - pattern: at most 63 bytes; a letter beyond ASCII counts as its bytes.
  ///   - errors: 1...2.
  ///   - isPrefix: whether a word may go on behind what fits.
  /// - Complexity: O(words) bytes looked at, and O(errors) for each byte of those words whose
  ///   beginning fits.
  /// - Source: Damerau 1964, optimal string alignment; bands after Ukkonen, "Algorithms for
  ///   approximate string matching", 1985.
  func forEachWord(
    like pattern: [UInt8], errors: Int, isPrefix: Bool, _ body: (_ word: Int, _ errors: Int) -> Void
  ) {
    let size = pattern.count
    guard size > 0, size < 64 else { return }
    let width = size + 1
    let far = UInt8(errors + 1)
    // Row d: errors between the first d bytes of the word and the first j of the pattern.
    var rows = [UInt8](repeating: far, count: 66 * width)
    for j in 0...min(errors, size) { rows[j] = UInt8(j) }
    // Up to which row all is known, and the best that a row's end has seen up to it.
    var known = 0
    var best = [UInt8](repeating: far, count: 66)
    best[0] = size <= errors ? UInt8(size) : far
    // The row in which nothing fits any more; words that share it are passed over.
    var dead = Int.max
    rows.withUnsafeMutableBufferPointer { rows in
      for word in 0..<count {
        let common = Int(shared[word])
        if common >= dead { continue }
        dead = .max
        known = min(known, common)
        let start = Int(starts[word])
        let length = Int(starts[word + 1]) - start
        var depth = known
        while depth < length {
          depth += 1
          let letter = bytes[start + depth - 1]
          let row = depth * width
          let above = row - width
          let first = max(1, depth - errors)
          let last = min(size, depth + errors)
          var least = far
          rows[row + first - 1] = first == 1 && depth <= errors ? UInt8(depth) : far
          if first == 1 { least = rows[row] }
          if first <= last {
            for j in first...last {
              let isSame = pattern[j - 1] == letter
              var value = rows[above + j - 1] + (isSame ? 0 : 1)
              // Beyond the band of the row above stands what is too far.
              if j < depth + errors { value = min(value, rows[above + j] + 1) }
              value = min(value, rows[row + j - 1] + 1)
              if depth > 1, j > 1, pattern[j - 2] == letter,
                pattern[j - 1] == bytes[start + depth - 2]
              {
                value = min(value, rows[above - width + j - 2] + 1)
              }
              value = min(value, far)
              rows[row + j] = value
              least = min(least, value)
            }
          }
          let end = size >= first && size <= last ? rows[row + size] : far
          best[depth] = min(best[depth - 1], end)
          known = depth
          if least >= far {
            // A swap may still reach back over this row, but no further than one; it is too far, too.
            if !(isPrefix && best[depth] < far) {
              dead = depth
              break
            }
          }
        }
        guard dead == .max else { continue }
        let end = abs(length - size) <= errors ? rows[length * width + size] : far
        let found = isPrefix ? min(best[length], end) : end
        if found < far { body(word, Int(found)) }
      }
    }
  }
}

extension WordTable {
  /// The bytes of a word.
  func bytes(of word: Int) -> [UInt8] {
    Array(bytes.buffer[Int(starts[word])..<Int(starts[word + 1])])
  }
}
