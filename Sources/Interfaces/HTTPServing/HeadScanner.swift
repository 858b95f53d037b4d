import Glibc

/// Finds where the header of a request ends, however its bytes are cut.
///
/// Every line ends with CR LF: a line feed alone is refused as soon as it is there.
///
/// - Complexity: O(bytes) over all calls for one header.
/// - Thread: pure.
struct HeadScanner {
  enum Finding: Equatable {
    /// The end has not come yet.
    case more
    /// It ends in front of this offset; the empty line belongs to it.
    case end(Int)
    /// A line does not end with CR LF.
    case broken
  }

  /// Where the line begins that is being read, and where its end is looked for.
  private var lineStart = 0
  private var position = 0

  /// Looks at all bytes of the header that have come so far; those of earlier calls are not looked at
  /// again.
  mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Finding {
    guard let base = bytes.baseAddress else { return .more }
    while position < bytes.count,
      let found = memchr(base + position, 0x0a, bytes.count - position)
    {
      let feed = UnsafeRawPointer(found) - base
      guard feed > 0, bytes[feed - 1] == 0x0d else { return .broken }
      position = feed + 1
      if feed - 1 == lineStart { return .end(position) }
      lineStart = position
    }
    position = bytes.count
    return .more
  }
}
