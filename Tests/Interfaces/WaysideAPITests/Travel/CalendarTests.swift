import Access
import Base
import HTTPServing
import Storage
import Testing
import Travel
import WaysideAPI

@Suite("calendar files and feeds over the interface")
struct CalendarTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private static let file = Array(
    """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    BEGIN:VEVENT\r
    UID:one@example.org\r
    DTSTART:20260504T100000Z\r
    DURATION:PT1H\r
    SUMMARY:Concert\r
    GEO:47.138;9.5216\r
    END:VEVENT\r
    END:VCALENDAR\r

    """.utf8)

  private func importing(_ bytes: [UInt8], _ person: APIFixture.Person) throws -> Reply {
    try fixture.call(
      .post, "/v1/calendar/import", as: person, bytes: bytes, type: "text/calendar; charset=utf-8")
  }

  @Test("a calendar is imported and exported; a broken file is refused with its line")
  func files() throws {
    let person = try fixture.pedestrian()
    let imported = try importing(Self.file, person)
    #expect(imported.status == 200 && imported.json["added"]?.integer == 1, "\(imported.text)")
    #expect(try fixture.titles(person) == ["Concert"])
    #expect(try importing(Self.file, person).json["updated"]?.integer == 1)
    let exported = try fixture.call(.get, "/v1/calendar/export.ics", as: person)
    #expect(exported["Content-Type"] == "text/calendar; charset=utf-8")
    #expect(exported.text.contains("UID:one@example.org"))
    let broken = try importing(Array(Self.file.dropLast(15)), person)
    #expect(broken.status == 422 && broken.slug == "broken-calendar")
    #expect(broken.pointers == ["line 9"], "\(broken.text)")
    let json = try fixture.call(
      .post, "/v1/calendar/import", as: person, bytes: Array("{}".utf8), type: "image/png")
    #expect(json.status == 422, "the content decides, not its type")
    #expect(try fixture.call(.get, "/v1/calendar/export.ics").status == 401)
  }

  @Test("a feed's private address is shown once, answers to it alone, and is revocable")
  func feeds() throws {
    let (person, other) = (try fixture.pedestrian(), try fixture.pedestrian())
    try fixture.made(APIFixture.appointment("Dentist").with("notes", "card"), by: person)
    let made = try fixture.call(.post, "/v1/calendar/feeds", as: person, ["name": "Phone"])
    #expect(made.status == 201)
    let address = try made.require("address")
    let prefix = "https://wayside.example.org"
    #expect(address.hasPrefix(prefix + "/v1/calendar/feeds/") && address.hasSuffix(".ics"))
    let path = String(address.dropFirst(prefix.count))
    let listed = try fixture.call(.get, "/v1/calendar/feeds", as: person)
    #expect(listed.items.count == 1 && !listed.text.contains("address"))
    let read = try fixture.call(.get, path)
    #expect(read.status == 200 && read.text.contains("SUMMARY:Dentist"))
    // What each program asks for by its own name.
    for line in [
      "CALSCALE:GREGORIAN", "NAME:Phone", "X-WR-CALNAME:Phone",
      "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H",
    ] {
      #expect(read.text.contains("\r\n\(line)\r\n"), "\(line)")
    }
    let tag = try #require(read["ETag"])
    #expect(try fixture.call(.get, path, headers: [("If-None-Match", tag)]).status == 304)
    try fixture.made(APIFixture.appointment("More", start: "2026-05-02T12:00"), by: person)
    #expect(try fixture.call(.get, path, headers: [("If-None-Match", tag)]).status == 200)
    for wrong in [
      "/v1/calendar/feeds/x.ics", String(path.dropLast(4)), path.replacing(".ics", with: ".txt"),
    ] {
      #expect(try fixture.call(.get, wrong).status == 404, "\(wrong)")
    }
    let id = try made.require("id")
    #expect(try fixture.call(.delete, "/v1/calendar/feeds/\(id)", as: other).status == 404)
    #expect(try fixture.call(.delete, "/v1/calendar/feeds/\(id)", as: person).status == 204)
    #expect(try fixture.call(.get, path).status == 404)
    for _ in 0..<20 {
      #expect(
        try fixture.call(.post, "/v1/calendar/feeds", as: person, ["name": "F"]).status == 201)
    }
    #expect(
      try fixture.call(.post, "/v1/calendar/feeds", as: person, ["name": "F"]).slug
        == "too-many-feeds")
  }
}
