import Base

/// Reads one table of a feed, row by row.
///
/// Fields are trimmed of spaces unless quoted; blank lines are passed over; a row may have fewer
/// fields than the header (the rest are empty) or more (they are ignored).
///
/// - Source: RFC 4180; GTFS Schedule Reference, "File requirements" (UTF-8, optional mark, CRLF).
/// - Thread: confined.
struct CSVReader {
  /// Where a field lies; doubled quotes are only undone when its text is asked for.
  private struct Field {
    var start: Int
    var end: Int
    var hasDoubledQuotes: Bool
  }

  static let maximumColumns = 1000

  let file: String
  /// The line on which the present row starts, from 1.
  private(set) var line = 0
  private let bytes: [UInt8]
  private var offset = 0
  private var nextLine = 1
  private var fields: [Field] = []
  private var columns: [String: Int] = [:]

  /// Reads the header.
  init(file: String, bytes: [UInt8]) throws(Refusal) {
    self.file = file
    self.bytes = bytes
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { offset = 3 }
    guard try next() else { return }
    guard fields.count <= CSVReader.maximumColumns else {
      throw FeedRule.table.refusal(file, line, nil, "has more than 1000 columns")
    }
    for index in fields.indices {
      let name = text(index).lowercased()
      if columns[name] == nil { columns[name] = index }
    }
  }

  /// The position of a column; nil if the table has none of that name.
  func column(_ name: String) -> Int? { columns[name] }

  /// Goes to the next row; false at the end.
  mutating func next() throws(Refusal) -> Bool {
    repeat {
      guard offset < bytes.count else { return false }
      line = nextLine
      try readRow()
    } while fields.count == 1 && fields[0].start == fields[0].end
    return true
  }

  private mutating func readRow() throws(Refusal) {
    fields.removeAll(keepingCapacity: true)
    let count = bytes.count
    var i = offset
    while true {
      if i < count, bytes[i] == 0x22 {
        i = try readQuoted(from: i + 1)
      } else {
        let start = i
        while i < count, bytes[i] != 0x2c, bytes[i] != 0x0a, bytes[i] != 0x0d { i += 1 }
        fields.append(trimmed(start, i))
      }
      guard fields.count <= CSVReader.maximumColumns else {
        throw FeedRule.table.refusal(file, line, nil, "has more than 1000 fields")
      }
      guard i < count else { break }
      let end = bytes[i]
      i += 1
      if end == 0x2c { continue }
      if end == 0x0d, i < count, bytes[i] == 0x0a { i += 1 }
      nextLine += 1
      break
    }
    offset = i
  }

  /// Returns the offset of what ends the field.
  private mutating func readQuoted(from start: Int) throws(Refusal) -> Int {
    let count = bytes.count
    var i = start
    var doubled = false
    while true {
      guard i < count else {
        throw FeedRule.table.refusal(file, line, nil, "has a quote that is never closed")
      }
      if bytes[i] == 0x22 {
        guard i + 1 < count, bytes[i + 1] == 0x22 else { break }
        doubled = true
        i += 1
      } else if bytes[i] == 0x0a {
        nextLine += 1
      }
      i += 1
    }
    fields.append(Field(start: start, end: i, hasDoubledQuotes: doubled))
    i += 1
    while i < count, bytes[i] == 0x20 { i += 1 }
    guard i == count || bytes[i] == 0x2c || bytes[i] == 0x0a || bytes[i] == 0x0d else {
      throw FeedRule.table.refusal(file, line, nil, "has text behind a closing quote")
    }
    return i
  }

  private func trimmed(_ from: Int, _ to: Int) -> Field {
    var (start, end) = (from, to)
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return Field(start: start, end: end, hasDoubledQuotes: false)
  }

  // Values. A column that is nil or beyond the row is empty.

  private func field(_ column: Int?) -> Field? {
    guard let column, column < fields.count else { return nil }
    return fields[column]
  }

  /// The bytes of a field as they stand in the file.
  func raw(_ column: Int?) -> ArraySlice<UInt8> {
    guard let field = field(column) else { return bytes[0..<0] }
    return bytes[field.start..<field.end]
  }

  func isEmpty(_ column: Int?) -> Bool {
    guard let field = field(column) else { return true }
    return field.start == field.end
  }

  /// The text of a field; what is not UTF-8 is replaced.
  func text(_ column: Int?) -> String {
    guard let field = field(column) else { return "" }
    if !field.hasDoubledQuotes {
      return String(decoding: bytes[field.start..<field.end], as: UTF8.self)
    }
    var plain: [UInt8] = []
    var i = field.start
    while i < field.end {
      plain.append(bytes[i])
      i += bytes[i] == 0x22 ? 2 : 1
    }
    return String(decoding: plain, as: UTF8.self)
  }

  /// A whole number of at most nine digits, without sign.
  func integer(_ column: Int?) -> Int? { CSVReader.integer(raw(column)) }

  static func integer(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...9).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }

  /// A finite decimal number.
  func double(_ column: Int?) -> Double? {
    guard let value = Double(text(column)), value.isFinite else { return nil }
    return value
  }
}
