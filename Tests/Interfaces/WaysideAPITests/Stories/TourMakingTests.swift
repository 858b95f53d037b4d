import Base
import HTTPServing
import Testing

@Suite("making tours")
struct TourMakingTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  @Test("UC2.6-8: area, route and direction are set; reversing turns the route round")
  func routePage() throws {
    let guide = try fixture.guide()
    let tour = try fixture.draft(by: guide)
    let read = try fixture.call(.get, "/v1/tours/\(tour)", as: guide)
    #expect(read.json["area"]?["type"]?.string == "Polygon")
    func route(_ reply: Reply) -> [JSONValue] {
      reply.json["route"]?["coordinates"]?.array ?? []
    }
    #expect(route(read).count == 3)
    #expect(read.json["start"]?["lat"]?.number == 47.1410)
    let body = APIFixture.tourBody()
    guard case .object(let members) = body,
      let line = members.first(where: { $0.0 == "route" })?.1
    else { return }
    let turned = try fixture.call(
      .patch, "/v1/tours/\(tour)", as: guide, ["route": line, "direction": "reverse"],
      headers: [read.tag()])
    #expect(turned.status == 200)
    #expect(route(turned) == route(read).reversed())
    #expect(turned.json["start"]?["lat"]?.number == 47.1380)
    #expect(turned.json["distance"] == read.json["distance"])
  }

  @Test(
    "TM-FR4(d)i, TM-FR4(d)ii: AR objects with a text, and pop-ups, stand at positions along the route"
  )
  func stops() throws {
    let guide = try fixture.guide()
    let object = try fixture.object(of: guide)
    let tour = try fixture.publishedTour(by: guide, APIFixture.tourBody(objects: [object]))
    let stops = try #require(
      fixture.call(.get, "/v1/tours/\(tour)", as: fixture.person()).json["stops"]?.array)
    #expect(stops.map { $0["kind"]?.string } == ["object", "popup", "popup"])
    #expect(stops[0]["objects"]?.array?.compactMap(\.string) == [object])
    #expect(stops[0]["text"]?.string == "History of stop 1.")
    #expect(stops[1]["text"]?.string == "History of stop 2.")
    for (stop, expected) in zip(stops, APIFixture.stops) {
      #expect(stop["position"]?["lat"]?.number == expected.0)
      #expect(stop["position"]?["lon"]?.number == expected.1)
    }
  }

  @Test("TM-FR4(d)iii: every text says how it is heard; without a recording, by speech")
  func heard() throws {
    let guide = try fixture.guide()
    let tour = try fixture.publishedTour(by: guide)
    let read = try fixture.call(.get, "/v1/tours/\(tour)", as: fixture.person())
    let stops = read.json["stops"]?.array ?? []
    #expect(stops.count == 3)
    #expect(stops.allSatisfy { $0["narration"]?["kind"]?.string == "speech" })
    #expect(stops.allSatisfy { $0["texts"]?["en"] != nil }, "the language of the speech")
    let unknown = APIFixture.tourBody().with(
      "stops",
      [
        [
          "title": "x", "text": "x", "position": ["lat": 47.14, "lon": 9.52],
          "narration": [
            "kind": "recording", "media": "01980d3e-7c1a-7000-8000-000000000000",
          ],
        ]
      ])
    let refused = try fixture.call(.post, "/v1/tours", as: guide, unknown)
    #expect(refused.status == 422)
    #expect(refused.pointers == ["/stops/0/narration/media"], "\(refused.text)")
  }

  @Test("UC2.12-13, UC2.12.1, UC3.16.1: a tour is made and edited with or without new objects")
  func withoutScanning() throws {
    let guide = try fixture.guide()
    let tour = try fixture.publishedTour(by: guide)
    let tag = try fixture.call(.get, "/v1/tours/\(tour)", as: guide).tag()
    let scans = try ["Scan", "Another"].map { name -> String in
      let model = try fixture.call(
        .post, "/v1/objects?name=\(name)&alt=A+scan&origin=scan", as: guide,
        bytes: try APIFixture.model(), type: "model/gltf-binary")
      #expect(model.status == 201 && model.json["origin"]?.string == "scan")
      return try model.require("id")
    }
    let body = APIFixture.tourBody(objects: scans)
    guard case .object(let members) = body,
      let stops = members.first(where: { $0.0 == "stops" })?.1
    else { return }
    let edited = try fixture.call(
      .patch, "/v1/tours/\(tour)", as: guide, ["stops": stops], headers: [tag])
    #expect(edited.status == 200)
    #expect(edited.json["stops"]?[0]?["objects"]?.array?.compactMap(\.string) == scans)
  }

  @Test("a tour goes out as GeoJSON, GPX, KML and bundle, and comes in again the same")
  func request() throws {
    let guide = try fixture.guide()
    let object = try fixture.object(of: guide)
    let tour = try fixture.publishedTour(by: guide, APIFixture.tourBody(objects: [object]))
    let original = try fixture.call(.get, "/v1/tours/\(tour)", as: guide)
    let types = [
      "export.geojson": "application/geo+json", "export.gpx": "application/gpx+xml",
      "export.kml": "application/vnd.google-earth.kml+xml", "bundle.zip": "application/zip",
    ]
    for (name, type) in types {
      let file = try fixture.call(.get, "/v1/tours/\(tour)/\(name)", as: guide)
      #expect(file.status == 200 && file["Content-Type"] == type, "\(name)")
      #expect(file["Content-Disposition"]?.hasPrefix("attachment; filename=") == true)
      let read = try fixture.call(
        .post, "/v1/tours/import", as: guide, bytes: file.bytes, type: type)
      #expect(read.status == 201, "\(name): \(read.text)")
      #expect(read.json["name"] == original.json["name"], "\(name)")
      #expect(read.json["state"]?.string == "draft")
      #expect(read.json["stops"]?.array?.count == 3, "\(name)")
      if name == "bundle.zip" || name == "export.geojson" {
        #expect(read.json["route"] == original.json["route"], "\(name)")
        #expect(read.json["price"] == original.json["price"])
      }
    }
    for name in ["qr.svg", "qr.png"] {
      #expect(try fixture.call(.get, "/v1/tours/\(tour)/\(name)").status == 200)
    }
  }
}
