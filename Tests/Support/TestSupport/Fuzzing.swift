import Base

/// Broken copies of a valid file.
public enum Fuzzing {
  /// Every beginning of `file`.
  public static func truncations(_ file: [UInt8], _ body: ([UInt8]) -> Void) {
    for length in 0..<file.count { body(Array(file.prefix(length))) }
  }

  /// `count` copies with a few random edits each: bytes changed, removed, doubled, numbers blown
  /// up.
  public static func mutations(_ file: [UInt8], seed: UInt64, count: Int, _ body: ([UInt8]) -> Void)
  {
    var random = SeededRandom(seed: seed)
    let nasty: [[UInt8]] = [
      Array("-1".utf8), Array("1e308".utf8), Array("9007199254740991".utf8), Array("null".utf8),
      Array("[".utf8), Array("\"".utf8), Array("<".utf8), Array("&#x110000;".utf8), [0xff], [0x80],
      [0xff, 0xff, 0xff, 0xff], [0, 0, 0, 0], [0, 0, 0xc0, 0x7f], Array("]]>".utf8),
    ]
    for _ in 0..<count {
      var copy = file
      for _ in 0...Int(random.next() % 4) where !copy.isEmpty {
        let at = Int(random.next() % UInt64(copy.count))
        switch random.next() % 5 {
        case 0: copy[at] = UInt8(truncatingIfNeeded: random.next())
        case 1: copy[at] ^= 1 << UInt8(random.next() % 8)
        case 2: copy.removeSubrange(at..<min(copy.count, at + 1 + Int(random.next() % 8)))
        case 3: copy.insert(contentsOf: nasty[Int(random.next() % UInt64(nasty.count))], at: at)
        default:
          let piece = nasty[Int(random.next() % UInt64(nasty.count))]
          let end = min(copy.count, at + piece.count)
          copy.replaceSubrange(at..<end, with: piece.prefix(end - at))
        }
      }
      body(copy)
    }
  }
}
