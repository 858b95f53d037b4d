import Base
import HTTPServing
import Testing

/// Appointments and the ways to them.
extension APIFixture {
  func tellOfAppointments() throws {
    let person = try person()
    let before = try call(.get, "/v1/me/travel-preferences", as: person)
    #expect(before.json["configured"]?.bool == false)
    try setTravel(person, modes: ["walk", "bicycle"], home: Town.station, ("maximumWalk", 4000))
    let after = try call(.get, "/v1/me/travel-preferences", as: person).json
    #expect(after["configured"]?.bool == true && after["maximumWalk"]?.number == 4000)
    #expect(after["modes"]?.array?.compactMap(\.string) == ["walk", "bicycle"])
    let id = try made(Self.appointment("Dentist"), by: person).require("id")
    #expect(try titles(person) == ["Dentist"])
    let changed = try edit(id, by: person, ["title": "Doctor", "notes": "Bring the card."])
    #expect(changed.status == 200, "\(changed.text)")
    let read = try call(.get, "/v1/appointments/\(id)", as: person)
    #expect(read.json["title"]?.string == "Doctor")
    #expect(read.json["notes"]?.string == "Bring the card.")
    let plan = try call(.get, "/v1/appointments/\(id)/plan", as: person)
    #expect(plan.json["verdict"]?.string == "reachable", "\(plan.text)")
    let stale = try call(
      .delete, "/v1/appointments/\(id)", as: person, headers: [("If-Match", "\"99\"")])
    #expect(stale.slug == "stale-version", "\(stale.text)")
    #expect(try titles(person) == ["Doctor"])
    #expect(
      try call(.delete, "/v1/appointments/\(id)", as: person, headers: [read.tag()]).status == 204)
    #expect(try titles(person).isEmpty)
    #expect(try call(.get, "/v1/appointments/\(id)", as: person).status == 404)
  }

  func tellOfGuests() throws {
    let owner = try pedestrian("Ann")
    let guests = [try pedestrian("Bob"), try pedestrian("Cleo"), try pedestrian("Dan")]
    let id = try made(Self.appointment("Lunch"), by: owner).require("id")
    let path = "/v1/appointments/\(id)"
    func waiting(_ person: Person) throws -> [String] {
      try call(.get, "/v1/appointment-invitations", as: person).items
        .compactMap { $0["id"]?.string }
    }
    func answers() throws -> [String: String] {
      let people = try call(.get, path, as: owner).json["participants"]?.array ?? []
      return Dictionary(
        people.map { ($0["name"]?.string ?? "", $0["answer"]?.string ?? "") },
        uniquingKeysWith: { first, _ in first })
    }
    let invited = try call(
      .post, path + "/participants", as: owner, ["to": .list(guests.map { .text($0.id) })])
    #expect(invited.status == 200, "\(invited.text)")
    for guest in guests { #expect(try waiting(guest) == [id]) }
    #expect(
      try call(.delete, path + "/participants/\(guests[2].id)", as: owner).status == 204)
    #expect(try waiting(guests[2]).isEmpty)
    for (guest, word) in zip(guests, ["accepted", "tentative"]) {
      let reply = try call(.put, path + "/answer", as: guest, ["answer": .text(word)])
      #expect(reply.status == 200, "\(reply.text)")
    }
    #expect(try answers() == ["Ann": "accepted", "Bob": "accepted", "Cleo": "tentative"])
    #expect(try titles(guests[0]) == ["Lunch"])
    // Cancelled by its owner: one keeps it as the own, one drops it.
    #expect(try call(.delete, path, as: owner).status == 204)
    let kept = try call(.post, path + "/decision", as: guests[0], ["decision": "keep"])
    #expect(kept.status == 201, "\(kept.text)")
    let own = try call(.get, "/v1/appointments/\(kept.require("id"))", as: guests[0])
    #expect(own.json["own"]?.bool == true && own.json["title"]?.string == "Lunch")
    let dropped = try call(.post, path + "/decision", as: guests[1], ["decision": "drop"])
    #expect(dropped.status == 204, "\(dropped.text)")
    #expect(try titles(guests[0]) == ["Lunch"] && titles(guests[1]).isEmpty)
  }

  func tellOfCalendars() throws {
    let (person, other) = (try pedestrian(), try pedestrian())
    try made(Self.appointment("Dentist"), by: person)
    let file = try call(.get, "/v1/calendar/export.ics", as: person)
    #expect(file.status == 200 && file.text.contains("SUMMARY:Dentist"))
    let imported = try call(
      .post, "/v1/calendar/import", as: other, bytes: file.bytes, type: "text/calendar")
    #expect(imported.status == 200 && imported.json["added"]?.integer == 1, "\(imported.text)")
    #expect(try titles(other) == ["Dentist"])
    let feed = try call(.post, "/v1/calendar/feeds", as: person, ["name": "Phone"])
    #expect(feed.status == 201, "\(feed.text)")
    func feeds() throws -> [String] {
      try call(.get, "/v1/calendar/feeds", as: person).items.compactMap { $0["name"]?.string }
    }
    #expect(try feeds() == ["Phone"])
    let address = try feed.require("address")
    let path = String(address.dropFirst("https://wayside.example.org".count))
    #expect(try call(.get, path).text.contains("SUMMARY:Dentist"))
    let renewal = try call(
      .post, "/v1/calendar/feeds/\(feed.require("id"))/address", as: person)
    #expect(renewal.status == 200 && renewal.json["address"]?.string != address)
    #expect(
      try call(.delete, "/v1/calendar/feeds/\(feed.require("id"))", as: person).status == 204)
    #expect(try feeds().isEmpty)
    #expect(try call(.get, path).status == 404)
    try tellOfSubscriptions(person, other)
  }

  private func tellOfSubscriptions(_ person: Person, _ other: Person) throws {
    let path = "/v1/calendar/subscriptions"
    let body: JSON = ["name": "School", "address": "webcal://example.org/school.ics"]
    let made = try call(.post, path, as: person, body)
    #expect(made.status == 201, "\(made.text)")
    #expect(made.json["address"]?.string == "https://example.org/school.ics")
    #expect(made.json["state"]?.string == "waiting")
    #expect(try call(.post, path, as: person, body).slug == "already-subscribed")
    let wrong = try call(.post, path, as: person, ["name": "x", "address": "file:///etc/passwd"])
    #expect(wrong.status == 422, "\(wrong.text)")
    let own = try call(.get, path, as: person).items
    #expect(own.compactMap { $0["name"]?.string } == ["School"])
    #expect(try call(.get, path, as: other).items.isEmpty)
    let one = path + "/" + (try made.require("id"))
    #expect(try call(.post, one + "/reading", as: other).status == 404)
    #expect(try call(.post, one + "/reading", as: person).status == 200)
    #expect(try call(.delete, one, as: other).status == 404)
    #expect(try call(.delete, one, as: person).status == 204)
    #expect(try call(.get, path, as: person).items.isEmpty)
  }
}

/// Whom these let through.
extension ExpectedAccess {
  static let travel: [(Set<Principal>, String)] = [
    (whoever, "getCalendarFeed"),
    (
      users,
      """
      listAppointments createAppointment getAppointment editAppointment deleteAppointment \
      getTravelPlan getTravelPreferences replaceTravelPreferences listAppointmentInvitations \
      inviteToAppointment removeParticipant answerAppointment decideAppointment exportCalendar \
      importCalendar createCalendarFeed listCalendarFeeds renewCalendarFeed revokeCalendarFeed \
      createCalendarSubscription listCalendarSubscriptions readCalendarSubscription \
      endCalendarSubscription
      """
    ),
  ]
}
