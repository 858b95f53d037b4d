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

private struct JSONParser {
  let text: UnsafeBufferPointer<UInt8>
  let limits: JSONLimits
  var i = 0
  var values = 0

  init(text: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
    self.text = text
    self.limits = limits
  }

  /// Objects with more members than this are checked for repeats by a set of names.
  static let fewMembers = 12

  func fail(_ reason: String) -> JSONSyntaxError { JSONSyntaxError(offset: i, reason: reason) }

  mutating func document() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    let value = try self.value(depth: 0)
    skipSpace()
    guard i == text.count else { throw fail("unexpected text after the value") }
    return value
  }

  mutating func skipSpace() {
    while i < text.count {
      switch text[i] {
      case 0x20, 0x09, 0x0a, 0x0d: i += 1
      default: return
      }
    }
  }

  mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
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

  mutating func literal(_ word: StaticString) throws(JSONSyntaxError) {
    let matches = word.withUTF8Buffer { word in
      i + word.count <= text.count && text[i..<i + word.count].elementsEqual(word)
    }
    guard matches else { throw fail("unexpected word") }
    i += word.utf8CodeUnitCount
  }

  mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONValue {
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

  mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue {
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

  /// 10 to the power of 0...22: those that a double holds exactly.
  static let powersOfTen: [Double] = (0...22).map { power in
    (0..<power).reduce(1) { value, _ in value * 10 }
  }

  mutating func number() throws(JSONSyntaxError) -> Double {
    let start = i
    if text[i] == 0x2d { i += 1 }
    guard i < text.count else { throw fail("a number is cut off") }
    // All digits as one integer, as long as a double holds it exactly.
    var significand: UInt64 = 0
    var isExact = true
    func take(_ digit: UInt8) {
      isExact = isExact && significand < 900_719_925_474_099
      if isExact { significand = significand * 10 + UInt64(digit - 0x30) }
    }
    var exponent = 0
    if text[i] == 0x30 {
      i += 1
    } else {
      let first = i
      while i < text.count, text[i] >= 0x30, text[i] <= 0x39 {
        take(text[i])
        i += 1
      }
      guard i > first else { throw fail("expected a digit") }
    }
    if i < text.count, text[i] == 0x2e {
      i += 1
      let first = i
      while i < text.count, text[i] >= 0x30, text[i] <= 0x39 {
        take(text[i])
        i += 1
      }
      guard i > first else { throw fail("expected a digit") }
      exponent = i - first
    }
    if i < text.count, text[i] == 0x65 || text[i] == 0x45 {
      isExact = false
      i += 1
      if i < text.count, text[i] == 0x2b || text[i] == 0x2d { i += 1 }
      try oneOrMoreDigits()
    }
    if isExact, exponent < JSONParser.powersOfTen.count {
      // Both are exact, so the quotient is rounded once, as it should be (Clinger, "How to read
      // floating point numbers accurately", PLDI 1990).
      let value = Double(significand) / JSONParser.powersOfTen[exponent]
      return text[start] == 0x2d ? -value : value
    }
    guard i - start <= 400, let value = Double(String(decoding: text[start..<i], as: UTF8.self)),
      value.isFinite
    else {
      i = start
      throw fail("a number is outside the range of a double")
    }
    return value
  }

  mutating func oneOrMoreDigits() throws(JSONSyntaxError) {
    let start = i
    while i < text.count, text[i] >= 0x30, text[i] <= 0x39 { i += 1 }
    guard i > start else { throw fail("expected a digit") }
  }

  mutating func string() throws(JSONSyntaxError) -> String {
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

  mutating func escape(into bytes: inout [UInt8]) throws(JSONSyntaxError) {
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

  mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
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
