/// 32 bytes that stand for others: a hash, compared and used as a key cheaply.
///
/// - Thread: pure.
public struct Digest256: Hashable, Sendable {
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// Nil unless there are 32 bytes.
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
    self.words = words
  }

  init(filledBy fill: (UnsafeMutablePointer<UInt8>) -> Void) {
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words) { buffer in
      buffer.withMemoryRebound(to: UInt8.self) { bytes in
        if let start = bytes.baseAddress { fill(start) }
      }
    }
    self.words = words
  }

  func withBytes<T>(_ body: (UnsafeRawBufferPointer) -> T) -> T {
    withUnsafeBytes(of: words, body)
  }

  /// The 32 bytes.
  public var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }

  /// The digest that ``hexadecimal`` stands for; nil for anything but 64 hexadecimal digits.
  public init?(hexadecimal text: String) {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard text.utf8.count == 64, digits.count == 64 else { return nil }
    self.init(stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }

  /// 64 lower-case hexadecimal digits.
  public var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(64)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Takes the same time wherever the two differ.
  public static func == (a: Digest256, b: Digest256) -> Bool {
    let difference =
      (a.words.0 ^ b.words.0) | (a.words.1 ^ b.words.1) | (a.words.2 ^ b.words.2)
      | (a.words.3 ^ b.words.3)
    return difference == 0
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
  }
}
