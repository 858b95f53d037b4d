import Base

/// One line of an iCalendar file, unfolded: `NAME;PARAM=value:value`.
///
/// - Source: RFC 5545, section 3.1; RFC 6868 (characters in parameter values).
/// - Thread: pure.
struct ContentLine: Sendable {
  /// In capital letters.
  var name: String
  /// Names in capital letters, values without their quotes.
  var parameters: [(name: String, value: String)]
  var value: String
  /// The whole line as the file has it, unfolded.
  private(set) var text: String
  /// Counts from 1 in the file; of the first line of a folded one.
  var number: Int

  func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }

  /// Most bytes of a line, folded ones together.
  static let longest = 1 << 17

  /// Reads a line without its line end.
  init(_ bytes: [UInt8], number: Int) throws(BrokenCalendar) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw BrokenCalendar(number, "is not UTF-8")
    }
    var rest = Substring(text)
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    guard !name.isEmpty else { throw BrokenCalendar(number, "begins with no property name") }
    rest = rest.dropFirst(name.count)
    var parameters: [(name: String, value: String)] = []
    while rest.first == ";" {
      guard parameters.count < 50 else { throw BrokenCalendar(number, "has too many parameters") }
      rest = rest.dropFirst()
      parameters.append(try Self.parameter(&rest, number))
    }
    guard rest.first == ":" else {
      throw BrokenCalendar(number, "has no colon behind its name and parameters")
    }
    self.name = name.uppercased()
    self.text = text
    self.parameters = parameters
    value = String(rest.dropFirst())
    self.number = number
  }

  private static func parameter(
    _ rest: inout Substring, _ number: Int
  ) throws(BrokenCalendar) -> (name: String, value: String) {
    guard let equals = rest.firstIndex(where: { $0 == "=" || $0 == ":" || $0 == ";" }),
      rest[equals] == "=", equals > rest.startIndex
    else { throw BrokenCalendar(number, "has a parameter without a value") }
    let name = rest[..<equals].uppercased()
    rest = rest[rest.index(after: equals)...]
    var value = ""
    // A list of values, each of which may be in quotes.
    while true {
      if rest.first == "\"" {
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: "\"") else {
          throw BrokenCalendar(number, "has a quote that does not end")
        }
        value += rest[..<end]
        rest = rest[rest.index(after: end)...]
      } else {
        let end = rest.firstIndex { $0 == ":" || $0 == ";" || $0 == "," || $0 == "\"" }
        value += rest[..<(end ?? rest.endIndex)]
        rest = rest[(end ?? rest.endIndex)...]
      }
      guard rest.first == "," else { break }
      value += ","
      rest = rest.dropFirst()
    }
    return (
      name,
      value.replacing("^n", with: "\n").replacing("^'", with: "\"").replacing("^^", with: "^")
    )
  }
}

/// What makes a file no iCalendar file, and in which line.
public struct BrokenCalendar: Error, Hashable, Sendable {
  public var line: Int
  /// What is wrong, to stand behind "line 12".
  public var detail: String

  init(_ line: Int, _ detail: String) {
    self.line = line
    self.detail = detail
  }

  var refusal: Refusal {
    Refusal(
      .invalid, "broken-calendar",
      "The file is no iCalendar file (RFC 5545): line \(line) \(detail). Nothing was imported.",
      violations: [Refusal.Violation("line \(line)", detail)])
  }
}

/// A component of an iCalendar file with what is in it.
///
/// - Thread: pure.
struct CalendarComponent: Sendable {
  var name: String
  var line: Int
  var properties: [ContentLine] = []
  var children: [CalendarComponent] = []

  func property(_ name: String) -> ContentLine? { properties.first { $0.name == name } }

  /// The component as a file has it, in unfolded lines: properties, then what is in it.
  var lines: [String] {
    ["BEGIN:\(name)"] + properties.map(\.text) + children.flatMap(\.lines) + ["END:\(name)"]
  }

  func all(_ name: String) -> [ContentLine] { properties.filter { $0.name == name } }

  /// Most bytes of a file.
  static let maximumFileBytes = 5 << 20
  private static let depth = 6

  /// Reads a file: one or several calendars.
  ///
  /// - Throws: ``BrokenCalendar`` with the line.
  /// - Complexity: linear; refuses early what is too large or too deep.
  static func calendars(
    _ bytes: [UInt8], in characters: CalendarCharacters = .undeclared
  ) throws(BrokenCalendar) -> [CalendarComponent] {
    guard bytes.count <= maximumFileBytes else {
      throw BrokenCalendar(1, "belongs to a file of more than \(maximumFileBytes >> 20) MiB")
    }
    let bytes = try characters.utf8(bytes)
    var found: [CalendarComponent] = []
    var open: [CalendarComponent] = []
    var reader = LineReader(bytes)
    var last = 0
    while let (line, number) = try reader.next() {
      last = number
      if line.isEmpty { continue }
      let content = try ContentLine(line, number: number)
      let name = content.value.uppercased()
      switch content.name {
      case "BEGIN":
        guard open.count < depth else { throw BrokenCalendar(number, "is nested too deeply") }
        guard !open.isEmpty || name == "VCALENDAR" else {
          throw BrokenCalendar(number, "begins something other than a VCALENDAR")
        }
        open.append(CalendarComponent(name: name, line: number))
      case "END":
        guard let ended = open.popLast(), ended.name == name else {
          throw BrokenCalendar(number, "ends \(name.prefix(40)), which has not begun here")
        }
        if open.isEmpty {
          found.append(ended)
        } else {
          open[open.count - 1].children.append(ended)
        }
      default:
        guard !open.isEmpty else { throw BrokenCalendar(number, "stands outside of a VCALENDAR") }
        open[open.count - 1].properties.append(content)
      }
    }
    if let unended = open.last {
      throw BrokenCalendar(
        last, "is the last one, and \(unended.name.prefix(40)) of line \(unended.line) has no end")
    }
    guard !found.isEmpty else { throw BrokenCalendar(1, "begins no VCALENDAR") }
    return found
  }
}

/// Unfolds lines: one that begins with white space goes on with the one before.
private struct LineReader {
  private let bytes: [UInt8]
  private var place: Int
  private var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    place = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
  }

  mutating func next() throws(BrokenCalendar) -> (line: [UInt8], number: Int)? {
    guard place < bytes.count else { return nil }
    var line: [UInt8] = []
    number += 1
    let first = number
    append(to: &line)
    while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x09 {
      place += 1
      number += 1
      append(to: &line)
      guard line.count <= ContentLine.longest else {
        throw BrokenCalendar(first, "is longer than \(ContentLine.longest) bytes")
      }
    }
    guard line.count <= ContentLine.longest else {
      throw BrokenCalendar(first, "is longer than \(ContentLine.longest) bytes")
    }
    guard !line.contains(0) else { throw BrokenCalendar(first, "has a NUL character") }
    return (line, first)
  }

  private mutating func append(to line: inout [UInt8]) {
    var end = place
    while end < bytes.count, bytes[end] != 0x0a { end += 1 }
    let stop = end > place && bytes[end - 1] == 0x0d ? end - 1 : end
    line.append(contentsOf: bytes[place..<stop])
    place = end + 1
  }
}
