import Base
import HTTPServing
import MediaFormats
import Testing
import WebClient

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
    let text = MapStyle.ground + MapStyle.lines + MapStyle.labels(hasIcons: true)
    #expect(MapPalette.unknownRoles(in: text).isEmpty)
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
    "a style is JSON with a tag of its own; it names a sprite, and no glyphs that were to be fetched",
    arguments: ["light", "dark"])
  func served(theme: String) throws {
    let path = "/v1/map/style.json?theme=\(theme)"
    let reply = try fixture.call(.get, path)
    #expect(reply.status == 200 && reply["Content-Type"] == "application/json")
    #expect(reply["Cache-Control"] == "public, max-age=300")
    try isUnchanged(reply, path)
    let sprite = "https://wayside.example.org/v1/map/sprites/\(theme)"
    #expect(reply.json["sprite"]?.string == sprite && reply.json["glyphs"] == nil)
    // A sheet of icons holds no patterns.
    for layer in try #require(reply.json["layers"]?.array) {
      for name in ["background-pattern", "fill-pattern", "line-pattern", "fill-extrusion-pattern"] {
        #expect(layer["paint"]?[name] == nil, "\(layer["id"]?.string ?? ""): \(name)")
      }
    }
  }

  /// Asks again with the tag of an answer: nothing is sent twice.
  private func isUnchanged(_ reply: Reply, _ path: String) throws {
    let tag = try #require(reply["ETag"])
    #expect(tag.hasPrefix("\""), "a strong tag: \(tag)")
    let again = try fixture.call(.get, path, headers: [("If-None-Match", tag)])
    #expect(again.status == 304 && again.bytes.isEmpty && again["ETag"] == tag)
  }

  @Test("icons are JSON and PNG with tags of their own; there are no others")
  func sprites() throws {
    for theme in ["light", "dark"] {
      for (ending, type) in [("json", "application/json"), ("png", "image/png")] {
        for density in ["", "@2x"] {
          let path = "/v1/map/sprites/\(theme)\(density).\(ending)"
          let reply = try fixture.call(.get, path)
          #expect(reply.status == 200 && reply["Content-Type"] == type, "\(path)")
          #expect(reply["Cache-Control"] == "public, max-age=3600")
          try isUnchanged(reply, path)
        }
      }
    }
    for name in ["blue.png", "light@3x.png", "light", "light.svg", "..%2Ffiles.json"] {
      #expect(try fixture.call(.get, "/v1/map/sprites/\(name)").status == 404, "\(name)")
    }
  }

  @Test("without icons the style names no sprite and no icon")
  func dotsOnly() throws {
    let fixture = try APIFixture(geodata: SampleTown().library, sprites: .none)
    let style = try fixture.call(.get, "/v1/map/style.json")
    #expect(style.status == 200 && style.json["sprite"] == nil)
    #expect(!Self.whole(style).contains("icon-image"))
    #expect(try fixture.call(.get, "/v1/map/sprites/light.png").status == 404)
  }

  @Test("every class has one icon, of which two layers choose; every other sign keeps its dot")
  func classes() throws {
    let all = MapSigns.icons.flatMap(\.classes)
    #expect(all.count > 60 && Set(all).count == all.count)
    #expect(Set(MapSigns.icons.map(\.name)).count == MapSigns.icons.count)
    let style = try fixture.call(.get, "/v1/map/style.json").json
    let layers = try #require(style["layers"]?.array)
    let withIcons = layers.filter { $0["layout"]?["icon-image"] != nil }
    #expect(withIcons.compactMap { $0["id"]?.string } == ["signs", "stops"])
    for layer in withIcons { #expect(layer["layout"]?["text-optional"] == .bool(true)) }
    let dots = try #require(layers.first { $0["id"]?.string == "sign-dots" })
    #expect(dots["type"]?.string == "circle" && dots["filter"]?.array?.first?.string == "<=")
  }

  @Test(
    "every icon that the style names lies on the sheet, in both themes and densities",
    .enabled(if: EmbeddedAssets() != nil, "run tools/web before the build"),
    arguments: ["light", "dark"])
  func sheets(theme: String) throws {
    let assets = try #require(EmbeddedAssets())
    let fixture = try APIFixture(
      geodata: SampleTown().library,
      sprites: MapSprites { assets.asset(at: "/sprites/\($0)")?.bytes(.identity) })
    let style = try fixture.call(.get, "/v1/map/style.json?theme=\(theme)").json
    let named = Set((style["layers"]?.array ?? []).flatMap(Self.icons))
    #expect(named.count > 40)
    for (density, side) in [("", 20), ("@2x", 40)] {
      let places = try fixture.call(.get, "/v1/map/sprites/\(theme)\(density).json").json
      let sheet = try fixture.call(.get, "/v1/map/sprites/\(theme)\(density).png")
      let size = try ImageInfo(checking: sheet.bytes)
      #expect(Set((places.members ?? []).map(\.name)) == named)
      var taken: Set<[Int]> = []
      for name in named {
        let place = try #require(places[name], "\(name)")
        let x = try #require(place["x"]?.integer)
        let y = try #require(place["y"]?.integer)
        #expect(place["width"]?.integer == side && place["height"]?.integer == side)
        #expect(place["pixelRatio"]?.integer == side / 20)
        #expect(x % side == 0 && y % side == 0 && taken.insert([x, y]).inserted)
        #expect(x >= 0 && y >= 0 && x + side <= size.width && y + side <= size.height, "\(name)")
      }
    }
  }

  /// The icons that a layer can show: what its choice by class ends in.
  private static func icons(_ layer: JSONValue) -> [String] {
    let choice = layer["layout"]?["icon-image"]?.array ?? []
    return choice.dropFirst(2).compactMap(\.string).filter { !$0.isEmpty }
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
