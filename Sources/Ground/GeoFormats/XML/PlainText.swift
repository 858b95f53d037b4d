import Base

/// Turns the HTML that GPX and KML descriptions hold into plain text.
enum PlainText {
  /// Without tags, comments, scripts and styles; paragraphs and line breaks become line feeds.
  ///
  /// - Complexity: O(n).
  static func from(html: String) -> String {
    guard html.utf8.contains(0x3c) || html.utf8.contains(0x26) else { return html.trimmedOfSpace }
    let bytes = Array(html.utf8)
    var out: [UInt8] = []
    var i = 0
    while i < bytes.count {
      if bytes[i] == 0x3c, let (name, nameEnd) = tag(bytes, i) {
        i = end(bytes, from: nameEnd)
        if name == "script" || name == "style" {
          i = closing(bytes, name, from: i)
        } else if ["br", "p", "/p", "div", "/div", "li", "tr", "/h1", "/h2", "/h3"].contains(name) {
          out.append(0x0a)
        } else if name == "td" || name == "th" {
          out.append(0x20)
        }
      } else if bytes[i] == 0x26, let (text, next) = entity(bytes, i) {
        out.append(contentsOf: text)
        i = next
      } else {
        out.append(bytes[i])
        i += 1
      }
    }
    return tidy(String(decoding: out, as: UTF8.self))
  }

  /// The lower-case name of the tag at `start` and the index behind the name; nil if it is no tag.
  private static func tag(_ bytes: [UInt8], _ start: Int) -> (String, Int)? {
    guard start + 1 < bytes.count else { return nil }
    let first = bytes[start + 1] | 0x20
    guard (0x61...0x7a).contains(first) || bytes[start + 1] == 0x2f || bytes[start + 1] == 0x21
    else { return nil }
    let nameEnd =
      bytes[(start + 2)...].prefix(20).firstIndex { byte in
        !(0x61...0x7a).contains(byte | 0x20) && !(0x30...0x39).contains(byte)
      } ?? min(bytes.count, start + 22)
    let name = String(decoding: bytes[start + 1..<nameEnd], as: UTF8.self).lowercased()
    return (name, nameEnd)
  }

  /// The index behind the tag.
  private static func end(_ bytes: [UInt8], from start: Int) -> Int {
    bytes[start...].firstIndex(of: 0x3e).map { $0 + 1 } ?? bytes.count
  }

  private static func closing(_ bytes: [UInt8], _ name: String, from start: Int) -> Int {
    var i = start
    while let next = bytes[i...].firstIndex(of: 0x3c) {
      // The end of a tag is looked for only in the one that is wanted: else n tags take n² steps.
      if let (found, nameEnd) = tag(bytes, next), found == "/" + name {
        return end(bytes, from: nameEnd)
      }
      i = next + 1
    }
    return bytes.count
  }

  private static func entity(_ bytes: [UInt8], _ start: Int) -> ([UInt8], Int)? {
    guard let end = bytes[start...].prefix(10).firstIndex(of: 0x3b) else { return nil }
    let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
    let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " "]
    if let text = known[name] { return (Array(text.utf8), end + 1) }
    let value =
      name.hasPrefix("#x")
      ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    guard let scalar = value.flatMap(Unicode.Scalar.init), scalar.value >= 0x20 else { return nil }
    return (Array(String(Character(scalar)).utf8), end + 1)
  }

  /// No space at the ends of lines, at most one empty line in a row.
  private static func tidy(_ text: String) -> String {
    var lines: [String] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let trimmed = String(line).trimmedOfSpace
      if trimmed.isEmpty, lines.last?.isEmpty ?? true { continue }
      lines.append(trimmed)
    }
    return lines.joined(separator: "\n").trimmedOfSpace
  }
}
