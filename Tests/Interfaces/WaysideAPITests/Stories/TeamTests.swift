import Base
import HTTPServing
import Testing
import WaysideAPI

@Suite("teams: members, admins and what is planned")
struct TeamTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private func practice(
    _ realm: String, by admin: APIFixture.Person, _ more: [(String, JSON)] = []
  ) throws -> Reply {
    var body: JSON = [
      "kind": "practice", "title": "Rowing", "start": "2026-05-04T18:00",
      "place": ["lat": 47.139, "lon": 9.5215], "placeIsSafe": true,
    ]
    for (name, value) in more { body = body.with(name, value) }
    let made = try fixture.call(.post, "/v1/realms/\(realm)/events", as: admin, body)
    try #require(made.status == 201, "\(made.text)")
    return made
  }

  @Test("SC-EVT-15: after joining, the event stands in the user's calendar on its date alone")
  func joinedEvent() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let community = try fixture.team(of: ana, [ben], kind: "community")
    let made = try fixture.call(
      .post, "/v1/realms/\(community)/events", as: ana,
      ["kind": "event", "title": "Tea", "start": "2026-05-04T15:00", "duration": 3600])
    let answer = try "/v1/group-events/" + made.require("id") + "/answer"
    func days() throws -> [Int] {
      try (3...5).filter { day in
        let range = "&from=2026-05-0\(day)T00:00:00Z&to=2026-05-0\(day + 1)T00:00:00Z"
        return try !fixture.titles(ben, range).isEmpty
      }
    }
    #expect(try days() == [])
    #expect(try fixture.call(.put, answer, as: ben, ["answer": "accepted"]).status == 200)
    #expect(try days() == [4])
    let entry = try #require(
      fixture.call(.get, "/v1/appointments", as: ben).items.first)
    #expect(entry["title"]?.string == "Tea")
    #expect(entry["startsAt"]?.string == "2026-05-04T13:00:00.000Z", "15:00 in Vaduz")
    #expect(try fixture.call(.put, answer, as: ben, ["answer": "declined"]).status == 200)
    #expect(try days() == [])
  }

  @Test("US8(a): what lasts several days is ahead until it is over, once or in a series")
  func severalDays() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let team = try fixture.team(of: ana, [ben])
    let events = "/v1/realms/\(team)/events"
    func plan(_ title: String, _ start: String, days: Int, _ rule: String? = nil) throws {
      var body: JSON = [
        "kind": "event", "title": .text(title), "start": .text(start), "allDay": true,
        "duration": .number(Double(days) * 86_400),
      ]
      if let rule { body = body.with("recurrence", .text(rule)) }
      try #require(fixture.call(.post, events, as: ana, body).status == 201)
    }
    try plan("Camp", "2026-05-04T00:00", days: 5)
    try plan("Regatta", "2026-05-05T00:00", days: 3, "FREQ=WEEKLY;COUNT=2")
    try plan("Fair", "2026-05-07T00:00", days: 1)
    func said(_ query: String = "") throws -> [String] {
      try fixture.call(.get, events + query, as: ben).items.map {
        "\($0["title"]?.string ?? "") \($0["start"]?.string?.dropFirst(8).prefix(2) ?? "")"
      }
    }
    let all = ["Camp 04", "Regatta 05", "Fair 07", "Regatta 12"]
    #expect(try said() == all)
    fixture.clock.advance(seconds: 6 * 86_400)
    #expect(try said() == all, "both go on")
    #expect(try said("?backward=true") == [])
    #expect(try fixture.call(.get, events + "?limit=2", as: ben).items.count == 2)
    fixture.clock.advance(seconds: 2 * 86_400)
    #expect(try said() == ["Regatta 12"])
    #expect(try said("?backward=true") == ["Fair 07", "Regatta 05", "Camp 04"])
  }

  @Test("US1(b): the creator gives the team's sport or activity, and others read it")
  func sport() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let team = try fixture.team(of: ana, [ben])
    let path = "/v1/realms/\(team)/team"
    #expect(try fixture.call(.put, path, as: ana, ["sport": "Rowing"]).status == 200)
    #expect(try fixture.call(.get, path, as: ben).json["sport"]?.string == "Rowing")
    #expect(try fixture.call(.put, path, as: ben, ["sport": "Golf"]).status == 403)
    #expect(try fixture.call(.get, path, as: ana).json["sport"]?.string == "Rowing")
    let family = try fixture.team(of: ana, [], kind: "community")
    #expect(
      try fixture.call(.put, "/v1/realms/\(family)/team", as: ana, ["sport": "Golf"]).status == 404)
  }

  @Test("US1(c): an admin invites other users to be admins")
  func inviteAdmins() throws {
    let (ana, ben, cleo) = (
      try fixture.person("Ana"), try fixture.person("Ben"), try fixture.person("Cleo")
    )
    let team = try fixture.team(of: ana, [cleo])
    let invitations = "/v1/realms/\(team)/invitations"
    let asAdmin: JSON = ["to": .text(ben.id), "role": "admin"]
    #expect(try fixture.call(.post, invitations, as: cleo, asAdmin).status == 403)
    let invited = try fixture.call(.post, invitations, as: ana, asAdmin)
    try #require(invited.status == 201, "\(invited.text)")
    let waiting = try fixture.call(.get, "/v1/invitations", as: ben).items
    let id = try #require(waiting.first?["id"]?.string)
    #expect(try fixture.call(.post, "/v1/invitations/\(id)/acceptance", as: ben).status == 200)
    #expect(try fixture.call(.get, "/v1/realms/\(team)", as: ben).json["role"]?.string == "admin")
    _ = try practice(team, by: ben)
  }

  @Test("US2(a): an admin sees the members of the team; outsiders do not")
  func members() throws {
    let people = try ["Ana", "Ben", "Cleo"].map { try fixture.person($0) }
    let team = try fixture.team(of: people[0], Array(people.dropFirst()))
    let path = "/v1/realms/\(team)/members"
    let listed = try fixture.call(.get, path, as: people[0]).items
    #expect(listed.map { $0["account"]?["name"]?.string } == ["Ana", "Ben", "Cleo"])
    #expect(listed.map { $0["role"]?.string } == ["owner", "member", "member"])
    #expect(try fixture.call(.get, path, as: fixture.person("Eve")).status == 403)
  }

  @Test(
    "US2(c), BZ-SAF-04: an admin removes a member, who then has no access to anything of the team")
  func removal() throws {
    let (ana, ben, cleo) = (
      try fixture.person("Ana"), try fixture.person("Ben"), try fixture.person("Cleo")
    )
    let team = try fixture.team(of: ana, [ben, cleo])
    let made = try practice(team, by: ana)
    let event = try "/v1/group-events/" + made.require("id")
    #expect(
      try fixture.call(.put, event + "/answer", as: ben, ["answer": "accepted"]).status == 200)
    #expect(try fixture.titles(ben, "&to=2026-07-01T00:00:00Z") == ["Rowing"])
    let own = "/v1/realms/\(team)/members/\(ben.id)"
    #expect(try fixture.call(.delete, own, as: cleo).slug == "realm-admin-needed")
    #expect(try fixture.call(.get, event, as: ben).status == 200)
    #expect(try fixture.call(.delete, own, as: ana).status == 204)
    #expect(try fixture.call(.get, event, as: ben).status == 404)
    #expect(try fixture.titles(ben, "&to=2026-07-01T00:00:00Z").isEmpty)
    for page in ["events", "members", "records", "contacts", "news"] {
      let reply = try fixture.call(.get, "/v1/realms/\(team)/\(page)", as: ben)
      #expect(reply.status == 403 || reply.status == 404, "\(page): \(reply.text)")
    }
    _ = try practice(team, by: ana, [("title", "Without Ben")])
    #expect(
      try fixture.heard(ben, "eventPublished").allSatisfy {
        $0["text"]?.string?.contains("Without Ben") == false
      })
  }

  @Test("BZ-TEAM-06: a user is in several teams and has the rights of each")
  func severalTeams() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let own = try fixture.team(of: ben, [ana])
    let other = try fixture.team(of: ana, [ben])
    let body: JSON = ["kind": "event", "title": "Party", "start": "2026-05-04T18:00"]
    #expect(try fixture.call(.post, "/v1/realms/\(own)/events", as: ben, body).status == 201)
    #expect(
      try fixture.call(.post, "/v1/realms/\(other)/events", as: ben, body).slug == "role-too-low")
    let roles = try fixture.call(.get, "/v1/realms", as: ben).items
      .filter { $0["kind"]?.string == "team" }
      .map { [$0["id"]?.string, $0["role"]?.string] }
    #expect(Set(roles) == [[own, "owner"], [other, "member"]])
  }

  @Test(
    "US4(a), US4(b), BZ-CAL-08: an admin plans practices on chosen weekdays until a day, and every member sees when and where"
  )
  func practices() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let team = try fixture.team(of: ana, [ben])
    _ = try practice(
      team, by: ana, [("recurrence", "FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20260515T220000Z")])
    let seen = try fixture.call(.get, "/v1/realms/\(team)/events?kind=practice", as: ben).items
    #expect(
      seen.map { $0["start"]?.string } == [
        "2026-05-04T18:00:00", "2026-05-07T18:00:00", "2026-05-11T18:00:00",
        "2026-05-14T18:00:00",
      ])
    #expect(seen.allSatisfy { $0["place"]?["lat"]?.number == 47.139 })
  }

  @Test("US4(c): an admin changes time and location of all practices of a series; members do not")
  func changedPractices() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let team = try fixture.team(of: ana, [ben])
    let made = try practice(team, by: ana, [("recurrence", "FREQ=WEEKLY;COUNT=3")])
    let event = try "/v1/group-events/" + made.require("id")
    func seen() throws -> [[String?]] {
      try fixture.call(.get, "/v1/realms/\(team)/events?kind=practice", as: ben).items
        .map { [$0["start"]?.string, $0["place"]?["label"]?.string] }
    }
    let before = try seen()
    #expect(before.count == 3)
    let change: JSON = [
      "start": "2026-05-04T19:30", "place": ["lat": 47.2, "lon": 9.5, "label": "Hall"],
      "placeIsSafe": true,
    ]
    #expect(
      try fixture.call(.patch, event, as: ben, change, headers: [made.tag()]).status == 403)
    #expect(try seen() == before)
    let changed = try fixture.call(.patch, event, as: ana, change, headers: [made.tag()])
    try #require(changed.status == 200, "\(changed.text)")
    #expect(
      try seen() == [
        ["2026-05-04T19:30:00", "Hall"], ["2026-05-11T19:30:00", "Hall"],
        ["2026-05-18T19:30:00", "Hall"],
      ])
  }

  @Test(
    "US5(a), US5(b), BZ-CAL-01: an admin plans an event with description, time, date and place, and changes all of them; a member neither"
  )
  func changedEvent() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let team = try fixture.team(of: ana, [ben])
    let events = "/v1/realms/\(team)/events"
    let regatta: JSON = [
      "kind": "event", "title": "Regatta", "description": "Two boats.",
      "start": "2026-06-13T09:00", "place": ["lat": 47.139, "lon": 9.5215, "label": "Boathouse"],
      "placeIsSafe": true,
    ]
    #expect(try fixture.call(.post, events, as: ben, regatta).status == 403)
    let made = try fixture.call(.post, events, as: ana, regatta)
    try #require(made.status == 201, "\(made.text)")
    let event = try "/v1/group-events/" + made.require("id")
    func seen() throws -> [String?] {
      let read = try fixture.call(.get, event, as: ben).json
      return [
        read["description"]?.string, read["start"]?.string, read["place"]?["label"]?.string,
        read["status"]?.string,
      ]
    }
    let before: [String?] = ["Two boats.", "2026-06-13T09:00:00", "Boathouse", "confirmed"]
    #expect(try seen() == before)
    let change: JSON = [
      "description": "Three boats.", "start": "2026-06-14T10:30",
      "place": ["lat": 47.2, "lon": 9.5, "label": "Harbour"], "placeIsSafe": true,
    ]
    #expect(
      try fixture.call(.patch, event, as: ben, change, headers: [made.tag()]).status == 403)
    #expect(try fixture.call(.delete, event, as: ben).status == 403)
    #expect(try seen() == before)
    let changed = try fixture.call(.patch, event, as: ana, change, headers: [made.tag()])
    try #require(changed.status == 200, "\(changed.text)")
    let after: [String?] = ["Three boats.", "2026-06-14T10:30:00", "Harbour", "confirmed"]
    #expect(try seen() == after)
  }

  @Test(
    "BZ-CAL-01, BZ-ATT-03: whoever runs a team no more changes nothing that was planned, nor others' attendance"
  )
  func formerAdmin() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let team = try fixture.team(of: ana, [ben])
    let member = "/v1/realms/\(team)/members/\(ben.id)"
    func role(_ name: String) throws {
      #expect(try fixture.call(.patch, member, as: ana, ["role": .text(name)]).status == 204)
    }
    try role("admin")
    let made = try practice(team, by: ben)
    let path = try "/v1/group-events/" + made.require("id")
    let draft = try practice(team, by: ben, [("draft", true), ("title", "Secret")])
    let hidden = try "/v1/group-events/" + draft.require("id")
    try role("member")
    let change: JSON = ["title": "Mine"]
    func changes(_ path: String, _ change: JSON, _ made: Reply) throws -> Reply {
      try fixture.call(.patch, path, as: ben, change, headers: [made.tag()])
    }
    #expect(try changes(path, change, made).slug == "role-too-low")
    #expect(try fixture.call(.delete, path, as: ben).slug == "role-too-low")
    #expect(try fixture.call(.get, path + "/answers", as: ben).slug == "role-too-low")
    let seen = try fixture.call(.get, path, as: ben)
    #expect(seen.json["mayEdit"]?.bool == false && seen.json["title"]?.string == "Rowing")
    // The own answer stays, and the own draft, which is not published any more.
    #expect(try fixture.call(.put, path + "/answer", as: ben, ["answer": "accepted"]).status == 200)
    let renamed = try changes(hidden, change, draft)
    #expect(renamed.status == 200 && renamed.json["mayEdit"]?.bool == true, "\(renamed.text)")
    #expect(try changes(hidden, ["draft": false], renamed).slug == "role-too-low")
    #expect(try fixture.call(.delete, hidden, as: ben).status == 204)
    // Whoever was there says so alone.
    let begin = try #require(Instant(rfc3339: "2026-05-04T16:00:00Z"))
    fixture.clock.advance(seconds: begin.seconds(since: fixture.clock.now()) + 60)
    let sheet: JSON = ["marks": [["account": .text(ana.id), "mark": "absent"]]]
    let marks = path + "/attendance"
    #expect(try fixture.call(.put, marks, as: ben, sheet).slug == "role-too-low")
    #expect(
      try fixture.call(.get, marks, as: ben).items.map { $0["account"]?["id"]?.string } == [ben.id])
    #expect(try fixture.call(.put, marks + "/own", as: ben, ["mark": "present"]).status == 200)
    try role("admin")
    #expect(try fixture.call(.put, marks, as: ben, sheet).status == 204)
  }

  @Test("CG-SC-18, BZ-ATT-03: moderators run what they plan as long as the community lets them")
  func publishers() throws {
    let people = try ["Ana", "Ben", "Cleo"].map { try fixture.person($0) }
    let (ana, ben, cleo) = (people[0], people[1], people[2])
    let community = try fixture.team(of: ana, [ben, cleo], kind: "community")
    for person in [ben, cleo] {
      let member = "/v1/realms/\(community)/members/\(person.id)"
      #expect(try fixture.call(.patch, member, as: ana, ["role": "moderator"]).status == 204)
    }
    func publishers(_ who: String) throws {
      let reply = try fixture.call(
        .put, "/v1/communities/\(community)", as: ana,
        ["category": "Games", "publishers": .text(who)])
      #expect(reply.status == 200, "\(reply.text)")
    }
    try publishers("moderators")
    let made = try fixture.call(
      .post, "/v1/realms/\(community)/events", as: ben,
      ["kind": "event", "title": "Blitz", "start": "2026-05-21T10:00"])
    let path = try "/v1/group-events/" + made.require("id")
    let begin = try #require(Instant(rfc3339: "2026-05-21T08:00:00Z"))
    fixture.clock.advance(seconds: begin.seconds(since: fixture.clock.now()) + 60)
    let sheet: JSON = ["marks": [["account": .text(ana.id), "mark": "present"]]]
    func statuses(_ person: APIFixture.Person) throws -> [Int] {
      [
        try fixture.call(.get, path + "/answers", as: person).status,
        try fixture.call(.put, path + "/attendance", as: person, sheet).status,
      ]
    }
    for person in [ben, cleo] { #expect(try statuses(person) == [200, 204]) }
    #expect(try fixture.call(.get, path + "/attendance", as: ben).items.count == 3)
    try publishers("admins")
    for person in [ben, cleo] { #expect(try statuses(person) == [403, 403]) }
    #expect(try fixture.call(.get, path + "/attendance", as: ben).items.count == 1)
    #expect(
      try fixture.call(.patch, path, as: ben, ["title": "Mine"], headers: [made.tag()]).status
        == 403)
  }

  @Test("US5(c): an admin sees which members have accepted, which have declined, and who is left")
  func answers() throws {
    let people = try ["Ana", "Ben", "Cleo"].map { try fixture.person($0) }
    let team = try fixture.team(of: people[0], Array(people.dropFirst()))
    let made = try fixture.call(
      .post, "/v1/realms/\(team)/events", as: people[0],
      ["kind": "event", "title": "Party", "start": "2026-05-04T18:00"])
    let path = try "/v1/group-events/" + made.require("id")
    for (person, answer) in [(people[1], "accepted"), (people[2], "declined")] {
      let reply = try fixture.call(
        .put, path + "/answer", as: person, ["answer": .text(answer)])
      #expect(reply.status == 200, "\(reply.text)")
    }
    let told = try fixture.call(.get, path + "/answers", as: people[0]).items
    #expect(
      told.map { [$0["account"]?["name"]?.string, $0["answer"]?.string] }
        == [["Ana", "none"], ["Ben", "accepted"], ["Cleo", "declined"]])
  }

  @Test("US3(a), BZ-NOT-04: an admin sends word to all of the team; the server refuses members")
  func news() throws {
    let people = try ["Ana", "Ben", "Cleo"].map { try fixture.person($0) }
    let team = try fixture.team(of: people[0], Array(people.dropFirst()))
    let stranger = try fixture.person("Eve")
    let news = "/v1/realms/\(team)/news"
    #expect(
      try fixture.call(.post, news, as: people[1], ["title": "Hm"]).slug == "realm-admin-needed")
    let told = try fixture.call(.post, news, as: people[0], ["title": "New boat"])
    try #require(told.status == 201, "\(told.text)")
    for person in people.dropFirst() {
      #expect(
        try fixture.heard(person, "groupNews").map { $0["text"]?.string } == ["Rowers: New boat"])
    }
    #expect(try fixture.heard(stranger, "groupNews").isEmpty)
  }

  @Test("BZ-CAL-07: only members answer a team's events; practices need no answer")
  func whoAnswers() throws {
    let (ana, ben, eve) = (
      try fixture.person("Ana"), try fixture.person("Ben"), try fixture.person("Eve")
    )
    let team = try fixture.team(of: ana, [ben])
    let made = try practice(team, by: ana)
    let event = try "/v1/group-events/" + made.require("id")
    #expect(
      try fixture.call(.put, event + "/answer", as: eve, ["answer": "accepted"]).status == 404)
    let start = try #require(Instant(rfc3339: made.require("startsAt")))
    fixture.clock.advance(seconds: start.seconds(since: fixture.clock.now()) - 3600)
    try fixture.fire("eventReminder", "notificationDue")
    #expect(try fixture.heard(ben, "eventReminder").isEmpty, "nobody waits for an answer")
    fixture.clock.advance(seconds: 7200)
    let mark = try fixture.call(
      .put, event + "/attendance/own", as: ben, ["mark": "present"])
    #expect(mark.json["counted"]?.string == "present", "without an answer: \(mark.text)")
    let weekly =
      try "/v1/group-events/"
      + practice(team, by: ana, [("recurrence", "FREQ=WEEKLY;COUNT=2")]).require("id")
    let marked = try fixture.call(
      .put, weekly + "/attendance/own", as: ben, ["mark": "present"])
    #expect(marked.status == 200, "\(marked.text)")
    let kept = try fixture.call(.get, "/v1/me/export", as: ben).json["attendance"]?.array ?? []
    #expect(
      Set(kept.map { $0["occurrence"]?.string }) == [nil, "2026-05-04T16:00:00.000Z"],
      "of a series it is told which")
  }

  @Test("within how many metres of its place one is there is told only while it takes place")
  func placeMetres() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let team = try fixture.team(of: ana, [ben])
    let made = try practice(team, by: ana, [("duration", 3600)])
    let event = try "/v1/group-events/" + made.require("id")
    func told() throws -> Double? {
      try fixture.call(.get, event, as: ben).json["placeMetres"]?.number
    }
    #expect(try told() == nil, "it has not begun")
    let start = try #require(Instant(rfc3339: made.require("startsAt")))
    fixture.clock.advance(seconds: start.seconds(since: fixture.clock.now()))
    #expect(try told() == 100)
    fixture.clock.advance(seconds: 3600)
    #expect(try told() == 100, "to its end")
    fixture.clock.advance(seconds: 1)
    #expect(try told() == nil, "it is over")
    let without = try fixture.call(
      .post, "/v1/realms/\(team)/events", as: ana,
      ["kind": "event", "title": "Talk", "start": "2026-05-06T18:00"])
    let talk = try "/v1/group-events/" + without.require("id")
    let begin = try #require(Instant(rfc3339: without.require("startsAt")))
    fixture.clock.advance(seconds: begin.seconds(since: fixture.clock.now()) + 60)
    let seen = try fixture.call(.get, talk, as: ben).json
    #expect(seen["begun"]?.bool == true && seen["placeMetres"] == nil, "it has no place")
  }

  @Test(
    "BZ-NOT-02, US3(b): a change tells in one short line which event it is, and of which team")
  func wording() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let team = try fixture.team(of: ana, [ben])
    let made = try practice(team, by: ana)
    let event = try "/v1/group-events/" + made.require("id")
    let changed = try fixture.call(
      .patch, event, as: ana, ["start": "2026-05-05T19:00"], headers: [made.tag()])
    try #require(changed.status == 200, "\(changed.text)")
    let told = try fixture.heard(ben, "eventChange")
    #expect(told.count == 1)
    let text = try #require(told.first?["text"]?.string)
    #expect(text.contains("Rowing") && text.contains("Rowers") && text.count <= 160, "\(text)")
    #expect(try told.first?["subject"]?["id"]?.string == made.require("id"))
  }

  @Test(
    "BZ-STA-02, BZ-STA-03, BZ-STA-04, BZ-STA-05: members change their own biography, admins everybody's, and all members read them"
  )
  func biographies() throws {
    let (ana, ben, cleo) = (
      try fixture.person("Ana"), try fixture.person("Ben"), try fixture.person("Cleo")
    )
    let team = try fixture.team(of: ana, [ben, cleo])
    func change(_ member: APIFixture.Person, by person: APIFixture.Person, _ text: String) throws
      -> Int
    {
      try fixture.call(
        .patch, "/v1/realms/\(team)/members/\(member.id)", as: person,
        ["biography": .text(text)]
      ).status
    }
    func read(_ member: APIFixture.Person) throws -> String? {
      try fixture.call(.get, "/v1/realms/\(team)/members", as: cleo).items
        .first { $0["account"]?["id"]?.string == member.id }?["biography"]?.string
    }
    #expect(try change(ben, by: ben, "On the left.") == 204)
    #expect(try read(ben) == "On the left.")
    #expect(try change(ben, by: cleo, "Slow.") == 403)
    #expect(try read(ben) == "On the left.")
    #expect(try change(ben, by: ana, "On the left since 2019.") == 204)
    #expect(try read(ben) == "On the left since 2019.")
  }
}
