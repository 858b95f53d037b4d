import Archives
import Base
import Testing

@testable import Transit

@Suite struct FuzzTests {
  @Test("no damage of any table brings the reader or the builder down")
  func tables() throws {
    let feed = TestFeed.crossing
      .with("frequencies.txt", "trip_id,start_time,end_time,headway_secs\nb1,6:00:00,7:00:00,600")
      .with("transfers.txt", "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nB,B,2,60")
      .with("shapes.txt", "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\ns,47,9,1")
    for (name, text) in feed.tables.sorted(by: { $0.key < $1.key }) {
      Fuzzing.mutations(Array(text.utf8), seed: 11, count: 120) { bytes in
        let read = try? FeedReader.read { (table) throws(Refusal) in
          table == name ? bytes : feed.tables[table].map { Array($0.utf8) }
        }
        guard let read, let timetable = try? Timetable(read.feed),
          let engine = try? TransitEngine(timetable)
        else { return }
        _ = try? engine.earliest(
          engine.query("A", "D"), departAt: instant("2026-06-02T05:30:00Z"))
      }
    }
  }

  @Test("a zip file cut or damaged anywhere is refused or read, never more")
  func zip() throws {
    var writer = ZipWriter()
    for (name, text) in TestFeed.crossing.tables.sorted(by: { $0.key < $1.key }) {
      try writer.add("feed/" + name, Array(text.utf8))
    }
    let bytes = try writer.bytes()
    // The folder is packed, not its files: read all the same.
    #expect(try FeedReader.read(zip: bytes).feed.trips.count == 5)
    Fuzzing.mutations(bytes, seed: 13, count: 200) { _ = try? FeedReader.read(zip: $0) }
    for length in stride(from: 0, to: bytes.count, by: 37) {
      #expect(throws: Refusal.self) { try FeedReader.read(zip: Array(bytes.prefix(length))) }
    }
  }

  @Test("headways that give too many departures are refused with the limit")
  func headways() throws {
    let feed = TestFeed.crossing.with(
      "frequencies.txt",
      "trip_id,start_time,end_time,headway_secs\n"
        + String(repeating: "b1,0:00:00,167:00:00,1\n", count: 40))
    let read = try feed.read().feed
    #expect(throws: Refusal.self) { try Timetable(read) }
  }
}
