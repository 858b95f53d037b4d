import Access
import Base
import HTTPServing
import Storage
import TestSupport
import Testing

@testable import WaysideAPI

@Suite("creating requests that are sent again")
struct CreationTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  /// A request that makes something.
  private struct Making {
    var person: APIFixture.Person
    var target: String
    var bytes: [UInt8] = []
    var type = ContentType.json

    init(_ person: APIFixture.Person, _ target: String, _ body: JSON? = nil) {
      self.person = person
      self.target = target
      bytes = body?.bytes ?? []
    }
  }

  private func send(_ making: Making, key: String) throws -> Reply {
    try fixture.call(
      .post, making.target, as: making.person, bytes: making.bytes.isEmpty ? nil : making.bytes,
      type: making.type, headers: [("Idempotency-Key", key)])
  }

  /// A request for each operation that makes something.
  private func makings() throws -> [String: Making] {
    let (guide, person, other) = (
      try fixture.guide(), try fixture.pedestrian(), try fixture.person()
    )
    let object = try fixture.object(of: person)
    let instance = try fixture.place(object, by: person)
    let asking = try fixture.group(of: other, policy: "request")
    let own = try fixture.group(of: person)
    let priced = try fixture.publishedTour(by: guide, APIFixture.tourBody(price: "4.50"))
    let free = try fixture.publishedTour(by: guide)
    var file = Making(guide, "/v1/tours/import")
    file.bytes = try fixture.call(.get, "/v1/tours/\(free)/export.geojson", as: guide).bytes
    file.type = ContentType.geoJSON
    var photo = Making(person, "/v1/scan-photos?alt=A+bench")
    photo.bytes = APIFixture.picture
    photo.type = ContentType.binary
    let photos = try fixture.scanPhotos(of: person)
    let (family, members) = try fixture.family("Kim", "Lou")
    let car = try fixture.resource("Car", of: family, by: members[0])
    let held = try fixture.book(car, APIFixture.booking(14, 15), as: members[0]).require("id")
    let team = try fixture.team(of: person, [])
    let community = try fixture.team(of: person, [], kind: "community")
    let chat = try fixture.befriend(members[0], person)
    _ = try fixture.befriend(members[0], other)
    var voice = Making(person, "/v1/conversations/\(chat)/messages")
    voice.bytes = APIFixture.tone
    voice.type = "audio/wav"
    return [
      "sendMessage": voice,
      "startCall": Making(person, "/v1/conversations/\(chat)/calls", ["media": "voice"]),
      "createGroupChat": Making(
        members[0], "/v1/conversations", ["friends": [.text(person.id), .text(other.id)]]),
      "createResource": Making(
        members[0], "/v1/realms/\(family)/resources", ["name": "Bathroom"]),
      "book": Making(members[1], "/v1/resources/\(car)/bookings", APIFixture.booking(8, 9)),
      "askForBooking": Making(
        members[1], "/v1/bookings/\(held)/override-requests",
        APIFixture.booking(14, 15, "Exam", priority: "high")),
      "startActivity": Making(members[0], "/v1/realms/\(family)/activities", ["name": "Hike"]),
      "createActivityType": Making(
        members[1], "/v1/realms/\(family)/activity-types",
        ["name": "Picnic", "tasks": ["Bring salad"]]),
      "createGroupEvent": Making(
        person, "/v1/realms/\(team)/events",
        ["kind": "event", "title": "Regatta", "start": "2026-06-13T09:00"]),
      "publishNews": Making(person, "/v1/realms/\(team)/news", ["title": "A new boat"]),
      "publishCourse": Making(
        person, "/v1/realms/\(community)/courses",
        [
          "title": "Bees",
          "lessons": [["kind": "article", "title": "Summer", "text": "Mind the water."]],
        ]),
      "addTeamRecord": Making(
        person, "/v1/realms/\(team)/records",
        ["metric": "Goals", "value": 3, "day": "2026-05-04"]),
      "createRealm": Making(person, "/v1/realms", ["kind": "group", "name": "Hikers"]),
      "createInvitation": Making(
        person, "/v1/realms/\(own)/invitations", ["to": .text(other.id)]),
      "requestMembership": Making(person, "/v1/realms/\(asking)/requests", ["message": "Hello"]),
      "requestFriend": Making(person, "/v1/friend-requests", ["to": .text(other.id)]),
      "createOrganizationRequest": Making(
        other, "/v1/organization-requests", ["organizationName": "Walks", "reason": "Walks."]),
      "createObject": Making(
        person, "/v1/objects", ["name": "Cube", "prompt": "red cube 1 m"]),
      "addScanPhoto": photo,
      "requestScan": Making(
        person, "/v1/scan-requests",
        ["name": "Bench", "alt": "A bench", "photos": .list(photos.map { .text($0) })]),
      "createInstance": Making(
        person, "/v1/instances",
        ["object": .text(object), "realms": ["public"], "pose": APIFixture.pose()]),
      "createInstances": Making(
        person, "/v1/instances/batch",
        [
          "instances": [
            ["object": .text(object), "realms": ["public"], "pose": APIFixture.pose()]
          ]
        ]),
      "createTour": Making(guide, "/v1/tours", APIFixture.tourBody(name: "Another")),
      "importTour": file,
      "buyTour": Making(person, "/v1/tours/\(priced)/purchase"),
      "startRun": Making(other, "/v1/tours/\(free)/runs"),
      "createAppointment": Making(person, "/v1/appointments", APIFixture.appointment()),
      "createCalendarFeed": Making(person, "/v1/calendar/feeds", ["name": "Phone"]),
      "createCalendarSubscription": Making(
        person, "/v1/calendar/subscriptions",
        ["name": "School", "address": "https://example.org/school.ics"]),
      "keepPlace": Making(
        person, "/v1/me/places", ["name": "Pier", "place": ["lat": 47.139, "lon": 9.5215]]),
      "createReport": Making(
        other, "/v1/reports",
        ["subject": ["kind": "instance", "id": .text(instance)], "reason": "spam"]),
    ]
  }

  /// The identifier of what an answer tells of.
  private func id(_ reply: Reply) -> String? {
    reply.json["id"]?.string ?? reply.json["invitation"]?["id"]?.string
  }

  @Test(
    "after a crash between effect and answer, each creating operation answers with what it made")
  func lostAnswers() throws {
    let makings = try makings()
    let creating = fixture.api.operations.filter { $0.creates != nil }.map(\.name)
    #expect(Set(creating) == Set(makings.keys))
    for (name, making) in makings.sorted(by: { $0.key < $1.key }) {
      let first = try send(making, key: name)
      #expect(first.status == 201, "\(name): \(first.text)")
      try fixture.services.platform.store.write {
        _ = try $0.execute("UPDATE idempotency_keys SET status = NULL, response = NULL")
      }
      // What the start after a crash does; it must not forget what has taken effect.
      try fixture.services.access.idempotency.forgetInterrupted()
      let state = try fixture.state()
      let again = try send(making, key: name)
      #expect(try fixture.state() == state, "\(name)")
      // Its address was shown once, and is nowhere else; or it made too much to tell again.
      if name == "createCalendarFeed" || name == "createInstances" {
        #expect(again.status == 409 && again.slug == "answer-not-kept", "\(again.text)")
        continue
      }
      #expect(again.status == 201, "\(name): \(again.text)")
      #expect(id(again) != nil && id(again) == id(first), "\(name): \(again.text)")
      #expect(again["Location"] == first["Location"], "\(name)")
    }
  }

  @Test("of 50 parallel requests with one key all get the first one's answer")
  func parallel() throws {
    let fixture = fixture
    let makings = try makings()
    for name in ["createRealm", "createAppointment", "createInvitation"] {
      let making = try #require(makings[name])
      let answers = Guarded<[String]>([])
      concurrently(50) { _ in
        let reply = try? send(making, key: name)
        let text = "\(reply?.status ?? 0) \(reply?.text ?? "")"
        answers.withLock { $0.append(text) }
      }
      #expect(answers.current.count == 50)
      #expect(Set(answers.current).count == 1, "\(name): \(Set(answers.current))")
      #expect(answers.current.first?.hasPrefix("201 ") == true, "\(name)")
    }
    #expect(fixture.faults.current.isEmpty, "\(fixture.faults.current)")
  }

  @Test("who waits for long is told to come back; whoever waits is let in when the first is done")
  func turns() throws {
    let running = RequestsUnderWay()
    let name = RequestsUnderWay.Name(
      account: EntityID(high: 1, low: 1), key: "a")
    let other = RequestsUnderWay.Name(account: EntityID(high: 1, low: 2), key: "a")
    #expect(running.enter(name, waiting: 60))
    #expect(running.enter(other, waiting: 0), "another account's key")
    #expect(running.enter(name, waiting: 0) == false)
    let order = Guarded<[String]>([])
    concurrently(2) { number in
      if number == 0 {
        let isIn = running.enter(name, waiting: 60)
        order.withLock { $0.append(isIn ? "in" : "out") }
      } else {
        order.withLock { $0.append("first") }
        running.leave(name)
      }
    }
    #expect(order.current == ["first", "in"])
    running.leave(name)
    #expect(running.enter(name, waiting: 0), "nobody is left")
  }

  @Test("what tells of an invitation by a link a second time keeps its token to itself")
  func links() throws {
    let person = try fixture.person()
    let realm = try fixture.group(of: person)
    let making = Making(person, "/v1/realms/\(realm)/invitations", ["link": true])
    #expect(try send(making, key: "link").status == 201)
    try fixture.services.platform.store.write {
      _ = try $0.execute("UPDATE idempotency_keys SET status = NULL, response = NULL")
    }
    #expect(try send(making, key: "link").slug == "answer-not-kept")
  }
}
