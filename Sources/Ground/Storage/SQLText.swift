/// Turns portable SQL into an engine's own.
///
/// Texts in quotes stay as they are, so that a search pattern may hold `%text`.
struct SQLText {
  /// What stands for `%id`, `%int`...; the key is the word without its percent sign.
  let types: [String: String]
  /// Types written differently behind `AS`, as in `CAST(?1 AS %text)`.
  let castTypes: [String: String]
  /// What a numbered parameter begins with: `?` or `$`.
  let parameterMark: UInt8

  /// The statement in the engine's own words.
  ///
  /// - Complexity: linear in its length; called once for each prepared statement.
  func native(_ sql: String) -> String {
    let source = Array(sql.utf8)
    var writer = [UInt8]()
    writer.reserveCapacity(source.count + 32)
    var quote: UInt8?
    var i = 0
    while i < source.count {
      let byte = source[i]
      i += 1
      if let open = quote {
        if byte == open { quote = nil }
        writer.append(byte)
        continue
      }
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        quote = byte
        writer.append(byte)
      case UInt8(ascii: "?"):
        writer.append(parameterMark)
      case UInt8(ascii: "%"):
        var end = i
        while end < source.count, source[end] >= 0x61, source[end] <= 0x7a { end += 1 }
        let word = String(decoding: source[i..<end], as: UTF8.self)
        let table = Self.endsWithAs(writer) ? castTypes : types
        if let type = table[word] ?? types[word] {
          writer.append(contentsOf: type.utf8)
          i = end
        } else {
          writer.append(byte)
        }
      default:
        writer.append(byte)
      }
    }
    return String(decoding: writer, as: UTF8.self)
  }

  private static func endsWithAs(_ written: [UInt8]) -> Bool {
    let tail = written.suffix(16).map { $0 & 0xdf }
    // Masking the letter-case bit turns space into NUL and newline into newline.
    guard let last = tail.lastIndex(where: { $0 != 0x00 && $0 != 0x0a }), last >= 2 else {
      return false
    }
    return tail[last] == 0x53 && tail[last - 1] == 0x41
      && (tail[last - 2] == 0x00 || tail[last - 2] == 0x0a) && last < tail.count - 1
  }
}
