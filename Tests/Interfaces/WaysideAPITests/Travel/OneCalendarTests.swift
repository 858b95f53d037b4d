import Base
import HTTPServing
import Testing
import WaysideAPI

@Suite("one calendar for all, over the interface")
struct OneCalendarTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private static let days = "&from=2026-05-04T00:00:00Z&to=2026-05-06T00:00:00Z"

  private func event(
    _ title: String, of team: String, by person: APIFixture.Person,
    start: String = "2026-05-04T18:00", kind: String = "event"
  ) throws -> String {
    let made = try fixture.call(
      .post, "/v1/realms/\(team)/events", as: person,
      [
        "kind": .text(kind), "title": .text(title), "start": .text(start), "duration": 3600,
        "placeIsSafe": true, "place": ["label": "Boathouse"],
      ])
    try #require(made.status == 201, "\(made.text)")
    return try made.require("id")
  }

  private func answer(_ id: String, by person: APIFixture.Person) throws {
    let reply = try fixture.call(
      .put, "/v1/appointments/\(id)/answer", as: person, ["answer": "accepted"])
    try #require(reply.status == 200, "\(reply.text)")
  }

  @Test("TV-APP-01: each line of the calendar says what it is and of which sub-realm")
  func kinds() throws {
    let (realm, members) = try fixture.family("Ana", "Ben")
    let (ana, ben) = (members[0], members[1])
    let team = try fixture.team(of: ana, [ben])
    try answer(event("Regatta", of: team, by: ana), by: ana)
    _ = try fixture.book(
      fixture.resource("Car", of: realm, by: ana), APIFixture.booking(8, 9), as: ana)
    try fixture.made(
      APIFixture.appointment("Dentist", start: "2026-05-05T08:00", at: nil), by: ana,
      confirm: ["noPosition"])
    let lines = try fixture.call(.get, "/v1/appointments?limit=200" + Self.days, as: ana).items
    let said = lines.map { line in
      [line["title"]?.string, line["kind"]?.string, line["realm"]?["name"]?.string]
    }
    #expect(
      said == [
        ["Car", "booking", "Frick"], ["Regatta", "event", "Rowers"],
        ["Dentist", "appointment", nil],
      ])
    #expect(lines.map { $0["realm"]?["id"]?.string } == [realm, team, nil])
  }

  @Test(
    "TV-APP-19: lines say with what they overlap; whole days and the cancelled overlap nothing")
  func overlaps() throws {
    let person = try fixture.pedestrian()
    func make(_ title: String, _ start: String, _ more: (String, JSON)...) throws {
      var body = APIFixture.appointment(title, start: start, at: nil)
      for (name, value) in more { body = body.with(name, value) }
      try fixture.made(body, by: person, confirm: ["noPosition", "overlap"])
    }
    try make("Fair", "2026-05-04T09:00", ("duration", 14_400))
    try make("Dentist", "2026-05-04T09:30")
    try make("Lunch", "2026-05-04T12:30")
    try make("After", "2026-05-04T13:00")
    try make("Holiday", "2026-05-04T00:00", ("allDay", true), ("duration", 86_400))
    let other = try fixture.pedestrian()
    let gone = try fixture.made(
      APIFixture.appointment("Gone", start: "2026-05-04T13:00", at: nil), by: other,
      confirm: ["noPosition"]
    ).require("id")
    let invited = try fixture.call(
      .post, "/v1/appointments/\(gone)/participants", as: other, ["to": [.text(person.id)]])
    #expect(invited.status == 200, "\(invited.text)")
    try answer(gone, by: person)
    func said() throws -> [String: String?] {
      let items = try fixture.call(.get, "/v1/appointments?limit=200" + Self.days, as: person).items
      return Dictionary(
        uniqueKeysWithValues: items.map { ($0["title"]?.string ?? "", $0["overlaps"]?.string) })
    }
    #expect(
      try said() == [
        "Fair": "Dentist", "Dentist": "Fair", "Lunch": "Fair", "After": "Gone", "Gone": "After",
        "Holiday": nil,
      ])
    // It stays to be seen until one decides what becomes of it.
    #expect(try fixture.call(.delete, "/v1/appointments/\(gone)", as: other).status == 204)
    #expect(try said()["Gone"] == .some(nil) && said()["After"] == .some(nil))
  }

  @Test("TV-APP-01: what one's teams plan is told before one has answered it, to who asks")
  func unanswered() throws {
    let (ana, ben, cleo) = (
      try fixture.person("Ana"), try fixture.person("Ben"), try fixture.person("Cleo")
    )
    let team = try fixture.team(of: ana, [ben])
    let bees = try fixture.team(of: ana, [ben], kind: "community")
    _ = try event("Open door", of: bees, by: ana)
    let regatta = try event("Regatta", of: team, by: ana, start: "2026-05-04T16:00")
    let rowing = try fixture.call(
      .post, "/v1/realms/\(team)/events", as: ana,
      [
        "kind": "practice", "title": "Rowing", "start": "2026-05-04T18:00", "duration": 3600,
        "placeIsSafe": true, "place": ["lat": 47.139, "lon": 9.5215],
        "recurrence": "FREQ=DAILY;COUNT=2",
      ]
    ).require("id")
    let gone = try event("Gone", of: team, by: ana)
    #expect(try fixture.call(.delete, "/v1/group-events/\(gone)", as: ana).status == 204)
    try fixture.made(
      APIFixture.appointment("Dentist", start: "2026-05-04T18:30", at: nil), by: ben,
      confirm: ["noPosition"])
    func said(_ query: String, _ person: APIFixture.Person) throws -> [[String?]] {
      try fixture.call(.get, "/v1/appointments?limit=200" + Self.days + query, as: person).items
        .map { line in ["title", "answer", "overlaps"].map { line[$0]?.string } }
    }
    let dentist = ["Dentist", "accepted", nil] as [String?]
    #expect(try said("", ben) == [dentist])
    #expect(
      try said("&unanswered=true", ben) == [
        ["Regatta", "needsAction", nil], ["Rowing", "needsAction", "Dentist"], dentist,
        ["Rowing", "needsAction", nil],
      ])
    #expect(try said("&unanswered=true", cleo) == [])
    // One of a series, then the whole of another: what is answered is no longer open.
    let one = "/v1/group-events/\(rowing)/answer?occurrence=2026-05-05T16:00:00Z"
    #expect(try fixture.call(.put, one, as: ben, ["answer": "declined"]).status == 200)
    try answer(regatta, by: ben)
    #expect(
      try said("&unanswered=true", ben) == [
        ["Regatta", "accepted", nil], ["Rowing", "needsAction", "Dentist"], dentist,
      ])
    let first = "/v1/appointments?limit=1&unanswered=true" + Self.days
    let next = try #require(fixture.call(.get, first, as: ben).json["next"]?.string)
    let second = try fixture.call(.get, first + "&cursor=\(next)", as: ben).items
    #expect(second.map { $0["title"]?.string } == ["Rowing"], "pages hold both")
  }

  @Test("TV-RTE-01: whoever has not answered a practice sees when to leave for it, others do not")
  func wayBeforeAnswer() throws {
    let (ana, ben, cleo) = (
      try fixture.person("Ana"), try fixture.person("Ben"), try fixture.person("Cleo")
    )
    let team = try fixture.team(of: ana, [ben])
    try fixture.setTravel(ben)
    let rowing = try fixture.call(
      .post, "/v1/realms/\(team)/events", as: ana,
      [
        "kind": "practice", "title": "Rowing", "start": "2026-05-04T18:00", "duration": 3600,
        "placeIsSafe": true, "place": ["lat": 47.139, "lon": 9.5215],
      ]
    ).require("id")
    let path = "/v1/appointments/\(rowing)/plan"
    let plan = try fixture.call(.get, path, as: ben)
    #expect(plan.status == 200, "\(plan.text)")
    #expect(plan.json["leaveAt"]?.string != nil && plan.json["verdict"]?.string == "reachable")
    #expect(try fixture.call(.get, path, as: cleo).status == 404)
    let member = "/v1/realms/\(team)/members/\(ben.id)"
    #expect(try fixture.call(.delete, member, as: ana).status == 204)
    #expect(try fixture.call(.get, path, as: ben).status == 404)
  }

  @Test(
    "MF-FAM-01, CG-X-12: a family sees who is free or busy, and details of what one takes part in")
  func family() throws {
    let (realm, members) = try fixture.family("Ana", "Ben", "Cleo")
    let (ana, ben, cleo) = (members[0], members[1], members[2])
    for person in members { try fixture.setTravel(person) }
    try fixture.made(
      APIFixture.appointment("Lawyer", start: "2026-05-04T08:00").with("notes", "divorce"),
      by: ben)
    let lunch = try fixture.made(
      APIFixture.appointment("Lunch", start: "2026-05-04T12:00"), by: ben
    ).require("id")
    let invited = try fixture.call(
      .post, "/v1/appointments/\(lunch)/participants", as: ben, ["to": [.text(ana.id)]])
    #expect(invited.status == 200, "\(invited.text)")
    func read(_ person: APIFixture.Person) throws -> Reply {
      try fixture.call(
        .get, "/v1/realms/\(realm)/calendar?" + Self.days.dropFirst(), as: person)
    }
    func busy(_ reply: Reply) -> [String: [String]] {
      let members = reply.json["members"]?.array ?? []
      return Dictionary(
        uniqueKeysWithValues: members.map { member in
          (
            member["name"]?.string ?? "",
            (member["busy"]?.array ?? []).compactMap { $0["start"]?.string?.prefix(16).description }
          )
        })
    }
    // Whoever has not accepted takes no part in it yet.
    #expect(try busy(read(ana))["Ana"] == [])
    #expect(try !read(ana).text.contains("Lunch"))
    try answer(lunch, by: ana)
    let seen = try read(ana)
    #expect(seen.status == 200, "\(seen.text)")
    #expect(
      busy(seen) == [
        "Ana": ["2026-05-04T10:00"], "Ben": ["2026-05-04T06:00", "2026-05-04T10:00"], "Cleo": [],
      ])
    let entries = seen.json["entries"]?.array ?? []
    #expect(entries.compactMap { $0["title"]?.string } == ["Lunch"])
    #expect(
      Set(entries.first?["members"]?.array?.compactMap(\.string) ?? []) == [ana.id, ben.id])
    #expect(!seen.text.contains("Lawyer") && !seen.text.contains("divorce"))
    let other = try read(cleo)
    #expect(busy(other) == busy(seen))
    #expect(!other.text.contains("Lunch") && !other.text.contains("Lawyer"))
    let own = try read(ben).json["entries"]?.array ?? []
    #expect(own.compactMap { $0["title"]?.string } == ["Lawyer", "Lunch"])
    // Nobody else, and no long look.
    #expect(try read(fixture.person("Dan")).status == 404)
    let long = "/v1/realms/\(realm)/calendar?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z"
    #expect(try fixture.call(.get, long, as: ana).slug == "invalid-query")
    let team = try fixture.team(of: ana, [ben])
    #expect(try fixture.call(.get, "/v1/realms/\(team)/calendar", as: ana).status == 404)
  }

  @Test("CG-X-12: of a team's events a family's calendar names the reader alone")
  func familyOfTeam() throws {
    let (realm, members) = try fixture.family("Ana", "Ben")
    let (ana, ben) = (members[0], members[1])
    let team = try fixture.team(of: ana, [ben])
    let regatta = try event("Regatta", of: team, by: ana)
    for person in [ana, ben] { try answer(regatta, by: person) }
    for reader in [ana, ben] {
      let seen = try fixture.call(
        .get, "/v1/realms/\(realm)/calendar?" + Self.days.dropFirst(), as: reader)
      let entries = seen.json["entries"]?.array ?? []
      #expect(entries.compactMap { $0["title"]?.string } == ["Regatta"], "\(seen.text)")
      #expect(entries.first?["members"]?.array?.compactMap(\.string) == [reader.id])
    }
  }

  @Test(
    "TV-SEC-02: a sub-realm's feed holds what its members may see, can be renewed, and ends with the membership"
  )
  func feeds() throws {
    let (ana, ben) = (try fixture.pedestrian("Ana"), try fixture.pedestrian("Ben"))
    let (team, other) = (try fixture.team(of: ana, [ben]), try fixture.team(of: ana, []))
    _ = try event("Regatta", of: team, by: ana)
    _ = try event("Elsewhere", of: other, by: ana)
    let car = try fixture.resource("Van", of: team, by: ana)
    _ = try fixture.book(car, APIFixture.booking(8, 9, "Secret"), as: ana)
    try fixture.made(
      APIFixture.appointment("Dentist", start: "2026-05-05T08:00"), by: ben)
    let made = try fixture.call(
      .post, "/v1/calendar/feeds", as: ben, ["name": "Phone", "realm": .text(team)])
    #expect(made.status == 201, "\(made.text)")
    #expect(made.json["realm"]?["name"]?.string == "Rowers")
    let prefix = "https://wayside.example.org"
    func path(_ reply: Reply) throws -> String {
      String(try reply.require("address").dropFirst(prefix.count))
    }
    let first = try path(made)
    let file = try fixture.call(.get, first).text
    #expect(file.contains("SUMMARY:Regatta") && file.contains("X-WR-CALNAME:Rowers"))
    for hidden in ["Elsewhere", "Dentist", "Van", "Secret", "VALARM"] {
      #expect(!file.contains(hidden), "\(hidden)")
    }
    let feeds = "/v1/calendar/feeds"
    let listed = try fixture.call(.get, feeds, as: ben).items
    #expect(listed.first?["realm"]?["id"]?.string == team)
    // Renewed: the old address leads to nothing.
    let renewal = try "\(feeds)/\(made.require("id"))/address"
    #expect(try fixture.call(.post, renewal, as: ana).status == 404)
    let renewed = try fixture.call(.post, renewal, as: ben)
    #expect(renewed.status == 200 && renewed.json["realm"]?["id"]?.string == team)
    #expect(try fixture.call(.get, first).status == 404)
    let second = try path(renewed)
    #expect(try fixture.call(.get, second).text == file)
    // Of a sub-realm that one is not in, or that has no calendar, there is none.
    for realm in [other, ben.id] {
      let refused = try fixture.call(
        .post, feeds, as: ben, ["name": "Phone", "realm": .text(realm)])
      #expect(refused.status == 404, "\(refused.text)")
    }
    let left = try fixture.call(.delete, "/v1/realms/\(team)/members/\(ben.id)", as: ben)
    #expect(left.status == 204, "\(left.text)")
    #expect(try fixture.call(.get, second).status == 404)
    #expect(try fixture.call(.get, feeds, as: ben).items.isEmpty)
  }
}
