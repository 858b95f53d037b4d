import Base

/// Broken copies of a valid file.
enum Fuzzing {
  /// Every beginning of `file`.
  static func truncations(_ file: [UInt8], _ body: ([UInt8]) -> Void) {
    for length in 0..<file.count { body(Array(file.prefix(length))) }
  }

  /// `count` copies with a few random edits each: bytes changed, removed, pieces put in.
  static func mutations(_ file: [UInt8], seed: UInt64, count: Int, _ body: ([UInt8]) -> Void) {
    var random = SeededRandom(seed: seed)
    let nasty: [[UInt8]] = [
      Array("-1".utf8), Array("1e308".utf8), Array("99:99:99".utf8), Array("2147483648".utf8),
      Array("\"".utf8), Array(",,,,".utf8), Array("\r\n".utf8), [0xff], [0x80], [0],
      [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], Array("nan".utf8),
    ]
    for _ in 0..<count {
      var copy = file
      for _ in 0...Int(random.next() % 4) where !copy.isEmpty {
        let at = Int(random.next() % UInt64(copy.count))
        switch random.next() % 4 {
        case 0: copy[at] = UInt8(truncatingIfNeeded: random.next())
        case 1: copy[at] ^= 1 << UInt8(random.next() % 8)
        case 2: copy.removeSubrange(at..<min(copy.count, at + 1 + Int(random.next() % 8)))
        default:
          copy.insert(contentsOf: nasty[Int(random.next() % UInt64(nasty.count))], at: at)
        }
      }
      body(copy)
    }
  }
}
