import CSodium

/// The one place where the library is made ready.
enum Sodium {
  /// Whether the library can be used; the first question initialises it, once for all threads.
  static let isReady = sodium_init() >= 0
}

/// Why a cryptographic operation could not be done at all.
public struct CryptographyError: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String

  public init(_ description: String) { self.description = description }
}
