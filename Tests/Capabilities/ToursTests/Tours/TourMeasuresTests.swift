import Access
import Base
import Foundation
import Geodesy
import Testing
import Topology

@testable import Tours

@Suite("Tours: what is computed")
struct TourMeasuresTests {
  private func content(
    _ route: [(Double, Double)], stops: [TourStop] = [], minutes: Int? = nil
  ) -> TourContent {
    TourContent(
      name: "T", description: "D", durationMinutes: minutes,
      route: LineString(route.map { LonLat(lon: $0.0, lat: $0.1) }), stops: stops)
  }

  private func stop(_ lon: Double, _ lat: Double, radius: Double? = nil) -> TourStop {
    TourStop(
      title: LocalizedText("S"), text: LocalizedText("T"), position: LonLat(lon: lon, lat: lat),
      trigger: radius.map { .radius($0) })
  }

  @Test(
    "TM-FR4(c)iii: the duration is set, or follows from the distance at 5 km/h plus 2 min a stop")
  func duration() throws {
    // One minute of latitude at 47°N is 1852.8 m long.
    var tour = content([(9, 47), (9, 47 + 1.0 / 60)], stops: [stop(9, 47), stop(9, 47.01)])
    let measures = try TourMeasures(tour, settings: Settings())
    #expect(abs(measures.distance - 1852.8) < 1)
    #expect(abs(Double(measures.duration) - (measures.distance / 5000 * 3600 + 240)) <= 0.5)
    tour.durationMinutes = 45
    #expect(try TourMeasures(tour, settings: Settings()).duration == 2700)
  }

  @Test("The distance is right across the antimeridian")
  func antimeridian() throws {
    let measures = try TourMeasures(
      content([(179.999, 0), (-179.999, 0)]), settings: Settings())
    #expect(abs(measures.distance - 222.6) < 0.1)
    #expect(measures.area.polygons.count == 2)
    for polygon in measures.area.polygons {
      #expect(polygon.exterior.allSatisfy { abs($0.lon) <= 180 && abs($0.lon) > 179.9 })
    }
    _ = try PolygonTopology.validated(.multiPolygon(measures.area))
  }

  @Test(
    "A computed area is valid and reaches the margin beyond every point of route and stops",
    arguments: [1, 2, 3, 4] as [UInt64])
  func area(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<10 {
      let lat = random.unit() * 160 - 80
      let lon = random.unit() * 360 - 180
      let points = (0..<Int(2 + random.unit() * 20)).map { _ in
        LonLat(
          lon: LonLat.normalise(lon: lon + (random.unit() - 0.5) * 0.05),
          lat: lat + (random.unit() - 0.5) * 0.05)
      }
      let area = try #require(TourAreaBuilder.area(around: points, margin: 50), "seed \(seed)")
      _ = try PolygonTopology.validated(.multiPolygon(area))
      let prepared = try #require(PreparedArea(area.polygons))
      for point in points {
        for bearing in stride(from: 0.0, to: 360, by: 25) {
          let edge = Geodesic.destination(
            from: point, bearingDegrees: bearing, distanceMetres: 49.9)
          #expect(prepared.contains(edge), "seed \(seed): \(edge)")
        }
      }
    }
  }

  @Test("A file with an area across the antimeridian is looked at as the server would take it")
  func antimeridianFile() throws {
    func check(_ area: String) throws -> TourCheck {
      try TourCheck(
        file: Array(
          """
          {"type":"FeatureCollection","wayside":{"format":"wayside-tour","version":1,"name":"Dateline",
          "description":"x","languages":["en"],"price":"0.00"},"features":[
          {"type":"Feature","properties":{"role":"area"},"geometry":
          {"type":"Polygon","coordinates":[\(area)]}},
          {"type":"Feature","properties":{"role":"route"},"geometry":
          {"type":"LineString","coordinates":[[179.999,-16],[-179.999,-16]]}},
          {"type":"Feature","properties":{"role":"stop","order":1,"kind":"popup","title":{"en":"A"},
          "text":{"en":"B"}},"geometry":{"type":"Point","coordinates":[180,-16]}}]}
          """.utf8), walk: .init(), settings: Settings())
    }
    let found = try check(
      "[[179.99,-16.01],[-179.99,-16.01],[-179.99,-15.99],[179.99,-15.99],[179.99,-16.01]]")
    #expect(found.warnings.isEmpty && found.findings.isEmpty, "\(found.warnings)")
    #expect(throws: Refusal.self) {
      try check("[[179,-17],[179.1,-15],[179.1,-17],[179,-15],[179,-17]]")
    }
  }

  @Test("Near the poles an area has to be drawn")
  func poles() {
    #expect(throws: Refusal.self) {
      try TourMeasures(content([(0, 88), (10, 88)]), settings: Settings())
    }
  }

  @Test("The linter finds what goes wrong on the spot, and nothing in a sound tour")
  func linter() throws {
    func codes(_ tour: TourContent) throws -> [TourWarning.Code] {
      let area = try TourMeasures(tour, settings: Settings()).area
      return TourLinter.warnings(tour, area: tour.area ?? area, settings: Settings()).map(\.code)
    }
    let route = [(9.0, 47.0), (9.0, 47.01), (9.01, 47.01)]
    let sound = [stop(9, 47), stop(9, 47.005), stop(9.005, 47.01)]
    #expect(try codes(content(route, stops: sound)).isEmpty)
    #expect(try codes(content(route, stops: [stop(9.002, 47.005)])) == [.stopFarFromRoute])
    #expect(
      try codes(content(route, stops: sound.reversed())) == [.stopOutOfOrder, .stopOutOfOrder])
    #expect(
      try codes(content(route, stops: [stop(9, 47), stop(9, 47.0002)])) == [.triggersOverlap])
    #expect(try codes(content(route, stops: [stop(9, 47, radius: 3)])) == [.triggerSmall])
    #expect(try codes(content(route, stops: [stop(9, 47, radius: 101)])) == [.triggerLarge])
    // 30 m beside the route, with the usual 15 m.
    #expect(try codes(content(route, stops: [stop(9.0004, 47.005)])) == [.stopUnreachable])
    #expect(try codes(content(route, stops: [stop(9.0004, 47.005, radius: 35)])).isEmpty)
    #expect(try codes(content(route, stops: [stop(9, 47), stop(9, 47.0095)])) == [.stopsFarApart])
    #expect(try codes(content(route, stops: [])) == [.withoutStops])
    var silent = content(route, stops: sound)
    silent.stops[1].text = LocalizedText([])
    #expect(try codes(silent).contains(.missingText))
    var jagged = content(route, stops: sound)
    let corners = (0..<50).map { i -> LonLat in
      let (angle, reach) = (Double(i) * .pi / 25, i % 2 == 0 ? 0.0003 : 0.0002)
      return LonLat(lon: 9 + reach * cos(angle), lat: 47.005 + reach * sin(angle))
    }
    jagged.stops[1].trigger = .polygon(Polygon([corners + corners.prefix(1)]))
    #expect(try codes(jagged) == [.triggerComplex])
    var translated = content(route, stops: sound)
    translated.languages = ["und", "de"]
    #expect(
      try codes(translated) == [.missingTranslation, .missingTranslation, .missingTranslation])
    var empty = content(route, stops: sound)
    empty.stops[0].kind = .object
    #expect(try codes(empty) == [.stopWithoutObject])
    var narrow = content(route, stops: [stop(9, 47.005)])
    narrow.area = MultiPolygon([
      Polygon([
        [(8.99, 46.99), (8.999, 46.99), (8.999, 47), (8.99, 46.99)].map {
          LonLat(lon: $0.0, lat: $0.1)
        }
      ])
    ])
    #expect(try codes(narrow) == [.stopOutsideArea, .routeOutsideArea])
  }
}
