import Base
import Geodesy
import TestSupport
import Testing

@testable import GeoFormats

@Suite struct GeoJSONTests {
  private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

  @Test("a position is written with seven decimals, as it is kept, and its height in millimetres")
  func position() {
    var json = JSONWriter()
    json.position(LonLat(lon: 1.0 / 3, lat: 2.0 / 3), height: 1.23456)
    #expect(
      String(decoding: json.bytes, as: UTF8.self)
        == #"{"lat":0.6666667,"lon":0.3333333,"h":1.235}"#)
  }

  static let valid: [(String, Geometry)] = [
    (#"{"type":"Point","coordinates":[8.5,49.25]}"#, .point(LonLat(lon: 8.5, lat: 49.25))),
    (
      #"{"type":"LineString","coordinates":[[-180,-90],[180,90]]}"#,
      .line(LineString([LonLat(lon: -180, lat: -90), LonLat(lon: 180, lat: 90)]))
    ),
    (
      #"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,0]],[[2,1],[3,1],[3,2],[2,1]]]}"#,
      .polygon(
        Polygon([
          [
            LonLat(lon: 0, lat: 0), LonLat(lon: 4, lat: 0), LonLat(lon: 4, lat: 4),
            LonLat(lon: 0, lat: 0),
          ],
          [
            LonLat(lon: 2, lat: 1), LonLat(lon: 3, lat: 1), LonLat(lon: 3, lat: 2),
            LonLat(lon: 2, lat: 1),
          ],
        ]))
    ),
    (
      #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]]]}"#,
      .multiPolygon(
        MultiPolygon([
          Polygon([
            [
              LonLat(lon: 0, lat: 0), LonLat(lon: 1, lat: 0), LonLat(lon: 1, lat: 1),
              LonLat(lon: 0, lat: 0),
            ]
          ])
        ]))
    ),
  ]

  @Test("each type is read, and written as the same text", arguments: 0..<4)
  func roundTrip(_ index: Int) throws {
    let (text, geometry) = Self.valid[index]
    #expect(try Geometry(geoJSON: json(text)) == geometry)
    var writer = JSONWriter()
    writer.geometry(geometry)
    #expect(writer.string == text)
  }

  @Test("heights come and go with their positions")
  func heights() throws {
    let text = #"{"type":"LineString","coordinates":[[1,2,3.5],[4,5],[6,7,-1]]}"#
    let read = try PositionedGeometry(geoJSON: json(text))
    #expect(read.heights == [3.5, nil, -1])
    var writer = JSONWriter()
    writer.geometry(read.geometry, heights: read.heights)
    #expect(writer.string == text)
    #expect(try PositionedGeometry(geoJSON: json(Self.valid[0].0)).heights.isEmpty)
  }

  @Test("one-element multi types are read as their element")
  func single() throws {
    let line = try Geometry(
      geoJSON: json(#"{"type":"MultiLineString","coordinates":[[[0,0],[1,1]]]}"#))
    #expect(line == .line(LineString([LonLat(lon: 0, lat: 0), LonLat(lon: 1, lat: 1)])))
    let point = try Geometry(geoJSON: json(#"{"type":"MultiPoint","coordinates":[[3,4]]}"#))
    #expect(point == .point(LonLat(lon: 3, lat: 4)))
  }

  static let broken: [(String, String, String)] = [
    ("5", "", "object"),
    ("{}", "/type", "type"),
    (#"{"type":"Point"}"#, "/coordinates", "required"),
    (#"{"type":"Circle","coordinates":[0,0]}"#, "/type", "Circle"),
    (#"{"type":"GeometryCollection","geometries":[]}"#, "/type", "GeometryCollection"),
    (#"{"type":"Point","coordinates":5}"#, "/coordinates", "array"),
    (#"{"type":"Point","coordinates":[1]}"#, "/coordinates", "2 or 3"),
    (#"{"type":"Point","coordinates":[1,2,3,4]}"#, "/coordinates", "2 or 3"),
    (#"{"type":"Point","coordinates":["1",2]}"#, "/coordinates", "numbers"),
    (#"{"type":"Point","coordinates":[1,2,null]}"#, "/coordinates", "numbers"),
    (#"{"type":"Point","coordinates":[181,2]}"#, "/coordinates", "-180...180"),
    (#"{"type":"Point","coordinates":[35.6,139.7]}"#, "/coordinates", "order is longitude"),
    (#"{"type":"Point","coordinates":[1e300,2]}"#, "/coordinates", "-180...180"),
    (#"{"type":"LineString","coordinates":[[0,0]]}"#, "/coordinates", "at least 2"),
    (#"{"type":"LineString","coordinates":[[0,0],[0,91]]}"#, "/coordinates/1", "-90...90"),
    (#"{"type":"Polygon","coordinates":[]}"#, "/coordinates", "at least 1"),
    (#"{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,0]]]}"#, "/coordinates/0", "at least 4"),
    (#"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}"#, "/coordinates/0", "closed"),
    (
      #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[9,9]]]]}"#, "/coordinates/0/0",
      "closed"
    ),
    (#"{"type":"MultiPoint","coordinates":[[0,0],[1,1]]}"#, "/type", "one element"),
  ]

  @Test("wrong geometries are refused with the place and the rule", arguments: broken.indices)
  func refused(_ index: Int) throws {
    let (text, pointer, part) = Self.broken[index]
    let value = try json(text)
    let error = #expect(throws: Refusal.self) { try Geometry(geoJSON: value, at: "/area") }
    #expect(error?.kind == .invalid)
    #expect(error?.violations.first?.pointer == "/area" + pointer)
    #expect(error?.detail.contains(part) == true, "\(error?.detail ?? "")")
  }

  @Test("types that do not fit are refused by name")
  func allowed() throws {
    let value = try json(Self.valid[0].0)
    let error = #expect(throws: Refusal.self) {
      try Geometry(geoJSON: value, allowed: [.polygon, .multiPolygon])
    }
    #expect(error?.detail.contains("Polygon, MultiPolygon") == true)
  }

  @Test("collections are read with ids, properties and empty geometries, and written back")
  func collection() throws {
    let text =
      #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2,3]},"properties":{"name":"Gate"}},{"type":"Feature","geometry":null,"properties":null}]}"#
    let features = try GeoFeature.features(geoJSON: Array(text.utf8))
    #expect(features.count == 2)
    #expect(features[0]["name"] == .string("Gate"))
    #expect(features[0].heights == [3])
    #expect(features[1].geometry == nil)
    var writer = JSONWriter()
    writer.object { json in
      json.member("type", "FeatureCollection")
      json.array("features") { json in for feature in features { json.feature(feature) } }
    }
    #expect(writer.string == text)
    #expect(try GeoFeature.features(geoJSON: Array(Self.valid[0].0.utf8)).count == 1)
  }

  @Test(
    "files beyond the limits or of another reference system are refused",
    arguments: [
      (#"{"type":"FeatureCollection"}"#, "array of features"),
      (#"{"type":"FeatureCollection","features":[5]}"#, "Feature"),
      (#"{"type":"Feature","geometry":null,"properties":5}"#, "object or null"),
      (#"{"type":"Feature","id":[],"geometry":null}"#, "string or a number"),
      (#"{"type":"Feature","type":"Feature"}"#, "twice"),
      (#"{"type":"Feature","crs":{"properties":{"name":"EPSG:3857"}},"geometry":null}"#, "WGS 84"),
      (String(repeating: "[", count: 20), "deeper than 16"),
      ("[]", "object"), ("{", "JSON"),
    ])
  func files(_ text: String, _ part: String) {
    let error = #expect(throws: Refusal.self) { try GeoFeature.features(geoJSON: Array(text.utf8)) }
    #expect(error?.detail.contains(part) == true, "\(error?.detail ?? "")")
  }

  @Test("sizes are limited over the whole file")
  func sizes() {
    var limits = GeoJSONLimits()
    limits.vertices = 5
    let line =
      #"{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[0,0],[1,1],[2,2]]}}"#
    let text = #"{"type":"FeatureCollection","features":[\#(line),\#(line)]}"#
    let error = #expect(throws: Refusal.self) {
      try GeoFeature.features(geoJSON: Array(text.utf8), limits: limits)
    }
    #expect(error?.violations.first?.pointer == "/features/1/geometry/coordinates")
    limits.bytes = 10
    let large = #expect(throws: Refusal.self) {
      try GeoFeature.features(geoJSON: Array(text.utf8), limits: limits)
    }
    #expect(large?.slug == "geojson-size")
    #expect(large?.kind == .tooLarge)
  }

  private static let sample = Array(
    #"{"type":"FeatureCollection","features":[{"type":"Feature","id":7,"properties":{"a":[1,{"b":null}]},"geometry":{"type":"Polygon","coordinates":[[[0,0],[4,0,1],[4,4],[0,0]]]}},{"type":"Feature","properties":null,"geometry":{"type":"LineString","coordinates":[[1.5,2.5],[3e0,-4]]}}]}"#
      .utf8)

  @Test("a file cut off anywhere is refused")
  func truncated() {
    Fuzzing.truncations(Self.sample) { file in
      #expect(throws: Refusal.self) { try GeoFeature.features(geoJSON: file) }
    }
  }

  @Test(
    "damaged files are read or refused; what is read is in range", arguments: [1, 2, 3] as [UInt64])
  func mutated(seed: UInt64) {
    Fuzzing.mutations(Self.sample, seed: seed, count: 2000) { file in
      for feature in (try? GeoFeature.features(geoJSON: file)) ?? [] {
        for p in feature.geometry?.positions ?? [] {
          #expect(LonLat(validLon: p.lon, lat: p.lat) != nil, "seed \(seed)")
        }
      }
    }
  }

  @Test("every reader returns on broken bytes", arguments: [5, 6] as [UInt64])
  func targets(seed: UInt64) {
    let pose = Array(
      #"{"pose":{"position":{"lat":1,"lon":2,"h":3},"quaternion":{"x":0,"y":0,"z":0,"w":1}}}"#.utf8)
    Fuzzing.mutations(pose, seed: seed, count: 500) { bytes in
      guard let json = try? JSONValue(parsing: bytes), let fields = try? JSONFields(json) else {
        return
      }
      _ = GeoPose(reading: fields, "pose")
    }
    Fuzzing.mutations(Self.sample, seed: seed, count: 500) {
      _ = try? GeoFeature.features(geoJSON: $0)
    }
    Fuzzing.mutations([0x3c], seed: seed, count: 50) { bytes in
      _ = try? GPXDocument(reading: bytes)
      _ = try? KMLDocument(reading: bytes)
    }
  }
}
