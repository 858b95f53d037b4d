import Base

/// Writes XML elements into bytes; names are literals of ours.
struct XMLTextWriter {
  private(set) var writer = ByteWriter(capacity: 4096)

  init() { writer.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") }

  /// Writes a start tag as it stands, `<name a="b">`, its content and the end tag.
  mutating func element(
    _ name: StaticString, _ attributes: String = "", _ body: (inout XMLTextWriter) -> Void
  ) {
    writer.raw("<")
    writer.raw(name)
    if !attributes.isEmpty {
      writer.raw(" ")
      writer.text(attributes)
    }
    writer.raw(">")
    body(&self)
    writer.raw("</")
    writer.raw(name)
    writer.raw(">\n")
  }

  /// Writes an element that holds text, if there is any.
  mutating func text(_ name: StaticString, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    element(name) { $0.writer.text(Self.escaped(text)) }
  }

  mutating func number(_ name: StaticString, _ value: Double?, decimals: Int) {
    guard let value, value.isFinite else { return }
    element(name) { $0.writer.fixed(value, decimals: decimals) }
  }

  mutating func raw(_ text: String) { writer.text(text) }

  /// The text with markup characters as entities and characters that XML forbids left out.
  static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "\t", "\n", "\r": out.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1f}", "\u{7f}", "\u{fffe}", "\u{ffff}": continue
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  static func decimal(_ value: Double, _ decimals: Int) -> String {
    var writer = ByteWriter(capacity: 16)
    writer.fixed(value, decimals: decimals)
    return writer.string
  }
}
