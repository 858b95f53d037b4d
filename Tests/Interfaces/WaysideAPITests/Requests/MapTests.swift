import Base
import Foundation
import HTTPServing
import TestSupport
import Testing

@testable import WaysideAPI

@Suite("The map over HTTP")
struct MapTests {
  private let town: SampleTown
  private let fixture: APIFixture

  init() throws {
    town = try SampleTown()
    fixture = try APIFixture(geodata: town.library)
  }

  private func tile(_ name: String, headers: [(String, String)] = []) throws -> Reply {
    try fixture.call(.get, "/v1/map/" + name, headers: headers)
  }

  /// The address of the town's tile at level 14.
  private static let address = "14/8647/8146.mvt"

  @Test("a tile is a Mapbox vector tile with an ETag, and not sent twice")
  func tile() throws {
    let reply = try tile(Self.address)
    #expect(reply.status == 200 && reply["Content-Type"] == MapEndpoints.contentType)
    let layers = try TileReader.read(reply.bytes)
    #expect(layers.map(\.name) == ["coverage", "roads"])
    #expect(layers[1].features.count > 10)
    let tag = try #require(reply["ETag"])
    let again = try tile(Self.address, headers: [("If-None-Match", tag)])
    #expect(again.status == 304 && again.bytes.isEmpty)
    #expect(reply["Cache-Control"]?.contains("public") == true)
  }

  @Test("tours are upon the map once they are published, and drafts are not")
  func tours() throws {
    let organization = try fixture.guide()
    let stops = JSON.list(
      [(10.0, 1.0), (10.0018, 1.0018)].map { lon, lat in
        ["title": "Stop", "text": "Text", "position": ["lat": .number(lat), "lon": .number(lon)]]
      })
    let made = try fixture.call(
      .post, "/v1/tours", as: organization,
      ["name": "Walk", "description": "A walk.", "route": "walk", "stops": stops])
    #expect(made.status == 201, "\(made.text)")
    #expect(try TileReader.read(tile(Self.address).bytes).map(\.name) == ["coverage", "roads"])
    let published = try fixture.call(
      .post, "/v1/tours/\(made.require("id"))/publication", as: organization)
    #expect(published.status == 200, "\(published.text)")
    let layers = try TileReader.read(tile(Self.address).bytes)
    let tours = try #require(layers.first { $0.name == "tours" })
    #expect(Set(tours.features.compactMap { $0.attributes["part"] }) == ["route", "start", "stop"])
    #expect(tours.features.allSatisfy { Set($0.attributes.keys) == ["part", "tour"] })
  }

  @Test("addresses that are none have no tile")
  func addresses() throws {
    for name in [
      "14/8647/8146", "14/8647/8146.png", "14/8647/.mvt", "14/x/1.mvt", "30/1/1.mvt",
      "1/2/0.mvt", "01/0/0.mvt", "-1/0/0.mvt", "1/0/99999999999999999999.mvt",
    ] {
      let reply = try tile(name)
      #expect(reply.status == 404, "\(name): \(reply.status)")
    }
    let empty = try tile("14/1/1.mvt")
    #expect(empty.status == 200 && empty.bytes.isEmpty)
  }

  @Test("the description names the layers, the bounds and whose data it is")
  func description() throws {
    let reply = try fixture.call(.get, "/v1/map/tiles.json")
    #expect(reply.status == 200)
    #expect(reply.text.contains("OpenStreetMap contributors"))
    #expect(
      reply.json["vector_layers"]?.array?.compactMap { $0["id"]?.string }
        == [
          "coverage", "landuse", "green", "water", "squares", "borders", "roads", "buildings",
          "places",
          "stops",
          "pois", "housenumbers", "tours",
        ])
    #expect(reply.json["maps"]?.array?[0]["name"]?.string == "town")
    #expect(reply.json["bounds"]?.array?.count == 4)
    let none = try APIFixture().call(.get, "/v1/map/tiles.json")
    #expect(none.status == 200 && none.json["bounds"] == nil)
  }
}
