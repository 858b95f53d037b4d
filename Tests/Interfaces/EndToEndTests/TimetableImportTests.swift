import Foundation
import TestSupport
import Testing

/// `wayside import gtfs`, as the real program.
@Suite("Imports of timetables")
struct TimetableImportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var data: String { folder.file("data") }

  private var imported: Data? {
    FileManager.default.contents(atPath: data + "/timetables/town/timetable.bin")
  }

  private func feed(side: Int = 6) throws -> String {
    try TownFeed.write(side: side, lon: 10, lat: 1, to: folder.file("town"))
    return folder.file("town")
  }

  @Test("a feed is imported, replaced, and its figures are told; the sample of Liechtenstein too")
  func imports() throws {
    let program = try Program()
    let first = try program.run("import", "gtfs", feed(), "--data", data, "--json")
    #expect(first.code == 0, "\(first.errors)")
    #expect(
      first.output.contains("\"stops\":4") && first.output.contains("\"to\":\"2026-06-30\""))
    #expect(first.output.contains("\"stopsByStraightLines\":4"))
    #expect(first.output.contains(/"seconds":[0-9]+(\.[0-9]{1,3})?}/), "\(first.output)")
    let old = imported
    let again = try program.run("import", "gtfs", feed(side: 10), "--data", data)
    #expect(again.code == 0 && again.output.hasPrefix("imported town: 6 stops"), "\(again.errors)")
    #expect(imported != nil && imported != old)
    let sample = try program.run(
      "import", "gtfs", "geodata/liechtenstein/timetable", "--data", data, "--name", "sample")
    #expect(sample.code == 0 && sample.output.contains("3 lines"), "\(sample.errors)")
    #expect(!sample.errors.contains("passed over"))
  }

  @Test("a broken feed changes nothing and is refused by file, line and field")
  func broken() throws {
    let program = try Program()
    #expect(try program.run("import", "gtfs", feed(), "--data", data).code == 0)
    let old = imported
    let path = URL(fileURLWithPath: folder.file("town/agency.txt"))
    try Data("agency_id,agency_name,agency_timezone\nt,T,Mars/Olympus\n".utf8).write(to: path)
    let outcome = try program.run("import", "gtfs", folder.file("town"), "--data", data)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("agency.txt line 2, agency_timezone"), "\(outcome.errors)")
    #expect(imported == old)
    let absent = try program.run("import", "gtfs", folder.file("absent.zip"), "--data", data)
    #expect(absent.code == 1 && absent.errors.contains("no file"))
    try Data("PK nothing".utf8).write(to: URL(fileURLWithPath: folder.file("bad.zip")))
    #expect(try program.run("import", "gtfs", folder.file("bad.zip"), "--data", data).code == 1)
    #expect(try program.run("import", "gtfs", "--data", data).code == 2)
  }

  @Test("rows that cannot be used are passed over, counted and named")
  func skipped() throws {
    let program = try Program()
    let source = try feed()
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: source + "/stops.txt"))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("x,Nowhere,91,10\n".utf8))
    try handle.close()
    let outcome = try program.run("import", "gtfs", source, "--data", data)
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("1 rows and 0 whole trips were passed over"))
    #expect(outcome.errors.contains("stops.txt line 6, stop_lat"), "\(outcome.errors)")
  }

  @Test(
    "an import that is killed at any moment leaves the old timetable in use, or the new one whole")
  func killed() throws {
    let program = try Program()
    #expect(try program.run("import", "gtfs", feed(), "--data", data).code == 0)
    let old = imported
    let large = try feed(side: 400)
    let elsewhere = folder.file("elsewhere")
    #expect(try program.run("import", "gtfs", large, "--data", elsewhere).code == 0)
    let new = FileManager.default.contents(atPath: elsewhere + "/timetables/town/timetable.bin")
    #expect(new != nil && new != old)
    var kills = 0
    for milliseconds in [1, 20, 60, 120, 200] {
      let process = try program.start("import", "gtfs", large, "--data", data)
      usleep(UInt32(milliseconds * 1000))
      if process.isRunning {
        kill(process.processIdentifier, SIGKILL)
        kills += 1
      }
      process.waitUntilExit()
      guard process.terminationReason == .uncaughtSignal else { break }
      // The kill can land after the replacement, when the program is about to say so.
      #expect(imported == old || imported == new, "after \(milliseconds) ms")
      if imported == new { break }
    }
    #expect(kills > 0)
  }
}
