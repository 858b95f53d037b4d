/// The values of a pattern's `{names}` in one path, decoded.
///
/// - Thread: pure.
public struct PathParameters: Sendable {
  let names: [String]
  let values: [String]

  public static let none = PathParameters(names: [], values: [])

  init(names: [String], values: [String]) {
    self.names = names
    self.values = values
  }

  /// For tests of handlers: `PathParameters(["tour": "..."])`.
  public init(_ pairs: KeyValuePairs<String, String>) {
    names = pairs.map(\.key)
    values = pairs.map(\.value)
  }

  /// The value of `name`; empty, which no real value ever is, if the pattern has no such name.
  public subscript(_ name: String) -> String {
    for i in names.indices where names[i] == name && i < values.count { return values[i] }
    return ""
  }
}
