import Access
import Base
import HTTPServing
import Notifications
import Storage
import Testing
import Travel
import WaysideAPI

@Suite("travel preferences and plans over the interface")
struct TravelPlanTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private func plan(_ id: String, _ person: APIFixture.Person, _ query: String = "") throws -> Reply
  {
    try fixture.call(.get, "/v1/appointments/\(id)/plan\(query)", as: person)
  }

  @Test("TV-ACC-13: preferences say whether they were ever set; each mode is switched on or off")
  func preferences() throws {
    let person = try fixture.person()
    let first = try fixture.call(.get, "/v1/me/travel-preferences", as: person)
    #expect(first.json["configured"]?.bool == false)
    #expect(first.json["modes"]?.array?.compactMap(\.string).contains("car") == false)
    try fixture.setTravel(person, modes: ["walk", "bicycle"])
    let set = try fixture.call(.get, "/v1/me/travel-preferences", as: person)
    #expect(set.json["configured"]?.bool == true)
    #expect(set.json["modes"]?.array?.compactMap(\.string) == ["walk", "bicycle"])
    let path = "/v1/me/travel-preferences"
    #expect(try fixture.call(.put, path, as: person, ["modes": ["walk"]]).status == 428)
    let stale = try fixture.call(
      .put, path, as: person, ["modes": ["walk"]], headers: [first.tag()])
    #expect(stale.status == 412)
    let cases: [(JSON, String)] = [
      (["modes": []], "/modes"), (["modes": ["sled"]], "/modes/0"), ([:], "/modes"),
      (["modes": ["walk", "walk"]], "/modes"),
      (["modes": ["walk"], "maximumWalk": -1], "/maximumWalk"),
      (["modes": ["walk"], "home": ["lat": 47]], "/" + "home/lon"),
      (["modes": ["walk"], "home": ["label": "Here"]], "/" + "home/lat"),
      (["modes": ["walk"], "days": ["someday": ["modes": ["walk"]]]], "/days"),
      (["modes": ["walk"], "days": ["monday": ["modes": []]]], "/days/monday/modes"),
      (["modes": ["walk"], "order": "nicest"], "/order"),
      (["modes": ["walk"], "buffer": 121], "/buffer"),
      (["modes": ["walk"], "changeTime": 3601], "/changeTime"),
    ]
    for (body, pointer) in cases {
      let reply = try fixture.call(.put, path, as: person, body, headers: [set.tag()])
      #expect(reply.status == 422 && reply.pointers.contains(pointer), "\(pointer): \(reply.text)")
    }
  }

  @Test("TV-ACC-14: plans follow the modes as they are changed, at any time")
  func changingModes() throws {
    let person = try fixture.pedestrian()
    let id = try fixture.made(APIFixture.appointment(), by: person).require("id")
    #expect(try plan(id, person).json["verdict"]?.string == "reachable")
    try fixture.setTravel(person, modes: ["bicycle"])
    let without = try fixture.call(.get, "/v1/appointments/\(id)", as: person)
    #expect(without.json["plan"]?["journey"] == nil)
    try fixture.setTravel(person, modes: ["walk"])
    #expect(try plan(id, person).json["journey"]?["legs"]?[0]?["mode"]?.string == "walk")
  }

  @Test(
    "TV-RTE-12, TV-C-09: rules of a date win over those of a weekday and of all days")
  func days() throws {
    let person = try fixture.pedestrian()
    // The clock stands on a Friday.
    try fixture.setTravel(
      person, modes: ["walk"],
      (
        "days",
        [
          "friday": ["modes": ["walk"], "maximumWalk": 100, "order": "leastEmissions"],
          "2026-05-08": ["modes": ["walk"], "maximumWalk": 5000],
        ]
      ))
    let today = try fixture.made(
      APIFixture.appointment("Today"), by: person, confirm: ["unreachable"])
    #expect(today.json["plan"]?["verdict"]?.string == "unreachable")
    #expect(today.json["plan"]?["reason"]?.string == "limits")
    let tomorrow = try fixture.made(
      APIFixture.appointment("Tomorrow", start: "2026-05-02T15:00"), by: person)
    #expect(tomorrow.json["plan"]?["verdict"]?.string == "reachable")
    let nextFriday = try fixture.made(
      APIFixture.appointment("Next", start: "2026-05-08T15:00"), by: person)
    #expect(nextFriday.json["plan"]?["verdict"]?.string == "reachable")
    let read = try fixture.call(.get, "/v1/me/travel-preferences", as: person)
    #expect(read.json["days"]?["friday"]?["order"]?.string == "leastEmissions")
  }

  @Test(
    "TV-RTE-01, TV-RTE-02, TV-RTE-17, TV-Q-01: date, time and place give a route with its time and when to leave"
  )
  func route() throws {
    let person = try fixture.pedestrian()
    let clock = SystemClock()
    let begun = clock.monotonicSeconds()
    let made = try fixture.made(APIFixture.appointment(), by: person)
    #expect(clock.monotonicSeconds() - begun < 60)
    let plan = made.json["plan"]
    #expect(plan?["origin"]?.string == "home" && plan?["verdict"]?.string == "reachable")
    // 338 m, estimated as 473 m: 5 minutes and 41 seconds.
    #expect(plan?["minutes"]?.integer == 6)
    #expect(plan?["leaveAt"]?.string?.hasPrefix("2026-05-01T12:54:") == true)
    #expect(plan?["arriveAt"]?.string == "2026-05-01T13:00:00.000Z")
    #expect(plan?["journey"]?["estimate"]?.string?.contains("no map") == true)
    let line = try fixture.call(.get, "/v1/appointments", as: person).items[0]
    #expect(line["minutes"]?.integer == 6 && line["verdict"]?.string == "reachable")
  }

  @Test("TV-RTE-05: the way to the first appointment begins where the device is, and is not kept")
  func live() throws {
    let person = try fixture.pedestrian(home: nil)
    let id = try fixture.made(APIFixture.appointment(), by: person).require("id")
    let unknown = try plan(id, person)
    #expect(unknown.json["verdict"]?.string == "unknown")
    #expect(unknown.json["reason"]?.string == "noOrigin")
    let here = try plan(id, person, "?from=47.1410,9.5209")
    #expect(here.json["origin"]?.string == "live" && here.json["verdict"]?.string == "reachable")
    // What it found stays; the position does not.
    let later = try plan(id, person)
    #expect(later.json["leaveAt"] == here.json["leaveAt"])
    let export = try fixture.call(.get, "/v1/me/export", as: person).text
    #expect(!export.contains("9.5209") || !export.contains("47.141"))
    #expect(try plan(id, person, "?from=here").status == 400)
  }

  @Test("what has begun keeps its plan; without one it is not said to be out of reach")
  func begun() throws {
    let person = try fixture.pedestrian()
    let id = try fixture.made(APIFixture.appointment(), by: person).require("id")
    let before = try plan(id, person).json
    // It is noon in Vaduz.
    for (start, detail) in [("11:45", "It has begun."), ("09:00", "It is over.")] {
      let late = try fixture.pedestrian()
      let made = try fixture.made(
        APIFixture.appointment(start: "2026-05-01T\(start)"), by: late, confirm: ["past"])
      let path = try made.require("id")
      for query in ["", "?relax=true"] {
        let answer = try plan(path, late, query)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.json["verdict"]?.string == "unknown" && answer.json["margin"] == nil)
        #expect(answer.json["detail"]?.string == detail && answer.json["journey"] == nil)
      }
      // On the way to what goes on one still learns when one comes.
      let here = try plan(path, late, "?from=47.1410,9.5209")
      #expect((here.json["journey"] != nil) == (start == "11:45"), "\(here.text)")
      #expect(here.json["verdict"]?.string == (start == "11:45" ? "unreachable" : "unknown"))
    }
    for minutes in [190, 60] {
      fixture.clock.advance(seconds: Double(60 * minutes))
      let after = try plan(id, person).json
      #expect(after["verdict"]?.string == "reachable" && after["leaveAt"] == before["leaveAt"])
      #expect(after["detail"] == before["detail"], "\(after)")
    }
  }

  @Test(
    "TV-RTE-06, TV-RTE-07: travel times between appointments that follow each other are computed")
  func consecutive() throws {
    let person = try fixture.pedestrian()
    let first = try fixture.made(APIFixture.appointment("A"), by: person).require("id")
    let second = try fixture.made(
      APIFixture.appointment("B", start: "2026-05-01T17:00", at: Town.triesen), by: person)
    #expect(second.json["plan"]?["origin"]?.string == "previous")
    #expect(second.json["plan"]?["previous"]?.string == first)
    #expect(try #require(second.json["plan"]?["margin"]?.integer) > 0)
  }

  @Test("TV-APP-28: after an edit or deletion the neighbours are computed anew")
  func neighbours() throws {
    let person = try fixture.pedestrian()
    let first = try fixture.made(APIFixture.appointment("A"), by: person).require("id")
    let second = try fixture.made(
      APIFixture.appointment("B", start: "2026-05-01T15:40", at: Town.triesen), by: person,
      confirm: ["unreachable"]
    ).require("id")
    #expect(try plan(second, person).json["verdict"]?.string == "unreachable")
    #expect(
      try fixture.edit(first, by: person, ["start": "2026-05-01T14:00"]).status == 200)
    #expect(try plan(second, person).json["verdict"]?.string == "reachable")
    #expect(try fixture.call(.delete, "/v1/appointments/\(first)", as: person).status == 204)
    let alone = try plan(second, person)
    #expect(alone.json["origin"]?.string == "home" && alone.json["previous"] == nil)
  }

  @Test(
    "TV-RTE-09, TV-RTE-10, TV-RTE-11: a route beyond the limits comes only when it is asked for")
  func relaxing() throws {
    let person = try fixture.pedestrian()
    try fixture.setTravel(person, modes: ["walk"], home: Town.station, ("maximumWalk", 200))
    let body = APIFixture.appointment()
    let refused = try fixture.call(.post, "/v1/appointments", as: person, body)
    #expect(APIFixture.warnings(refused) == ["unreachable"])
    let warning = refused.json["warnings"]?[0]
    #expect(warning?["reachableWithoutLimits"]?.bool == true)
    #expect(warning?["detail"]?.string?.contains("relax=true") == true)
    let id = try fixture.made(body, by: person, confirm: ["unreachable"]).require("id")
    let strict = try plan(id, person)
    #expect(strict.json["verdict"]?.string == "unreachable" && strict.json["journey"] == nil)
    let relaxed = try plan(id, person, "?relax=true")
    #expect(relaxed.json["verdict"]?.string == "reachable" && relaxed.json["journey"] != nil)
    #expect(try plan(id, person).json == strict.json, "it is not kept")
  }

  @Test("TV-RTE-08: the calendar shows which appointments cannot be reached")
  func marked() throws {
    let person = try fixture.pedestrian()
    try fixture.made(APIFixture.appointment("A"), by: person)
    try fixture.made(
      APIFixture.appointment("B", start: "2026-05-01T15:35", at: Town.balzers), by: person,
      confirm: ["unreachable"])
    let lines = try fixture.call(.get, "/v1/appointments", as: person).items
    #expect(lines.compactMap { $0["verdict"]?.string } == ["reachable", "unreachable"])
  }

  @Test(
    "TV-APP-10, TV-RTE-18, TV-RTE-19: the reminder comes before leaving and names means and minutes"
  )
  func reminder() throws {
    let person = try fixture.pedestrian()
    let made = try fixture.made(APIFixture.appointment(), by: person)
    let leaveAt = try #require(
      made.json["plan"]?["leaveAt"]?.string.flatMap { Instant(rfc3339: $0) })
    let due = leaveAt.adding(seconds: -600)
    #expect(try fixture.nextReminder() == due)
    fixture.clock.advance(seconds: due.seconds(since: fixture.clock.now()) - 1)
    #expect(try fixture.ringDue() == 0)
    fixture.clock.advance(seconds: 1)
    #expect(try fixture.ringDue() == 1)
    #expect(try fixture.ringDue() == 0, "exactly once")
    #expect(
      try fixture.notes(person, "leaveBy")
        == ["Leave in 10 minutes for “Dentist”: on foot, 6 minutes."])
    let notice = try fixture.call(.get, "/v1/notifications", as: person).items[0]
    #expect(notice["subject"]?["kind"]?.string == "appointment")
    #expect(try notice["subject"]?["id"]?.string == made.require("id"))
  }

  @Test("TV-APP-28: the reminder moves with its appointment and goes with it")
  func movingReminder() throws {
    let person = try fixture.pedestrian()
    let id = try fixture.made(APIFixture.appointment(), by: person).require("id")
    let before = try #require(try fixture.nextReminder())
    _ = try fixture.edit(id, by: person, ["start": "2026-05-01T16:00"])
    #expect(try fixture.nextReminder() == before.adding(seconds: 3600))
    _ = try fixture.edit(id, by: person, ["preNotification": 30])
    #expect(try fixture.nextReminder() == before.adding(seconds: 2400))
    fixture.clock.advance(seconds: 86_400)
    #expect(try fixture.ringDue() == 0, "what is over rings no more")
    let next = try fixture.made(APIFixture.appointment(start: "2026-05-03T16:00"), by: person)
    #expect(try fixture.nextReminder() != nil)
    _ = try fixture.call(.delete, "/v1/appointments/\(next.require("id"))", as: person)
    #expect(try fixture.nextReminder() == nil)
  }

  @Test("a reminder that has rung rings again only if leaving moves by minutes")
  func ringingAgain() throws {
    let person = try fixture.pedestrian()
    let id = try fixture.made(
      APIFixture.appointment(start: "2026-05-01T12:20"), by: person
    ).require("id")
    fixture.clock.advance(seconds: 300)
    #expect(try fixture.ringDue() == 1)
    _ = try fixture.edit(id, by: person, ["start": "2026-05-01T12:22"])
    fixture.clock.advance(seconds: 120)
    #expect(try fixture.ringDue() == 1, "its time is another, so it is told anew")
    try fixture.setTravel(person, modes: ["walk", "bus"])
    #expect(try fixture.ringDue() == 0, "the way is the same")
    _ = try fixture.edit(id, by: person, ["start": "2026-05-01T13:20"])
    #expect(try fixture.ringDue() == 0)
    fixture.clock.advance(seconds: 3600)
    #expect(try fixture.ringDue() == 1)
    #expect(try fixture.notes(person, "leaveBy").count == 3)
  }

  @Test("TV-RTE-24: without a way known it is an ordinary calendar that rings before the beginning")
  func ordinary() throws {
    let person = try fixture.pedestrian(home: nil)
    try fixture.made(APIFixture.appointment(), by: person)
    fixture.clock.advance(seconds: 10_200)
    #expect(try fixture.ringDue() == 1)
    #expect(try fixture.notes(person, "leaveBy") == ["“Dentist” begins in 10 minutes."])
  }

  @Test("reminders can be switched off like every kind of notification")
  func switchedOff() throws {
    let person = try fixture.pedestrian()
    try fixture.made(APIFixture.appointment(), by: person)
    let path = "/v1/me/notification-settings"
    let settings = fixture.api.operations.first { $0.name == "changeNotificationSettings" }
    let reply = try fixture.call(
      settings?.method ?? .put, settings?.path ?? path, as: person,
      ["kind": "leaveBy", "enabled": false])
    #expect(reply.status < 300, "\(reply.text)")
    fixture.clock.advance(seconds: 10_500)
    _ = try fixture.ringDue()
    #expect(try fixture.notes(person, "leaveBy").isEmpty)
  }
}
