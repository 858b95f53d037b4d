import Base
import Foundation
import Geodesy
import Places

/// The search for places on real maps: a folder with `osm`, named by WAYSIDE_DATA.
enum PlaceCases {
  static var all: [Benchmark] {
    [
      ("porto", "porto-2020"), ("heidelberg", "heidelberg"),
      ("helsinki", "helsinki-centre-2019"), ("saopaulo", "saopaulo-centre-2020"),
    ].flatMap { name, file in
      [build(name, file), typing(name, file), reverse(name, file), quality(name, file)]
    }
  }

  /// The same searches in a table of SQLite's full-text search.
  static var peers: [Benchmark] {
    [("porto", "porto-2020"), ("helsinki", "helsinki-centre-2019")].flatMap { name, file in
      [peerTyping(name, file), peerQuality(name, file)]
    }
  }

  private static func path(_ file: String) throws -> String {
    let folder = ProcessInfo.processInfo.environment["WAYSIDE_DATA"] ?? "../shared/data"
    let path = folder + "/osm/" + file + ".osm.pbf"
    guard FileManager.default.fileExists(atPath: path) else {
      throw Unavailable(reason: "no \(path); set WAYSIDE_DATA")
    }
    return path
  }

  private static func index(_ file: String) throws -> PlaceIndex {
    try PlaceIndex(content: PlaceImport(extract: path(file)).content().content)
  }

  /// What the import of a map takes longer for its places.
  private static func build(_ name: String, _ file: String) -> Benchmark {
    Benchmark(name: "Places.import/\(name)", unit: "s", samples: 3) {
      let path = try path(file)
      return {
        var result: PlaceImport.Result?
        let time = try seconds { result = try PlaceImport(extract: path).content().result }
        return Sample(
          time,
          [
            ("entries", Double(result?.entries ?? 0)), ("houses", Double(result?.houses ?? 0)),
            ("MB", Double(result?.bytes ?? 0) / 1e6),
          ])
      }
    }
  }

  /// Every state of a text that is typed letter by letter.
  private static func typing(_ name: String, _ file: String) -> Benchmark {
    Benchmark(name: "Places.typing/\(name)", unit: "us", samples: 3) {
      let index = try index(file)
      let texts = PlaceQuestions(index).typed()
      return { eachTimed(texts) { index.search(PlaceQuery($0.text, near: $0.near)).count } }
    }
  }

  private static func reverse(_ name: String, _ file: String) -> Benchmark {
    Benchmark(name: "Places.reverse/\(name)", unit: "us", samples: 3) {
      let index = try index(file)
      let asked = PlaceQuestions(index).typed()
      return { eachTimed(asked) { index.places(at: $0.near).count } }
    }
  }

  /// How many of a fifth of all addresses, and of all names, are found.
  private static func quality(_ name: String, _ file: String) -> Benchmark {
    Benchmark(name: "Places.found/\(name)", unit: "%", samples: 1, warmsUp: false) {
      let index = try index(file)
      return {
        PlaceQuestions(index).sample { text, near, limit in
          index.search(PlaceQuery(text, near: near, limit: limit))
        }
      }
    }
  }

  // MARK: SQLite's full-text search

  private static func peerTyping(_ name: String, _ file: String) -> Benchmark {
    Benchmark(name: "FTS5.typing/\(name)", unit: "us", samples: 3) {
      let index = try index(file)
      let table = try FullTextTable(index)
      let texts = PlaceQuestions(index).typed()
      return { try eachTimed(texts) { try table.search($0.text, limit: 10).count } }
    }
  }

  private static func peerQuality(_ name: String, _ file: String) -> Benchmark {
    Benchmark(name: "FTS5.found/\(name)", unit: "%", samples: 1, warmsUp: false) {
      let index = try index(file)
      let table = try FullTextTable(index)
      _ = try table.search("a", limit: 1)
      return {
        PlaceQuestions(index).sample { text, _, limit in
          (try? table.search(text, limit: limit)) ?? []
        }
      }
    }
  }
}
