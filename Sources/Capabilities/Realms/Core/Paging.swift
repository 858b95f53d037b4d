import Base
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

  public func map<Other>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
    Page<Other>(items: try items.map(transform), next: next)
  }
}

extension Page: Sendable where Item: Sendable {}

/// The sort key of the last item of a page, opaque to clients.
public struct Cursor: Hashable, Sendable {
  /// The parts of the sort key, most significant first.
  public var parts: [String]

  public init(_ parts: String...) { self.parts = parts }

  /// Base64url of the parts, for the `next` member and the `cursor` parameter.
  public var token: String {
    var json = JSONWriter()
    json.array { json in
      for part in parts { json.string(part) }
    }
    return Data(json.bytes).base64EncodedString().replacing("+", with: "-")
      .replacing("/", with: "_").replacing("=", with: "")
  }

  /// Reads a token; nil if it is none of ours.
  public init?(token: String) {
    guard token.utf8.count <= 2000 else { return nil }
    var base64 = token.replacing("-", with: "+").replacing("_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: base64),
      let value = try? JSONValue(parsing: [UInt8](data)),
      let items = value.array
    else { return nil }
    let parts = items.compactMap(\.string)
    guard parts.count == items.count, !parts.isEmpty else { return nil }
    self.parts = parts
  }
}

/// Which version of a thing a change is based on (the If-Match header).
public enum ExpectedVersion: Sendable {
  /// Whatever version is there.
  case any
  /// One of these.
  case oneOf(Set<Int>)

  /// - Throws: `stale` unless `version` is expected.
  public func check(_ version: Int) throws(Refusal) {
    if case .oneOf(let versions) = self, !versions.contains(version) {
      throw Refusal(
        .stale, "stale-version",
        "It has changed since you read it. Read it again, then repeat your change.")
    }
  }
}
