import Base
import HTTPServing
import Testing

@testable import WaysideAPI

@Suite("The style of the map")
struct MapStyleTests {
  private let fixture: APIFixture

  init() throws { fixture = try APIFixture(geodata: SampleTown().library) }

  @Test(
    "every layer names a layer of the tiles, and every colour is known",
    arguments: ["light", "dark"])
  func layers(theme: String) throws {
    let reply = try fixture.call(.get, "/v1/map/style.json?theme=\(theme)")
    #expect(reply.status == 200, "\(reply.text)")
    let layers = try #require(reply.json["layers"]?.array)
    #expect(layers.count > 30)
    #expect(Set(layers.compactMap { $0["id"]?.string }).count == layers.count)
    let description = try fixture.call(.get, "/v1/map/tiles.json")
    let known = Set(
      (description.json["vector_layers"]?.array ?? []).compactMap { $0["id"]?.string })
    for layer in layers where layer["type"]?.string != "background" {
      let source = try #require(layer["source-layer"]?.string)
      #expect(known.contains(source), "\(source)")
    }
    #expect(!Self.whole(reply).contains("\"@") && !Self.whole(reply).contains("#f0f\""))
    #expect(MapPalette.unknownRoles(in: MapStyle.ground + MapStyle.lines + MapStyle.labels).isEmpty)
  }

  /// All of an answer's text; the reply's own is its beginning.
  private static func whole(_ reply: Reply) -> String {
    String(decoding: reply.bytes, as: UTF8.self)
  }

  @Test("what is drawn of a stream is named: one in a culvert is neither")
  func culverts() throws {
    let layers = try #require(try fixture.call(.get, "/v1/map/style.json").json["layers"]?.array)
    for name in ["waterways", "waterway-names"] {
      let layer = try #require(layers.first { $0["id"]?.string == name })
      let conditions = (layer["filter"]?.array ?? []).map { $0.array ?? [] }
      let structure = conditions.first { $0.first?.string == "!=" }
      #expect(structure?.last?.string == "tunnel", "\(name)")
    }
  }

  @Test(
    "a style is JSON with a tag of its own, and names no sprite and no glyphs that were to be fetched",
    arguments: ["light", "dark"])
  func served(theme: String) throws {
    let path = "/v1/map/style.json?theme=\(theme)"
    let reply = try fixture.call(.get, path)
    #expect(reply.status == 200 && reply["Content-Type"] == "application/json")
    #expect(reply["Cache-Control"] == "public, max-age=300")
    let tag = try #require(reply["ETag"])
    let again = try fixture.call(.get, path, headers: [("If-None-Match", tag)])
    #expect(again.status == 304 && again.bytes.isEmpty && again["ETag"] == tag)
    #expect(reply.json["sprite"] == nil && reply.json["glyphs"] == nil)
    // What has no sprite shows no icon and no pattern.
    for layer in try #require(reply.json["layers"]?.array) {
      let (layout, paint) = (layer["layout"], layer["paint"])
      #expect(layout?["icon-image"] == nil, "\(layer["id"]?.string ?? "")")
      for name in ["background-pattern", "fill-pattern", "line-pattern", "fill-extrusion-pattern"] {
        #expect(paint?[name] == nil, "\(layer["id"]?.string ?? ""): \(name)")
      }
    }
  }

  @Test("light and dark are two, a language is named in every label, others are refused")
  func choices() throws {
    let light = try fixture.call(.get, "/v1/map/style.json")
    let dark = try fixture.call(.get, "/v1/map/style.json?theme=dark")
    #expect(light["ETag"] != dark["ETag"])
    #expect(light.json["name"]?.string == "Wayside light")
    let swedish = try fixture.call(.get, "/v1/map/style.json?language=sv")
    #expect(Self.whole(swedish).contains("name:sv"))
    #expect(!Self.whole(light).contains("name:sv"))
    #expect(try fixture.call(.get, "/v1/map/style.json?theme=blue").status == 400)
    #expect(try fixture.call(.get, "/v1/map/style.json?language=tlh").status == 400)
  }

  @Test(
    "gzip is taken where it is accepted",
    arguments: [
      ("gzip", true), ("br, gzip;q=0.5", true), ("*", true), ("gzip;q=0", false),
      ("identity", false), ("*;q=0, gzip", true), ("deflate", false),
    ])
  func gzip(accepted: String, isPacked: Bool) throws {
    let reply = try fixture.call(
      .get, "/v1/map/14/8647/8146.mvt", headers: [("Accept-Encoding", accepted)])
    #expect((reply["Content-Encoding"] == "gzip") == isPacked)
    #expect(reply["Vary"] == "Accept-Encoding")
    #expect(reply.bytes.starts(with: [0x1f, 0x8b]) == isPacked)
    let tag = try #require(reply["ETag"])
    let again = try fixture.call(
      .get, "/v1/map/14/8647/8146.mvt",
      headers: [("Accept-Encoding", accepted), ("If-None-Match", tag)])
    #expect(again.status == 304 && again.bytes.isEmpty)
  }
}
