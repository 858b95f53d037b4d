import Geodesy
import OSMFiles
import Testing

@testable import Routing

@Suite struct MapTests {
  @Test(
    "heights of buildings are read with their units",
    arguments: [
      ("12", 12), ("12.5 m", 12.5), ("40 ft", 12.192), ("40'", 12.192), ("12'6\"", 3.81),
      ("tall", nil), ("-3", nil), ("1e9", nil), ("NaN", nil), ("5000", nil), ("", nil),
    ] as [(String, Double?)])
  func metres(_ text: String, _ expected: Double?) {
    let found = BuildingHeight.metres(text)
    if let expected, let found {
      #expect(abs(found - expected) < 1e-9)
    } else {
      #expect(found == expected)
    }
  }

  @Test("a height comes from its tag, from the levels, or from the type")
  func heights() {
    #expect(BuildingHeight.heights(OSMTags([.building: "yes", .height: "20"])).height == 20)
    #expect(BuildingHeight.heights(OSMTags([.building: "yes", .buildingLevels: "4"])).height == 12)
    #expect(BuildingHeight.heights(OSMTags([.building: "garage"])).height == 3.5)
    let part = BuildingHeight.heights(
      OSMTags([.buildingPart: "yes", .minHeight: "10", .height: "5"]))
    #expect(part.base == 10)
    #expect(part.height == 11)
  }

  @Test("rings are joined from ways in any order and direction, and holes find their outline")
  func rings() {
    let rings = RingAssembler.rings([[1, 2, 3], [5, 4, 3], [5, 1], [7, 8], [9, 10, 11, 9]])
    #expect(rings.count == 2)
    #expect(Set(rings.map(\.count)) == [4, 6])
    #expect(rings.allSatisfy { $0.first == $0.last })
    func square(_ x: Int32, _ size: Int32) -> [FixedPosition] {
      [(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)].map {
        FixedPosition(lonE7: x + $0.0 * size, latE7: x + $0.1 * size)
      }
    }
    let polygons = RingAssembler.polygons(
      outer: [square(0, 100), square(1000, 100)], inner: [square(1010, 20), square(5000, 10)])
    #expect(polygons.map(\.count) == [1, 2])
    #expect(polygons.allSatisfy { RingAssembler.area($0[0]) > 0 })
    #expect(RingAssembler.area(polygons[1][1]) < 0)
  }

  @Test("multipolygons, closed ways, lines and nodes become features")
  func features() throws {
    var collector = MapCollector()
    let corners: [(Int64, Double, Double)] = [
      (1, 0, 0), (2, 1, 0), (3, 1, 1), (4, 0, 1), (11, 0.2, 0.2), (12, 0.4, 0.2), (13, 0.3, 0.4),
    ]
    collector.addWay(id: 1, refs: [1, 2, 3, 4, 1], tags: OSMTags([.natural: "water"]))
    collector.addWay(
      id: 2, refs: [1, 3], tags: OSMTags([.highway: "residential", .name: "Diagonal"]))
    // One node of this outline is not in the extract.
    collector.addWay(id: 3, refs: [1, 2, 99, 4, 1], tags: OSMTags([.building: "yes"]))
    collector.addRelation(
      id: 1,
      members: [
        OSMMember(kind: .way, ref: 10, role: "outer"),
        OSMMember(kind: .way, ref: 11, role: "outer"),
        OSMMember(kind: .way, ref: 12, role: "inner"),
      ], tags: OSMTags([.type: "multipolygon", .building: "palace", .height: "30"]))
    #expect(collector.members == [10, 11, 12])
    collector.addMember(id: 10, refs: [1, 2, 3])
    collector.addMember(id: 11, refs: [1, 4, 3])
    collector.addMember(id: 12, refs: [11, 12, 13, 11])
    collector.prepareNodes()
    for corner in corners {
      collector.setNode(
        corner.0, FixedPosition(LonLat(lon: 8 + corner.1 * 1e-3, lat: 47 + corner.2 * 1e-3)))
    }
    collector.addNode(
      FixedPosition(LonLat(lon: 8.0005, lat: 47.0005)),
      tags: OSMTags([.place: "village", .name: "Dorf"]))
    let map = try Extract(content: TestExtract.content(StreetCollector(), map: collector)).map
    #expect(map.count == 4)
    var buildings: [BuildingFootprint] = []
    map.forEachBuilding { buildings.append($0) }
    #expect(buildings.count == 1)
    #expect(buildings.first?.rings.count == 2)
    #expect(buildings.first?.height == 30)
    let features = (0..<map.count).compactMap(map.feature)
    #expect(features.map(\.kind) == [.water, .road, .building, .place])
    #expect(features.map(\.name) == ["", "Diagonal", "", "Dorf"])
    if case .polygon = features[0].geometry {} else { Issue.record("water is no polygon") }
    if case .line = features[1].geometry {} else { Issue.record("a road is no line") }
    if case .point = features[3].geometry {} else { Issue.record("a village is no point") }
    let far = Bounds(west: 9, south: 47, east: 9.1, north: 47.1)
    #expect(map.find([.water], touching: far).isEmpty)
  }
}
