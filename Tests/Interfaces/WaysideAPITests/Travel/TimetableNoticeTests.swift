import Base
import Composition
import Foundation
import Geodata
import HTTPServing
import Mail
import Registration
import TestSupport
import Testing

/// Admins hear of a timetable that ends before it is too late.
@Suite("admins are told of timetables that end")
struct TimetableNoticeTests {
  private struct Nowhere: MailTransport {
    func send(_ mail: OutgoingMail, isCancelled: @escaping @Sendable () -> Bool) throws {}
  }

  private static let told =
    "The timetable town ends on Tue, 30 June 2026, in 13 days; import a newer feed."

  /// What the server does every hour.
  private func look(_ fixture: APIFixture, at moment: String) throws {
    let moment = try #require(Instant(rfc3339: moment))
    fixture.clock.advance(seconds: moment.seconds(since: fixture.clock.now()))
    let task = try #require(
      fixture.services.upkeep(mail: Nowhere()).first { $0.name == "timetable-ends" })
    try task.work { false }
  }

  private func notices(_ fixture: APIFixture, _ email: String) throws -> [String] {
    let admin = try fixture.logIn(email)
    let items = try fixture.call(.get, "/v1/notifications", as: admin).json["items"]?.array
    return (items ?? []).filter { $0["kind"]?.string == "dataEnds" }
      .compactMap { $0["text"]?.string }
  }

  private func library() throws -> GeodataLibrary {
    GeodataLibrary(try MappedTown.folder.get().1)
  }

  @Test("two weeks before a timetable ends every admin is told, once, also after a restart")
  func once() throws {
    let fixture = try APIFixture(geodata: library())
    _ = try (fixture.admin(), fixture.person())
    // The last day of service is 30 June, by the clocks of Vaduz, two hours ahead.
    try look(fixture, at: "2026-06-16T21:59:59Z")
    #expect(try notices(fixture, "admin1@example.org") == [])
    try look(fixture, at: "2026-06-16T22:00:00Z")
    #expect(try notices(fixture, "admin1@example.org") == [Self.told])
    try look(fixture, at: "2026-06-18T10:00:00Z")
    let again = try APIFixture(restarting: fixture, geodata: library())
    try look(again, at: "2026-06-20T10:00:00Z")
    try look(again, at: "2026-07-02T10:00:00Z")
    #expect(try notices(again, "admin1@example.org") == [Self.told])
  }

  @Test("whose server did not run then is told that a timetable has ended; not of one long ended")
  func late() throws {
    for (moment, texts) in [
      (
        "2026-07-14T21:59:59Z",
        ["The timetable town ended on Tue, 30 June 2026; import a newer feed."]
      ),
      ("2026-07-14T22:00:00Z", []),
    ] {
      let fixture = try APIFixture(geodata: library())
      _ = try fixture.admin()
      try look(fixture, at: moment)
      #expect(try notices(fixture, "admin1@example.org") == texts)
    }
  }

  @Test("each feed and each of its ends is told of by itself")
  func each() throws {
    let (folder, data) = try MappedTown.make(july: true)
    defer { withExtendedLifetime(folder) {} }
    let fixture = try APIFixture(geodata: GeodataLibrary(data))
    _ = try fixture.admin()
    try look(fixture, at: "2026-06-17T10:00:00Z")
    #expect(try notices(fixture, "admin1@example.org") == [Self.told])
    try look(fixture, at: "2026-07-20T10:00:00Z")
    let other = "The timetable other ends on Fri, 31 July 2026, in 11 days; import a newer feed."
    #expect(try notices(fixture, "admin1@example.org") == [other, Self.told])
    // The town's next feed is the one of July, and ends as the other does.
    try Data(contentsOf: URL(filePath: data.place(.timetables, name: "other")))
      .write(to: URL(filePath: data.place(.timetables, name: "town")))
    let next = try APIFixture(restarting: fixture, geodata: GeodataLibrary(data))
    try look(next, at: "2026-07-21T10:00:00Z")
    let third = "The timetable town ends on Fri, 31 July 2026, in 10 days; import a newer feed."
    #expect(try notices(next, "admin1@example.org") == [third, other, Self.told])
  }

  @Test("admins choose whether they are told; nobody else has that choice before them")
  func choice() throws {
    let fixture = try APIFixture(geodata: library())
    let (admin, person) = try (fixture.admin(), fixture.person())
    func kinds(_ someone: APIFixture.Person) throws -> [String] {
      let answer = try fixture.call(.get, "/v1/notification-settings", as: someone)
      return (answer.json["items"]?.array ?? []).compactMap { $0["kind"]?.string }
    }
    #expect(try kinds(admin).contains("dataEnds"))
    #expect(try !kinds(person).contains("dataEnds") && !kinds(person).isEmpty)
    let chosen = try fixture.call(
      .put, "/v1/notification-settings", as: admin,
      ["kind": "dataEnds", "enabled": false, "mail": false])
    #expect(chosen.status == 204, "\(chosen.text)")
    try look(fixture, at: "2026-06-18T10:00:00Z")
    #expect(try notices(fixture, "admin1@example.org") == [])
  }
}
