/// What people have written or are called, as part of what others are told: it is forgotten with the
/// account, so it is told apart from our own words in what is stored.
///
/// - Thread: pure.
public struct Told: Hashable, Sendable, Codable, CustomStringConvertible {
  private var told: String

  /// The name of that member in what is stored; nothing else has one of this name.
  static let member = "told"

  public init(_ text: String) { told = text }

  public var description: String { told }
}
