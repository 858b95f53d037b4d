import Access
import Base
import Composition
import Deadlines
import Foundation
import HTTPServing
import Storage
import Testing
import WaysideAPI

/// Sharing things and planning together.
extension APIFixture {
  /// A family with its members; the first one owns it.
  func family(_ names: String...) throws -> (realm: String, members: [Person]) {
    let members = try names.map { try person($0) }
    let owner = try #require(members.first)
    let made = try call(
      .post, "/v1/realms", as: owner, ["kind": "family", "name": "Frick", "joinPolicy": "open"])
    try #require(made.status == 201, "\(made.text)")
    let realm = try made.require("id")
    for member in members.dropFirst() {
      let joined = try call(.post, "/v1/realms/\(realm)/members", as: member)
      try #require(joined.status == 200, "\(joined.text)")
    }
    return (realm, members)
  }

  /// A resource of a sub-realm that can be booked on the same day.
  func resource(_ name: String, of realm: String, by person: Person) throws -> String {
    let made = try call(
      .post, "/v1/realms/\(realm)/resources", as: person,
      ["name": .text(name), "rules": ["sameDay": true]])
    try #require(made.status == 201, "\(made.text)")
    return try made.require("id")
  }

  /// A picture of the car of a family, Ana's and Ben's.
  func photographedCar() throws -> (members: [Person], id: String, picture: Reply) {
    let (realm, members) = try family("Ana", "Ben")
    let path = "/v1/resources/\(try resource("Car", of: realm, by: members[0]))"
    let put = try send(.put, path + "/picture", as: members[0], "?alt=The+car")
    try #require(put.status == 200, "\(put.text)")
    return (members, try put.require("id"), put)
  }

  /// A booking from one hour of 2026-05-04 to another, in UTC.
  static func booking(
    _ from: Int, _ to: Int, _ reason: String = "Shopping", priority: String = "medium"
  ) -> JSON {
    func at(_ hour: Int) -> JSON { .text("2026-05-04T\(hour < 10 ? "0" : "")\(hour):00:00Z") }
    return [
      "start": at(from), "end": at(to), "reason": .text(reason), "priority": .text(priority),
    ]
  }

  func book(_ resource: String, _ body: JSON, as person: Person) throws -> Reply {
    try call(.post, "/v1/resources/\(resource)/bookings", as: person, body)
  }

  /// Fires every timer of some kinds that is due.
  func fire(_ kinds: String...) throws {
    let runner = try DeadlineRunner(
      store: services.platform.store, kinds: services.deadlines.filter { kinds.contains($0.name) })
    while try runner.fireDue(.transaction) > 0 {}
  }

  func tellOfSharing() throws {
    let (realm, members) = try family("Ana", "Ben", "Cleo")
    let (ana, ben, cleo) = (members[0], members[1], members[2])
    // Entered, changed, found by all.
    let car = try resource("Auto", of: realm, by: ben)
    let path = "/v1/resources/\(car)"
    let changed = try call(
      .put, path, as: ana, ["name": "Car", "rules": ["sameDay": true, "longestMinutes": 600]],
      headers: [call(.get, path, as: ana).tag()])
    #expect(changed.status == 200 && changed.json["name"]?.string == "Car", "\(changed.text)")
    _ = try resource("Bathroom", of: realm, by: ana)
    let listed = try call(.get, "/v1/realms/\(realm)/resources", as: cleo)
    #expect(listed.items.compactMap { $0["name"]?.string } == ["Bathroom", "Car"])
    // Booked: all see who, when and why, and are told; it stands in the own calendar.
    let booked = try book(car, Self.booking(8, 10, "To the dentist"), as: ana)
    #expect(booked.status == 201, "\(booked.text)")
    let next = try call(.get, path, as: cleo).json["next"]
    #expect(next?["holder"]?["name"]?.string == "Ana")
    #expect(next?["reason"]?.string == "To the dentist")
    #expect(next?["start"]?.string == "2026-05-04T08:00:00.000Z")
    #expect(try notes(ben, "resourceBooked").count == 1)
    #expect(try notes(ana, "resourceBooked").isEmpty)
    let days = "&from=2026-05-04T00:00:00Z&to=2026-05-05T00:00:00Z"
    #expect(try titles(ana, days) == ["Car"])
    #expect(try book(car, Self.booking(9, 11), as: ben).slug == "resource-taken")
    let free = try call(.get, path + "/free?\(days.dropFirst())", as: ben)
    #expect(
      free.items.compactMap { $0["end"]?.string?.dropFirst(11).prefix(5) } == ["08:00", "00:00"])
    // Moved, given up.
    let id = try booked.require("id")
    let moved = try call(
      .patch, "/v1/bookings/\(id)", as: ana, ["end": "2026-05-04T11:00:00Z"],
      headers: [call(.get, "/v1/bookings/\(id)", as: ana).tag()])
    #expect(moved.status == 200 && moved.json["version"]?.integer == 2, "\(moved.text)")
    let other = try book(car, Self.booking(12, 13), as: ana).require("id")
    #expect(try call(.delete, "/v1/bookings/\(other)", as: ana).status == 204)
    // Asked for by another and given away.
    let asked = try call(
      .post, "/v1/bookings/\(id)/override-requests", as: ben,
      Self.booking(8, 9, "Exam", priority: "high"))
    #expect(asked.status == 201, "\(asked.text)")
    let request = try asked.require("id")
    let waiting = try call(.get, "/v1/override-requests", as: ana).items.first
    // It goes with the booking: its pages are looked at as long as it is there.
    _ = try expectPages()
    #expect(waiting?["id"]?.string == request && waiting?["reason"]?.string == "Exam")
    let given = try call(
      .post, "/v1/override-requests/\(request)/decision", as: ana, ["decision": "approve"])
    #expect(given.status == 200 && given.json["state"]?.string == "approved", "\(given.text)")
    #expect(given.json["freeTimes"]?.array?.isEmpty == false)
    let seen = try call(.get, "/v1/override-requests/\(request)", as: ben)
    #expect(seen.json["state"]?.string == "approved")
    let now = try call(
      .get, "/v1/realms/\(realm)/bookings?resource=\(car)&all=true" + days, as: cleo)
    #expect(
      now.items.compactMap { $0["state"]?.string } == ["overridden", "confirmed", "cancelled"])
    #expect(try titles(ben, days) == ["Car"])
    // Gone with its bookings.
    let gone = try call(.delete, path, as: cleo, headers: [call(.get, path, as: cleo).tag()])
    #expect(gone.status == 204, "\(gone.text)")
    #expect(try titles(ben, days).isEmpty)
    #expect(try notes(ben, "bookingChanged").count == 1)
    try tellOfUnverifiedBooking(realm, ana, [ben, cleo])
  }

  /// A hall whose calendar elsewhere nobody has read: all acknowledge its booking.
  private func tellOfUnverifiedBooking(
    _ realm: String, _ ana: Person, _ others: [Person]
  ) throws {
    let made = try call(
      .post, "/v1/realms/\(realm)/resources", as: ana,
      ["name": "Hall", "calendarAddress": "webcal://hall.example.org/hall.ics"])
    #expect(made.status == 201, "\(made.text)")
    #expect(made.json["calendarAddress"]?.string == "https://hall.example.org/hall.ics")
    let hall = try made.require("id")
    let read = try call(.post, "/v1/resources/\(hall)/reading", as: others[0])
    #expect(read.json["calendar"]?["state"]?.string == "waiting", "\(read.text)")
    let booked = try book(hall, Self.booking(8, 10), as: ana)
    #expect(booked.json["state"]?.string == "pending", "\(booked.text)")
    let id = try booked.require("id")
    for (count, other) in others.enumerated() {
      let given = try call(.post, "/v1/bookings/\(id)/acknowledgement", as: other)
      #expect(given.status == 200, "\(given.text)")
      #expect(given.json["missing"]?.array?.count ?? 0 == others.count - count - 1)
    }
    let stands = try call(.get, "/v1/bookings/\(id)", as: ana)
    #expect(stands.json["state"]?.string == "confirmed", "\(stands.text)")
    #expect(stands.json["entered"]?.bool == false)
    #expect(try notes(ana, "bookingMade").count == 1)
  }

  /// The activity as someone sees it.
  private func activity(_ id: String, as person: Person) throws -> Reply {
    try call(.get, "/v1/activities/\(id)", as: person)
  }

  private func plan(_ id: String, as person: Person, _ body: JSON) throws -> Reply {
    let tag = try activity(id, as: person).tag()
    return try call(.patch, "/v1/activities/\(id)", as: person, body, headers: [tag])
  }

  func tellOfPlanning() throws {
    let (realm, members) = try family("Ana", "Ben", "Cleo")
    let (ana, ben, cleo) = (members[0], members[1], members[2])
    let type = try call(
      .post, "/v1/realms/\(realm)/activity-types", as: ben,
      ["name": "Picnic", "tasks": ["Bring salad"]])
    #expect(type.status == 201, "\(type.text)")
    func types() throws -> [String] {
      try call(.get, "/v1/realms/\(realm)/activity-types", as: ana).items
        .compactMap { $0["name"]?.string }
    }
    #expect(try types() == ["Picnic"])
    let started = try call(.post, "/v1/realms/\(realm)/activities", as: ana, [:])
    #expect(started.status == 201, "\(started.text)")
    #expect(started.json["invitees"]?.array?.count == 2)
    let id = try started.require("id")
    let path = "/v1/activities/\(id)"
    // Asked, voted, decided.
    let asked = try call(
      .post, path + "/poll", as: ana,
      [
        "deadline": "2026-05-03T18:00:00Z",
        "options": [["name": "Hike", "description": "Up"], ["name": "Cinema"]],
      ])
    #expect(asked.status == 200 && asked.json["step"]?.string == "polling", "\(asked.text)")
    #expect(try notes(ben, "pollAsked").count == 1)
    let option = try #require(
      asked.json["poll"]?["options"]?.array?.first?["id"]?.string)
    for voter in [ben, cleo] {
      let voted = try call(
        .put, path + "/poll/ballot", as: voter, ["options": [.text(option)]])
      #expect(voted.status == 200, "\(voted.text)")
      #expect(voted.json["poll"]?["ballot"]?.array?.compactMap(\.string) == [option])
    }
    #expect(try notes(ana, "pollAllVoted").count == 1)
    let closed = try call(.post, path + "/poll/closing", as: ana)
    #expect(closed.json["poll"]?["state"]?.string == "closed", "\(closed.text)")
    let chosen = try call(.post, path + "/poll/choice", as: ana, ["option": .text(option)])
    #expect(chosen.json["name"]?.string == "Hike", "\(chosen.text)")
    // A time at which all are free: Ben has an appointment in the morning.
    try made(
      Self.appointment("Dentist", start: "2026-05-04T08:00", at: nil), by: ben,
      confirm: ["noPosition"])
    let slots = try call(
      .post, "/v1/realms/\(realm)/slots", as: ana,
      [
        "participants": [.text(ben.id), .text(cleo.id)], "from": "2026-05-04",
        "to": "2026-05-04", "duration": 180, "parts": ["morning"], "zone": "Europe/Vaduz",
      ])
    #expect(slots.status == 200, "\(slots.text)")
    let found = slots.json["days"]?.array?.first?["slots"]?.array?.compactMap {
      $0["start"]?.string
    }
    #expect(found?.first == "2026-05-04T06:30:00.000Z" && found?.count == 3, "\(slots.text)")
    let theDay = "from=2026-05-04T00:00:00Z&to=2026-05-05T00:00:00Z"
    let calendar = try call(.get, "/v1/realms/\(realm)/calendar?\(theDay)", as: ana)
    #expect(calendar.status == 200 && !calendar.text.contains("Dentist"), "\(calendar.text)")
    let timed = try plan(
      id, as: ana,
      [
        "start": .text(found?.first ?? ""), "duration": 10_800, "checked": true,
        "step": "details",
      ])
    #expect(timed.json["step"]?.string == "details", "\(timed.text)")
    // Where all can come: their homes are known to the server alone.
    for member in [ana, ben] { try setTravel(member) }
    let meeting = try call(
      .post, "/v1/realms/\(realm)/meeting-places", as: ana,
      [
        "participants": [.text(ben.id), .text(cleo.id)], "time": .text(found?.first ?? ""),
        "places": [Town.place(Town.parliament)],
      ])
    #expect(meeting.status == 200, "\(meeting.text)")
    #expect(meeting.json["known"]?.integer == 2 && meeting.json["unknown"]?.integer == 1)
    let met = meeting.items.first
    #expect(met?["spread"]?["longest"]?.integer == 1200 && met?["own"] != nil, "\(meeting.text)")
    // What was said of setting out is read back by oneself alone; and taken back.
    let shown: JSON = ["from": "shown", "lat": 47.14, "lon": 9.52]
    #expect(try call(.put, path + "/start", as: ana, shown).status == 204)
    let said = try call(.get, path + "/start", as: ana)
    #expect(said.json["from"]?.string == "shown" && said.json["lat"]?.number == 47.14)
    #expect(
      try call(.put, path + "/start", as: ana, ["from": "home", "lat": 1, "lon": 1]).status == 422)
    #expect(try call(.delete, path + "/start", as: ana).status == 204)
    #expect(
      try call(.get, path + "/start", as: ana).json["from"]?.string == "previous")
    // The own places.
    let kept = try call(
      .post, "/v1/me/places", as: ana,
      ["name": "Boathouse", "place": Town.place(Town.parliament)])
    #expect(kept.status == 201, "\(kept.text)")
    let mine = try call(.get, "/v1/me/places", as: ana)
    #expect(mine.items.map { $0["name"]?.string } == ["Boathouse"])
    let pier = try "/v1/me/places/" + kept.require("id")
    #expect(try call(.delete, pier, as: ben).status == 404)
    #expect(try call(.delete, pier, as: ana).status == 204)
    #expect(try call(.get, "/v1/me/places", as: ana).items.isEmpty)
    let ways = try call(.get, path + "/ways", as: ben)
    #expect(ways.status == 200 && ways.items.isEmpty, "\(ways.text)")
    let detailed = try plan(
      id, as: ana,
      [
        "place": ["label": "Station"], "type": "Picnic",
        "tasks": [["title": "Bring salad", "assignee": .text(ben.id)]],
      ])
    #expect(detailed.status == 200, "\(detailed.text)")
    let sent = try call(.post, path + "/invites", as: ana)
    #expect(sent.json["step"]?.string == "confirmed", "\(sent.text)")
    let days = "&from=2026-05-04T00:00:00Z&to=2026-05-05T00:00:00Z"
    #expect(try titles(cleo, days) == ["Hike"])
    #expect(try notes(ben, "activityInvitation").first?.contains("Bring salad") == true)
    // Given to another: that one is told, and whoever had it and whoever gives it are not.
    let given = try plan(
      id, as: ana, ["tasks": [["title": "Bring salad", "assignee": .text(cleo.id)]]])
    #expect(given.status == 200, "\(given.text)")
    #expect(try notes(cleo, "activityTask").count == 1)
    #expect(try notes(ben, "activityTask").isEmpty && notes(ana, "activityTask").isEmpty)
    let told = try heard(cleo, "activityTask").first?["subject"]
    #expect(told?["kind"]?.string == "activity" && told?["id"]?.string == id)
    let listed = try call(.get, "/v1/realms/\(realm)/activities", as: cleo)
    #expect(listed.items.compactMap { $0["id"]?.string } == [id])
    #expect(try call(.delete, path, as: ana).status == 204)
    #expect(try activity(id, as: ben).json["step"]?.string == "cancelled")
    #expect(
      try call(.delete, "/v1/activity-types/\(type.require("id"))", as: cleo).status == 204)
    #expect(try types().isEmpty)
  }
}

/// Whom these let through.
extension ExpectedAccess {
  static let planning: [(Set<Principal>, String)] = [
    (
      users,
      """
      listResources createResource getResource replaceResource removeResource listBookings \
      listFreeTimes book getBooking editBooking cancelBooking askForBooking listOverrideRequests \
      getOverrideRequest decideOverride listActivities startActivity getActivity editActivity \
      sendInvites cancelActivity sendPoll vote closePoll chooseOption listActivityTypes \
      createActivityType removeActivityType findSlots findMeetingPlaces listActivityWays \
      acknowledgeBooking readResourceCalendar getStartingPlace setStartingPlace \
      removeStartingPlace listSavedPlaces keepPlace removeSavedPlace getGroupCalendar
      """
    )
  ]
}
