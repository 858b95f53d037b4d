import Base
import Foundation
import Geodata
import HTTPServing
import Places
import TestSupport
import Testing

@testable import WaysideAPI

@Suite("Places over HTTP")
struct PlaceTests {
  private let town: SampleTown
  private let fixture: APIFixture

  init() throws {
    town = try SampleTown()
    let source = town.folder.file("places.osm.pbf")
    var file = OSMFileWriter.town(side: 4, lon: 10, lat: 1)
    file.node(
      901, lon: 10.001, lat: 1.001,
      [
        "amenity": "pharmacy", "name": "Löwen-Apotheke", "opening_hours": "Mo-Fr 08:00-18:00",
        "addr:street": "Row 0", "addr:housenumber": "7",
      ])
    try Data(file.bytes).write(to: URL(fileURLWithPath: source))
    let geodata = GeodataFolder(in: town.folder.path)
    _ = try PlaceImport(extract: source).write(to: geodata.place(.places, name: "town"))
    #expect(town.library.refresh())
    fixture = try APIFixture(geodata: town.library)
  }

  private func titles(_ query: String, as person: APIFixture.Person = .nobody) throws -> [String] {
    let reply = try fixture.call(.get, "/v1/places?" + query, as: person)
    #expect(reply.status == 200, "\(reply.text)")
    return (reply.json["items"]?.array ?? []).compactMap { $0["title"]?.string }
  }

  @Test("a place is found by anybody, with what is known of it")
  func search() throws {
    let reply = try fixture.call(.get, "/v1/places?q=apothek&near=1.0,10.0&limit=3")
    let place = try #require(reply.json["items"]?.array?.first)
    #expect(place["title"]?.string == "Löwen-Apotheke")
    #expect(place["kind"]?.string == "poi" && place["category"]?.string == "pharmacy")
    #expect(place["openingHours"]?.string == "Mo-Fr 08:00-18:00")
    #expect(place["plusCode"] == nil, "a code is told of what has no other name")
    let typed = try fixture.call(.get, "/v1/places?q=47.365590,8.524997").json["items"]?[0]
    #expect(typed?["kind"]?.string == "coordinates")
    #expect(typed?["plusCode"]?.string == "8FVC9G8F+6X")
    #expect(abs((place["distance"]?.number ?? 0) - 156.9) < 1)
    #expect(reply.json["attribution"]?.string?.contains("OpenStreetMap") == true)
    #expect(try titles("q=Row%200%207").first == "Row 0 7")
    #expect(try titles("q=row&kinds=area").isEmpty)
    #expect(try titles("q=1.001,%2010.001") == ["1.001, 10.001"])
  }

  @Test("what lies at a position is told with its distance")
  func reverse() throws {
    let reply = try fixture.call(.get, "/v1/places/reverse?lat=1.001&lon=10.001")
    let items = try #require(reply.json["items"]?.array)
    #expect(items.first?["title"]?.string == "Row 0 7")
    let kinds = items.compactMap { $0["kind"]?.string }
    #expect(kinds.contains("street"))
    #expect(items.first?["distance"]?.number == 0)
    let far = try fixture.call(.get, "/v1/places/reverse?lat=40&lon=40")
    #expect(far.status == 200 && far.json["items"]?.array?.isEmpty == true)
  }

  @Test(
    "what makes no sense is refused with its name",
    arguments: [
      ("/v1/places", "q"), ("/v1/places?q=", "q"), ("/v1/places?q=a&near=91,0", "near"),
      ("/v1/places?q=a&kinds=house", "kinds"), ("/v1/places?q=a&limit=51", "limit"),
      ("/v1/places/reverse?lat=1", "lon"), ("/v1/places/reverse?lat=95&lon=1", "lat"),
    ])
  func refusals(path: String, parameter: String) throws {
    let reply = try fixture.call(.get, path)
    #expect(reply.status == 400 && reply.text.contains(parameter), "\(reply.text)")
  }

  @Test("published tours are found by their names, drafts are not")
  func tours() throws {
    let organization = try fixture.guide()
    let stops = JSON.list(
      [(10.0, 1.0), (10.0018, 1.0018)].map { lon, lat in
        ["title": "Stop", "text": "Text", "position": ["lat": .number(lat), "lon": .number(lon)]]
      })
    let made = try fixture.call(
      .post, "/v1/tours", as: organization,
      ["name": "Secrets of the Harbour", "description": "A walk.", "route": "walk", "stops": stops])
    #expect(try titles("q=harbour").isEmpty)
    _ = try fixture.call(
      .post, "/v1/tours/\(made.require("id"))/publication", as: organization)
    #expect(try titles("q=harbour") == ["Secrets of the Harbour"])
    #expect(try titles("q=harbour%20sec&kinds=tour") == ["Secrets of the Harbour"])
    #expect(try titles("q=harbour&kinds=street").isEmpty)
  }
}
