import Base
import Geodesy
import Objects
import Testing

@Suite("points of files, to be placed as instances")
struct PointFileTests {
  private static let realm = EntityID(high: 1, low: 2)
  private static let object = EntityID(high: 3, low: 4)
  private static let other = EntityID(high: 5, low: 6)

  private func read(
    _ text: String, _ format: PointFile.Format, object: EntityID? = object
  ) throws -> [InstanceDraft] {
    try PointFile(
      Array(text.utf8), as: format,
      PointFile.Defaults(realm: Self.realm, object: object, height: 7)
    ).drafts
  }

  @Test("features of points are read with what they say of themselves")
  func features() throws {
    let drafts = try read(
      """
      {"type": "FeatureCollection", "name": "\\"features\\": [", "features": [
        {"type": "Feature", "properties": {"object": "\(Self.other)", "scale": 2.5,
          "priority": 9, "radius": 30, "note": "a } in \\"text\\" ]"},
          "geometry": {"type": "Point", "coordinates": [9.5, 47.1, 460]}},
        {"type": "Feature", "properties": null,
          "geometry": {"type": "Point", "coordinates": [-180, -90]}}
      ], "after": 1}
      """, .geojson)
    #expect(drafts.map(\.object) == [Self.other, Self.object])
    let first = try #require(drafts.first).placement
    #expect(first.pose.position == LonLat(lon: 9.5, lat: 47.1) && first.pose.height == 460)
    #expect(first.scale == 2.5 && first.priority == 9 && first.triggerRadius == 30)
    let second = try #require(drafts.last).placement
    #expect(second.pose.position == LonLat(lon: -180, lat: -90) && second.pose.height == 7)
    #expect(second.scale == 1 && second.triggerRadius == nil && second.realms == [Self.realm])
    #expect(try read("{\"features\":[]}", .geojson).isEmpty)
  }

  @Test("tables are read by the names of their columns")
  func table() throws {
    let drafts = try read(
      "\u{feff}Name,LAT,lng,h,scale\r\n\"a, \"\"b\"\"\",47.1,9.5,460,\r\n\n,1,2,,3", .csv)
    #expect(
      drafts.map(\.placement.pose.position) == [
        LonLat(lon: 9.5, lat: 47.1), LonLat(lon: 2, lat: 1),
      ])
    #expect(drafts.map(\.placement.pose.height) == [460, 7])
    #expect(drafts.map(\.placement.scale) == [1, 3])
  }

  @Test("what is wrong is told by rows, and nothing is read then")
  func wrong() throws {
    func pointers(_ text: String, _ format: PointFile.Format, object: EntityID? = Self.object)
      -> [String]
    {
      let refusal = #expect(throws: Refusal.self) { try read(text, format, object: object) }
      return refusal?.violations.map(\.pointer) ?? []
    }
    #expect(
      pointers(
        "lat,lon,h,scale,priority,radius\n1,2,x\n91,2\n1,2,,0\n1,2,,,1.5\n1,2,,,,0\n1,2", .csv) == [
          "/rows/0/h", "/rows/1/position", "/rows/2/scale", "/rows/3/priority", "/rows/4/radius",
        ])
    #expect(pointers("lat,lon\n1,2", .csv, object: nil) == ["/rows/0/object"])
    #expect(
      pointers(
        #"{"features":[{"geometry":{"type":"LineString","coordinates":[[1,2]]}},5]}"#, .geojson)
        == [])
    #expect(
      pointers(
        #"{"features":[{"geometry":{"type":"LineString","coordinates":[[1,2]]}}]}"#, .geojson)
        == ["/rows/0/position"])
    #expect(pointers("lat,lon\n" + String(repeating: "x,2\n", count: 50), .csv).count == 20)
    for text in ["", "{", "[]", "{\"features\": 5}", "{\"features\": [{\"a\": 1}", "a,b\n1,2"] {
      #expect(throws: Refusal.self) { try read(text, .geojson) }
      #expect(throws: Refusal.self) { try read(text, .csv) }
    }
  }
}
