import Access
import Base
import HTTPServing
import Storage
import Testing
import Travel
import WaysideAPI

@Suite("appointments with others")
struct AppointmentInvitationTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private func invite(
    _ guests: [APIFixture.Person], to id: String, by owner: APIFixture.Person
  ) throws -> Reply {
    try fixture.call(
      .post, "/v1/appointments/\(id)/participants", as: owner,
      ["to": .list(guests.map { .text($0.id) })])
  }

  private func answer(_ word: String, _ id: String, _ person: APIFixture.Person) throws -> Reply {
    try fixture.call(
      .put, "/v1/appointments/\(id)/answer", as: person, ["answer": .text(word)])
  }

  @Test(
    "100 invitations of one account into one appointment, each taken back, are told of once a day")
  func again() throws {
    let (owner, guest) = (try fixture.pedestrian("Ann"), try fixture.pedestrian("Bob"))
    let id = try fixture.made(APIFixture.appointment("Lunch"), by: owner).require("id")
    for _ in 0..<100 {
      #expect(try invite([guest], to: id, by: owner).status == 200)
      let back = try fixture.call(
        .delete, "/v1/appointments/\(id)/participants/\(guest.id)", as: owner)
      try #require(back.status == 204, "\(back.text)")
    }
    func told() throws -> [String] {
      try fixture.notes(guest, "appointmentInvitation") + fixture.notes(guest, "appointmentChange")
    }
    let when = "“Lunch” on Fri, 1 May 2026 at 15:00 (Vaduz time)."
    #expect(
      try told() == [
        "Ann invites you to \(when)", "Ann has taken back the invitation to \(when)",
      ])
    func unread() throws -> [String] {
      try fixture.call(.get, "/v1/notifications?limit=200", as: guest).items
        .filter { $0["seen"]?.bool == false }.compactMap { $0["kind"]?.string }
    }
    #expect(try unread() == ["appointmentChange"])
    // The last word counts: it is unread, and says what the appointment is called now.
    _ = try fixture.edit(id, by: owner, ["title": "Dinner"])
    #expect(try invite([guest], to: id, by: owner).status == 200)
    #expect(try unread() == ["appointmentInvitation"])
    #expect(
      try fixture.notes(guest, "appointmentInvitation")
        == ["Ann invites you to “Dinner” on Fri, 1 May 2026 at 15:00 (Vaduz time)."])
    #expect(try told().count == 2)
    #expect(try fixture.call(.get, "/v1/appointment-invitations", as: guest).items.count == 1)
  }

  @Test(
    "100 appointments to which one account invites another make six notifications, and none for a third"
  )
  func many() throws {
    let owner = try fixture.pedestrian("Ann")
    let (guest, third) = (try fixture.pedestrian("Bob"), try fixture.pedestrian("Cleo"))
    let ids = try (1...100).map {
      try fixture.made(
        APIFixture.appointment("Lunch \($0)"), by: owner, confirm: ["overlap", "unreachable"]
      ).require("id")
    }
    for id in ids { #expect(try invite([guest], to: id, by: owner).status == 200) }
    func text(_ title: String) -> String {
      "Ann invites you to “\(title)” on Fri, 1 May 2026 at 15:00 (Vaduz time)"
    }
    #expect(
      try fixture.notes(guest, "appointmentInvitation").sorted()
        == (1...5).map { text("Lunch \($0)") + "." } + [
          text("Lunch 6") + ", and to more appointments."
        ])
    // All of them wait for an answer, and somebody else is told as ever.
    let waiting = try fixture.call(.get, "/v1/appointment-invitations?limit=200", as: guest).items
    #expect(waiting.count == 100)
    #expect(try invite([third], to: ids[99], by: owner).status == 200)
    #expect(try fixture.notes(third, "appointmentInvitation") == [text("Lunch 100") + "."])
    for id in ids {
      let path = "/v1/appointments/\(id)/participants/\(guest.id)"
      #expect(try fixture.call(.delete, path, as: owner).status == 204)
    }
    #expect(try fixture.notes(guest, "appointmentChange").isEmpty)
    // A day later there is room again.
    fixture.clock.advance(seconds: 86_400)
    #expect(try invite([guest], to: ids[50], by: owner).status == 200)
    #expect(try fixture.notes(guest, "appointmentInvitation").contains(text("Lunch 51") + "."))
  }

  @Test(
    "TV-APP-29, TV-APP-30: who is invited is notified and answers; only accepted ones stand in the calendar"
  )
  func inviting() throws {
    let (owner, guest, third) = (
      try fixture.pedestrian("Ann"), try fixture.pedestrian("Bob"), try fixture.pedestrian("Cleo")
    )
    let id = try fixture.made(APIFixture.appointment("Lunch"), by: owner).require("id")
    let invited = try invite([guest, third], to: id, by: owner)
    #expect(invited.status == 200 && invited.json["participants"]?.array?.count == 3)
    #expect(
      try fixture.notes(guest, "appointmentInvitation")
        == ["Ann invites you to “Lunch” on Fri, 1 May 2026 at 15:00 (Vaduz time)."])
    #expect(try fixture.titles(guest).isEmpty)
    #expect(
      try fixture.call(.get, "/v1/appointment-invitations", as: guest).items.count == 1)
    #expect(try answer("accepted", id, guest).json["plan"]?["verdict"]?.string == "reachable")
    #expect(try fixture.titles(guest) == ["Lunch"])
    #expect(try answer("declined", id, third).status == 200)
    #expect(try fixture.titles(third).isEmpty)
    #expect(
      try fixture.notes(owner, "appointmentAnswer")
        == [
          "Cleo does not come to “Lunch”, Fri, 1 May 2026 at 15:00 (Vaduz time).",
          "Bob comes to “Lunch”, Fri, 1 May 2026 at 15:00 (Vaduz time).",
        ])
    let seen = try fixture.call(.get, "/v1/appointments/\(id)", as: owner)
    let answers = seen.json["participants"]?.array?.compactMap { $0["answer"]?.string }
    #expect(answers == ["accepted", "accepted", "declined"])
    // Twice, oneself, and nobody.
    let again = try invite([guest], to: id, by: owner)
    #expect(again.status == 200 && again.json["participants"]?.array?.count == 3)
    #expect(try invite([owner], to: id, by: owner).slug == "own-thing")
    for nobody in ["nobody", "0190a5c4-7d2e-7c3a-9d54-0f3b1c2d4e5f"] {
      let unknown = try fixture.call(
        .post, "/v1/appointments/\(id)/participants", as: owner, ["to": [.text(nobody)]])
      #expect(unknown.status == 422 && unknown.pointers == ["/to/0"])
    }
    #expect(try answer("accepted", id, owner).slug == "own-thing")
  }

  @Test("TV-SEC-01: notes are read only by who made them; each has the own reminder and plan")
  func notes() throws {
    let (owner, guest) = (try fixture.pedestrian(), try fixture.pedestrian(home: Town.triesen))
    let id = try fixture.made(
      APIFixture.appointment().with("notes", "secret of the owner"), by: owner
    ).require("id")
    _ = try invite([guest], to: id, by: owner)
    _ = try answer("accepted", id, guest)
    let seen = try fixture.call(.get, "/v1/appointments/\(id)", as: guest)
    #expect(seen.json["notes"]?.string == "" && !seen.text.contains("secret"))
    let own = try fixture.edit(
      id, by: guest, ["notes": "secret of the guest", "preNotification": 30])
    #expect(own.status == 200, "\(own.text)")
    // What was read before is another version now; the owner's has not changed.
    #expect(try own.tag().1 != seen.tag().1)
    let owners = try fixture.call(.get, "/v1/appointments/\(id)", as: owner)
    #expect(owners.json["notes"]?.string == "secret of the owner")
    #expect(owners.json["preNotification"]?.integer == 10)
    #expect(owners.json["plan"]?["minutes"] != own.json["plan"]?["minutes"])
    let refused = try fixture.edit(id, by: guest, ["title": "Mine"])
    #expect(refused.status == 403 && refused.slug == "not-organizer")
  }

  @Test("TV-APP-31: if one attendee deletes it, the others keep theirs")
  func leaving() throws {
    let (owner, guest, third) = (
      try fixture.pedestrian(), try fixture.pedestrian(), try fixture.pedestrian()
    )
    let id = try fixture.made(APIFixture.appointment("Lunch"), by: owner).require("id")
    _ = try invite([guest, third], to: id, by: owner)
    for person in [guest, third] { _ = try answer("accepted", id, person) }
    #expect(try fixture.call(.delete, "/v1/appointments/\(id)", as: guest).status == 204)
    #expect(try fixture.titles(guest).isEmpty)
    #expect(try fixture.titles(owner) == ["Lunch"])
    #expect(try fixture.titles(third) == ["Lunch"])
  }

  @Test("TV-APP-32: when the owner cancels, attendees are told and keep it as their own or drop it")
  func cancelling() throws {
    let (owner, guest, third) = (
      try fixture.pedestrian("Ann"), try fixture.pedestrian(), try fixture.pedestrian()
    )
    let id = try fixture.made(APIFixture.appointment("Lunch"), by: owner).require("id")
    _ = try invite([guest, third], to: id, by: owner)
    for person in [guest, third] { _ = try answer("accepted", id, person) }
    _ = try fixture.edit(id, by: guest, ["notes": "my notes"])
    func decide(_ word: String, _ person: APIFixture.Person) throws -> Reply {
      try fixture.call(
        .post, "/v1/appointments/\(id)/decision", as: person, ["decision": .text(word)])
    }
    #expect(try decide("keep", guest).slug == "not-cancelled")
    #expect(try fixture.call(.delete, "/v1/appointments/\(id)", as: owner).status == 204)
    #expect(try fixture.titles(owner).isEmpty)
    #expect(
      try fixture.notes(guest, "appointmentChange").first
        == "Ann has cancelled “Lunch”, Fri, 1 May 2026 at 15:00 (Vaduz time). Keep it as your own entry, "
        + "or delete it.")
    _ = try fixture.services.travel.upkeep.updateStale()
    #expect(try fixture.nextReminder() == nil, "nobody is sent there any more")
    let line = try fixture.call(.get, "/v1/appointments", as: guest).items[0]
    #expect(line["status"]?.string == "cancelled")
    #expect(try answer("declined", id, guest).slug == "appointment-cancelled")
    let kept = try decide("keep", guest)
    #expect(kept.status == 201, "\(kept.text)")
    #expect(kept.json["own"]?.bool == true && kept.json["notes"]?.string == "my notes")
    #expect(kept.json["plan"]?["verdict"]?.string == "reachable")
    #expect(try decide("drop", third).status == 204)
    #expect(try fixture.titles(third).isEmpty)
    #expect(try fixture.call(.get, "/v1/appointments/\(id)", as: guest).status == 404)
    #expect(try fixture.call(.get, "/v1/appointments", as: guest).items.count == 1)
  }

  @Test("a move is told to those who come, and their plans and reminders follow")
  func moving() throws {
    let (owner, guest) = (try fixture.pedestrian("Ann"), try fixture.pedestrian())
    let id = try fixture.made(APIFixture.appointment("Lunch"), by: owner).require("id")
    _ = try invite([guest], to: id, by: owner)
    _ = try answer("accepted", id, guest)
    _ = try fixture.edit(id, by: owner, ["start": "2026-05-02T12:00"])
    #expect(
      try fixture.notes(guest, "appointmentChange")
        == ["Ann has changed “Lunch”: Sat, 2 May 2026 at 12:00 (Vaduz time)."])
    #expect(try fixture.services.travel.upkeep.updateStale() == 1)
    let plan = try fixture.call(.get, "/v1/appointments/\(id)", as: guest).json["plan"]
    #expect(plan?["arriveAt"]?.string == "2026-05-02T10:00:00.000Z")
    #expect(
      try fixture.call(
        .delete, "/v1/appointments/\(id)/participants/\(guest.id)", as: owner
      ).status == 204)
    #expect(try fixture.titles(guest).isEmpty)
  }

  @Test("TV-C-10: a blocked inviter reaches nobody, and does not learn of it")
  func blocking() throws {
    let (owner, guest) = (try fixture.pedestrian(), try fixture.pedestrian())
    let id = try fixture.made(APIFixture.appointment("Sale"), by: owner).require("id")
    let open = try fixture.made(
      APIFixture.appointment("Before", start: "2026-05-02T12:00"), by: owner
    ).require("id")
    _ = try invite([guest], to: open, by: owner)
    #expect(try fixture.call(.put, "/v1/blocks/\(owner.id)", as: guest).status == 204)
    let invited = try invite([guest], to: id, by: owner)
    #expect(invited.status == 200)
    let entry = invited.json["participants"]?.array?.first { $0["id"]?.string == guest.id }
    #expect(entry?["answer"]?.string == "needsAction")
    #expect(try fixture.notes(guest, "appointmentInvitation").count == 1, "the one before")
    #expect(try fixture.call(.get, "/v1/appointment-invitations", as: guest).items.isEmpty)
    for hidden in [id, open] {
      #expect(try fixture.call(.get, "/v1/appointments/\(hidden)", as: guest).status == 404)
      #expect(try answer("accepted", hidden, guest).status == 404)
    }
    _ = try fixture.call(.delete, "/v1/appointments/\(id)", as: owner)
    #expect(try fixture.notes(guest, "appointmentChange").isEmpty)
    #expect(!(try fixture.call(.get, "/v1/me/export", as: guest).text.contains("Sale")))
  }

  @Test("an account's export holds its appointments, and its erasure leaves nothing of them")
  func erasing() throws {
    let (owner, guest) = (try fixture.pedestrian(), try fixture.pedestrian("Bob"))
    let shared = try fixture.made(APIFixture.appointment("Shared"), by: owner).require("id")
    try fixture.made(APIFixture.appointment("Alone", start: "2026-05-02T12:00"), by: owner)
    _ = try invite([guest], to: shared, by: owner)
    _ = try answer("accepted", shared, guest)
    _ = try fixture.call(.post, "/v1/calendar/feeds", as: owner, ["name": "Phone"])
    let export = try fixture.call(.get, "/v1/me/export", as: owner).json
    #expect(export["appointments"]?.array?.count == 2)
    #expect(export["travelPreferences"]?["home"]?["lat"]?.number == Town.station.0)
    #expect(export["travelPlans"]?.array?.count == 2)
    #expect(export["calendarFeeds"]?.array?.count == 1)
    #expect(
      try fixture.call(
        .delete, "/v1/me", as: owner, ["password": .text(APIFixture.password)]
      ).status == 204)
    let line = try fixture.call(.get, "/v1/appointments", as: guest).items[0]
    #expect(line["status"]?.string == "cancelled")
    let counts = try fixture.services.platform.store.read { session in
      try ["travel_profiles", "travel_preferences", "calendar_feeds", "participations"].map {
        try session.count("SELECT COUNT(*) FROM \($0)")
      }
    }
    #expect(counts == [1, 1, 0, 1])
    #expect(
      try fixture.call(
        .delete, "/v1/me", as: guest, ["password": .text(APIFixture.password)]
      ).status == 204)
    let items = try fixture.services.platform.store.read {
      try $0.count("SELECT COUNT(*) FROM calendar_items")
    }
    #expect(items == 0)
  }
}
