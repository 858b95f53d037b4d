import Access
import Base
import Calendar
import Foundation
import HTTPServing
import Identity
import Moderation
import Notifications
import Storage
import Talk
import TestSupport
import Testing

@testable import WaysideAPI

@Suite("event streams")
struct APIEventStreamTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  /// The identifiers of the notifications that have come, in order.
  private func notifications(_ stream: EventStream) -> [String] {
    let text = String(decoding: stream.takeQueued(), as: UTF8.self)
    return text.split(separator: "\n\n").compactMap { event in
      let lines = event.split(separator: "\n")
      guard lines.contains("event: notification") else { return nil }
      return lines.first { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
    }
  }

  private func open(
    _ person: APIFixture.Person, after last: String? = nil
  ) throws -> EventStream {
    let headers = last.map { [("Last-Event-ID", $0)] } ?? []
    let reply = try fixture.call(.get, "/v1/events", as: person, headers: headers)
    return try #require(reply.stream, "\(reply.status) \(reply.text)")
  }

  private func notify(_ person: APIFixture.Person, _ count: Int = 1) throws {
    let account = try #require(EntityID(person.id))
    let poster = NotificationPoster(ids: fixture.services.platform.ids)
    for _ in 0..<count {
      let subject = fixture.services.platform.ids.next()
      try fixture.services.platform.store.write { transaction in
        try poster.post(
          ModerationNotice.reinstated(reason: Told("Something happened.")), to: account,
          about: NotificationSubject(.tour, subject), version: 1, in: transaction)
      }
    }
  }

  /// Waits until what was written has gone through the hub, by opening a stream of another.
  private func settle(_ other: APIFixture.Person) throws {
    try open(other).close()
  }

  private func listed(_ person: APIFixture.Person) throws -> [String] {
    try fixture.call(.get, "/v1/notifications?limit=200", as: person).items
      .compactMap { $0["id"]?.string }.reversed()
  }

  @Test("a stream brings what happens to its account, and nothing of others")
  func delivery() throws {
    let (ana, ben, eve) = (try fixture.person(), try fixture.person(), try fixture.person())
    let stream = try open(ana)
    try notify(ana, 3)
    try notify(ben, 2)
    try settle(eve)
    #expect(notifications(stream) == (try listed(ana)))
  }

  @Test(
    "MF-NOT-03: a stream says what the list says, in the language that its address or else its headers ask for"
  )
  func languages() throws {
    let (ana, eve) = (try fixture.person(), try fixture.person())
    let streams = try [("", "de"), ("?language=de", "en"), ("?language=en", "de"), ("", "en")].map {
      query, header in
      let reply = try fixture.call(
        .get, "/v1/events\(query)", as: ana, headers: [("Accept-Language", header)])
      return try #require(reply.stream, "\(reply.status) \(reply.text)")
    }
    try notify(ana)
    try settle(eve)
    let texts = try ["de", "en"].map { header in
      try fixture.call(.get, "/v1/notifications", as: ana, headers: [("Accept-Language", header)])
        .items.first?["text"]?.string
    }
    let (german, english) = (try #require(texts[0]), try #require(texts[1]))
    #expect(german != english)
    for (stream, text) in zip(streams, [german, german, english, english]) {
      let sent = String(decoding: stream.takeQueued(), as: UTF8.self)
      #expect(sent.contains("\"text\":\"\(text)\""), "\(sent)")
    }
  }

  @Test("a notification that cannot be looked up ends the streams, and comes with the next one")
  func lostReading() throws {
    let (ana, eve) = (try fixture.person(), try fixture.person())
    let stream = try open(ana)
    try notify(ana)
    try settle(eve)
    let last = try #require(notifications(stream).first)
    let store = fixture.services.platform.store
    try store.write { _ = try $0.execute("ALTER TABLE notifications RENAME TO hidden") }
    let unseen = fixture.services.platform.ids.next()
    try store.write { try $0.record("notification", unseen, .insert) }
    try settle(eve)
    #expect(!stream.isOpen)
    try store.write { _ = try $0.execute("ALTER TABLE hidden RENAME TO notifications") }
    try notify(ana)
    let again = try open(ana, after: last)
    try settle(eve)
    #expect(try notifications(again) == listed(ana).suffix(1))
  }

  @Test(
    "that a calendar changes is told to those who may ask for common times, once, without what it is"
  )
  func freeBusy() throws {
    let (realm, family) = try fixture.family("Ana", "Ben")
    let (eve, member) = (try fixture.person(), try fixture.person())
    let community = try fixture.call(
      .post, "/v1/realms", as: family[0],
      ["kind": "community", "name": "Walkers", "joinPolicy": "open"]
    ).require("id")
    let joined = try fixture.call(.post, "/v1/realms/\(community)/members", as: member)
    try #require(joined.status == 200, "\(joined.text)")
    let streams = try (family + [member, eve]).map { try open($0) }
    defer { for stream in streams { stream.close() } }
    for hour in 10..<13 {
      let reply = try fixture.call(
        .post, "/v1/appointments", as: family[0],
        [
          "title": "Dentist", "start": .text("2027-05-01T\(hour):00:00"), "duration": 1800,
          "zone": "UTC", "confirm": ["noPosition"],
        ])
      #expect(reply.status == 201, "\(reply.text)")
    }
    var texts = ["", "", "", ""]
    let end = Date(timeIntervalSinceNow: 20)
    while !texts[..<2].allSatisfy({ $0.contains("freeBusy") }), Date() < end {
      Thread.sleep(forTimeInterval: 0.05)
      for (index, stream) in streams.enumerated() {
        texts[index] += String(decoding: stream.takeQueued(), as: UTF8.self)
      }
    }
    for text in texts[..<2] {
      #expect(text.contains("event: freeBusy\ndata: {\"realm\":\"\(realm)\"}\n"), "\(text)")
      // Several at once are told as one, or the last apart from the others.
      #expect(text.components(separatedBy: "freeBusy").count <= 3, "\(text)")
      #expect(!text.contains("Dentist"))
    }
    for text in texts[2...] { #expect(!text.contains("freeBusy"), "\(text)") }
  }

  @Test("what becomes of a run of a tour is told to all devices of its walker, and to nobody else")
  func runs() throws {
    let (guide, walker, eve) = (try fixture.guide(), try fixture.walker(), try fixture.walker())
    let tour = try fixture.publishedTour(by: guide)
    let tablet = try fixture.logIn(walker.email)
    let (own, other, alien) = (try open(walker), try open(tablet), try open(eve))
    defer { for stream in [own, other, alien] { stream.close() } }
    func told(_ stream: EventStream) throws -> [String] {
      try settle(guide)
      return String(decoding: stream.takeQueued(), as: UTF8.self).components(separatedBy: "\n\n")
        .filter { $0.hasPrefix("event: run\n") }
    }
    let run = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker).require("id")
    #expect(
      try told(other) == ["event: run\ndata: {\"run\":\"\(run)\",\"operation\":\"insert\"}"])
    let changes: [(HTTPMethod, String)] = [
      (.post, "/v1/runs/\(run)/pause"), (.post, "/v1/tours/\(tour)/runs"),
      (.delete, "/v1/runs/\(run)"),
    ]
    for (method, path) in changes {
      let reply = try fixture.call(method, path, as: walker)
      #expect((200..<300).contains(reply.status), "\(reply.text)")
      #expect(try told(other).count == 1, "\(method) \(path)")
    }
    #expect(try told(own).count == 4)
    #expect(try told(alien).isEmpty)
  }

  @Test("who may ask when the calendars of many change is found with one question")
  func freeBusyOfMany() throws {
    let ana = try fixture.person()
    let asked = Guarded<[Set<EntityID>]>([])
    let hub = EventHub(
      notifications: fixture.services.notifications, whoseRun: { _ in nil },
      whoKnowsWhenBusy: { accounts in
        asked.withLock { $0.append(accounts) }
        return []
      }, calls: fixture.services.talk.calls)
    let services = fixture.services
    let (store, sessions) = (services.platform.store, services.identity.sessionCache)
    try store.follow(hub)
    let token = try #require(ana.token)
    let stream = try hub.open(
      caller: #require(sessions.caller(token: token).loggedIn), lastEvent: nil
    ) { try sessions.caller(token: token) }
    defer { stream.close() }
    let accounts = (0..<500).map { _ in fixture.services.platform.ids.next() }
    try store.write { transaction in
      for account in accounts {
        try transaction.record(CalendarRevision.changeKind, account, .update)
      }
    }
    let end = Date(timeIntervalSinceNow: 20)
    while asked.current.isEmpty, Date() < end { Thread.sleep(forTimeInterval: 0.02) }
    #expect(asked.current == [Set(accounts)])
  }

  @Test("resuming brings each missed notification once, while others are being written")
  func resume() throws {
    let fixture = fixture
    let (ana, eve) = (try fixture.person(), try fixture.person())
    try notify(ana, 20)
    let all = try listed(ana)
    let stream = try open(ana, after: all[4])
    try settle(eve)
    #expect(notifications(stream) == Array(all[5...]))
    for _ in 0..<5 {
      let last = try #require(listed(ana).last)
      let opened = Guarded<[EventStream]>([])
      concurrently(2) { number in
        if number == 0 {
          try? notify(ana, 10)
        } else if let stream = try? open(ana, after: last) {
          opened.withLock { $0.append(stream) }
        }
      }
      try settle(eve)
      let resumed = try #require(opened.current.first)
      let got = notifications(resumed)
      let expected = Array(try listed(ana).drop { $0 <= last })
      #expect(got.sorted() == expected)
      #expect(Set(got).count == got.count)
      resumed.close()
    }
  }

  @Test("more than can be sent at once ends the stream, and the client comes back for the rest")
  func backlog() throws {
    let (ana, eve) = (try fixture.person(), try fixture.person())
    try notify(ana, 450)
    var got: [String] = []
    for round in 0..<3 {
      let stream = try open(ana, after: got.last ?? "0")
      try settle(eve)
      got += notifications(stream)
      #expect(stream.isOpen == (round == 2))
    }
    #expect(got.count == 450 && Set(got).count == 450)
  }

  @Test("the fifth stream of an account is refused, a closed one makes room")
  func limit() throws {
    let person = try fixture.person()
    let streams = try (0..<4).map { _ in try open(person) }
    let fifth = try fixture.call(.get, "/v1/events", as: person)
    #expect(fifth.status == 429 && fifth.slug == "too-many-streams")
    #expect(fifth["Retry-After"] == "5")
    streams[0].close()
    #expect(try open(person).isOpen)
    let other = try fixture.person()
    #expect(try open(other).isOpen)
  }

  @Test("of racing clients no more than four get a stream")
  func racing() throws {
    let fixture = fixture
    let person = try fixture.person()
    let streams = Guarded<[EventStream]>([])
    concurrently(20) { _ in
      if let stream = try? fixture.call(.get, "/v1/events", as: person).stream {
        streams.withLock { $0.append(stream) }
      }
    }
    #expect(streams.current.count == 4)
  }

  @Test("a stream ends when its session ends, is suspended, erased or gets another role")
  func ending() throws {
    let (admin, eve) = (try fixture.admin(), try fixture.person())
    func ends(_ act: (APIFixture.Person) throws -> Void) throws -> Bool {
      let person = try fixture.person()
      let stream = try open(person)
      #expect(stream.isOpen)
      try act(person)
      try settle(eve)
      return !stream.isOpen
    }
    let loggedOut = try ends {
      let reply = try fixture.call(.delete, "/v1/sessions/current", as: $0)
      try #require(reply.status == 204)
    }
    #expect(loggedOut)
    let suspended = try ends { person in
      let caller = try fixture.services.identity.sessionCache.caller(token: admin.token ?? "")
      let id = try #require(EntityID(person.id))
      try fixture.services.moderation.administration.suspend(id, reason: "Test.", caller: caller)
    }
    #expect(suspended)
    let erased = try ends { person in
      let reply = try fixture.call(
        .delete, "/v1/me", as: person, ["password": .text(APIFixture.password)])
      try #require(reply.status == 204)
    }
    #expect(erased)
    let promoted = try ends { person in
      let asked = try fixture.call(
        .post, "/v1/organization-requests", as: person,
        ["organizationName": "Walks", "reason": "Walks."])
      let decided = try fixture.call(
        .post, "/v1/admin/organization-requests/\(asked.require("id"))/decision", as: admin,
        ["decision": "accept"])
      try #require(decided.status == 200)
    }
    #expect(promoted)
    let reading = try ends { _ = try fixture.call(.get, "/v1/me", as: $0) }
    #expect(!reading)
  }

  @Test("changes of a sub-realm reach its members' streams, and nobody else's")
  func realms() throws {
    let (owner, guest, eve) = (try fixture.person(), try fixture.person(), try fixture.person())
    let realm = try fixture.group(of: owner)
    try fixture.join(guest, realm, by: owner)
    let object = try fixture.object(of: owner)
    let (inside, outside) = (try open(guest), try open(eve))
    func keep(_ object: String) throws {
      let reply = try fixture.call(.put, "/v1/inventory/\(object)?realm=\(realm)", as: owner)
      try #require(reply.status == 200)
      try settle(owner)
    }
    try keep(object)
    let text = String(decoding: inside.takeQueued(), as: UTF8.self)
    #expect(text.contains("event: change") && text.contains("inventory") && text.contains(realm))
    #expect(!String(decoding: outside.takeQueued(), as: UTF8.self).contains("event: change"))
    let removed = try fixture.call(
      .delete, "/v1/realms/\(realm)/members/\(guest.id)", as: owner)
    #expect(removed.status == 204)
    try settle(owner)
    _ = inside.takeQueued()
    try keep(fixture.object(of: owner, "Another"))
    #expect(!String(decoding: inside.takeQueued(), as: UTF8.self).contains("inventory"))
  }

  @Test("a change of a sub-realm asks again only who is a member of it, a join among them")
  func concerned() throws {
    let (owner, guest, eve) = (try fixture.person(), try fixture.person(), try fixture.person())
    let realm = try fixture.group(of: owner)
    let asked = Guarded<[String: Int]>([:])
    func open(_ person: APIFixture.Person) throws -> EventStream {
      let cache = fixture.services.identity.sessionCache
      let token = try #require(person.token)
      let caller = try #require(cache.caller(token: token).loggedIn)
      return try fixture.services.events.open(caller: caller, lastEvent: nil) {
        asked.withLock { $0[person.id, default: 0] += 1 }
        return try cache.caller(token: token)
      }
    }
    let (inside, outside) = (try open(guest), try open(eve))
    try fixture.join(guest, realm, by: owner)
    let object = try fixture.object(of: owner)
    try settle(owner)
    _ = inside.takeQueued()
    let before = asked.current
    let kept = try fixture.call(.put, "/v1/inventory/\(object)?realm=\(realm)", as: owner)
    try #require(kept.status == 200)
    try settle(owner)
    #expect(String(decoding: inside.takeQueued(), as: UTF8.self).contains("event: change"))
    #expect(asked.current[guest.id, default: 0] > before[guest.id, default: 0])
    #expect(asked.current[eve.id] == before[eve.id])
    #expect(!String(decoding: outside.takeQueued(), as: UTF8.self).contains("event: change"))
  }

  @Test("members see at once that an activity is gone, and that an attendance sheet is filled in")
  func together() throws {
    let (family, members) = try fixture.family("Cleo", "Dora")
    let started = try fixture.call(
      .post, "/v1/realms/\(family)/activities", as: members[0], [:])
    let activity = try started.require("id")
    let (ana, ben, eve) = (try fixture.person(), try fixture.person(), try fixture.person())
    let team = try fixture.team(of: ana, [ben])
    let event = try fixture.call(
      .post, "/v1/realms/\(team)/events", as: ana,
      [
        "kind": "practice", "title": "Rowing", "start": "2026-05-04T18:00",
        "place": ["lat": 47.139, "lon": 9.5215], "placeIsSafe": true,
      ])
    let (id, start) = (try event.require("id"), try event.require("startsAt"))
    let begin = try #require(Instant(rfc3339: start))
    fixture.clock.advance(seconds: begin.seconds(since: fixture.clock.now()) + 60)

    func changes(_ person: APIFixture.Person, _ act: () throws -> Reply) throws -> String {
      try settle(eve)
      let stream = try open(person)
      defer { stream.close() }
      let reply = try act()
      try #require(reply.status == 204, "\(reply.text)")
      try settle(eve)
      return String(decoding: stream.takeQueued(), as: UTF8.self)
    }
    func change(_ kind: String, _ subject: String, _ realm: String, _ operation: String) -> String {
      "event: change\ndata: {\"kind\":\"\(kind)\",\"subject\":\"\(subject)\","
        + "\"realm\":\"\(realm)\",\"operation\":\"\(operation)\"}\n"
    }
    let gone = try changes(members[1]) {
      try fixture.call(
        .delete, "/v1/activities/\(activity)", as: members[0], headers: [started.tag()])
    }
    #expect(gone.contains(change("activity", activity, family, "delete")), "\(gone)")
    let marked = try changes(ben) {
      try fixture.call(
        .put, "/v1/group-events/\(id)/attendance", as: ana,
        ["marks": [["account": .text(ben.id), "mark": "present"]]])
    }
    #expect(marked.contains(change("calendarItem", id, team, "update")), "\(marked)")
  }
}
