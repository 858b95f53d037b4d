import Base
import HTTPServing
import Testing

@Suite("times in notifications, by the clocks of whoever reads them")
struct ReaderTimeTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private func live(_ person: APIFixture.Person, in zone: String, _ locale: String) throws {
    let changed = try fixture.call(
      .patch, "/v1/me", as: person, ["timeZone": .text(zone), "locale": .text(locale)],
      headers: [fixture.call(.get, "/v1/me", as: person).tag()])
    try #require(changed.status == 200, "\(changed.text)")
  }

  private func texts(_ person: APIFixture.Person, _ kind: String) throws -> [String] {
    try fixture.heard(person, kind).compactMap { $0["text"]?.string }
  }

  @Test(
    "MF-NOT-03: an event in Lisbon is told of in Vaduz in German and by Vaduz clocks, in New York by those of New York and in its form, and to whoever has no zone by the event's own"
  )
  func events() throws {
    let people = try ["Ana", "Ben", "Cleo", "Dora"].map { try fixture.person($0) }
    let team = try fixture.team(of: people[0], Array(people.dropFirst()))
    try live(people[1], in: "Europe/Vaduz", "de-LI")
    try live(people[2], in: "America/New_York", "en-US")
    let made = try fixture.call(
      .post, "/v1/realms/\(team)/events", as: people[0],
      [
        "kind": "event", "title": "Regatta", "start": "2026-06-13T23:30", "zone": "Europe/Lisbon",
        "responseDeadline": "2026-06-06",
      ])
    try #require(made.status == 201, "\(made.text)")
    #expect(
      try texts(people[1], "eventPublished") == [
        "Rowers: „Regatta“, So., 14. Juni 2026 um 00:30 Uhr (Zeit in Vaduz). "
          + "Antworten Sie bis So., 7. Juni 2026 um 00:00 Uhr (Zeit in Vaduz)."
      ])
    for (person, when, until) in [
      (
        people[2], "Sat, June 13, 2026 at 6:30\u{a0}PM (New York time)",
        "Sat, June 6, 2026 at 6:00\u{a0}PM (New York time)"
      ),
      (
        people[3], "Sat, 13 June 2026 at 23:30 (Lisbon time)",
        "Sat, 6 June 2026 at 23:00 (Lisbon time)"
      ),
    ] {
      let told = try texts(person, "eventPublished")
      #expect(told == ["Rowers: “Regatta”, \(when). Answer until \(until)."], "\(told)")
    }
  }

  @Test(
    "MF-NOT-03: polls, activities and bookings name the reader's clocks; to whoever has none those of the group, else of the host"
  )
  func planning() throws {
    let (realm, members) = try fixture.family("Ana", "Ben", "Cleo")
    let (ana, ben, cleo) = (members[0], members[1], members[2])
    try live(ana, in: "America/New_York", "en-US")
    try live(ben, in: "Europe/Vaduz", "de-LI")
    let id = try fixture.call(.post, "/v1/realms/\(realm)/activities", as: ana, [:]).require("id")
    let asked = try fixture.call(
      .post, "/v1/activities/\(id)/poll", as: ana,
      ["deadline": "2026-05-03T18:00:00Z", "options": [["name": "Sea"], ["name": "Hills"]]])
    try #require(asked.status == 200, "\(asked.text)")
    #expect(
      try texts(ben, "pollAsked")
        == [
          "Ana fragt: Sea, Hills? "
            + "Stimmen Sie bis So., 3. Mai 2026 um 20:00 Uhr (Zeit in Vaduz) ab."
        ])
    #expect(
      try texts(cleo, "pollAsked")
        == ["Ana asks: Sea, Hills? Vote until Sun, 3 May 2026 at 14:00 (New York time)."])
    let hall: JSON = ["name": "Hall", "calendarAddress": "webcal://hall.example.org/hall.ics"]
    for body: JSON in [hall, ["name": "Car", "rules": ["sameDay": true]]] {
      let made = try fixture.call(.post, "/v1/realms/\(realm)/resources", as: ana, body)
      let booked = try fixture.book(made.require("id"), APIFixture.booking(8, 10), as: ana)
      #expect(booked.status == 201, "\(booked.text)")
    }
    #expect(
      try texts(ben, "resourceBooked")
        == [
          "Ana hat „Car“ gebucht: Mo., 4. Mai 2026 um 10:00 Uhr (Zeit in Vaduz), Shopping."
        ])
    #expect(
      try texts(ben, "bookingUnverified").first?.hasPrefix(
        "Ana möchte „Hall“, Mo., 4. Mai 2026 um 10:00 Uhr (Zeit in Vaduz), buchen, Shopping")
        == true)
  }

  @Test("MF-NOT-03: whoever has no zone reads of a group by the group's, whatever the host's is")
  func groupZone() throws {
    let (realm, members) = try fixture.family("Ana", "Ben")
    let (ana, ben) = (members[0], members[1])
    try live(ana, in: "America/New_York", "en-US")
    let moved = try fixture.call(
      .patch, "/v1/realms/\(realm)", as: ana, ["timeZone": "Europe/Vienna"],
      headers: [fixture.call(.get, "/v1/realms/\(realm)", as: ana).tag()])
    try #require(moved.status == 200, "\(moved.text)")
    let id = try fixture.call(.post, "/v1/realms/\(realm)/activities", as: ana, [:]).require("id")
    let asked = try fixture.call(
      .post, "/v1/activities/\(id)/poll", as: ana,
      ["deadline": "2026-05-03T18:00:00Z", "options": [["name": "Sea"], ["name": "Hills"]]])
    try #require(asked.status == 200, "\(asked.text)")
    #expect(
      try texts(ben, "pollAsked")
        == ["Ana asks: Sea, Hills? Vote until Sun, 3 May 2026 at 20:00 (Vienna time)."])
  }

  @Test(
    "MF-NOT-03: one notification is read in the language that the device asks for, else the profile's"
  )
  func languages() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    _ = try fixture.team(of: ana, [ben])
    let team = try fixture.team(of: ana, [])
    let invited = try fixture.call(
      .post, "/v1/realms/\(team)/invitations", as: ana, ["to": .text(ben.id)])
    try #require(invited.status == 201, "\(invited.text)")
    func read(_ accepted: String?) throws -> String? {
      let list = try fixture.call(
        .get, "/v1/notifications", as: ben,
        headers: accepted.map { [("Accept-Language", $0)] } ?? [])
      return list.items.first { $0["kind"]?.string == "invitation" }?["text"]?.string
    }
    let (english, german) = ("Ana invites you to Rowers.", "Ana lädt Sie in die Gruppe Rowers ein.")
    #expect(try read(nil) == english)
    #expect(try read("fr, de-CH;q=0.8, en;q=0.5") == german)
    try live(ben, in: "Europe/Vaduz", "de-LI")
    #expect(try read("en") == english)
    #expect(try read("fr") == german)
    #expect(try read(nil) == german)
  }
}
