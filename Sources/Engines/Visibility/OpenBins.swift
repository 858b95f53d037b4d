/// The bins of a ``Skyline`` in which another wall may still hide something, one bit each.
struct OpenBins {
  private static let wordCount = Skyline.binCount / 64
  private var words = [UInt64](repeating: 0, count: wordCount)

  mutating func removeAll() {
    for place in words.indices { words[place] = 0 }
  }

  @inline(__always)
  mutating func insert(_ bin: Int) { words[bin >> 6] |= 1 << UInt64(bin & 63) }

  @inline(__always)
  mutating func remove(_ bin: Int) { words[bin >> 6] &= ~(1 << UInt64(bin & 63)) }

  /// The first open bin from `start` on, counted on beyond ``Skyline/binCount``; `end` or more if
  /// there is none before.
  @inline(__always)
  func next(_ start: Int, before end: Int) -> Int {
    var k = start
    while k < end {
      let bin = k & (Skyline.binCount - 1)
      let rest = words[bin >> 6] >> UInt64(bin & 63)
      if rest != 0 { return k + rest.trailingZeroBitCount }
      k += 64 - (bin & 63)
    }
    return end
  }
}
