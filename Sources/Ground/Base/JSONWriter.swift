/// Writes JSON (RFC 8259) straight into bytes.
///
/// Commas are placed by the writer; keys are literals, so that they need no escaping.
///
/// ```swift
/// var json = JSONWriter()
/// json.object { json in
///   json.key("name")
///   json.string(name)
/// }
/// ```
///
/// - Thread: confined.
public struct JSONWriter: Sendable {
  public var writer: ByteWriter
  private var needsComma = false

  public init(capacity: Int = 256) { writer = ByteWriter(capacity: capacity) }

  public var bytes: [UInt8] { writer.bytes }
  public var string: String { writer.string }

  private mutating func separate() {
    if needsComma { writer.byte(0x2c) }
    needsComma = true
  }

  /// Writes an object; `body` writes keys and values.
  public mutating func object<Failure: Error>(
    _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    beginObject()
    try body(&self)
    endObject()
  }

  /// Writes an array; `body` writes values.
  public mutating func array<Failure: Error>(
    _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    beginArray()
    try body(&self)
    endArray()
  }

  /// Opens an object; ``endObject()`` closes it.
  public mutating func beginObject() {
    separate()
    writer.byte(0x7b)
    needsComma = false
  }

  /// Closes the innermost object.
  public mutating func endObject() {
    writer.byte(0x7d)
    needsComma = true
  }

  /// Opens an array; ``endArray()`` closes it.
  public mutating func beginArray() {
    separate()
    writer.byte(0x5b)
    needsComma = false
  }

  /// Closes the innermost array.
  public mutating func endArray() {
    writer.byte(0x5d)
    needsComma = true
  }

  /// Writes a member's name; a value must follow.
  public mutating func key(_ name: StaticString) {
    separate()
    writer.byte(0x22)
    writer.raw(name)
    writer.raw("\":")
    needsComma = false
  }

  /// Writes a member's name that is not known at compile time.
  // Literals would choose this overload otherwise, and be escaped at each call.
  /// Writes the name of the member that follows, escaped.
  @_disfavoredOverload
  public mutating func key(_ name: String) {
    separate()
    quoted(name.utf8)
    writer.byte(0x3a)
    needsComma = false
  }

  /// Writes a text, escaped (RFC 8259, section 7).
  @_disfavoredOverload
  public mutating func string(_ value: String) {
    separate()
    quoted(value.utf8)
  }

  /// Writes a text, escaped (RFC 8259, section 7).
  public mutating func string(_ value: StaticString) {
    separate()
    writer.byte(0x22)
    writer.raw(value)
    writer.byte(0x22)
  }

  public mutating func id(_ value: EntityID) {
    separate()
    writer.byte(0x22)
    value.write(to: &writer)
    writer.byte(0x22)
  }

  public mutating func instant(_ value: Instant) {
    separate()
    writer.byte(0x22)
    value.write(to: &writer)
    writer.byte(0x22)
  }

  public mutating func integer(_ value: some BinaryInteger) {
    separate()
    writer.integer(Int64(clamping: value))
  }

  /// The shortest form that reads back as the same double; `null` if not finite.
  public mutating func number(_ value: Double) {
    separate()
    writer.double(value)
  }

  /// At most `decimals` digits after the point.
  public mutating func number(_ value: Double, decimals: Int) {
    separate()
    writer.fixed(value, decimals: decimals)
  }

  /// Writes true or false.
  public mutating func bool(_ value: Bool) {
    separate()
    if value { writer.raw("true") } else { writer.raw("false") }
  }

  /// Writes null.
  public mutating func null() {
    separate()
    writer.raw("null")
  }

  /// Copies one encoded JSON value.
  public mutating func encoded(_ json: some Collection<UInt8>) {
    separate()
    writer.append(json)
  }

  /// Copies encoded members, lent by someone, into the open object.
  public mutating func encodedMembers(_ json: UnsafeBufferPointer<UInt8>) {
    guard !json.isEmpty else { return }
    separate()
    writer.append(json)
  }

  /// Copies encoded members (`"a":1,"b":2`, without braces) into the open object.
  public mutating func encodedMembers(_ json: some Collection<UInt8>) {
    guard !json.isEmpty else { return }
    separate()
    writer.append(json)
  }

  /// Writes a parsed value back.
  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let b): bool(b)
    case .number(let n): number(n)
    case .string(let s): string(s)
    case .array(let items):
      beginArray()
      for item in items { self.value(item) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        key(member.name)
        self.value(member.value)
      }
      endObject()
    }
  }

  private mutating func quoted(_ utf8: String.UTF8View) {
    writer.byte(0x22)
    let fast: Void? = utf8.withContiguousStorageIfAvailable { escape($0) }
    if fast == nil { Array(utf8).withUnsafeBufferPointer { escape($0) } }
    writer.byte(0x22)
  }

  /// Copies runs that need no escaping in one go.
  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for i in text.indices {
      let byte = text[i]
      if byte >= 0x20 && byte != 0x22 && byte != 0x5c { continue }
      writer.bytes.append(contentsOf: text[start..<i])
      start = i + 1
      switch byte {
      case 0x22: writer.raw("\\\"")
      case 0x5c: writer.raw("\\\\")
      case 0x0a: writer.raw("\\n")
      case 0x0d: writer.raw("\\r")
      case 0x09: writer.raw("\\t")
      default:
        writer.raw("\\u00")
        writer.byte(0x30 + byte >> 4)
        writer.byte(byte & 15 < 10 ? 0x30 + byte & 15 : 0x57 + byte & 15)
      }
    }
    writer.bytes.append(contentsOf: text[start...])
  }
}
