import Foundation

/// Which part of a list is asked for.
public struct PageRequest: Sendable {
  /// 1...200; 10 by default.
  public var limit: Int
  /// Where the page before ended, as it was handed out; nil for the first page.
  public var cursor: Cursor?

  public init(limit: Int = 10, cursor: Cursor? = nil) {
    self.limit = min(max(limit, 1), 200)
    self.cursor = cursor
  }
}

/// A part of a list, and where the next part begins.
public struct Page<Item> {
  public var items: [Item]
  /// Nil on the last page.
  public var next: Cursor?

  public init(items: [Item], next: Cursor? = nil) {
    self.items = items
    self.next = next
  }

  /// Makes a page of at most `limit` items from `limit + 1` that were read; the last item kept
  /// gives the cursor.
  public init(reading items: [Item], limit: Int, cursor: (Item) -> Cursor) {
    self.items = Array(items.prefix(limit))
    next = items.count > limit ? self.items.last.map(cursor) : nil
  }

  /// The same page with its items made into others.
  public func map<Other>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
    Page<Other>(items: try items.map(transform), next: next)
  }
}

extension Page: Sendable where Item: Sendable {}

/// The sort key of the last item of a page, opaque to clients.
///
/// What a client sends may be anything: it is taken apart by ``PageRequest/position(_:)`` only,
/// so that every list answers the same to a cursor that is none of its own.
public struct Cursor: Hashable, Sendable {
  /// The parts of the sort key, most significant first.
  fileprivate var parts: [String]

  /// Most bytes of a token.
  static let maximumToken = 2000

  public init(_ parts: String...) { self.parts = parts }

  /// The cursor of lists that are sorted by identifier, which is by time.
  public init(_ id: EntityID) { self.init(id.description) }

  /// The cursor of lists that are sorted by a text, then by identifier.
  public init(_ text: String, _ id: EntityID) { self.init(text, id.description) }

  /// Base64url of the parts, for the `next` member and the `cursor` parameter.
  public var token: String {
    var json = JSONWriter()
    json.array { json in
      for part in parts { json.string(part) }
    }
    return Cursor.base64url(json.bytes)
  }

  /// Without padding; by hand, because answers that are made in microseconds have cursors.
  private static func base64url(_ bytes: [UInt8]) -> String {
    let digits = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 4 / 3 + 3)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let padded = part.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - part.count))
      for digit in 0...part.count {
        text.append(digits[Int(padded >> UInt32(18 - 6 * digit) & 63)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads a token.
  ///
  /// - Throws: `wrong-cursor` if it is none of ours.
  public init(token: String) throws(Refusal) {
    var base64 = token.replacing("-", with: "+").replacing("_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
    guard token.utf8.count <= Cursor.maximumToken, let data = Data(base64Encoded: base64),
      let value = try? JSONValue(parsing: [UInt8](data)), let items = value.array
    else { throw .wrongCursor }
    parts = items.compactMap(\.string)
    guard parts.count == items.count, !parts.isEmpty else { throw .wrongCursor }
  }
}

/// The parts of a cursor, taken one after the other as the list wrote them.
public struct CursorParts {
  private var left: ArraySlice<String>

  fileprivate init(_ cursor: Cursor) { left = cursor.parts[...] }

  /// - Throws: `wrong-cursor` if no part is left.
  public mutating func text() throws(Refusal) -> String {
    guard let part = left.popFirst() else { throw .wrongCursor }
    return part
  }

  /// - Throws: `wrong-cursor` if the next part is no identifier.
  public mutating func id() throws(Refusal) -> EntityID {
    guard let id = EntityID(try text()) else { throw .wrongCursor }
    return id
  }

  /// - Throws: `wrong-cursor` if the next part is no whole number.
  public mutating func integer<Number: FixedWidthInteger>(
    _ type: Number.Type = Int.self
  ) throws(Refusal) -> Number {
    guard let number = Number(try text()) else { throw .wrongCursor }
    return number
  }

  /// - Throws: `wrong-cursor` if something is left.
  fileprivate func finish() throws(Refusal) {
    guard left.isEmpty else { throw .wrongCursor }
  }
}

extension PageRequest {
  /// Where the page before ended, read by the list that wrote it; nil for the first page.
  ///
  /// - Throws: `wrong-cursor` unless `read` takes all parts and each is of its kind.
  public func position<Key>(
    _ read: (inout CursorParts) throws(Refusal) -> Key
  ) throws(Refusal) -> Key? {
    guard let cursor else { return nil }
    var parts = CursorParts(cursor)
    let key = try read(&parts)
    try parts.finish()
    return key
  }

  /// The position in a list that is sorted by identifier.
  public func idPosition() throws(Refusal) -> EntityID? {
    try position { parts throws(Refusal) in try parts.id() }
  }

  /// The position in a list that is sorted by a text, then by identifier.
  public func textPosition() throws(Refusal) -> (text: String, id: EntityID)? {
    try position { parts throws(Refusal) in (try parts.text(), try parts.id()) }
  }
}

extension Refusal {
  /// The one answer to a cursor that a list has not given out.
  static let wrongCursor = Refusal(
    .malformed, "wrong-cursor", "The cursor is not one of this list. Start without a cursor.",
    violations: [Violation("cursor", "must be the `next` of the page before")])
}
