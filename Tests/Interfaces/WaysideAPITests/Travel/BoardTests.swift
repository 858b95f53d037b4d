import Base
import Foundation
import Geodata
import HTTPServing
import TestSupport
import Testing

/// What leaves from a stop, with what is known of delays.
@Suite("departure boards over HTTP")
struct BoardTests {
  private static let asked =
    "/v1/stops/town:b0/departures?from=2026-06-10T07:05:00Z&minutes=30"

  /// The rows of the board, with what the publisher of delays says.
  private func rows(_ updates: [UInt8], _ more: String = "") throws -> [JSONValue] {
    let (folder, data) = try MappedTown.make()
    defer { withExtendedLifetime(folder) {} }
    try Data(updates).write(to: URL(filePath: data.place(.tripUpdates, name: "town")))
    let fixture = try APIFixture(geodata: GeodataLibrary(data))
    let board = try fixture.call(.get, Self.asked + more)
    #expect(board.status == 200, "\(board.text)")
    return board.json["items"]?.array ?? []
  }

  @Test("TV-RTE-04: a board tells when a late bus leaves, when it should have, and the seconds")
  func late() throws {
    // The town's clocks are two hours ahead.
    let rows = try rows(TownUpdates.bytes(start: "09:10:00"))
    #expect(rows.count == 3)
    let bus = try #require(rows.first)
    #expect(bus["planned"]?.string == "2026-06-10T07:10:00.000Z")
    #expect(bus["expected"]?.string == "2026-06-10T07:12:00.000Z")
    #expect(bus["delay"]?.integer == 120)
    #expect(rows.dropFirst().allSatisfy { $0["delay"]?.integer == 0 })
    #expect(rows.allSatisfy { $0["cancelled"] == nil })
  }

  @Test("TV-RTE-04: a cancelled bus is not on the board, and marked where it is asked for")
  func cancelled() throws {
    let updates = TownUpdates.bytes(start: "09:20:00", isCancelled: true)
    #expect(
      try rows(updates).map { $0["planned"]?.string } == [
        "2026-06-10T07:10:00.000Z", "2026-06-10T07:30:00.000Z",
      ])
    let all = try rows(updates, "&cancelled=true")
    #expect(all.map { $0["cancelled"]?.bool ?? false } == [false, true, false])
    #expect(all.count == 3 && all[1]["planned"]?.string == "2026-06-10T07:20:00.000Z")
    #expect(all.allSatisfy { $0["headsign"]?.string == "Corner" })
  }

  @Test("a stop says by which clocks its times are told, and from when to when its timetable holds")
  func stop() throws {
    let fixture = try APIFixture(geodata: GeodataLibrary(MappedTown.folder.get().1))
    let stop = try fixture.call(.get, "/v1/stops/town:b0")
    #expect(stop.json["name"]?.string == "Row 0 / 0" && stop.json["lat"]?.number != nil)
    #expect(stop.json["timeZone"]?.string == "Europe/Vaduz", "\(stop.text)")
    #expect(stop.json["firstDay"]?.string == "2026-06-01")
    #expect(stop.json["lastDay"]?.string == "2026-06-30")
    #expect(try fixture.call(.get, "/v1/stops/town:nowhere").status == 404)
    #expect(try fixture.call(.get, "/v1/stops/nowhere").status == 404)
  }
}
