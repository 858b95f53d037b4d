import Base
import Foundation
import HTTPServing
import Testing

/// A team with its events and practices.
extension APIFixture {
  /// A team in Vaduz, or a community that anybody may join, with members whom its owner has invited.
  func team(of owner: Person, _ members: [Person], kind: String = "team") throws -> String {
    let made = try call(
      .post, "/v1/realms", as: owner,
      [
        "kind": .text(kind), "name": "Rowers",
        "joinPolicy": kind == "team" ? "request" : "open", "timeZone": "Europe/Vaduz",
      ])
    let realm = try made.require("id")
    for member in members { try join(member, realm, by: owner) }
    return realm
  }

  func heard(_ person: Person, _ kind: String) throws -> [JSONValue] {
    try call(.get, "/v1/notifications?limit=100", as: person).items
      .filter { $0["kind"]?.string == kind }
  }

  func tellOfTeams() throws {
    let (ana, ben, eve) = (try person("Ana"), try person("Ben"), try person("Eve"))
    let realm = try team(of: ana, [ben])
    let events = "/v1/realms/\(realm)/events"
    // An event with a deadline that is a date, and few places.
    let made = try call(
      .post, events, as: ana,
      [
        "kind": "event", "title": "Regatta", "start": "2026-06-13T09:00", "duration": 14_400,
        "place": ["lat": 47.139, "lon": 9.5215, "label": "Boathouse"], "placeIsSafe": true,
        "responseDeadline": "2026-06-06", "capacity": 1,
      ])
    try #require(made.status == 201, "\(made.text)")
    let path = try "/v1/group-events/" + made.require("id")
    #expect(made.json["responseDeadline"]?.string == "2026-06-06T22:00:00.000Z", "\(made.text)")
    #expect(made.json["startsAt"]?.string == "2026-06-13T07:00:00.000Z")
    #expect(try heard(ben, "eventPublished").count == 1)
    // Members plan nothing; outsiders see nothing.
    #expect(
      try call(
        .post, events, as: ben,
        ["kind": "event", "title": "Party", "start": "2026-06-13T09:00"]
      ).slug == "role-too-low")
    #expect(try call(.get, path, as: eve).status == 404)
    #expect(try call(.get, events, as: eve).slug == "members-only")
    // US8(b), US8(c): answers, and a change of mind that lets the next one in.
    let first = try call(
      .put, path + "/answer", as: ben, ["answer": "accepted", "comment": "With cake"])
    #expect(
      first.json["answer"]?.string == "accepted" && first.json["comment"]?.string == "With cake")
    let waits = try call(.put, path + "/answer", as: ana, ["answer": "accepted"])
    #expect(waits.json["answer"]?.string == "waiting", "\(waits.text)")
    #expect(waits.json["counts"]?["accepted"]?.integer == 1)
    #expect(waits.json["counts"]?["waiting"]?.integer == 1)
    #expect(waits.json["counts"]?["unanswered"]?.integer == 0)
    let told = try call(.get, path + "/answers", as: ana).items
    #expect(told.map { $0["answer"]?.string } == ["waiting", "accepted"])
    #expect(told.map { $0["comment"]?.string } == [nil, "With cake"])
    #expect(try call(.get, path + "/answers", as: ben).slug == "role-too-low")
    #expect(try call(.put, path + "/answer", as: ben, ["answer": "declined"]).status == 200)
    #expect(try call(.get, path, as: ana).json["answer"]?.string == "accepted")
    #expect(try heard(ana, "eventPlace").count == 1)
    #expect(try heard(ana, "eventAnswer").count == 2)
    // Changed, told once; then for those of 21 alone.
    let changed = try call(
      .patch, path, as: ana, ["capacity": 5, "minimumAge": 21], headers: [made.tag()])
    #expect(changed.status == 200 && changed.json["capacity"]?.integer == 5, "\(changed.text)")
    #expect(try heard(ben, "eventChange").count == 1)
    #expect(
      try heard(ben, "eventChange").first?["subject"]?["kind"]?.string == "event")
    #expect(try call(.put, path + "/answer", as: ben, ["answer": "accepted"]).slug == "too-young")
    let age = try call(
      .put, "/v1/me/age-assertion", as: ben, ["threshold": 21, "answer": true])
    #expect(age.status == 204, "\(age.text)")
    #expect(try call(.put, path + "/answer", as: ben, ["answer": "accepted"]).status == 200)
    #expect(try titles(ben, "&to=2026-07-01T00:00:00Z") == ["Regatta"])
    // CG-BZ-06: a page outside, which can be taken away again.
    let link = "https://rowers.example/register"
    for (value, shown) in [(JSON.text(link), link as String?), (JSON.null, nil)] {
      let tag = try call(.get, path, as: ana).tag()
      #expect(try call(.patch, path, as: ana, ["link": value], headers: [tag]).status == 200)
      #expect(try call(.get, path, as: ben).json["link"]?.string == shown)
    }
    #expect(try call(.delete, path, as: ana).status == 204)
    let kept = try call(.get, events, as: ben).items
    #expect(kept.map { $0["status"]?.string } == ["cancelled"], "the entry stays")
  }

  func tellOfPractices() throws {
    let (ana, ben, cleo) = (try person("Ana"), try person("Ben"), try person("Cleo"))
    let realm = try team(of: ana, [ben, cleo])
    let events = "/v1/realms/\(realm)/events"
    let made = try call(
      .post, events, as: ana,
      [
        "kind": "practice", "title": "Rowing", "start": "2026-05-04T18:00",
        "place": ["lat": 47.139, "lon": 9.5215], "placeIsSafe": true,
        "recurrence": "FREQ=WEEKLY;COUNT=3",
      ])
    try #require(made.status == 201, "\(made.text)")
    let id = try made.require("id")
    let path = "/v1/group-events/\(id)"
    let days = ["2026-05-04T16:00:00.000Z", "2026-05-11T16:00:00.000Z", "2026-05-18T16:00:00.000Z"]
    func starts(_ query: String = "") throws -> [String?] {
      try call(.get, events + query, as: ben).items.map { $0["startsAt"]?.string }
    }
    #expect(try starts() == days)
    #expect(try starts("?kind=event").isEmpty)
    let page = try call(.get, events + "?limit=2", as: ben)
    #expect(page.items.map { $0["startsAt"]?.string } == Array(days.prefix(2)))
    let next = try page.require("next")
    #expect(try starts("?limit=2&cursor=\(next)") == [days[2]])
    // One occurrence answered, one moved, one cancelled; counts by occurrence.
    let away = try call(
      .put, path + "/answer?occurrence=\(days[1])", as: ben, ["answer": "declined"])
    #expect(away.json["startsAt"]?.string == days[1], "\(away.text)")
    #expect(away.json["counts"]?["declined"]?.integer == 1)
    #expect(
      try call(.get, path + "?occurrence=\(days[0])", as: ben).json["counts"]?["declined"]?
        .integer == 0)
    let gone = try call(.delete, path + "?occurrence=\(days[2])", as: ana)
    #expect(gone.status == 204, "\(gone.text)")
    #expect(
      try call(.get, events, as: ben).items.map { $0["status"]?.string }
        == ["confirmed", "confirmed", "cancelled"])
    #expect(try heard(cleo, "eventChange").count == 1)
    // BZ-ATT-04: nothing is marked before the beginning.
    let marks = path + "/attendance"
    let own = marks + "/own?occurrence=\(days[0])"
    #expect(try call(.put, own, as: ben, ["mark": "present"]).slug == "attendance-too-early")
    let begin = try #require(Instant(rfc3339: days[0]))
    clock.advance(seconds: begin.seconds(since: clock.now()) + 60)
    // US9(a): here, at the place; elsewhere it is said without it.
    let here = try call(
      .put, own, as: ben, ["mark": "present", "lat": 47.1391, "lon": 9.5215])
    #expect(here.json["source"]?.string == "place", "\(here.text)")
    let far = try call(.put, own, as: cleo, ["mark": "present", "lat": 47.2, "lon": 9.5])
    #expect(far.json["source"]?.string == "person", "\(far.text)")
    // BZ-ATT-01 to BZ-ATT-03: an admin sees and marks all, others themselves.
    let sheet = try call(
      .put, marks, as: ana,
      ["marks": [["account": .text(cleo.id), "mark": "absent"]]])
    #expect(sheet.status == 204, "\(sheet.text)")
    #expect(
      try call(
        .put, marks, as: ben, ["marks": [["account": .text(cleo.id), "mark": "absent"]]]
      ).slug == "role-too-low")
    let all = try call(.get, marks, as: ana).items
    #expect(all.map { $0["account"]?["name"]?.string } == ["Ana", "Ben", "Cleo"])
    #expect(all.map { $0["counted"]?.string } == [nil, "present", "absent"])
    #expect(all.map { $0["own"]?.string } == [nil, "present", "present"])
    #expect(
      try call(.get, marks, as: cleo).items.map { $0["account"]?["name"]?.string } == ["Cleo"])
    // US9(b): the same later, and taken back.
    clock.advance(seconds: 20 * 86_400)
    for mark in ["absent", "present"] {
      #expect(
        try call(.put, own, as: cleo, ["mark": .text(mark)]).json["own"]?.string == mark)
    }
    #expect(try call(.put, own, as: cleo, [:]).json["own"] == nil)
    #expect(
      try call(.get, marks + "?occurrence=\(days[0])", as: cleo).items.first?["admin"]?.string
        == "absent")
    #expect(try starts("?backward=true").count == 3, "earlier ones")
    #expect(try starts().isEmpty)
    let kept = try call(.get, "/v1/me/export", as: ben).json["attendance"]?.array
    #expect(kept?.map { $0["source"]?.string } == ["place"])
  }

  func tellOfCommunityEvents() throws {
    let (ana, ben) = (try person("Ana"), try person("Ben"))
    let realm = try team(of: ana, [], kind: "community")
    let events = "/v1/realms/\(realm)/events"
    let made = try call(
      .post, events, as: ana, ["kind": "event", "title": "Tea", "start": "2026-05-04T15:00"])
    let path = try "/v1/group-events/" + made.require("id")
    // SC-EVT-16: seen, and not joined by those who are not in it.
    #expect(try call(.get, events, as: ben).items.map { $0["open"]?.bool } == [false])
    let outside = try call(.put, path + "/answer", as: ben, ["answer": "accepted"])
    #expect(outside.slug == "members-only")
    #expect(
      outside.text.contains(
        "Unable to join member exclusive community events. Please join the community first!"))
    #expect(try call(.get, events, as: ana).items.first?["counts"]?["accepted"]?.integer == 0)
    // SC-COM-09, SC-EVT-13, SC-EVT-15: members join; SC-COM-13 to SC-COM-15: quitting ends it.
    #expect(try call(.post, "/v1/realms/\(realm)/members", as: ben).status == 200)
    #expect(try call(.put, path + "/answer", as: ben, ["answer": "accepted"]).status == 200)
    #expect(try titles(ben) == ["Tea"])
    #expect(try call(.delete, "/v1/realms/\(realm)/members/\(ben.id)", as: ben).status == 204)
    #expect(try titles(ben).isEmpty)
    #expect(try call(.get, events, as: ana).items.first?["counts"]?["accepted"]?.integer == 0)
    #expect(
      try call(.put, path + "/answer", as: ben, ["answer": "accepted"]).slug == "members-only")
    // SC-COM-14: they are gone from the calendar, too; SC-COM-08, SC-COM-12: what is new comes
    // from joining on until quitting.
    #expect(try heard(ben, "eventPublished").isEmpty)
    #expect(try call(.post, "/v1/realms/\(realm)/members", as: ben).status == 200)
    let walk = try call(
      .post, events, as: ana, ["kind": "event", "title": "Walk", "start": "2026-05-03T15:00"])
    #expect(try heard(ben, "eventPublished").count == 1)
    // SC-COM-07: who is in it is not taken in again.
    #expect(try call(.post, "/v1/realms/\(realm)/members", as: ben).status == 200)
    #expect(try call(.get, "/v1/realms/\(realm)", as: ben).json["members"]?.integer == 2)
    // SC-EVT-07: in the order of their time. SC-EVT-19, SC-EVT-21: dropping.
    #expect(
      try call(.get, events, as: ben).items.map { $0["title"]?.string } == ["Walk", "Tea"])
    let walking = try "/v1/group-events/" + walk.require("id")
    for (answer, count) in [("accepted", 1), ("declined", 0), ("accepted", 1)] {
      let reply = try call(.put, walking + "/answer", as: ben, ["answer": .text(answer)])
      #expect(reply.json["counts"]?["accepted"]?.integer == count, "\(reply.text)")
      #expect(try titles(ben) == (count == 1 ? ["Walk"] : []))
    }
    // SC-EVT-23: what has begun is not dropped.
    clock.advance(seconds: 6 * 86_400)
    let late = try call(.put, walking + "/answer", as: ben, ["answer": "declined"])
    #expect(late.status == 409, "\(late.text)")
    #expect(try call(.get, walking, as: ben).json["answer"]?.string == "accepted")
    #expect(try call(.get, events, as: ben).items.isEmpty)
    #expect(
      try call(.get, events + "?backward=true", as: ben).items.map { $0["title"]?.string }
        == ["Tea", "Walk"])
  }
}

/// Whom these let through.
extension ExpectedAccess {
  static let team: [(Set<Principal>, String)] = [
    (
      users,
      """
      listGroupEvents getGroupEvent createGroupEvent editGroupEvent cancelGroupEvent \
      answerGroupEvent listGroupEventAnswers assertAge listAttendance markAttendance \
      markOwnAttendance listNearbyEvents inviteTeam removeTeam listTeamInvitations \
      answerTeamInvitation listRides offerRide withdrawRide askForRide decideRide leaveRide \
      listRideRequests
      """
    )
  ]
}
