import Base
import HTTPServing
import Testing
import WaysideAPI

/// A list that somebody has read.
struct ListReading: Hashable, Sendable {
  var target: String
  var token: String?

  /// The same with other pages.
  func target(limit: Int, cursor: String? = nil) -> String {
    let parts = target.split(separator: "?", maxSplits: 1)
    let others = (parts.count > 1 ? parts[1].split(separator: "&") : [])
      .filter { !$0.hasPrefix("limit=") && !$0.hasPrefix("cursor=") }
    let pages = ["limit=\(limit)"] + (cursor.map { ["cursor=\($0)"] } ?? [])
    return parts[0] + "?" + (others.map(String.init) + pages).joined(separator: "&")
  }
}

extension APIFixture {
  /// Expects that each list that was read has the same things item by item as it has at once.
  ///
  /// - Returns: how many lists of two items and more were looked at.
  func expectPages() throws -> Int {
    var count = 0
    for reading in lists.current {
      let fields = reading.token.map { [("Authorization", "Bearer " + $0)] } ?? []
      func page(_ limit: Int, _ cursor: String? = nil) throws -> Reply {
        try call(.get, reading.target(limit: limit, cursor: cursor), headers: fields)
      }
      // Whoever has logged out meanwhile reads nothing more.
      let whole = try page(200)
      guard whole.status == 200, whole.json["next"]?.string == nil else { continue }
      var pages: [JSONValue] = []
      var next: String?
      repeat {
        let one = try page(1, next)
        #expect(one.status == 200 && one.items.count <= 1, "\(reading.target): \(one.text)")
        pages += one.items
        next = one.json["next"]?.string
      } while next != nil && pages.count <= whole.items.count
      #expect(pages == whole.items, "\(reading.target)")
      if whole.items.count > 1 { count += 1 }
    }
    return count
  }
}
