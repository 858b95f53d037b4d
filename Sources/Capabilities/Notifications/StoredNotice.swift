import Foundation

/// The stored form of notices, for whoever does not know their types.
public enum StoredNotice {
  static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  /// A text as it stands within what is stored.
  public static func encoded(_ text: String) -> String {
    let quoted = (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? text
    return String(quoted.dropFirst().dropLast())
  }

  /// Replaces what people have written in a stored notice, and nothing else.
  public static func replacingTold(
    in payload: String, _ replaced: (String) -> String
  ) throws -> String {
    let value = try JSONDecoder().decode(Value.self, from: Data(payload.utf8))
    return String(
      decoding: try encoder.encode(value.replacingTold(replaced)), as: UTF8.self)
  }

  /// Anything that notices are stored as.
  private indirect enum Value: Codable {
    case object([String: Value])
    case array([Value])
    case text(String)
    case isTrue(Bool)
    case whole(Int64)
    case number(Double)
    case none

    init(from decoder: any Decoder) throws {
      let box = try decoder.singleValueContainer()
      if box.decodeNil() {
        self = .none
      } else if let value = try? box.decode([String: Value].self) {
        self = .object(value)
      } else if let value = try? box.decode([Value].self) {
        self = .array(value)
      } else if let value = try? box.decode(String.self) {
        self = .text(value)
      } else if let value = try? box.decode(Bool.self) {
        self = .isTrue(value)
      } else if let value = try? box.decode(Int64.self) {
        self = .whole(value)
      } else {
        self = .number(try box.decode(Double.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var box = encoder.singleValueContainer()
      switch self {
      case .object(let value): try box.encode(value)
      case .array(let value): try box.encode(value)
      case .text(let value): try box.encode(value)
      case .isTrue(let value): try box.encode(value)
      case .whole(let value): try box.encode(value)
      case .number(let value): try box.encode(value)
      case .none: try box.encodeNil()
      }
    }

    func replacingTold(_ replaced: (String) -> String) -> Value {
      switch self {
      case .object(let members):
        if members.count == 1, case .text(let text)? = members[Told.member] {
          return .object([Told.member: .text(replaced(text))])
        }
        return .object(members.mapValues { $0.replacingTold(replaced) })
      case .array(let elements): return .array(elements.map { $0.replacingTold(replaced) })
      case .text, .isTrue, .whole, .number, .none: return self
      }
    }
  }
}
