import Base

/// A JSON value as tests write it down.
enum JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSON])
  case object([(String, JSON)])
  /// Bytes as they stand, right or wrong.
  case raw(String)

  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(booleanLiteral value: Bool) { self = .flag(value) }
  init(arrayLiteral elements: JSON...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }

  var bytes: [UInt8] {
    if case .raw(let text) = self { return Array(text.utf8) }
    var json = JSONWriter()
    json.value(value)
    return json.bytes
  }

  private var value: JSONValue {
    switch self {
    case .null: .null
    case .flag(let flag): .bool(flag)
    case .number(let number): .number(number)
    case .text(let text), .raw(let text): .string(text)
    case .list(let items): .array(items.map(\.value))
    case .object(let members): .object(members.map { JSONValue.Member($0.0, $0.1.value) })
    }
  }

  /// The same object with one more or another member.
  func with(_ name: String, _ value: JSON) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.0 != name } + [(name, value)])
  }

  func without(_ name: String) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.0 != name })
  }
}
