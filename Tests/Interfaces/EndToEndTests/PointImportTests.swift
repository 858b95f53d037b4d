import Base
import Foundation
import TestSupport
import Testing

/// `wayside import FILE --into REALM`, as the real program.
@Suite("Imports of points")
struct PointImportTests {
  private let data: TemporaryFolder
  private let files: TemporaryFolder

  init() throws { (data, files) = (try TemporaryFolder(), try TemporaryFolder()) }

  private func write(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: files.file(name), atomically: true, encoding: .utf8)
    return files.file(name)
  }

  private func load(_ path: String, _ more: String...) throws -> Program.Outcome {
    try Program().run(
      ["import", path, "--as", "ana@example.org", "--data", data.path] + more)
  }

  /// Somebody with an object; its identifier.
  private func prepare() throws -> String {
    let server = try RunningServer(data)
    defer { server.stop() }
    let ana = try server.person("ana")
    return try server.want(
      "POST", "/v1/objects", as: ana, #"{"name":"Cube","prompt":"red cube 1 m"}"#
    ).require("id")
  }

  /// What stands around, as everybody sees it.
  private func heights() throws -> [Double] {
    let server = try RunningServer(data)
    defer { server.stop() }
    let near = try server.want("GET", "/v1/nearby?lat=47.1&lon=9.5&radius=1000&realm=public")
    return near.items.compactMap { $0["pose"]?["position"]?["h"]?.number }.sorted()
  }

  @Test("the points of a table and of GeoJSON are placed, with a height where they have none")
  func places() throws {
    let object = try prepare()
    let table = try write("posts.csv", "lat,lon,h\n47.1,9.5,460\n47.1001,9.5001,\n")
    let placed = try load(table, "--into", "public", "--object", object, "--height", "455")
    #expect(placed.code == 0, "\(placed.errors)")
    #expect(placed.output == "placed 2 instances\n")
    let points = try write(
      "posts.geojson",
      """
      {"type": "FeatureCollection", "features": [{"type": "Feature", "properties":
       {"object": "\(object)"}, "geometry":
       {"type": "Point", "coordinates": [9.5002, 47.1002, 470]}}]}
      """)
    let more = try load(points, "--into", "public", "--json")
    #expect(more.code == 0 && more.output.contains("\"instances\":1"), "\(more.errors)")
    #expect(try heights() == [455, 460, 470])
  }

  @Test("points come into a group of one's own, and into none of others")
  func groups() throws {
    let object = try prepare()
    let server = try RunningServer(data)
    let ana = try server.logIn("ana@example.org")
    let group = #"{"kind":"group","name":"Walkers","joinPolicy":"invite"}"#
    let own = try server.want("POST", "/v1/realms", as: ana, group).require("id")
    let other = try server.person("ben")
    let foreign = try server.want("POST", "/v1/realms", as: other, group).require("id")
    server.stop()
    let file = try write("posts.csv", "lat,lon\n47.1,9.5\n")
    let placed = try load(file, "--into", own, "--object", object, "--height", "455")
    #expect(placed.code == 0 && placed.output == "placed 1 instances\n", "\(placed.errors)")
    let refused = try load(file, "--into", foreign, "--object", object)
    #expect(refused.code == 1 && refused.output.isEmpty, "\(refused.errors)")
    #expect(try heights() == [], "not for everybody")
    let again = try RunningServer(data)
    defer { again.stop() }
    let near = try again.want(
      "GET", "/v1/nearby?lat=47.1&lon=9.5&radius=1000&realm=\(own)",
      as: again.logIn("ana@example.org"))
    #expect(near.items.compactMap { $0["pose"]?["position"]?["h"]?.number } == [455])
  }

  @Test("a row that is wrong is named, and none is placed; a wrong command is told what is right")
  func refuses() throws {
    let object = try prepare()
    let wrong = try write("wrong.csv", "lat,lon\n47.1,9.5\n91,9.5\n")
    let refused = try load(wrong, "--into", "public", "--object", object)
    #expect(refused.code == 1 && refused.output.isEmpty)
    #expect(refused.errors.contains("/rows/1/position"), "\(refused.errors)")
    for (more, words) in [
      (["--into", "everywhere", "--object", object], "REALM must be"),
      (["--into", "public", "--object", "cube"], "--object must be"),
      (["--into", "public", "--object", object, "--height", "high"], "--height must be"),
      (["--into", "public", "--object", object, "--layer", "posts"], "--layer is for"),
    ] {
      let outcome = try Program().run(
        ["import", wrong, "--as", "ana@example.org", "--data", data.path] + more)
      #expect(outcome.code == 2 && outcome.errors.contains(words), "\(outcome.errors)")
    }
    let text = try write("posts.txt", "47.1 9.5")
    #expect(try load(text, "--into", "public").code == 2)
    #expect(try heights() == [])
  }
}
