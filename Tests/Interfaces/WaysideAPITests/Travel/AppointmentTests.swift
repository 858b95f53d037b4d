import Access
import Base
import HTTPServing
import Storage
import Testing
import Travel
import WaysideAPI

@Suite("appointments over the interface")
struct AppointmentTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  @Test("TV-APP-03, TV-APP-09: an appointment has all its fields and stands in the calendar")
  func making() throws {
    let person = try fixture.pedestrian()
    let made = try fixture.made(
      APIFixture.appointment().with("notes", "Bring the card.").with("preNotification", 15)
        .with("modes", ["walk", "bus"]), by: person)
    let id = try made.require("id")
    #expect(made["Location"] == "/v1/appointments/\(id)")
    #expect(made.json["startsAt"]?.string == "2026-05-01T13:00:00.000Z")
    #expect(made.json["endsAt"]?.string == "2026-05-01T13:30:00.000Z")
    #expect(made.json["start"]?.string == "2026-05-01T15:00:00")
    #expect(made.json["zone"]?.string == "Europe/Vaduz")
    #expect(made.json["notes"]?.string == "Bring the card.")
    #expect(made.json["preNotification"]?.integer == 15)
    #expect(made.json["place"]?["lat"]?.number == Town.parliament.0)
    #expect(made.json["modes"]?.array?.compactMap(\.string) == ["walk", "bus"])
    let read = try fixture.call(.get, "/v1/appointments/\(id)", as: person)
    #expect(read.json == made.json && read["ETag"] == made["ETag"])
    let listed = try fixture.call(.get, "/v1/appointments", as: person).items
    #expect(listed.count == 1 && listed[0]["id"]?.string == id)
  }

  @Test("TV-APP-05, TV-APP-06: presets are an hour from now and 10 minutes before leaving")
  func presets() throws {
    let person = try fixture.pedestrian()
    let made = try fixture.made(["title": "Coffee"], by: person, confirm: ["noPosition"])
    #expect(made.json["startsAt"]?.string == "2026-05-01T11:00:00.000Z")
    #expect(made.json["duration"]?.integer == 3600)
    #expect(made.json["preNotification"]?.integer == 10)
  }

  @Test(
    "TV-APP-07, TV-APP-11, TV-APP-12: without a name, with no means of transport or with another reminder it is refused"
  )
  func refusals() throws {
    let person = try fixture.pedestrian()
    let good = APIFixture.appointment()
    let cases: [(JSON, String)] = [
      (good.without("title"), "/title"), (good.with("title", " "), "/title"),
      (good.with("modes", []), "/modes"), (good.with("modes", ["rocket"]), "/modes/0"),
      (good.with("preNotification", 11), "/preNotification"),
      (good.with("start", "tomorrow, at nine"), "/start"),
      (good.with("start", "2026-02-30T10:00"), "/start"),
      (good.with("zone", "Mars/Olympus"), "/zone"), (good.with("zone", "EST"), "/zone"),
      (good.with("duration", -1), "/duration"), (good.with("duration", 315_619_201), "/duration"),
      (good.with("recurrence", "FREQ=SOMETIMES"), "/recurrence"),
      (good.with("recurrence", "FREQ=SECONDLY"), "/recurrence"),
      (good.with("recurrence", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), "/recurrence"),
      (good.with("place", ["lat": 47]), "/place/lon"),
      (good.with("place", ["lat": 91, "lon": 9]), "/place/lat"),
      (good.with("confirm", ["everything"]), "/confirm/0"),
      (good.with("allDay", true), "/start"), (good.with("colour", "red"), "/colour"),
    ]
    for (body, pointer) in cases {
      let reply = try fixture.call(.post, "/v1/appointments", as: person, body)
      #expect(reply.status == 422 && reply.pointers.contains(pointer), "\(pointer): \(reply.text)")
    }
    #expect(try fixture.titles(person).isEmpty)
    for minutes in [5, 10, 15, 30] {
      try fixture.made(
        good.with("preNotification", .number(Double(minutes))), by: person,
        confirm: ["overlap", "unreachable"])
    }
  }

  @Test("TV-APP-13: without a position there is a warning, and after confirmation no route")
  func noPosition() throws {
    let person = try fixture.pedestrian()
    let body = APIFixture.appointment(at: nil)
    let refused = try fixture.call(.post, "/v1/appointments", as: person, body)
    #expect(refused.status == 409 && refused.slug == "unconfirmed-warnings")
    #expect(APIFixture.warnings(refused) == ["noPosition"])
    #expect(try fixture.titles(person).isEmpty)
    let made = try fixture.made(body, by: person, confirm: ["noPosition"])
    #expect(made.json["plan"]?["verdict"]?.string == "unknown")
    #expect(made.json["plan"]?["reason"]?.string == "noPosition")
    #expect(made.json["plan"]?["journey"] == nil)
  }

  @Test(
    "TV-APP-14, TV-APP-16, TV-APP-17, TV-RTE-25: what cannot be reached in time warns before saving, and is kept as unreachable if confirmed"
  )
  func unreachable() throws {
    let person = try fixture.pedestrian()
    try fixture.made(APIFixture.appointment("Dentist"), by: person)
    // 15:30 ends the dentist; Triesen is half an hour on foot.
    let late = APIFixture.appointment("Bank", start: "2026-05-01T15:40", at: Town.triesen)
    let refused = try fixture.call(.post, "/v1/appointments", as: person, late)
    #expect(refused.status == 409)
    #expect(APIFixture.warnings(refused) == ["unreachable"])
    let warning = refused.json["warnings"]?[0]
    #expect(warning?["detail"]?.string?.contains("“Dentist”") == true)
    #expect(warning?["reachableWithoutLimits"]?.bool == false)
    #expect(warning?["detail"]?.string?.contains("Without your limits it could not") == true)
    #expect(try fixture.titles(person) == ["Dentist"], "nothing was stored")
    let kept = try fixture.made(late, by: person, confirm: ["unreachable"])
    #expect(kept.json["plan"]?["verdict"]?.string == "unreachable")
    #expect(kept.json["plan"]?["reason"]?.string == "tooLate")
    #expect(try #require(kept.json["plan"]?["margin"]?.integer) < 0)
    #expect(try fixture.titles(person) == ["Dentist", "Bank"])
  }

  @Test("TV-APP-15, TV-RTE-07: what makes the next appointment unreachable warns before saving")
  func nextUnreachable() throws {
    let person = try fixture.pedestrian()
    try fixture.made(APIFixture.appointment("Theatre", start: "2026-05-01T18:00"), by: person)
    let detour = APIFixture.appointment("Museum", start: "2026-05-01T17:15", at: Town.triesen)
    let refused = try fixture.call(.post, "/v1/appointments", as: person, detour)
    #expect(APIFixture.warnings(refused) == ["nextUnreachable"])
    #expect(
      refused.json["warnings"]?[0]?["detail"]?.string?.contains("“Theatre”") == true)
    try fixture.made(detour, by: person, confirm: ["nextUnreachable"])
    let lines = try fixture.call(.get, "/v1/appointments", as: person).items
    #expect(lines.compactMap { $0["verdict"]?.string } == ["reachable", "unreachable"])
    // It was unreachable already: a further edit does not warn of it again.
    let museum = try #require(lines.first?["id"]?.string)
    let moved = try fixture.edit(museum, by: person, ["start": "2026-05-01T17:20"])
    #expect(moved.status == 200, "\(moved.text)")
  }

  @Test("TV-APP-18: a date in the past is not accepted without confirmation")
  func past() throws {
    let person = try fixture.pedestrian()
    let body = APIFixture.appointment(start: "2026-04-30T15:00")
    let refused = try fixture.call(.post, "/v1/appointments", as: person, body)
    #expect(refused.status == 409 && APIFixture.warnings(refused) == ["past"])
    try fixture.made(body, by: person, confirm: ["past"])
  }

  @Test("TV-APP-19: overlapping appointments are not accepted without confirmation")
  func overlap() throws {
    let person = try fixture.pedestrian()
    try fixture.made(APIFixture.appointment("Dentist"), by: person)
    let body = APIFixture.appointment("Call", start: "2026-05-01T15:29")
    let refused = try fixture.call(.post, "/v1/appointments", as: person, body)
    #expect(APIFixture.warnings(refused).contains("overlap"))
    // Side by side is no overlap; the same place needs no way.
    try fixture.made(APIFixture.appointment("Next", start: "2026-05-01T15:30"), by: person)
    // One of two warnings is not enough.
    let half = try fixture.call(
      .post, "/v1/appointments", as: person,
      APIFixture.appointment("Far", start: "2026-05-01T15:10", at: Town.triesen)
        .with("confirm", ["overlap"]))
    #expect(half.status == 409)
    #expect(APIFixture.warnings(half).count > 1 && APIFixture.warnings(half).contains("overlap"))
  }

  @Test(
    "TV-APP-20, TV-APP-21, TV-APP-23: an appointment opens from the calendar and can be deleted, and then there is none"
  )
  func deleting() throws {
    let person = try fixture.pedestrian()
    #expect(try fixture.call(.get, "/v1/appointments", as: person).items.isEmpty)
    try fixture.made(APIFixture.appointment(), by: person)
    let id = try #require(
      fixture.call(.get, "/v1/appointments", as: person).items.first?["id"]?.string)
    #expect(try fixture.call(.get, "/v1/appointments/\(id)", as: person).status == 200)
    #expect(try fixture.call(.delete, "/v1/appointments/\(id)", as: person).status == 204)
    #expect(try fixture.call(.get, "/v1/appointments/\(id)", as: person).status == 404)
    #expect(try fixture.call(.delete, "/v1/appointments/\(id)", as: person).status == 404)
    #expect(try fixture.titles(person).isEmpty)
  }

  @Test("an edit changes what it names; a stale one is refused, and one without a tag")
  func editing() throws {
    let person = try fixture.pedestrian()
    let made = try fixture.made(APIFixture.appointment().with("notes", "A"), by: person)
    let id = try made.require("id")
    let edited = try fixture.edit(id, by: person, ["title": "Doctor", "notes": "B"])
    #expect(edited.status == 200 && edited.json["title"]?.string == "Doctor")
    #expect(edited.json["notes"]?.string == "B")
    #expect(edited.json["startsAt"] == made.json["startsAt"])
    let stale = try fixture.call(
      .patch, "/v1/appointments/\(id)", as: person, ["title": "X"], headers: [made.tag()])
    #expect(stale.status == 412)
    #expect(
      try fixture.call(.patch, "/v1/appointments/\(id)", as: person, ["title": "X"]).status == 428)
    let cleared = try fixture.edit(id, by: person, ["place": .null, "confirm": ["noPosition"]])
    #expect(cleared.status == 200 && cleared.json["place"] == nil)
  }

  @Test(
    "TV-APP-25, TV-APP-26, TV-APP-27: an edit of place, time or means that makes it or the next unreachable warns before saving"
  )
  func editWarnings() throws {
    let person = try fixture.pedestrian()
    try fixture.setTravel(person, modes: ["walk", "bus"])
    try fixture.made(APIFixture.appointment("Dentist"), by: person)
    let made = try fixture.made(
      APIFixture.appointment("Lunch", start: "2026-05-01T15:45"), by: person)
    let id = try made.require("id")
    func warnings(_ change: JSON) throws -> [String] {
      APIFixture.warnings(try fixture.edit(id, by: person, change))
    }
    #expect(try warnings(["place": Town.place(Town.triesen)]) == ["unreachable"])
    #expect(try warnings(["modes": ["car"]]) == ["unreachable"], "no car is at hand")
    #expect(try warnings(["modes": ["bus"]]).isEmpty, "whether a bus goes is not known")
    #expect(try warnings(["modes": .null]).isEmpty)
    try fixture.made(
      APIFixture.appointment("Concert", start: "2026-05-01T18:00", at: Town.triesen), by: person)
    #expect(try warnings(["duration": 7200]) == ["nextUnreachable"])
    #expect(try warnings(["start": "2026-05-01T16:55"]) == [], "an hour later is in time")
    let read = try fixture.call(.get, "/v1/appointments/\(id)", as: person)
    #expect(read.json["startsAt"]?.string == "2026-05-01T14:55:00.000Z")
  }

  @Test("TV-SEC-02, TV-ACC-19: others find nothing, and nobody makes any without logging in")
  func rights() throws {
    let (owner, other) = (try fixture.pedestrian(), try fixture.pedestrian())
    let id = try fixture.made(APIFixture.appointment(), by: owner).require("id")
    let path = "/v1/appointments/\(id)"
    #expect(try fixture.call(.get, path, as: other).status == 404)
    #expect(try fixture.call(.get, path + "/plan", as: other).status == 404)
    #expect(try fixture.call(.delete, path, as: other).status == 404)
    #expect(
      try fixture.call(
        .patch, path, as: other, ["title": "Mine"], headers: [("If-Match", "*")]
      ).status == 404)
    #expect(
      try fixture.call(
        .post, path + "/participants", as: other, ["to": [.text(other.id)]]
      ).status == 404)
    #expect(try fixture.titles(other).isEmpty)
    #expect(try fixture.call(.post, "/v1/appointments", APIFixture.appointment()).status == 401)
    #expect(try fixture.call(.delete, path).status == 401)
    #expect(
      try fixture.call(
        .post, "/v1/appointments", as: fixture.admin(), APIFixture.appointment()
      ).status == 403)
  }

  @Test("the same Idempotency-Key makes one appointment")
  func repeating() throws {
    let person = try fixture.pedestrian()
    let headers = [("Idempotency-Key", "once")]
    let first = try fixture.call(
      .post, "/v1/appointments", as: person, APIFixture.appointment(), headers: headers)
    let again = try fixture.call(
      .post, "/v1/appointments", as: person, APIFixture.appointment(), headers: headers)
    #expect(first.status == 201 && first.bytes == again.bytes)
    #expect(try fixture.titles(person).count == 1)
  }

  @Test("TV-APP-01: the calendar by day, week, month and year, with its zone and daylight saving")
  func views() throws {
    let person = try fixture.pedestrian(home: nil)
    for (title, start) in [
      ("March", "2026-03-31T23:30"), ("Spring", "2026-03-29T01:30"), ("Sunday", "2026-05-03T23:59"),
      ("Monday", "2026-05-04T00:00"), ("Eve", "2026-12-31T23:30"), ("New year", "2027-01-01T00:00"),
    ] {
      try fixture.made(
        APIFixture.appointment(title, start: start).with("duration", 60), by: person,
        confirm: ["past"])
    }
    func shown(_ view: String, _ date: String, _ zone: String = "Europe/Vaduz") throws -> [String] {
      try fixture.titles(person, "&view=\(view)&date=\(date)&zone=\(zone)")
    }
    #expect(try shown("day", "2026-05-04") == ["Monday"])
    #expect(try shown("day", "2026-05-04", "Asia/Tokyo") == ["Sunday", "Monday"])
    #expect(try shown("week", "2026-05-04") == ["Monday"])
    #expect(try shown("week", "2026-05-03") == ["Sunday"])
    #expect(try shown("month", "2026-03-15") == ["Spring", "March"])
    #expect(try shown("month", "2026-04-01") == [])
    #expect(try shown("year", "2026-07-01") == ["Spring", "March", "Sunday", "Monday", "Eve"])
    #expect(try shown("day", "2026-03-29") == ["Spring"], "the day has 23 hours")
    for query in [
      "view=day&date=2026-13-01", "view=decade", "date=2026-05-04", "view=day&zone=Nowhere/Else",
      "from=2026-05-04T00:00:00Z&to=2026-05-03T00:00:00Z", "view=day&from=2026-05-04T00:00:00Z",
    ] {
      #expect(try fixture.call(.get, "/v1/appointments?" + query, as: person).status == 400)
    }
  }

  @Test("pages of a calendar follow each other in order of time")
  func paging() throws {
    let person = try fixture.pedestrian(home: nil)
    try fixture.made(
      APIFixture.appointment("Daily").with("recurrence", "FREQ=DAILY;COUNT=9"), by: person)
    try fixture.made(APIFixture.appointment("Once", start: "2026-05-04T15:30"), by: person)
    var (seen, cursor): ([String], String?) = ([], "")
    while let next = cursor {
      let page = try fixture.call(
        .get, "/v1/appointments?limit=4" + (next.isEmpty ? "" : "&cursor=\(next)"), as: person)
      #expect(page.items.count <= 4)
      seen += page.items.compactMap { $0["startsAt"]?.string }
      cursor = page.json["next"]?.string
    }
    #expect(seen.count == 10 && seen == seen.sorted())
    #expect(
      try fixture.call(.get, "/v1/appointments?cursor=WyJ4Il0", as: person).status == 400)
  }

  @Test("a series: one occurrence is changed or deleted by itself")
  func series() throws {
    let person = try fixture.pedestrian(home: nil)
    let id = try fixture.made(
      APIFixture.appointment("Choir").with("recurrence", "FREQ=WEEKLY;COUNT=4"), by: person
    ).require("id")
    let second = "?occurrence=2026-05-08T13:00:00Z"
    let moved = try fixture.edit(
      id, by: person, ["start": "2026-05-09T10:00"], query: second)
    #expect(moved.status == 200, "\(moved.text)")
    #expect(moved.json["series"]?.string == id)
    #expect(moved.json["occurrence"]?.string == "2026-05-08T13:00:00.000Z")
    #expect(
      try fixture.call(
        .delete, "/v1/appointments/\(id)?occurrence=2026-05-15T13:00:00Z", as: person
      ).status == 204)
    let starts = try fixture.call(.get, "/v1/appointments", as: person).items
      .compactMap { $0["startsAt"]?.string?.prefix(10) }
    #expect(starts == ["2026-05-01", "2026-05-09", "2026-05-22"])
    #expect(try fixture.edit(id, by: person, ["title": "X"], query: second).status == 404)
    #expect(try fixture.call(.delete, "/v1/appointments/\(id)", as: person).status == 204)
    #expect(try fixture.titles(person).isEmpty, "the changed one goes with its series")
  }

  @Test(
    "TV-ALY-01, TV-ALY-04, TV-ALY-06, TV-ALY-07, TV-ALY-08, TV-ALY-09: one place with one latitude and longitude, one time, name, way in whole minutes and verdict"
  )
  func facts() throws {
    let person = try fixture.pedestrian()
    let good = String(decoding: APIFixture.appointment().bytes, as: UTF8.self)
    for member in ["\"title\":\"B\"", "\"start\":\"2026-05-02T10:00\"", "\"place\":{}"] {
      let twice = "{" + member + "," + good.dropFirst()
      #expect(try fixture.call(.post, "/v1/appointments", as: person, .raw(twice)).status == 400)
    }
    let places = APIFixture.appointment().with("place", [Town.place(Town.station)])
    #expect(try fixture.call(.post, "/v1/appointments", as: person, places).status == 422)
    let half = APIFixture.appointment().with("place", ["lon": 9.5])
    #expect(
      try fixture.call(.post, "/v1/appointments", as: person, half).pointers == ["/place/lat"])
    let made = try fixture.made(APIFixture.appointment(), by: person)
    let minutes = try #require(made.json["plan"]?["minutes"]?.number)
    #expect(minutes == minutes.rounded())
    #expect(made.json["plan"]?["verdict"]?.string == "reachable")
  }

  @Test(
    "TV-APP-08, TV-C-08: a position is taken exactly as it is chosen, with its address beside it")
  func exactPosition() throws {
    let person = try fixture.pedestrian(home: nil)
    let made = try fixture.made(
      APIFixture.appointment().with(
        "place",
        [
          "lat": 47.138_012_345_678, "lon": 9.521_698_765_432, "label": "Parliament",
          "address": "Peter-Kaiser-Platz 3, 9490 Vaduz",
        ]), by: person)
    let place = made.json["place"]
    #expect(place?["lat"]?.number == 47.138_012_345_678)
    #expect(place?["lon"]?.number == 9.521_698_765_432)
    #expect(place?["address"]?.string == "Peter-Kaiser-Platz 3, 9490 Vaduz")
  }

  @Test("TV-ALY-12, TV-ALY-11: calendars hold any number of appointments, also none, each its own")
  func ownSets() throws {
    let (ann, bob) = (try fixture.pedestrian(), try fixture.pedestrian())
    #expect(try fixture.titles(ann).isEmpty)
    for day in 2...6 {
      try fixture.made(APIFixture.appointment("A\(day)", start: "2026-05-0\(day)T15:00"), by: ann)
    }
    try fixture.made(APIFixture.appointment("B"), by: bob)
    #expect(try fixture.titles(ann).count == 5)
    #expect(try fixture.titles(bob) == ["B"])
  }

  @Test(
    "TV-IF-07, TV-IF-08: what an ordinary user does with appointments stands in the public document, and a program does it by token"
  )
  func described() throws {
    let document = try fixture.call(.get, "/openapi.json")
    #expect(document.status == 200, "without logging in")
    let paths = document.json["paths"]
    for (path, methods) in [
      ("/v1/appointments", ["get", "post"]),
      ("/v1/appointments/{appointment}", ["get", "patch", "delete"]),
      ("/v1/appointments/{appointment}/plan", ["get"]),
      ("/v1/me/travel-preferences", ["get", "put"]),
    ] {
      for method in methods { #expect(paths?[path]?[method] != nil, "\(method) \(path)") }
    }
    let program = try fixture.pedestrian()
    try fixture.made(APIFixture.appointment("By a program"), by: program)
    #expect(try fixture.titles(program) == ["By a program"])
  }
}
