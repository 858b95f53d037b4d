/// An entity tag: names one version of a representation.
///
/// - Source: RFC 9110, section 8.8.3.
/// - Thread: pure.
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
  /// What stands between the quotation marks.
  public let opaque: String
  public let isWeak: Bool

  /// A strong tag; characters that cannot stand in one are dropped.
  public init(_ opaque: String) {
    self.opaque = String(decoding: opaque.utf8.filter(isTagByte), as: UTF8.self)
    isWeak = false
  }

  /// A strong tag from a version number.
  public init(version: Int64) { self.init(String(version)) }

  /// A strong tag from a digest, written in hexadecimal.
  public init(digest: some Sequence<UInt8>) {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in digest { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    self.init(String(decoding: text, as: UTF8.self))
  }

  private init(opaque: String, isWeak: Bool) {
    (self.opaque, self.isWeak) = (opaque, isWeak)
  }

  /// As it stands in `ETag`.
  public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

  /// Both are strong and equal (RFC 9110, 8.8.3.2).
  public func strongMatches(_ other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && opaque == other.opaque
  }

  /// Equal, weak or not.
  public func weakMatches(_ other: EntityTag) -> Bool { opaque == other.opaque }

  /// Reads the list of `If-Match` or `If-None-Match`; nil if it is not one.
  public static func list(_ text: String) -> [EntityTag]? {
    var tags: [EntityTag] = []
    let bytes = Array(text.utf8)
    var i = 0
    var expectsTag = true
    while i < bytes.count {
      let byte = bytes[i]
      if byte == 0x20 || byte == 0x09 {
        i += 1
      } else if byte == 0x2c {
        expectsTag = true
        i += 1
      } else {
        guard expectsTag else { return nil }
        let weak = byte == 0x57 && i + 1 < bytes.count && bytes[i + 1] == 0x2f
        if weak { i += 2 }
        guard i < bytes.count, bytes[i] == 0x22 else { return nil }
        let start = i + 1
        i = start
        while i < bytes.count, isTagByte(bytes[i]) { i += 1 }
        guard i < bytes.count, bytes[i] == 0x22 else { return nil }
        tags.append(
          EntityTag(opaque: String(decoding: bytes[start..<i], as: UTF8.self), isWeak: weak))
        i += 1
        expectsTag = false
      }
    }
    return tags.isEmpty ? nil : tags
  }
}

/// etagc of RFC 9110: visible characters without the quotation mark, and obs-text.
private func isTagByte(_ byte: UInt8) -> Bool {
  byte == 0x21 || (byte >= 0x23 && byte <= 0x7e) || byte >= 0x80
}
