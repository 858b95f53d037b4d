import Base

/// Reads XML element by element: without document types, entities of the file's own, or encodings
/// other than UTF-8.
///
/// What is well-formed is decided by expat.
///
/// The reader stands inside one element. ``nextChild()`` enters the next child, or leaves the
/// element and returns nil. Whoever enters an element must bring the reader to its end, with
/// ``nextChild()`` until nil, ``text()`` or ``skip()``.
///
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

  private let file: XMLEvents
  /// The next event, and the first of the attributes that have not been passed.
  private var place = 0
  private var attribute = 0
  private var depth = 0

  /// Checks size, encoding, the absence of document types and that the file is well-formed, and
  /// stands before the root.
  init(_ bytes: [UInt8], limits: XMLLimits) throws(Refusal) {
    guard bytes.count <= limits.bytes else {
      throw UploadRule.xmlSize.refusal(
        "", "the file has \(bytes.count) bytes, more than \(limits.bytes)")
    }
    guard String(validating: bytes, as: UTF8.self) != nil,
      !bytes.contains(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0a && $0 != 0x0d })
    else { throw UploadRule.xmlEncoding.refusal("", "the file is not UTF-8 text") }
    for word in ["<!DOCTYPE", "<!ENTITY"] where Self.contains(bytes, word) {
      throw UploadRule.xmlDoctype.refusal("", "\(word) is not accepted")
    }
    try Self.checkDeclaration(bytes)
    file = try XMLEvents(parsing: bytes, limits: limits)
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

  /// Another encoding than UTF-8 is not guessed at, whatever the bytes look like.
  private static func checkDeclaration(_ bytes: [UInt8]) throws(Refusal) {
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    guard bytes.dropFirst(start).starts(with: "<?xml ".utf8),
      let end = bytes.dropFirst(start).firstIndex(of: 0x3e)
    else { return }
    let text = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
    guard let encoding = text.firstRange(of: "encoding") else { return }
    let value = text[encoding.upperBound...].drop { " \t\r\n=".contains($0) }
    guard
      ["utf-8", "us-ascii"].contains(where: { name in
        value.hasPrefix("\"\(name)\"") || value.hasPrefix("'\(name)'")
      })
    else {
      throw UploadRule.xmlEncoding.refusal(
        "line 1", "only UTF-8 is accepted; convert the file first")
    }
  }

  /// A refusal at the present place.
  func wrong(_ what: String, _ rule: UploadRule = .xmlSyntax) -> Refusal {
    let line = file.lines.indices.contains(place - 1) ? file.lines[place - 1] : 1
    return rule.refusal("line \(line)", what)
  }

  /// Enters the next child of the present element, over any text; nil leaves the element.
  mutating func nextChild() -> Element? {
    var ignored: [UInt8]? = nil
    return next(collecting: &ignored)
  }

  /// The text of the present element without that of its children; leaves the element.
  mutating func text() -> String {
    var collected: [UInt8]? = []
    while next(collecting: &collected) != nil { skip() }
    return String(decoding: collected ?? [], as: UTF8.self).trimmedOfSpace
  }

  /// Leaves the present element.
  mutating func skip() {
    // The depth is bounded by the limit, so this loop needs no recursion.
    let former = depth
    var ignored: [UInt8]? = nil
    while depth >= former, place < file.events.count { _ = next(collecting: &ignored) }
  }

  private mutating func next(collecting text: inout [UInt8]?) -> Element? {
    while place < file.events.count {
      defer { place += 1 }
      switch file.events[place] {
      case .text(let range):
        text?.append(contentsOf: file.text[Int(range.lowerBound)..<Int(range.upperBound)])
      case .end:
        depth -= 1
        return nil
      case .start(let name, let count):
        depth += 1
        let own = file.attributes[attribute..<attribute + Int(count)]
        attribute += Int(count)
        return Element(
          name: file.names[Int(name)],
          attributes: own.map { (file.names[Int($0.name)], $0.value) })
      }
    }
    return nil
  }
}
