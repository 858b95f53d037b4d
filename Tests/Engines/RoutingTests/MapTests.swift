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

  @Test("numbers of houses are kept as points, as long as a number is")
  func houseNumbers() throws {
    var collector = MapCollector()
    collector.prepareNodes()
    let long = "12a/3, second yard on the left"
    for (place, number) in ["7", long, ""].enumerated() {
      collector.addNode(
        FixedPosition(LonLat(lon: 8 + Double(place) * 1e-3, lat: 47)),
        tags: OSMTags([.addrHousenumber: number, .name: "Mill"]))
    }
    let map = try Extract(content: TestExtract.content(StreetCollector(), map: collector)).map
    let features = (0..<map.count).compactMap(map.feature).filter { $0.kind == .houseNumber }
    #expect(
      features.map(\.name).sorted() == ["12a/3, second yard on", "7"].map { String($0.prefix(20)) })
  }

  @Test("car parks to go on from by public transport are kept, from nodes, ways and areas")
  func parkAndRide() throws {
    var collector = MapCollector()
    let tags: [OSMKey: String] = [.amenity: "parking", .parkRide: "yes"]
    func changed(_ key: OSMKey, _ value: String) -> OSMTags {
      OSMTags(tags.merging([key: value]) { $1 })
    }
    collector.addWay(id: 1, refs: [1, 2, 3, 4, 1], tags: changed(.name, "P+R Nord"))
    collector.addWay(id: 2, refs: [1, 2, 3, 4, 1], tags: changed(.access, "private"))
    collector.addWay(id: 3, refs: [1, 2, 3, 4, 1], tags: changed(.parkRide, "no"))
    collector.addWay(id: 4, refs: [1, 2, 3, 4, 1], tags: OSMTags([.amenity: "parking"]))
    collector.addRelation(
      id: 5, members: [OSMMember(kind: .way, ref: 10, role: "outer")],
      tags: OSMTags(tags.merging([.type: "multipolygon", .parkRide: "tram"]) { $1 }))
    collector.addMember(id: 10, refs: [1, 2, 3, 4, 1])
    collector.prepareNodes()
    for (node, lon, lat) in [
      (1, 8.0, 47.0), (2, 8.002, 47.0), (3, 8.002, 47.002), (4, 8.0, 47.002),
    ] {
      collector.setNode(Int64(node), FixedPosition(LonLat(lon: lon, lat: lat)))
    }
    collector.addNode(FixedPosition(LonLat(lon: 8.01, lat: 47.01)), tags: changed(.name, "P+R Süd"))
    let map = try Extract(content: TestExtract.content(StreetCollector(), map: collector)).map
    #expect(map.parkAndRide.map(\.name).sorted() == ["", "P+R Nord", "P+R Süd"])
    for park in map.parkAndRide where park.name != "P+R Süd" {
      #expect(abs(park.position.lon - 8.001) < 1e-6 && abs(park.position.lat - 47.001) < 1e-6)
    }
    let kinds = map.find([.parkAndRide], touching: .world).map { map.kindAndDetail(of: $0).detail }
    #expect(kinds.sorted() == ["tram", "yes", "yes"])
  }
}
