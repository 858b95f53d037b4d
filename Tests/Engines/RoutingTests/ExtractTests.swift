import Base
import FlatFiles
import Foundation
import Geodesy
import OSMFiles
import TestSupport
import Testing

@testable import Routing

/// Where real extracts lie: the folder of WAYSIDE_DATA, or ../shared/data beside the checkout.
enum RealData {
  static let folder = Checkout.realData(holding: "osm/monaco-2023.osm.pbf")

  static let isMissing: Comment =
    "SKIPPED: no real extracts; set WAYSIDE_DATA to a folder with osm/monaco-2023.osm.pbf"

  static func extract(_ name: String) throws -> String {
    try #require(folder, isMissing) + "/osm/" + name + ".osm.pbf"
  }

  /// Monaco, imported once for all tests.
  static let monaco = Result { try ExtractImport(extract: extract("monaco-2023")).content() }
}

@Suite(.enabled(if: RealData.folder != nil, RealData.isMissing)) struct ExtractTests {
  @Test("Monaco is imported with streets, buildings with heights, places and stops")
  func monaco() throws {
    let built = try RealData.monaco.get()
    #expect(built.result.ways > 2700)
    #expect(built.result.segments > 5000)
    #expect(built.result.restrictions > 30)
    let extract = try Extract(content: built.content)
    let bounds = extract.streets.bounds
    #expect(bounds.west > 7.3 && bounds.east < 7.6 && bounds.south > 43.6 && bounds.north < 43.9)
    var buildings = 0
    var tall = 0
    extract.map.forEachBuilding { building in
      buildings += 1
      if building.height > 30 { tall += 1 }
      #expect(building.height > building.base)
      for ring in building.rings {
        #expect(ring.count >= 4)
        #expect(ring.first == ring.last)
      }
    }
    #expect(buildings > 1200)
    #expect(tall > 20)
    let casino = Bounds(west: 7.425, south: 43.737, east: 7.431, north: 43.741)
    let roads = extract.map.find([.road], touching: casino).compactMap(extract.map.feature)
    #expect(roads.contains { $0.name == "Place du Casino" })
    #expect(!extract.map.find([.stop], touching: .world).isEmpty)
    #expect(!extract.map.find([.green], touching: .world).isEmpty)
    #expect(extract.map.feature(-1) == nil)
    #expect(extract.map.feature(extract.map.count) == nil)
  }

  @Test("routes in Monaco equal Dijkstra, a matrix its routes", arguments: StreetMode.allCases)
  func monacoRoutes(mode: StreetMode) throws {
    let streets = try Extract(content: RealData.monaco.get().content).streets
    let metric = StreetMetric(streets, StreetProfile(mode))
    let finder = PathFinder(metric: metric)
    let ends = RouteEnds(metric)
    let space = QuerySpace(nodes: metric.mode.nodeCount)
    var random = SeededRandom(seed: 42)
    var places: [LonLat] = []
    while places.count < 9 {
      let place = LonLat(
        lon: 7.409 + random.unit() * 0.03, lat: 43.725 + random.unit() * 0.025)
      if let near = Snapper(metric: metric).nearest(to: place).main, near.distance < 100 {
        places.append(place)
      }
    }
    let router = StreetRouter([streets])
    let table = try router.matrix(sources: places, targets: places, StreetProfile(mode))
    for (i, from) in places.enumerated() {
      for (j, to) in places.enumerated() {
        let single = try? router.summary(from: from, to: to, StreetProfile(mode))
        #expect(table[i][j] == single)
      }
      let j = (i + 5) % places.count
      guard let a = Snapper(metric: metric).nearest(to: from).main,
        let b = Snapper(metric: metric).nearest(to: places[j]).main
      else { continue }
      var expected = PlainSearch(metric: metric).weight(
        from: ends.sources(a).map(\.seed), to: ends.targets(b).map(\.seed))
      if let direct = ends.direct(from: a, to: b)?.seed.weight {
        expected = min(expected ?? direct, direct)
      }
      #expect(finder.path(from: a, to: b, unpacks: false, in: space)?.weight == expected)
    }
  }

  @Test("all places on the main network reach each other")
  func mainIsConnected() throws {
    let streets = try Extract(content: RealData.monaco.get().content).streets
    for mode in StreetMode.allCases {
      let network = streets.mode(mode)
      let metric = StreetMetric(streets, StreetProfile(mode))
      let ends = RouteEnds(metric)
      let space = QuerySpace(nodes: network.nodeCount)
      let main = (0..<streets.segmentCount).filter(network.isMain)
      var random = SeededRandom(seed: 5)
      for _ in 0..<80 {
        let pair = (0..<2).map { _ in main[Int(random.next() % UInt64(main.count))] }
        guard network.components[pair[0]] == network.components[pair[1]] else { continue }
        func place(_ segment: Int) -> SnappedPlace {
          SnappedPlace(
            requested: LonLat(lon: 0, lat: 0), position: LonLat(lon: 0, lat: 0), distance: 0,
            street: "", isPastIsland: false, segment: segment, fraction: 0.5)
        }
        let finder = PathFinder(metric: metric)
        let found = finder.path(
          from: place(pair[0]), to: place(pair[1]), unpacks: false, in: space)
        #expect(found != nil, "\(mode) \(pair) \(ends.sources(place(pair[0])).count)")
      }
    }
  }

  @Test("missing nodes, meaningless boxes and huge identifiers are survived")
  func helsinki() throws {
    let built = try ExtractImport(extract: RealData.extract("helsinki-centre-2019")).content()
    #expect(built.result.segments > 4000)
    let router = StreetRouter([try Extract(content: built.content).streets])
    let route = try router.route(
      from: LonLat(lon: 24.941, lat: 60.170), to: LonLat(lon: 24.952, lat: 60.169),
      StreetProfile(.walk))
    #expect(route.distance > 500 && route.distance < 1500)
  }

  @Test("a file that is cut anywhere is refused and says where")
  func cutFile() throws {
    let folder = try TemporaryFolder()
    let bytes = try [UInt8](
      Data(contentsOf: URL(fileURLWithPath: RealData.extract("monaco-2023"))))
    var random = SeededRandom(seed: 8)
    var lengths = [0, 1, 3, 4, 5, 20, 100, bytes.count - 1]
    lengths += (0..<8).map { _ in Int(random.next() % UInt64(bytes.count)) }
    for length in lengths {
      let path = folder.file("cut.osm.pbf")
      try Data(bytes.prefix(length)).write(to: URL(fileURLWithPath: path))
      do {
        let file = try OSMFile(path: path)
        try file.read([.nodes, .ways, .relations]) { _ in }
        // A cut between two blocks cannot be told from a shorter file.
        #expect(length > 100)
      } catch {
        #expect(error.offset >= 0 && error.offset <= Int64(length))
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test("a file that is damaged anywhere never traps", arguments: [1, 2, 3] as [UInt64])
  func damagedFile(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let bytes = try [UInt8](
      Data(contentsOf: URL(fileURLWithPath: RealData.extract("monaco-2023"))))
    var random = SeededRandom(seed: seed)
    for _ in 0..<4 {
      var damaged = bytes
      for _ in 0..<1 + Int(random.next() % 8) {
        damaged[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      // Damage in frames and headers, too, not only inside compressed data.
      damaged[Int(random.next() % 200)] = UInt8(truncatingIfNeeded: random.next())
      let path = folder.file("damaged.osm.pbf")
      try Data(damaged).write(to: URL(fileURLWithPath: path))
      var objects = 0
      do {
        let file = try OSMFile(path: path)
        var tags = OSMTags()
        try file.read([.nodes, .ways, .relations]) { batch in
          for index in 0..<batch.wayCount {
            batch.wayTags(index, into: &tags)
            objects += batch.wayRefs(index).count
          }
          for index in 0..<batch.relationCount { objects += batch.relationMembers(index).count }
          objects += batch.nodeCount
        }
      } catch {
        #expect(error.reason != .unreadable)
      }
      #expect(objects >= 0)
    }
  }

  @Test("a failed import leaves the old file as it is")
  func failedImport() throws {
    let folder = try TemporaryFolder()
    let target = folder.file("city.wayside")
    try FlatFileWriter.write(RealData.monaco.get().content, to: target)
    let before = try Data(contentsOf: URL(fileURLWithPath: target))
    #expect(try Extract(path: target).streets.segmentCount > 5000)
    let broken = folder.file("broken.osm.pbf")
    try Data("no map at all".utf8).write(to: URL(fileURLWithPath: broken))
    #expect(throws: OSMFileError.self) { try ExtractImport(extract: broken).write(to: target) }
    #expect(throws: OSMFileError.self) {
      try ExtractImport(extract: folder.file("absent")).write(to: target)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["broken.osm.pbf", "city.wayside"])
  }
}
