import Base
import FlatFiles
import Foundation
import Geodesy
import Routing
import TestSupport
import Testing
import Transit

@testable import Geodata

@Suite struct TimetableLibraryTests {
  private let temporary: TemporaryFolder
  private let folder: GeodataFolder

  init() throws {
    temporary = try TemporaryFolder()
    folder = GeodataFolder(in: temporary.path)
  }

  private func importFeed(_ name: String, side: Int = 6, lon: Double = 10) throws {
    try TownFeed.write(side: side, lon: lon, lat: 1, to: temporary.file("feed"))
    let timetable = try Timetable(FeedReader.read(path: temporary.file("feed")).feed)
    _ = try folder.importing {
      try TimetableFile.write(timetable, to: folder.place(.timetables, name: name))
    }
  }

  @Test("timetables are taken into use, replaced and removed like maps")
  func follows() throws {
    let library = GeodataLibrary(folder)
    #expect(library.current.timetables.isEmpty)
    try importFeed("town")
    #expect(library.refresh())
    #expect(library.current.timetables.map(\.name) == ["town"])
    #expect(library.current.timetables[0].engine.timetable.stops.count == 4)
    let kept = library.current.timetables[0].engine
    try importFeed("other", side: 10)
    #expect(library.refresh())
    #expect(library.current.timetables.map(\.name) == ["other", "town"])
    // What has not changed stays, with the days that it has made ready.
    #expect(library.current.timetables[1].engine === kept)
    #expect(!library.refresh())
    #expect(try folder.remove(.timetables, name: "other"))
    #expect(library.refresh())
    #expect(library.current.timetables.map(\.name) == ["town"])
  }

  @Test("a damaged timetable is told and does not replace the one in use")
  func damaged() throws {
    try importFeed("town")
    let library = GeodataLibrary(folder)
    let path = try folder.place(.timetables, name: "town")
    var content = try #require(FileManager.default.contents(atPath: path))
    content[content.count / 2] ^= 1
    try FlatFileWriter.write([UInt8](content), to: path)
    #expect(library.refresh())
    #expect(library.current.problems.map(\.name) == ["town"])
    #expect(library.current.timetables.map(\.name) == ["town"])
  }

  /// The first bus of a day, at 6:00 by headway with exact times, is cancelled:
  /// header { version }, entity { id, trip_update { trip { id, start, date, relation 3 } } }.
  private var cancellation: [UInt8] {
    var trip: [UInt8] = [0x0a, 3] + Array("bus".utf8)
    trip += [0x12, 8] + Array("06:00:00".utf8) + [0x1a, 8] + Array("20260610".utf8) + [0x20, 3]
    let update = [0x0a, UInt8(trip.count)] + trip
    let entity = [0x0a, 1, 0x31, 0x1a, UInt8(update.count)] + update
    return [0x0a, 5, 0x0a, 3] + Array("2.0".utf8) + [0x12, UInt8(entity.count)] + entity
  }

  @Test("TV-RTE-04: trip updates change travel times without a restart; broken ones change nothing")
  func updates() throws {
    try importFeed("town")
    let library = GeodataLibrary(folder)
    func arrival() throws -> Instant? {
      let engine = try #require(library.current.timetables.first).engine
      let timetable = engine.timetable
      let stops = try ["b0", "b4"].map { try #require(timetable.stop(id: $0)) }
      let query = TransitQuery(
        access: [StopAccess(stop: stops[0], seconds: 0, metres: 0)],
        egress: [StopAccess(stop: stops[1], seconds: 0, metres: 0)])
      let at = try #require(Instant(rfc3339: "2026-06-10T03:30:00Z"))
      return try engine.earliest(query, departAt: at).first?.arrival
    }
    let onTime = try #require(try arrival())
    let (ways, ground) = (library.current.stateOfWays, library.current.stateOfGround)
    let lasting = library.current.lastingStateOfWays
    #expect(lasting == ways && lasting != ground)
    try FlatFileWriter.write(cancellation, to: folder.place(.tripUpdates, name: "town"))
    #expect(library.refresh())
    #expect(library.current.timetables[0].updates?.cancelled == 1)
    #expect(try arrival() == onTime.adding(seconds: 600))
    // Ways are others, what is drawn and stands in the way is not.
    #expect(library.current.stateOfWays != ways && library.current.stateOfGround == ground)
    #expect(library.current.lastingStateOfWays == lasting)
    try FlatFileWriter.write([0xff], to: folder.place(.tripUpdates, name: "town"))
    #expect(library.refresh())
    #expect(library.current.problems.count == 1)
    #expect(try arrival() == onTime)
  }

  @Test("TV-RTE-03: timetables whose stops are within a walk are searched as one, others alone")
  func joins() throws {
    try importFeed("east", lon: 10.0005)
    try importFeed("far", lon: 20)
    try importFeed("west")
    let library = GeodataLibrary(folder)
    #expect(library.current.joined.map(\.names) == [["east", "west"], ["far"]])
    let first = library.current.joined[0]
    #expect(first.engine.stops.count == 8 && first.stops.positions.count == 8)
    // The first stops of both bus lines: by the one or the other, whichever comes first.
    let crossing = first.walks.walks.filter { $0.from == 0 }
    #expect(!crossing.isEmpty && crossing.allSatisfy { $0.metres < 700 })
    let at = try #require(Instant(rfc3339: "2026-06-10T03:30:00Z"))
    func ride(_ from: String, in east: Bool, to: String, in east2: Bool) throws -> [Journey] {
      let timetable = library.current.timetables[0].engine.timetable
      let count = timetable.stops.count
      let numbers = try [(from, east), (to, east2)].map { id, isEast in
        try #require(timetable.stop(id: id)) + (isEast ? 0 : count)
      }
      return try library.current.joined[0].engine.earliest(
        TransitQuery(
          access: [StopAccess(stop: numbers[0], seconds: 0, metres: 0)],
          egress: [StopAccess(stop: numbers[1], seconds: 0, metres: 0)]), departAt: at)
    }
    // By the bus of the west, then by the tram of the east.
    let journey = try #require(try ride("b0", in: false, to: "t4", in: true).last)
    #expect(Set(journey.rides.map(\.feed)) == [0, 1])
    // What does not change is kept; delays of one feed hold in the joined one.
    #expect(!library.refresh())
    try FlatFileWriter.write(cancellation, to: folder.place(.tripUpdates, name: "west"))
    #expect(library.refresh())
    let after = library.current.joined
    #expect(after[1].engine === library.current.timetables[1].engine)
    #expect(after[0].engine !== first.engine && after[0].stops === first.stops)
    #expect(after[0].walks === first.walks)
    let later = try #require(try ride("b0", in: false, to: "t4", in: true).last)
    #expect(later.departure > journey.departure)
    #expect(try folder.remove(.timetables, name: "east"))
    #expect(library.refresh())
    #expect(library.current.joined.map(\.names) == [["far"], ["west"]])
  }

  @Test("walks between stops follow the streets where a map covers them")
  func footpaths() throws {
    let source = temporary.file("town.osm.pbf")
    try Data(OSMFileWriter.town(side: 6, lon: 10, lat: 1).bytes)
      .write(to: URL(fileURLWithPath: source))
    let content = try ExtractImport(extract: source).content().content
    let streets = StreetRouter([try Extract(content: content).streets])
    func stop(_ id: String, _ column: Double, _ row: Double) -> Timetable.Stop {
      Timetable.Stop(
        id: id, name: id, platform: "",
        position: LonLat(lon: 10 + column * 9e-4, lat: 1 + row * 9e-4),
        kind: .platform, parent: nil, wheelchair: .unknown)
    }
    let stops = [stop("a", 0, 0), stop("b", 2, 2), stop("far", 100, 0), stop("beside", 102, 0)]
    var walks = StreetFootpaths(streets)
    let found = walks.walks(between: stops)
    let across = try #require(found.first { $0.from == 0 && $0.to == 1 })
    // Round the blocks: 400 m, not 283 m straight across.
    #expect((395...405).contains(across.metres))
    // No map there: the line of 200 m, 1.3 times as long.
    let beside = try #require(found.first { $0.from == 2 && $0.to == 3 })
    #expect((255...265).contains(beside.metres))
    #expect(walks.stopsAlongStreets == 2 && walks.stopsByStraightLines == 2)
    // Off the streets one comes to them first: 100 m, and 200 m along them.
    var others = StreetFootpaths(streets)
    let yard = others.walks(between: [stop("a", 0, 0), stop("yard", -1, 2)])
    let way = try #require(yard.first { $0.from == 0 })
    #expect((295...305).contains(way.metres) && way.seconds > 210, "\(way)")
  }
}
