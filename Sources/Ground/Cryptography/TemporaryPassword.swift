import CSodium

/// A password made by the server and sent by mail, to be replaced at its first use.
///
/// 16 characters of 31 that cannot be mistaken for each other: 79 bits, so that a fast hash is
/// enough to store it.
public enum TemporaryPassword {
  private static let alphabet = Array("abcdefghjkmnpqrstuvwxyz23456789".utf8)

  /// Four groups of four, joined by hyphens.
  public static func make() -> String {
    _ = Sodium.isReady
    var text: [UInt8] = []
    for position in 0..<16 {
      if position > 0 && position % 4 == 0 { text.append(0x2d) }
      text.append(alphabet[Int(randombytes_uniform(UInt32(alphabet.count)))])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// What is stored in place of it.
  public static func digest(_ password: String) -> Digest256 {
    BLAKE2b.hash(Array(password.utf8))
  }
}
