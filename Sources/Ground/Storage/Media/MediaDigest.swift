/// The name of a media file: the SHA-256 of its bytes.
///
/// - Thread: pure.
public struct MediaDigest: Hashable, Sendable, CustomStringConvertible {
  /// 64 hexadecimal digits in lower case.
  public let hex: String

  /// Reads 64 hexadecimal digits in either letter case; nil for anything else.
  public init?(hex: some StringProtocol) {
    guard hex.utf8.count == 64 else { return nil }
    for byte in hex.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x46, 0x61...0x66: continue
      default: return nil
      }
    }
    self.hex = hex.lowercased()
  }

  /// Takes 32 bytes; nil for any other count.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    hex = String(decoding: text, as: UTF8.self)
  }

  public var description: String { hex }
}
