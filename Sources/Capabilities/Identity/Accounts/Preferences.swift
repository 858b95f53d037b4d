import Base

/// Settings of an account that only its clients interpret: accessibility, display, privacy, group.
///
/// A flat object of at most 100 names (1...60 characters) with texts (at most 500 characters),
/// numbers and flags, for instance `accessibility.fontScale`.
///
/// - Thread: pure.
public struct Preferences: Hashable, Sendable {
  private(set) var values: [String: JSONValue]

  public init() { values = [:] }

  /// What a change of them looks like.
  static let schema = JSONSchema.map(
    .nullable(.oneOf([.boolean, .number(), .string(0...500)])))

  /// Reads what ``encoded`` wrote; nothing is set if it cannot be read.
  init(stored text: String) {
    let members = (try? JSONValue(parsing: Array(text.utf8)))?.members ?? []
    values = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }

  var encoded: String {
    var json = JSONWriter()
    write(to: &json)
    return json.string
  }

  /// The value kept under a name; nil if there is none.
  public subscript(name: String) -> JSONValue? { values[name] }

  /// Sets the members of `change`; null takes a name away.
  ///
  /// - Returns: what is wrong with the change, or nil if it was made.
  mutating func merge(_ change: [JSONValue.Member]) -> String? {
    var merged = values
    for member in change {
      guard (1...60).contains(member.name.unicodeScalars.count) else {
        return "has a name that is empty or longer than 60 characters"
      }
      switch member.value {
      case .null: merged[member.name] = nil
      case .bool, .number: merged[member.name] = member.value
      case .string(let text) where text.unicodeScalars.count <= 500:
        merged[member.name] = member.value
      default: return "holds something other than flags, numbers and texts of up to 500 characters"
      }
    }
    guard merged.count <= 100 else { return "must have at most 100 names" }
    values = merged
    return nil
  }

  /// Writes it as the interface shows it: one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        json.key(name)
        json.value(value)
      }
    }
  }
}
