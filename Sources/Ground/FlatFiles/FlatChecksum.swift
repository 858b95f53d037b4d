/// A checksum against damage, not against forgery, of bytes that come in pieces: four independent
/// multiply-xor lanes over words of 32 bytes.
///
/// - Thread: confined.
struct FlatChecksum {
  private static let prime: UInt64 = 0x9e37_79b1_85eb_ca87
  private static let wordSize = 32

  private var lanes = SIMD4<UInt64>(
    0x60ea_27ee_adc0_b5d6, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0x85eb_ca77_c2b2_ae63)
  private var count = 0
  /// What does not fill a word yet.
  private var rest: [UInt8] = []

  /// Takes the next piece.
  ///
  /// - Complexity: O(bytes), several GB/s for pieces whose lengths are multiples of 32.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count += bytes.count
    var bytes = bytes
    if !rest.isEmpty {
      let missing = min(FlatChecksum.wordSize - rest.count, bytes.count)
      rest.append(contentsOf: bytes.prefix(missing))
      bytes = UnsafeRawBufferPointer(rebasing: bytes[missing...])
      guard rest.count == FlatChecksum.wordSize else { return }
      let word = rest
      rest = []
      word.withUnsafeBytes { addWords($0) }
    }
    let whole = bytes.count - bytes.count % FlatChecksum.wordSize
    addWords(UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
    rest.append(contentsOf: bytes[whole...])
  }

  private mutating func addWords(_ bytes: UnsafeRawBufferPointer) {
    var lanes = lanes
    var offset = 0
    while offset + FlatChecksum.wordSize <= bytes.count {
      let words = SIMD4<UInt64>(
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
      lanes = (lanes ^ words) &* FlatChecksum.prime
      lanes ^= lanes &>> 29
      offset += FlatChecksum.wordSize
    }
    self.lanes = lanes
  }

  /// The sum of everything taken, and of how many arrays it stands for.
  func finish(arrays: Int) -> UInt64 {
    var sum = UInt64(count) ^ UInt64(arrays) << 48
    for lane in 0..<4 { sum = (sum ^ lanes[lane]) &* FlatChecksum.prime ^ (sum >> 31) }
    for byte in rest { sum = (sum ^ UInt64(byte)) &* FlatChecksum.prime }
    return sum ^ (sum >> 32)
  }
}
