import Base

/// Header fields in the order they were sent, names compared without regard to case.
///
/// All text sits in one buffer, so that reading a request costs two allocations.
///
/// - Thread: pure.
public struct HTTPHeaders: Hashable, Sendable {
  /// Offsets into `text`.
  private struct Field: Hashable, Sendable {
    var name: Int32
    var nameEnd: Int32
    var value: Int32
    var valueEnd: Int32
  }

  private var text: [UInt8] = []
  private var fields: [Field] = []

  public init() {}

  /// Makes fields from pairs; see ``append(_:_:)``.
  public init(_ pairs: [(String, String)]) {
    for (name, value) in pairs { append(name, value) }
  }

  public var isEmpty: Bool { fields.isEmpty }
  public var count: Int { fields.count }

  /// The value of `name`; several fields of that name are joined by ", " (RFC 9110, 5.3).
  ///
  /// - Complexity: O(fields), without allocation when the name is absent.
  public subscript(_ name: String) -> String? {
    var result: String?
    for field in fields where matches(field, name) {
      let value = string(field.value, field.valueEnd)
      if let earlier = result { result = earlier + ", " + value } else { result = value }
    }
    return result
  }

  /// Whether a field of that name was sent.
  public func contains(_ name: String) -> Bool { fields.contains { matches($0, name) } }

  /// Every value of `name`, in order.
  public func values(of name: String) -> [String] {
    fields.filter { matches($0, name) }.map { string($0.value, $0.valueEnd) }
  }

  /// Every field in order.
  public var all: [(name: String, value: String)] {
    fields.map { (string($0.name, $0.nameEnd), string($0.value, $0.valueEnd)) }
  }

  /// Adds a field after the others.
  ///
  /// Control characters, which could split an answer, are dropped; a name that is not a token
  /// (RFC 9110, 5.6.2) adds nothing.
  public mutating func append(_ name: String, _ value: String) {
    guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else { return }
    var field = Field(name: Int32(text.count), nameEnd: 0, value: 0, valueEnd: 0)
    text.append(contentsOf: name.utf8)
    field.nameEnd = Int32(text.count)
    field.value = Int32(text.count)
    for byte in value.utf8 where (byte >= 0x20 && byte != 0x7f) || byte == 0x09 {
      text.append(byte)
    }
    field.valueEnd = Int32(text.count)
    fields.append(field)
  }

  /// Adds all fields of `other` after these.
  public mutating func append(contentsOf other: HTTPHeaders) {
    let shift = Int32(text.count)
    text.reserveCapacity(text.count + other.text.count + 64)
    fields.reserveCapacity(fields.count + other.fields.count + 2)
    text += other.text
    for field in other.fields {
      fields.append(
        Field(
          name: field.name + shift, nameEnd: field.nameEnd + shift, value: field.value + shift,
          valueEnd: field.valueEnd + shift))
    }
  }

  /// Begins with the bytes of a received header, whose fields are added by ``add(_:)``.
  init(received block: UnsafeRawBufferPointer) {
    text = Array(block)
    fields.reserveCapacity(8)
  }

  /// Adds a field of the received header; the caller has checked it.
  mutating func add(_ line: FieldLine) {
    fields.append(
      Field(
        name: Int32(truncatingIfNeeded: line.name.lowerBound),
        nameEnd: Int32(truncatingIfNeeded: line.name.upperBound),
        value: Int32(truncatingIfNeeded: line.value.lowerBound),
        valueEnd: Int32(truncatingIfNeeded: line.value.upperBound)))
  }

  /// Appends every field as a line of an answer's header.
  func write(to writer: inout ByteWriter) {
    text.withUnsafeBufferPointer { text in
      for field in fields {
        writer.append(UnsafeBufferPointer(rebasing: text[Int(field.name)..<Int(field.nameEnd)]))
        writer.raw(": ")
        writer.append(UnsafeBufferPointer(rebasing: text[Int(field.value)..<Int(field.valueEnd)]))
        writer.raw("\r\n")
      }
    }
  }

  /// Replaces every field of that name by one; nil removes them.
  public mutating func set(_ name: String, _ value: String?) {
    var kept = HTTPHeaders()
    for field in fields where !matches(field, name) {
      kept.append(string(field.name, field.nameEnd), string(field.value, field.valueEnd))
    }
    if let value { kept.append(name, value) }
    self = kept
  }

  private func matches(_ field: Field, _ name: String) -> Bool {
    let count = Int(field.nameEnd - field.name)
    guard name.utf8.count == count else { return false }
    var i = Int(field.name)
    for byte in name.utf8 {
      if lowercased(text[i]) != lowercased(byte) { return false }
      i += 1
    }
    return true
  }

  private func string(_ start: Int32, _ end: Int32) -> String {
    String(decoding: text[Int(start)..<Int(end)], as: UTF8.self)
  }
}

/// ASCII lower case; other bytes stay.
func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte }

/// Whether the byte may stand in a token (RFC 9110, 5.6.2).
func isTokenByte(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
  case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x5e, 0x5f, 0x60, 0x7c, 0x7e: true
  default: false
  }
}

/// Whether two texts are equal without regard to ASCII case.
func equalIgnoringCase(_ a: some StringProtocol, _ b: StaticString) -> Bool {
  guard a.utf8.count == b.utf8CodeUnitCount else { return false }
  return b.withUTF8Buffer { expected in
    zip(a.utf8, expected).allSatisfy { lowercased($0) == lowercased($1) }
  }
}
