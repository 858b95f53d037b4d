/// A parsed JSON value.
///
/// Members keep their order; names within one object are unique (the parser refuses repeats).
///
/// - Thread: pure.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// Always finite.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// One name and value of an object.
  public struct Member: Hashable, Sendable {
    public var name: String
    public var value: JSONValue

    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The member of that name, if this is an object and has it.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The element at `index`, if this is an array and has it.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let items) = self, items.indices.contains(index) else { return nil }
    return items[index]
  }

  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  public var number: Double? {
    if case .number(let value) = self { value } else { nil }
  }

  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  public var members: [Member]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The number as an integer, if it is one and lies within ±2^53.
  public var integer: Int? {
    guard case .number(let value) = self, value == value.rounded(), abs(value) <= 0x1p53
    else { return nil }
    return Int(value)
  }

  /// What kind of value this is, for error messages.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
