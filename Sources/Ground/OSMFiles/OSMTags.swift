/// The tags of one object, as far as their keys are known.
///
/// - Complexity: a look-up is a scan of the few tags there are.
/// - Thread: pure.
public struct OSMTags: Sendable {
  public private(set) var pairs: [(key: OSMKey, value: String)] = []

  public init() {}

  public init(_ tags: [OSMKey: String]) {
    for (key, value) in tags { pairs.append((key, value)) }
  }

  public var isEmpty: Bool { pairs.isEmpty }

  /// The value of a key; nil where it is not tagged.
  public subscript(key: OSMKey) -> String? {
    for pair in pairs where pair.key == key { return pair.value }
    return nil
  }

  /// The value of the first of these keys that is tagged: the more specific one is named first.
  public func first(_ keys: OSMKey...) -> String? {
    for key in keys {
      if let value = self[key] { return value }
    }
    return nil
  }

  /// Whether the key is tagged with exactly this value.
  public func has(_ key: OSMKey, _ value: String) -> Bool { self[key] == value }

  /// Whether the key is tagged with `yes`, `true` or `1`.
  public func isYes(_ key: OSMKey) -> Bool {
    guard let value = self[key] else { return false }
    return value == "yes" || value == "true" || value == "1"
  }

  /// Adds a tag; the same key may come again.
  public mutating func add(_ key: OSMKey, _ value: String) { pairs.append((key, value)) }

  /// Forgets all tags and keeps the memory.
  public mutating func removeAll() { pairs.removeAll(keepingCapacity: true) }
}
