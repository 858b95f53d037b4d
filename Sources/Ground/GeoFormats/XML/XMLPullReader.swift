import Base

/// Reads XML element by element: a strict subset without document types, entities of the file's
/// own, or encodings other than UTF-8.
///
/// The reader stands inside one element. ``nextChild()`` enters the next child, or leaves the
/// element and returns nil. Whoever enters an element must bring the reader to its end, with
/// ``nextChild()`` until nil, ``text()`` or ``skip()``.
///
/// - Source: XML 1.0, fifth edition.
/// - Thread: confined.
struct XMLPullReader {
  struct Element {
    /// The name without a prefix.
    var name: String
    var attributes: [(name: String, value: String)]

    subscript(attribute: String) -> String? {
      attributes.first { $0.name == attribute }?.value
    }
  }

  private let bytes: [UInt8]
  private let limits: XMLLimits
  private(set) var offset = 0
  /// Full names of the elements that are open.
  private var open: [ArraySlice<UInt8>] = []
  /// Whether the innermost open element was written as an empty one.
  private var isEmptyElement = false

  /// Checks size, encoding and the absence of document types, and stands before the root.
  init(_ file: [UInt8], limits: XMLLimits) throws(Refusal) {
    self.limits = limits
    guard file.count <= limits.bytes else {
      throw UploadRule.xmlSize.refusal(
        "", "the file has \(file.count) bytes, more than \(limits.bytes)")
    }
    bytes = file
    guard String(validating: file, as: UTF8.self) != nil,
      !file.contains(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0a && $0 != 0x0d })
    else { throw UploadRule.xmlEncoding.refusal("", "the file is not UTF-8 text") }
    for word in ["<!DOCTYPE", "<!ENTITY"] where Self.contains(file, word) {
      throw UploadRule.xmlDoctype.refusal("", "\(word) is not accepted")
    }
    if file.starts(with: [0xef, 0xbb, 0xbf]) { offset = 3 }
    try checkDeclaration()
  }

  private static func contains(_ bytes: [UInt8], _ word: String) -> Bool {
    let pattern = Array(word.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      guard bytes.count >= pattern.count else { return false }
      for i in 0...(bytes.count - pattern.count) where bytes[i] == 0x3c {
        // Letters differ from their capitals in one bit.
        if pattern.indices.allSatisfy({
          bytes[i + $0] == pattern[$0]
            || (pattern[$0] >= 0x41 && bytes[i + $0] == pattern[$0] | 0x20)
        }) {
          return true
        }
      }
      return false
    }
  }

  private mutating func checkDeclaration() throws(Refusal) {
    guard matches("<?xml "), let end = find("?>", from: offset) else { return }
    let text = String(decoding: bytes[offset..<end], as: UTF8.self).lowercased()
    offset = end + 2
    guard let encoding = text.firstRange(of: "encoding") else { return }
    let value = text[encoding.upperBound...].drop { " \t\r\n=".contains($0) }
    guard
      value.hasPrefix("\"utf-8\"") || value.hasPrefix("'utf-8'")
        || value.hasPrefix("\"us-ascii\"") || value.hasPrefix("'us-ascii'")
    else {
      throw UploadRule.xmlEncoding.refusal(
        "line 1", "only UTF-8 is accepted; convert the file first")
    }
  }

  /// A refusal at the present place.
  func wrong(_ what: String, _ rule: UploadRule = .xmlSyntax) -> Refusal {
    let line = 1 + bytes.prefix(offset).count { $0 == 0x0a }
    return rule.refusal("line \(line)", what)
  }

  private func matches(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard offset + count <= bytes.count else { return false }
    return word.withUTF8Buffer { word in bytes[offset..<offset + count].elementsEqual(word) }
  }

  private func find(_ word: StaticString, from start: Int) -> Int? {
    let count = word.utf8CodeUnitCount
    var i = start
    return word.withUTF8Buffer { word in
      while i + count <= bytes.count {
        if bytes[i] == word[0], bytes[i..<i + count].elementsEqual(word) { return i }
        i += 1
      }
      return nil
    }
  }

  /// Enters the next child of the present element, over any text; nil leaves the element.
  mutating func nextChild() throws(Refusal) -> Element? {
    var ignored: [UInt8]? = nil
    return try next(collecting: &ignored)
  }

  /// The text of the present element without that of its children; leaves the element.
  mutating func text() throws(Refusal) -> String {
    var collected: [UInt8]? = []
    while try next(collecting: &collected) != nil { try skip() }
    return String(decoding: collected ?? [], as: UTF8.self).trimmedOfSpace
  }

  /// Leaves the present element.
  mutating func skip() throws(Refusal) {
    // The depth is bounded by the limit, so this loop needs no recursion.
    let depth = open.count
    while open.count >= depth { _ = try nextChild() }
  }

  /// After the root was left: nothing but space and comments may follow.
  mutating func finish() throws(Refusal) {
    var ignored: [UInt8]? = nil
    while offset < bytes.count {
      guard bytes[offset] == 0x3c else {
        guard Self.isSpace(bytes[offset]) else { throw wrong("text behind the end") }
        offset += 1
        continue
      }
      guard try markup(collecting: &ignored) else { throw wrong("an element behind the end") }
    }
  }

  private mutating func next(collecting text: inout [UInt8]?) throws(Refusal) -> Element? {
    if isEmptyElement {
      isEmptyElement = false
      open.removeLast()
      return nil
    }
    while offset < bytes.count {
      guard bytes[offset] == 0x3c else {
        try characters(collecting: &text)
        continue
      }
      if matches("</") {
        try endTag()
        return nil
      }
      if try markup(collecting: &text) { continue }
      return try startTag()
    }
    throw wrong(open.isEmpty ? "the root element is missing" : "the file is cut off")
  }

  /// Passes a comment, an instruction or a CDATA section; false if something else stands here.
  private mutating func markup(collecting text: inout [UInt8]?) throws(Refusal) -> Bool {
    if matches("<!--") {
      guard let end = find("-->", from: offset + 4) else { throw wrong("a comment is not closed") }
      offset = end + 3
    } else if matches("<![CDATA[") {
      guard let end = find("]]>", from: offset + 9) else { throw wrong("CDATA is not closed") }
      guard !open.isEmpty else { throw wrong("CDATA outside of an element") }
      text?.append(contentsOf: bytes[offset + 9..<end])
      offset = end + 3
    } else if matches("<?") {
      guard let end = find("?>", from: offset + 2) else { throw wrong("<? is not closed") }
      offset = end + 2
    } else {
      return false
    }
    return true
  }

  private mutating func characters(collecting text: inout [UInt8]?) throws(Refusal) {
    let start = offset
    while offset < bytes.count, bytes[offset] != 0x3c, bytes[offset] != 0x26 { offset += 1 }
    if open.isEmpty, !bytes[start..<offset].allSatisfy(Self.isSpace) {
      throw wrong("text outside of an element")
    }
    text?.append(contentsOf: bytes[start..<offset])
    if offset < bytes.count, bytes[offset] == 0x26 {
      let scalar = try reference()
      if text != nil { text?.append(contentsOf: Array(String(scalar).utf8)) }
    }
  }

  /// One of the five entities, or a character by number.
  private mutating func reference() throws(Refusal) -> Unicode.Scalar {
    guard !open.isEmpty else { throw wrong("text outside of an element") }
    let end = bytes[offset...].prefix(12).firstIndex(of: 0x3b)
    guard let end else { throw wrong("& must start an entity such as &amp;") }
    let name = String(decoding: bytes[offset + 1..<end], as: UTF8.self)
    let scalar: Unicode.Scalar?
    switch name {
    case "amp": scalar = "&"
    case "lt": scalar = "<"
    case "gt": scalar = ">"
    case "quot": scalar = "\""
    case "apos": scalar = "'"
    default:
      let value: UInt32? =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16)
        : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      scalar = value.flatMap(Unicode.Scalar.init)
    }
    guard let scalar, scalar.value >= 0x20 || [0x09, 0x0a, 0x0d].contains(scalar.value) else {
      throw wrong("&\(name.clipped()); is not a known entity")
    }
    offset = end + 1
    return scalar
  }

  private mutating func endTag() throws(Refusal) {
    offset += 2
    let name = try self.name()
    skipSpace()
    guard offset < bytes.count, bytes[offset] == 0x3e else {
      throw wrong("an end tag is not closed")
    }
    guard let last = open.last, last == name else { throw wrong("an end tag without its start") }
    open.removeLast()
    offset += 1
  }

  private mutating func startTag() throws(Refusal) -> Element {
    offset += 1
    guard open.count < limits.depth else {
      throw wrong("elements nested deeper than \(limits.depth)", .xmlDepth)
    }
    let name = try self.name()
    var element = Element(name: Self.local(name), attributes: [])
    while true {
      let before = offset
      skipSpace()
      guard offset < bytes.count else { throw wrong("a tag is cut off") }
      if bytes[offset] == 0x3e {
        offset += 1
        break
      }
      if matches("/>") {
        offset += 2
        isEmptyElement = true
        break
      }
      guard offset > before else { throw wrong("attributes must be parted by spaces") }
      guard element.attributes.count < limits.attributes else { throw wrong("too many attributes") }
      element.attributes.append(try attribute())
    }
    open.append(name)
    return element
  }

  private mutating func attribute() throws(Refusal) -> (name: String, value: String) {
    let name = try self.name()
    skipSpace()
    guard offset < bytes.count, bytes[offset] == 0x3d else { throw wrong("an attribute needs =") }
    offset += 1
    skipSpace()
    guard offset < bytes.count, bytes[offset] == 0x22 || bytes[offset] == 0x27 else {
      throw wrong("an attribute's value needs quotes")
    }
    let quote = bytes[offset]
    offset += 1
    var value: [UInt8] = []
    while offset < bytes.count, bytes[offset] != quote {
      if bytes[offset] == 0x3c { throw wrong("< in an attribute") }
      if bytes[offset] == 0x26 {
        // The root's own attributes are read before it is open.
        open.append(name)
        let scalar = try reference()
        open.removeLast()
        value.append(contentsOf: Array(String(scalar).utf8))
      } else {
        value.append(bytes[offset])
        offset += 1
      }
    }
    guard offset < bytes.count else { throw wrong("an attribute is not closed") }
    offset += 1
    return (Self.local(name), String(decoding: value, as: UTF8.self))
  }

  private mutating func name() throws(Refusal) -> ArraySlice<UInt8> {
    let start = offset
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x3a, 0x5f, 0x80...: offset += 1
      default:
        guard offset > start else { throw wrong("a name is missing") }
        return bytes[start..<offset]
      }
    }
    throw wrong("a tag is cut off")
  }

  private static func local(_ name: ArraySlice<UInt8>) -> String {
    let start = name.lastIndex(of: 0x3a).map { $0 + 1 } ?? name.startIndex
    return String(decoding: name[start...], as: UTF8.self)
  }

  private mutating func skipSpace() {
    while offset < bytes.count, Self.isSpace(bytes[offset]) { offset += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
  }
}
