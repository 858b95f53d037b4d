/// Why a text is not JSON that we accept.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Byte offset of the first byte that does not fit.
  public var offset: Int
  /// What is wrong there, for a person.
  public var reason: String

  public var description: String { "\(reason) at byte \(offset)" }
}

/// Bounds on what the parser accepts.
public struct JSONLimits: Sendable {
  /// Deepest nesting of arrays and objects.
  public var depth: Int
  /// Most values in all.
  public var values: Int

  public init(depth: Int = 64, values: Int = 1_000_000) {
    self.depth = depth
    self.values = values
  }
}

extension JSONValue {
  /// Parses one JSON text (RFC 8259), strictly.
  ///
  /// Refused beyond the grammar: repeated member names, numbers beyond the range of a double,
  /// lone surrogates, bytes that are not UTF-8, a byte order mark, and texts beyond `limits`.
  ///
  /// - Complexity: O(n); recursion bounded by `limits.depth`.
  /// - Throws: ``JSONSyntaxError`` with the byte offset.
  public init(
    parsing bytes: some Collection<UInt8>, limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) {
    self = try JSONValue(parsing: [UInt8](bytes), limits: limits)
  }

  /// The same without a copy.
  public init(
    parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) {
    let result: Result<JSONValue, JSONSyntaxError> = bytes.withUnsafeBufferPointer { buffer in
      var parser = JSONParser(text: buffer, limits: limits)
      do throws(JSONSyntaxError) {
        return .success(try parser.document())
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }
}

/// Reads JSON from bytes: as a whole for ``JSONValue``, or piece by piece where a request's shape is known
/// and there is much of it.
///
/// - Thread: confined to the scope that lends the bytes.
public struct JSONParser {
  private let text: UnsafeBufferPointer<UInt8>
  private let limits: JSONLimits
  private var i = 0
  private var values = 0

  public init(text: UnsafeBufferPointer<UInt8>, limits: JSONLimits = JSONLimits()) {
    self.text = text
    self.limits = limits
  }

  // MARK: Piece by piece

  /// Passes over space, and over `byte` if it follows.
  ///
  /// - Returns: whether it did.
  public mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard i < text.count, text[i] == byte else { return false }
    i += 1
    return true
  }

  /// Whether nothing but space is left.
  public mutating func isAtEnd() -> Bool {
    skipSpace()
    return i == text.count
  }

  /// The next value, if it is a number; nil, and nothing is taken, if not.
  public mutating func takeNumber() -> Double? {
    skipSpace()
    guard i < text.count, text[i] == 0x2d || (0x30...0x39).contains(text[i]) else { return nil }
    let start = i
    guard let value = try? number() else {
      i = start
      return nil
    }
    return value
  }

  /// The next value, if it is a string of ASCII without escapes; nil, and nothing is taken, if not.
  ///
  /// - Returns: its bytes, for as long as those of the text are lent.
  public mutating func takePlainString() -> UnsafeBufferPointer<UInt8>? {
    skipSpace()
    guard i < text.count, text[i] == 0x22 else { return nil }
    var end = i + 1
    while end < text.count, text[end] != 0x22 {
      guard text[end] >= 0x20, text[end] < 0x80, text[end] != 0x5c else { return nil }
      end += 1
    }
    guard end < text.count else { return nil }
    let string = UnsafeBufferPointer(rebasing: text[i + 1..<end])
    i = end + 1
    return string
  }

  // MARK: As a whole

  /// Objects with more members than this are checked for repeats by a set of names.
  private static let fewMembers = 12

  private func fail(_ reason: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: i, reason: reason)
  }

  fileprivate mutating func document() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    let value = try self.value(depth: 0)
    skipSpace()
    guard i == text.count else { throw fail("unexpected text after the value") }
    return value
  }

  private mutating func skipSpace() {
    while i < text.count {
      switch text[i] {
      case 0x20, 0x09, 0x0a, 0x0d: i += 1
      default: return
      }
    }
  }

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard i < text.count else { throw fail("the text ends where a value is expected") }
    values += 1
    guard values <= limits.values else { throw fail("more than \(limits.values) values") }
    switch text[i] {
    case 0x7b: return try object(depth: depth)
    case 0x5b: return try array(depth: depth)
    case 0x22: return .string(try string())
    case 0x74:
      try literal("true")
      return .bool(true)
    case 0x66:
      try literal("false")
      return .bool(false)
    case 0x6e:
      try literal("null")
      return .null
    case 0x2d, 0x30...0x39: return .number(try number())
    default: throw fail("unexpected character")
    }
  }

  private mutating func literal(_ word: StaticString) throws(JSONSyntaxError) {
    let matches = word.withUTF8Buffer { word in
      i + word.count <= text.count && text[i..<i + word.count].elementsEqual(word)
    }
    guard matches else { throw fail("unexpected word") }
    i += word.utf8CodeUnitCount
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard depth < limits.depth else { throw fail("nested deeper than \(limits.depth)") }
    i += 1
    var items: [JSONValue] = []
    skipSpace()
    if i < text.count, text[i] == 0x5d {
      i += 1
      return .array(items)
    }
    while true {
      skipSpace()
      items.append(try value(depth: depth + 1))
      skipSpace()
      guard i < text.count else { throw fail("an array is not closed") }
      if text[i] == 0x2c {
        i += 1
      } else if text[i] == 0x5d {
        i += 1
        return .array(items)
      } else {
        throw fail("expected , or ] in an array")
      }
    }
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard depth < limits.depth else { throw fail("nested deeper than \(limits.depth)") }
    i += 1
    var members: [JSONValue.Member] = []
    // Of the usual small objects each name is compared with the others; that is faster than hashing.
    var names: Set<String> = []
    skipSpace()
    if i < text.count, text[i] == 0x7d {
      i += 1
      return .object(members)
    }
    members.reserveCapacity(4)
    while true {
      skipSpace()
      guard i < text.count, text[i] == 0x22 else { throw fail("expected a member name") }
      let start = i
      let name = try string()
      let isNew: Bool
      if members.count < JSONParser.fewMembers {
        isNew = !members.contains { $0.name == name }
      } else {
        if names.isEmpty { names = Set(members.map(\.name)) }
        isNew = names.insert(name).inserted
      }
      guard isNew else {
        i = start
        throw fail("the member \"\(name.prefix(40))\" stands twice in one object")
      }
      skipSpace()
      guard i < text.count, text[i] == 0x3a else { throw fail("expected : after a member name") }
      i += 1
      skipSpace()
      members.append(JSONValue.Member(name, try value(depth: depth + 1)))
      skipSpace()
      guard i < text.count else { throw fail("an object is not closed") }
      if text[i] == 0x2c {
        i += 1
      } else if text[i] == 0x7d {
        i += 1
        return .object(members)
      } else {
        throw fail("expected , or } in an object")
      }
    }
  }

  private mutating func number() throws(JSONSyntaxError) -> Double {
    let start = i
    if text[i] == 0x2d { i += 1 }
    guard i < text.count else { throw fail("a number is cut off") }
    var exact = ExactDecimal()
    if text[i] == 0x30 {
      i += 1
    } else {
      let first = i
      while i < text.count, text[i] >= 0x30, text[i] <= 0x39 {
        exact.take(text[i])
        i += 1
      }
      guard i > first else { throw fail("expected a digit") }
    }
    if i < text.count, text[i] == 0x2e {
      i += 1
      let first = i
      while i < text.count, text[i] >= 0x30, text[i] <= 0x39 {
        exact.take(text[i])
        i += 1
      }
      guard i > first else { throw fail("expected a digit") }
      exact.decimals = i - first
    }
    if i < text.count, text[i] == 0x65 || text[i] == 0x45 {
      exact.hasExponent = true
      i += 1
      if i < text.count, text[i] == 0x2b || text[i] == 0x2d { i += 1 }
      try oneOrMoreDigits()
    }
    if let magnitude = exact.magnitude { return text[start] == 0x2d ? -magnitude : magnitude }
    guard i - start <= 400, let value = Double(String(decoding: text[start..<i], as: UTF8.self)),
      value.isFinite
    else {
      i = start
      throw fail("a number is outside the range of a double")
    }
    return value
  }

  private mutating func oneOrMoreDigits() throws(JSONSyntaxError) {
    let start = i
    while i < text.count, text[i] >= 0x30, text[i] <= 0x39 { i += 1 }
    guard i > start else { throw fail("expected a digit") }
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    i += 1
    let start = i
    var all: UInt8 = 0
    while i < text.count, text[i] != 0x22, text[i] != 0x5c, text[i] >= 0x20 {
      all |= text[i]
      i += 1
    }
    guard i < text.count else { throw fail("a string is not closed") }
    if text[i] == 0x22 {
      if all < 0x80 {
        let ascii = UnsafeBufferPointer(rebasing: text[start..<i])
        i += 1
        return String(decoding: ascii, as: UTF8.self)
      }
      guard let plain = String(validating: text[start..<i], as: UTF8.self) else {
        throw fail("a string is not UTF-8")
      }
      i += 1
      return plain
    }
    var bytes = [UInt8](text[start..<i])
    while i < text.count {
      let byte = text[i]
      if byte == 0x22 {
        i += 1
        guard let value = String(validating: bytes, as: UTF8.self) else {
          throw fail("a string is not UTF-8")
        }
        return value
      }
      guard byte >= 0x20 else { throw fail("a control character stands bare in a string") }
      i += 1
      if byte == 0x5c { try escape(into: &bytes) } else { bytes.append(byte) }
    }
    throw fail("a string is not closed")
  }

  private mutating func escape(into bytes: inout [UInt8]) throws(JSONSyntaxError) {
    guard i < text.count else { throw fail("a string is not closed") }
    let kind = text[i]
    i += 1
    switch kind {
    case 0x22, 0x5c, 0x2f: bytes.append(kind)
    case 0x62: bytes.append(0x08)
    case 0x66: bytes.append(0x0c)
    case 0x6e: bytes.append(0x0a)
    case 0x72: bytes.append(0x0d)
    case 0x74: bytes.append(0x09)
    case 0x75:
      var code = try hexadecimal()
      if (0xd800..<0xdc00).contains(code) {
        guard i + 1 < text.count, text[i] == 0x5c, text[i + 1] == 0x75 else {
          throw fail("half a surrogate pair")
        }
        i += 2
        let second = try hexadecimal()
        guard (0xdc00..<0xe000).contains(second) else { throw fail("half a surrogate pair") }
        code = 0x10000 + (code - 0xd800) << 10 + (second - 0xdc00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw fail("half a surrogate pair") }
      bytes.append(contentsOf: Array(String(Character(scalar)).utf8))
    default: throw fail("unknown escape in a string")
    }
  }

  private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
    guard i + 4 <= text.count else { throw fail("a \\u escape is cut off") }
    var code: UInt32 = 0
    for _ in 0..<4 {
      let digit: UInt32
      switch text[i] {
      case 0x30...0x39: digit = UInt32(text[i] - 0x30)
      case 0x61...0x66: digit = UInt32(text[i] - 0x57)
      case 0x41...0x46: digit = UInt32(text[i] - 0x37)
      default: throw fail("a \\u escape needs four hexadecimal digits")
      }
      code = code << 4 | digit
      i += 1
    }
    return code
  }
}
