import CSodium

/// Comparison that does not betray where two secrets differ.
public enum ConstantTime {
  /// Whether both hold the same bytes; only their lengths influence the time.
  public static func equal(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && sodium_memcmp(a, b, a.count) == 0
  }
}
