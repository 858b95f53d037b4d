import Base
import Foundation
import Geodata
import Geodesy
import HTTPServing
import Routing
import Testing

@Suite("Routes of tours along the walking network")
struct TourRouteTests {
  private let town: SampleTown
  private let fixture: APIFixture
  private let guide: APIFixture.Person

  init() throws {
    town = try SampleTown()
    fixture = try APIFixture(geodata: town.library)
    guide = try fixture.guide()
  }

  /// A stop so many junctions east and north of the town's corner.
  private static func stop(_ column: Double, _ row: Double) -> JSON {
    [
      "title": "Stop", "text": "Text",
      "position": ["lat": .number(1 + row * 9e-4), "lon": .number(10 + column * 9e-4)],
    ]
  }

  private func body(_ stops: [JSON], route: JSON = "walk") -> JSON {
    ["name": "Walk", "description": "A walk.", "route": route, "stops": .list(stops)]
  }

  private func positions(_ reply: Reply) -> [[Double]] {
    (reply.json["route"]?["coordinates"]?.array ?? []).map { point in
      (point.array ?? []).compactMap(\.number)
    }
  }

  @Test(
    "TR-FR3(d): a route drawn by its stops follows the streets and has their length, also when changed"
  )
  func drawn() throws {
    let made = try fixture.call(
      .post, "/v1/tours", as: guide, body([Self.stop(0, 0), Self.stop(2, 0), Self.stop(2, 3)]))
    #expect(made.status == 201, "\(made.text)")
    #expect(abs((made.json["distance"]?.number ?? 0) - 500) < 3, "\(made.text)")
    #expect(positions(made).count == 6, "each junction once")
    let changed = try fixture.call(
      .patch, "/v1/tours/\(made.require("id"))", as: guide,
      ["stops": .list([Self.stop(0, 0), Self.stop(0, 4)]), "route": "walk"],
      headers: [made.tag()])
    #expect(changed.status == 200, "\(changed.text)")
    #expect(abs((changed.json["distance"]?.number ?? 0) - 400) < 3)
    let turned = try fixture.call(
      .patch, "/v1/tours/\(made.require("id"))", as: guide, ["direction": "reverse"],
      headers: [changed.tag()])
    #expect(positions(turned) == positions(changed).reversed())
  }

  @Test(
    "TM-FR4(c)iii, CG-RL-11: the default duration is that of the walking network, and two minutes a stop"
  )
  func duration() throws {
    let stops = [Self.stop(0, 0), Self.stop(2, 0), Self.stop(2, 3)]
    let made = try fixture.call(.post, "/v1/tours", as: guide, body(stops))
    func place(_ column: Double, _ row: Double) -> LonLat {
      LonLat(lon: 10 + column * 9e-4, lat: 1 + row * 9e-4)
    }
    let walk = try [(place(0, 0), place(2, 0)), (place(2, 0), place(2, 3))].reduce(0.0) {
      $0 + (try town.library.streets.summary(from: $1.0, to: $1.1, StreetProfile(.walk)).duration)
    }
    let duration = made.json["duration"]?.number ?? 0
    #expect(abs(duration - walk - 360) < 6, "\(duration) \(walk)")
    // A line away from every street has none of its pace.
    let away = try fixture.call(
      .post, "/v1/tours", as: guide,
      body([], route: ["type": "LineString", "coordinates": [[10.1, 1.1], [10.1, 1.109]]]))
    #expect(away.status == 201, "\(away.text)")
    let plain = (away.json["distance"]?.number ?? 0) / (5 / 3.6)
    #expect(abs((away.json["duration"]?.number ?? 0) - plain) < 2)
    let own = try fixture.call(
      .post, "/v1/tours", as: guide, body(stops).with("durationMinutes", 90))
    #expect(own.json["duration"]?.number == 5400)
  }

  @Test("stops that no street reaches, and too few of them, are refused with their place")
  func refusals() throws {
    let before = try fixture.state()
    let far: JSON = ["title": "Far", "text": "Text", "position": ["lat": 1.2, "lon": 10]]
    let away = try fixture.call(
      .post, "/v1/tours", as: guide, body([Self.stop(0, 0), Self.stop(1, 1), far]))
    #expect(away.status == 404 && away.slug == "no-network-near", "\(away.text)")
    #expect(away.pointers == ["/stops/2/position"], "\(away.text)")
    for stops in [[], [Self.stop(0, 0)], [Self.stop(0, 0), Self.stop(0, 0)]] {
      let few = try fixture.call(.post, "/v1/tours", as: guide, body(stops))
      #expect(few.status == 422 && few.pointers == ["/stops"], "\(few.text)")
    }
    let word = try fixture.call(
      .post, "/v1/tours", as: guide, body([Self.stop(0, 0)], route: "swim"))
    #expect(word.status == 422 && word.pointers == ["/route"], "\(word.text)")
    #expect(try fixture.state() == before)
    let none = try APIFixture()
    let guide = try none.guide()
    let unknown = try none.call(
      .post, "/v1/tours", as: guide, body([Self.stop(0, 0), Self.stop(1, 1)]))
    #expect(unknown.status == 404 && unknown.slug == "no-network-near", "\(unknown.text)")
  }
}
