import Base
import Foundation
import Geodata
import TestSupport
import Testing
import Transit

@Suite("how old imported data are")
struct GeodataAgeTests {
  @Test("a timetable is warned of from two weeks before its last day on, and told with its age")
  func ends() throws {
    let files = try TemporaryFolder()
    try TownFeed.write(side: 6, lon: 10, lat: 1, to: files.file("feed"))
    let folder = GeodataFolder(in: files.file("data"))
    let timetable = try Timetable(
      FeedReader.read(path: files.file("feed")).feed, walk: StraightWalk())
    try TimetableFile.write(timetable, to: folder.place(.timetables, name: "town"))
    try Data("none".utf8).write(to: URL(filePath: folder.place(.elevation, name: "N01E010.hgt")))
    let snapshot = GeodataLibrary(folder).current
    // The last day of service is 30 June, by the clocks of Vaduz, two hours ahead.
    func warnings(_ moment: String) throws -> [String] {
      let now = try #require(Instant(rfc3339: moment))
      return snapshot.warnings(at: now).filter { $0.contains("timetable") }
    }
    #expect(try warnings("2026-06-16T21:59:59Z") == [])
    #expect(
      try warnings("2026-06-16T22:00:00Z")
        == ["The timetable town ends on 2026-06-30, in 13 days; import a newer feed."])
    #expect(try warnings("2026-06-30T21:59:59Z").first?.contains("in 0 days") == true)
    #expect(
      try warnings("2026-06-30T22:00:00Z")
        == ["The timetable town ended on 2026-06-30; import a newer feed."])
    // What cannot be read is a warning, and has no age.
    let now = try #require(Instant(rfc3339: "2026-06-01T00:00:00Z"))
    #expect(snapshot.warnings(at: now).count == 1)
    #expect(snapshot.warnings(at: now)[0].hasPrefix("N01E010.hgt: "))
    #expect(snapshot.ages.count == 1)
    #expect(snapshot.ages[0].hasPrefix("Timetable town: imported on 20"))
    #expect(snapshot.ages[0].hasSuffix(", holds from 2026-06-01 to 2026-06-30."))
  }
}
