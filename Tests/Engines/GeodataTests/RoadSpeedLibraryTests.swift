import Base
import FlatFiles
import Foundation
import Geodesy
import Routing
import TestSupport
import Testing

@testable import Geodata

@Suite struct RoadSpeedLibraryTests {
  private let temporary: TemporaryFolder
  private let folder: GeodataFolder

  init() throws {
    temporary = try TemporaryFolder()
    folder = GeodataFolder(in: temporary.path)
  }

  private func write(_ json: String) throws {
    try FlatFileWriter.write(
      Array(json.utf8), to: folder.place(.roadSpeeds, name: "traffic"))
  }

  @Test(
    "Road speeds are taken into use, replaced and removed; broken ones change nothing")
  func follows() throws {
    let library = GeodataLibrary(folder)
    try write(#"{"speeds": [{"way": 1, "factor": 0.5}]}"#)
    #expect(library.refresh())
    #expect(library.current.roadSpeeds.map(\.name) == ["traffic"])
    #expect(library.current.roadSpeeds.first?.speeds.entries.first?.factor == 0.5)
    try write(#"{"speeds": [{"way": 1, "factor": "fast"}]}"#)
    #expect(library.refresh())
    #expect(library.current.problems.map(\.name) == ["traffic"])
    #expect(library.current.roadSpeeds.first?.speeds.entries.first?.factor == 0.5)
    try write(#"{"speeds": [{"way": 1, "factor": 0.8}]}"#)
    #expect(library.refresh())
    #expect(library.current.problems.isEmpty)
    #expect(library.current.roadSpeeds.first?.speeds.entries.first?.factor == 0.8)
    #expect(try folder.remove(.roadSpeeds, name: "traffic"))
    #expect(try !folder.remove(.roadSpeeds, name: "traffic"))
    #expect(library.refresh())
    #expect(library.current.roadSpeeds.isEmpty)
  }

  @Test("removing trip updates leaves their timetable, removing a timetable takes its updates")
  func removesTogether() throws {
    for file in ["timetable.bin", "updates.pb"] {
      _ = try folder.place(.timetables, name: "town")
      try FlatFileWriter.write([1], to: temporary.path + "/timetables/town/" + file)
    }
    #expect(try folder.remove(.tripUpdates, name: "town"))
    #expect(folder.entries(.timetables).map(\.name) == ["town"])
    try FlatFileWriter.write([1], to: temporary.path + "/timetables/town/updates.pb")
    #expect(try folder.remove(.timetables, name: "town"))
    #expect(!FileManager.default.fileExists(atPath: temporary.path + "/timetables/town"))
    #expect(throws: Refusal.self) { try folder.remove(.maps, name: "../town") }
    #expect(try !folder.remove(.maps, name: "nothing"))
    #expect(!FileManager.default.fileExists(atPath: temporary.path + "/maps/nothing"))
  }
}
