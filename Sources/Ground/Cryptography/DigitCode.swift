import CSodium

/// A short code that a person reads from one device and enters on another.
///
/// - Source: NIST SP 800-63B, section 5.1.3.2: six decimal digits, with few attempts and a short life.
public enum DigitCode {
  /// Six random digits, leading zeros included.
  public static func make() -> String {
    _ = Sodium.isReady
    let text = String(randombytes_uniform(1_000_000))
    return String(repeating: "0", count: 6 - text.count) + text
  }
}
