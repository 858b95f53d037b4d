import Base
import FlatFiles
import TestSupport
import Testing

@testable import Transit

@Suite struct TimetableFileTests {
  private func timetable() throws -> Timetable {
    try Timetable(
      try TestFeed.crossing.with(
        "shapes.txt", "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\ns,47,9,1\ns,47,9.1,2"
      ).read().feed)
  }

  @Test("a timetable reads back equal from its file, and answers the same")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("t.timetable")
    for timetable in [try timetable(), try Timetable(RandomFeed.feed(seed: 5))] {
      try TimetableFile.write(timetable, to: path)
      let read = try TimetableFile.read(path: path)
      #expect(read.stops == timetable.stops && read.routes == timetable.routes)
      #expect(read.agencies == timetable.agencies && read.services == timetable.services)
      #expect(read.tripNames == timetable.tripNames && read.patterns == timetable.patterns)
      #expect(read.trips == timetable.trips && read.departures == timetable.departures)
      #expect(read.footpaths.edges == timetable.footpaths.edges)
      #expect(read.latestTime == timetable.latestTime && read.firstDay == timetable.firstDay)
      #expect(read.timeZone == timetable.timeZone)
      #expect(TimetableFile.content(read) == TimetableFile.content(timetable))
    }
  }

  @Test("any cut and any changed byte is refused")
  func damage() throws {
    let content = TimetableFile.content(try timetable())
    for length in [0, 8, 63, 64, 100, content.count / 2, content.count - 1] {
      #expect(throws: FlatFileError.self) {
        try TimetableFile.read(content: Array(content.prefix(length)))
      }
    }
    var random = SeededRandom(seed: 3)
    for _ in 0..<100 {
      var damaged = content
      damaged[Int(random.next() % UInt64(content.count))] ^= UInt8(1 << (random.next() % 8))
      #expect(throws: FlatFileError.self) { try TimetableFile.read(content: damaged) }
    }
  }

  @Test("a forged file with a right checksum cannot lead outside of its arrays")
  func forged() throws {
    let content = TimetableFile.content(try timetable())
    var random = SeededRandom(seed: 4)
    var opened = 0
    for _ in 0..<3000 {
      var forged = content
      for _ in 0...random.next() % 2 {
        forged[64 + Int(random.next() % UInt64(content.count - 64))] = UInt8(
          truncatingIfNeeded: random.next())
      }
      let sum = forged.withUnsafeBytes { bytes in
        FlatFile.checksum(
          UnsafeRawBufferPointer(rebasing: bytes[64...]),
          arrays: Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self)))
      }
      withUnsafeBytes(of: sum) { for (i, byte) in $0.enumerated() { forged[24 + i] = byte } }
      guard let timetable = try? TimetableFile.read(content: forged),
        let engine = try? TransitEngine(timetable), timetable.stops.count > 5
      else { continue }
      opened += 1
      var query = TransitQuery(
        access: [StopAccess(stop: 0, seconds: 0, metres: 0)],
        egress: [StopAccess(stop: 5, seconds: 0, metres: 0)])
      query.maximumWalk = 2000
      let moment = instant("2026-06-02T05:30:00Z")
      for journey in (try? engine.alternatives(query, departAt: moment)) ?? [] {
        for ride in journey.rides { _ = engine.geometry(of: ride) }
      }
    }
    #expect(opened > 100)
  }
}
