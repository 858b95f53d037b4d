import Base
import Foundation
import Places
import Storage

/// Places in a plain table of SQLite's full-text search, for comparison: one row each, words by their
/// beginnings, ranked by its own measure.
final class FullTextTable {
  private let store: Store
  private let path =
    FileManager.default.temporaryDirectory.path + "/places-\(UUID().uuidString).sqlite"
  private var places: [Place] = []

  init(_ index: PlaceIndex) throws {
    var all: [Place] = []
    index.forEachPlace { all.append($0) }
    places = all
    let schema = SchemaModule(
      name: "places_text",
      migrations: [
        Migration(
          number: 1,
          statements: [
            "CREATE VIRTUAL TABLE texts USING fts5(text, tokenize=\"unicode61 remove_diacritics 2\")"
          ],
          spatialColumns: [])
      ])
    store = try Store.open(.file(path: path), schema: [schema])
    try store.write { transaction in
      for (number, place) in all.enumerated() {
        try transaction.execute(
          "INSERT INTO texts (rowid, text) VALUES (?1, ?2)",
          [.integer(Int64(number)), .text(PlaceQuestions.text(place))])
      }
    }
  }

  deinit {
    store.close()
    for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
  }

  func search(_ text: String, limit: Int) throws -> [Place] {
    let words = text.split { !$0.isLetter && !$0.isNumber }.map { "\"\($0)\"*" }
    guard !words.isEmpty else { return [] }
    return try store.readOnce { session in
      try session.all(
        "SELECT rowid FROM texts WHERE texts MATCH ?1 ORDER BY rank LIMIT ?2",
        [.text(words.joined(separator: " ")), .integer(Int64(limit))]
      ) { row in places[try row.int(0)] }
    }
  }
}
