import Access
import Base
import Composition
import Deadlines
import HTTPServing
import Outgoing
import PushServiceDouble
import Storage
import Testing
import WaysideAPI

@testable import Push

/// Pushes on their way to a push service of this machine.
@Suite("Notifications as pushes")
struct PushTests {
  private let fixture: APIFixture
  private let service: PushServiceDouble
  private static let list = "/v1/push-subscriptions"

  init() throws {
    fixture = try APIFixture(privateHosts: ["127.0.0.1"])
    service = try PushServiceDouble(clock: fixture.clock)
  }

  /// Has pushes go to the device of a session.
  private func subscribe(_ person: APIFixture.Person, _ device: String) throws {
    let key = try fixture.call(.get, "/v1/push-key", as: person).require("publicKey")
    let reply = try fixture.call(
      .put, Self.list + "/current", as: person, .raw(service.subscribe(device, to: key)))
    try #require(reply.status == 200, "\(reply.text)")
  }

  /// Somebody invites a person; the group's name stands in the notification.
  private func invite(_ person: APIFixture.Person, to name: String) throws {
    let friend = try fixture.person()
    let reply = try fixture.call(
      .post, "/v1/realms/\(fixture.group(of: friend, name: name))/invitations", as: friend,
      ["to": .text(person.id)])
    try #require(reply.status == 201, "\(reply.text)")
  }

  /// What the server does by itself: errands, and what waits to be sent.
  private func work() throws {
    let runner = try DeadlineRunner(
      store: fixture.services.platform.store,
      kinds: fixture.services.deadlines.filter { $0.name == "notificationDelivery" }
    ) { kind, error in Issue.record("\(kind): \(error)") }
    for lane in DeadlineKind.Lane.allCases { while try runner.fireDue(lane) > 0 {} }
    let sender = try #require(fixture.services.push.sender)
    while try sender.sendDue() {}
  }

  private func waiting() throws -> Int {
    try fixture.services.platform.store.readOnce {
      try $0.count("SELECT COUNT(*) FROM push_messages")
    }
  }

  private func subscriptions(_ person: APIFixture.Person) throws -> Int {
    try fixture.call(.get, Self.list, as: person).items.count
  }

  private func set(
    _ kind: String, _ person: APIFixture.Person, app: Bool = true, push: Bool? = nil
  ) throws {
    var body: [(String, JSON)] = [("kind", .text(kind)), ("enabled", .flag(app))]
    if let push { body.append(("push", .flag(push))) }
    let reply = try fixture.call(.put, "/v1/notification-settings", as: person, .object(body))
    try #require(reply.status == 204, "\(reply.text)")
  }

  @Test(
    "TV-IF-03, RL-IF-02: every device that asked gets what happened, and nobody between reads it")
  func arrives() throws {
    let ana = try fixture.person("Ana")
    let phone = try fixture.logIn(ana.email)
    try subscribe(ana, "desk")
    try subscribe(phone, "phone")
    try invite(ana, to: "Hikers")
    try work()
    #expect(service.refused.isEmpty, "\(service.refused)")
    #expect(Set(service.pushes.map(\.device)) == ["desk", "phone"])
    #expect(service.pushes.count == 2)
    let told = try #require(try fixture.call(.get, "/v1/notifications", as: ana).items.first)
    let push = try #require(service.pushes.first)
    #expect(push.body == told["text"]?.string && push.body.contains("Hikers"))
    #expect(push.message["title"]?.string == "Wayside")
    let (id, subject) = (try #require(told["id"]?.string), told["subject"]?["id"]?.string ?? "")
    #expect(
      push.message["link"]?.string == "/notifications?open=\(id)&about=invitation/\(subject)")
    #expect(push.urgency == "normal" && push.lifeSeconds == 86_400)
    #expect(push.size == 103 + 512, "all short messages have one length")
    #expect(push.topic.count == 32 && !push.topic.contains("invitation"))
    try work()
    #expect(service.pushes.count == 2, "once")
    #expect(try waiting() == 0)
  }

  @Test(
    "US3(c): a push about one occurrence of a series opens that one, and leaves those of others")
  func occurrence() throws {
    let people = try ["ana", "ben"].map { try fixture.person($0) }
    let team = try fixture.team(of: people[0], [people[1]])
    try subscribe(people[0], "ana")
    let made = try fixture.call(
      .post, "/v1/realms/\(team)/events", as: people[0],
      [
        "kind": "event", "title": "Regatta", "start": "2026-05-04T18:00", "zone": "UTC",
        "recurrence": "FREQ=WEEKLY;COUNT=4",
      ])
    let event = try made.require("id")
    let starts = ["2026-05-11T18:00:00.000Z", "2026-05-18T18:00:00.000Z"]
    for start in starts {
      let said = try fixture.call(
        .put, "/v1/group-events/\(event)/answer?occurrence=\(start)", as: people[1],
        ["answer": "accepted"])
      try #require(said.status == 200, "\(said.text)")
    }
    try work()
    let links = service.pushes.compactMap { $0.message["link"]?.string }
    #expect(links.count == 2)
    // Two that leave together may come in either order.
    for start in starts {
      let opening = links.filter { $0.hasSuffix("&about=event/\(event)/\(start)") }
      #expect(opening.count == 1, "\(links)")
    }
    #expect(Set(service.pushes.compactMap { $0.message["tag"]?.string }).count == 2)
  }

  @Test(
    "BZ-NOT-01: each change of a team's calendar is one push to each member, and none to whoever made it"
  )
  func calendarChanges() throws {
    let people = try ["ana", "ben", "cleo"].map { try fixture.person($0) }
    let team = try fixture.team(of: people[0], Array(people.dropFirst()))
    for (person, device) in zip(people, ["ana", "ben", "cleo"]) { try subscribe(person, device) }
    let made = try fixture.call(
      .post, "/v1/realms/\(team)/events", as: people[0],
      ["kind": "event", "title": "Regatta", "start": "2026-05-04T18:00"])
    let event = try "/v1/group-events/" + made.require("id")
    var told = ["“Regatta”, Mon, 4 May 2026 at 18:00"]
    try work()
    let changes: [JSON] = [
      ["start": "2026-05-04T19:00"], ["title": "Sprint", "description": "Bring shoes."],
      ["start": "2026-05-05T20:00"],
    ]
    for (change, text) in zip(
      changes,
      [
        "“Regatta” was changed: Mon, 4 May 2026 at 19:00",
        "“Sprint” was changed: Mon, 4 May 2026 at 19:00",
        "“Sprint” was changed: Tue, 5 May 2026 at 20:00",
      ])
    {
      let tag = try fixture.call(.get, event, as: people[0]).tag()
      let changed = try fixture.call(.patch, event, as: people[0], change, headers: [tag])
      try #require(changed.status == 200, "\(changed.text)")
      told.append(text)
      try work()
    }
    let tag = try fixture.call(.get, event, as: people[0]).tag()
    #expect(try fixture.call(.delete, event, as: people[0], headers: [tag]).status == 204)
    told.append("“Sprint” was cancelled: Tue, 5 May 2026 at 20:00")
    try work()
    #expect(service.refused.isEmpty, "\(service.refused)")
    for device in ["ben", "cleo"] {
      let bodies = service.pushes.filter { $0.device == device }.map(\.body)
      #expect(bodies == told.map { "Rowers: \($0) (Vaduz time)." })
    }
    #expect(service.pushes.count == 2 * told.count, "and nobody else")
  }

  @Test(
    "what the settings hide is not pushed; what is hidden, read or ended before it leaves, neither")
  func hidden() throws {
    let ana = try fixture.person("Ana")
    try subscribe(ana, "desk")
    try set("invitation", ana, push: false)
    try invite(ana, to: "No pushes")
    try set("invitation", ana, app: false, push: true)
    try invite(ana, to: "Pushes alone")
    try set("invitation", ana, app: false)
    try work()
    #expect(service.pushes.map(\.body).filter { $0.contains("No pushes") }.isEmpty)
    #expect(service.pushes.count == 1 && service.pushes[0].body.contains("Pushes alone"))
    // Chosen, seen and withdrawn after it was posted.
    try set("invitation", ana, app: true, push: true)
    try invite(ana, to: "Switched off later")
    try set("invitation", ana, app: true, push: false)
    try work()
    try set("invitation", ana, app: true, push: true)
    try invite(ana, to: "Seen at once")
    #expect(try fixture.call(.post, "/v1/notifications/seen", as: ana).status == 204)
    try work()
    #expect(service.pushes.count == 1, "\(service.pushes.map(\.body))")
    #expect(try waiting() == 0)
    try invite(ana, to: "Consent withdrawn")
    let withdrawn = try fixture.call(
      .post, "/v1/me/consents", as: ana, ["kind": "push", "given": false])
    #expect(withdrawn.status == 201)
    #expect(try subscriptions(ana) == 0)
    try work()
    #expect(service.pushes.count == 1)
  }

  @Test("before one has chosen, pushes follow the list in the app")
  func followsApp() throws {
    let ana = try fixture.person("Ana")
    func setting(_ kind: String) throws -> JSONValue? {
      try fixture.call(.get, "/v1/notification-settings", as: ana).items
        .first { $0["kind"]?.string == kind }
    }
    #expect(try setting("invitation")?["push"]?.bool == true)
    #expect(try setting("invitation")?["mail"]?.bool == false)
    #expect(try setting("tourNearby")?["push"]?.bool == false, "CG-RL-17: off by default")
    try set("invitation", ana, app: false)
    #expect(try setting("invitation")?["push"]?.bool == false)
    try set("invitation", ana, app: false, push: true)
    #expect(try setting("invitation")?["push"]?.bool == true)
  }

  @Test("quiet hours hold pushes until they end, also those that a push service has put off")
  func quiet() throws {
    let ana = try fixture.person("Ana")
    try subscribe(ana, "desk")
    let hour = Int(fixture.clock.now().milliseconds / 3_600_000 % 24)
    func wall(_ hour: Int) -> JSON { .text((hour % 24 < 10 ? "0" : "") + "\(hour % 24):00") }
    func quiet(_ from: Int, _ until: Int) throws {
      let reply = try fixture.call(
        .put, "/v1/delivery-schedule", as: ana,
        ["quietHours": ["from": wall(from), "until": wall(until)]])
      try #require(reply.status == 200, "\(reply.text)")
    }
    try quiet(hour, hour + 2)
    try invite(ana, to: "Night")
    try work()
    #expect(service.pushes.isEmpty)
    fixture.clock.advance(seconds: 7200)
    try work()
    #expect(service.pushes.map { $0.body.contains("Night") } == [true])
    // Put off by the push service into quiet hours that were set meanwhile.
    service.answer(503, for: "desk")
    try invite(ana, to: "Evening")
    try work()
    service.answer(0, for: "desk")
    try quiet(hour + 2, hour + 3)
    fixture.clock.advance(seconds: 60)
    try work()
    #expect(service.pushes.count == 1)
    fixture.clock.advance(seconds: 3600)
    try work()
    #expect(service.pushes.count == 2)
  }

  @Test("a subscription that its push service no longer knows ends", arguments: [404, 410])
  func gone(status: Int) throws {
    let ana = try fixture.person("Ana")
    let phone = try fixture.logIn(ana.email)
    try subscribe(ana, "desk")
    try subscribe(phone, "phone")
    service.answer(status, for: "desk")
    try invite(ana, to: "Hikers")
    try work()
    #expect(try subscriptions(ana) == 1)
    #expect(service.pushes.map(\.device) == ["phone"])
    try invite(ana, to: "Bikers")
    try work()
    #expect(service.refused.count == 1, "it is not asked again")
    #expect(service.pushes.count == 2)
  }

  @Test("a busy push service is left in peace as long as it wants, then gets everything")
  func busy() throws {
    let ana = try fixture.person("Ana")
    let ben = try fixture.person("Ben")
    try subscribe(ana, "desk")
    try subscribe(ben, "phone")
    service.answer(429, retryAfter: "120", for: "desk")
    try invite(ana, to: "Hikers")
    try work()
    #expect(service.refused == ["desk: 429 as told"])
    service.answer(0, for: "desk")
    // What comes meanwhile waits too, to whomever it goes.
    try invite(ben, to: "Bikers")
    fixture.clock.advance(seconds: 119)
    try work()
    #expect(service.pushes.isEmpty && service.refused.count == 1)
    fixture.clock.advance(seconds: 2)
    try work()
    #expect(Set(service.pushes.map(\.device)) == ["desk", "phone"])
    #expect(try waiting() == 0)
  }

  @Test("a pause that a push service wants until a date is kept, too")
  func busyUntilDate() throws {
    let ana = try fixture.person("Ana")
    try subscribe(ana, "desk")
    let until = HTTPDate.format(fixture.clock.now().adding(seconds: 900))
    service.answer(503, retryAfter: until, for: "desk")
    try invite(ana, to: "Hikers")
    try work()
    service.answer(0, for: "desk")
    fixture.clock.advance(seconds: 898)
    try work()
    #expect(service.pushes.isEmpty && service.refused.count == 1)
    fixture.clock.advance(seconds: 3)
    try work()
    #expect(service.pushes.count == 1)
  }

  /// Gives every request up, as one that is under way when the server ends.
  private struct Ending: PushTransport {
    func mayPost(to address: String) -> Bool { true }
    func post(
      _ address: String, fields: [(name: String, value: String)], body: [UInt8],
      isCancelled: @escaping @Sendable () -> Bool
    ) throws(OutgoingError) -> OutgoingAnswer { throw OutgoingError(.cancelled, "ended") }
  }

  @Test("a push that is under way when the server ends is no try, and leaves at the next start")
  func ending() throws {
    let ana = try fixture.person("Ana")
    try subscribe(ana, "desk")
    let real = try #require(fixture.services.push.sender)
    let ending = PushSender(
      platform: real.platform, kinds: real.kinds, poster: real.poster, key: real.key,
      identity: real.identity, transport: Ending())
    service.answer(500, for: "desk")
    try invite(ana, to: "Hikers")
    try work()
    service.answer(0, for: "desk")
    func tries() throws -> Int {
      try fixture.services.platform.store.readOnce {
        try $0.count("SELECT tries FROM push_messages")
      }
    }
    fixture.clock.advance(seconds: 20)
    for isStopping in [false, true] {
      for _ in 0..<(PushSender.maximumTries + 1) {
        try ending.sendDue(isCancelled: { isStopping })
      }
      #expect(try waiting() == 1 && tries() == 1)
    }
    try work()
    #expect(service.pushes.count == 1 && service.pushes[0].body.contains("Hikers"))
  }

  @Test("what is never taken is given up after ten tries, and what is refused at once")
  func givenUp() throws {
    let ana = try fixture.person("Ana")
    try subscribe(ana, "desk")
    service.answer(500, for: "desk")
    try invite(ana, to: "Hikers")
    for _ in 0..<40 {
      try work()
      fixture.clock.advance(seconds: 3601)
    }
    #expect(service.refused.count == PushSender.maximumTries)
    #expect(try waiting() == 0)
    service.answer(413, for: "desk")
    try invite(ana, to: "Bikers")
    try work()
    #expect(try waiting() == 0)
    #expect(service.refused.count == PushSender.maximumTries + 1)
    #expect(try subscriptions(ana) == 1, "the subscription stays")
  }

  @Test("pushes end with the session, at log-out and when it expires")
  func endsWithSession() throws {
    let ana = try fixture.person("Ana")
    let phone = try fixture.logIn(ana.email)
    try subscribe(ana, "desk")
    try subscribe(phone, "phone")
    #expect(try fixture.call(.delete, "/v1/sessions/current", as: phone).status == 204)
    #expect(try subscriptions(ana) == 1)
    try invite(ana, to: "Hikers")
    try work()
    #expect(service.pushes.map(\.device) == ["desk"])
    try invite(ana, to: "Bikers")
    fixture.clock.advance(seconds: 31 * 86_400)
    try work()
    #expect(service.pushes.count == 1)
  }

  @Test("a browser that another person uses now gets nothing for the one before")
  func oneBrowser() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let key = try fixture.call(.get, "/v1/push-key", as: ana).require("publicKey")
    let browser = try service.subscribe("desk", to: key)
    for person in [ana, ben] {
      let reply = try fixture.call(.put, Self.list + "/current", as: person, .raw(browser))
      try #require(reply.status == 200, "\(reply.text)")
    }
    #expect(try subscriptions(ana) == 0)
    try invite(ana, to: "Hikers")
    try invite(ben, to: "Bikers")
    try work()
    #expect(service.pushes.count == 1 && service.pushes[0].body.contains("Bikers"))
  }

  @Test("an account has twenty devices at most: the oldest makes room")
  func bounded() throws {
    let ana = try fixture.person("Ana")
    try subscribe(ana, "first")
    for number in 1...PushSubscriptionService.most {
      fixture.clock.advance(seconds: 1)
      try subscribe(try fixture.logIn(ana.email), "device \(number)".replacing(" ", with: ""))
    }
    let all = try fixture.call(.get, Self.list, as: ana).items
    #expect(all.count == PushSubscriptionService.most)
    #expect(all.allSatisfy { $0["current"]?.bool == false }, "the first is gone")
  }

  @Test("what waits for one device is bounded: the newest stay")
  func boundedQueue() throws {
    let ana = try fixture.person("Ana")
    try subscribe(ana, "desk")
    service.answer(503, retryAfter: "3600", for: "desk")
    for number in 0..<(PushCarrier.mostWaiting + 5) {
      try invite(ana, to: "Group \(number)")
      try work()
    }
    #expect(try waiting() == PushCarrier.mostWaiting)
    service.answer(0, for: "desk")
    fixture.clock.advance(seconds: 3700)
    try work()
    #expect(service.pushes.count == PushCarrier.mostWaiting)
    #expect(!service.pushes.contains { $0.body.contains("“Group 4”") })
    #expect(service.pushes.contains { $0.body.contains("Group 54") })
  }

  @Test("export tells of the devices, erasure leaves nothing of them")
  func personalData() throws {
    let ana = try fixture.person("Ana")
    try subscribe(ana, "desk")
    let export = try fixture.call(.get, "/v1/me/export", as: ana).json
    let told = try #require(export["pushSubscriptions"]?.array)
    #expect(told.map { $0["endpoint"]?.string } == ["\(service.origin)/push/desk"])
    try invite(ana, to: "Hikers")
    let erased = try fixture.call(
      .delete, "/v1/me", as: ana, ["password": .text(APIFixture.password)])
    #expect(erased.status == 204, "\(erased.text)")
    for table in ["push_subscriptions", "push_messages"] {
      let left = try fixture.services.platform.store.readOnce {
        try $0.count("SELECT COUNT(*) FROM \(table)")
      }
      #expect(left == 0, "\(table)")
    }
    try work()
    #expect(service.pushes.isEmpty)
  }

  @Test(
    "nothing is sent to addresses inside, and not without encryption",
    arguments: [
      "http://push.example.net/abc", "https://127.0.0.1/abc", "https://localhost/abc",
      "https://10.1.2.3/abc", "https://[::1]/abc", "https://2130706433/abc", "ftp://example.org/a",
      "https://", "not an address",
    ])
  func inside(endpoint: String) throws {
    let outside = try APIFixture()
    let ana = try outside.person("Ana")
    let reply = try outside.call(
      .put, Self.list + "/current", as: ana, APIFixture.subscription(endpoint))
    #expect(reply.status == 422 && reply.pointers == ["/endpoint"], "\(reply.text)")
  }

  @Test("keys that are none are refused by name")
  func wrongKeys() throws {
    let ana = try fixture.person("Ana")
    let reply = try fixture.call(
      .put, Self.list + "/current", as: ana,
      [
        "endpoint": "https://push.example.net/abc",
        "keys": [
          "p256dh": .text("B" + String(repeating: "A", count: 86)),
          "auth": .text(String(repeating: "A", count: 23)),
        ],
      ])
    #expect(reply.status == 422)
    #expect(reply.pointers.sorted() == ["/keys/auth", "/keys/p256dh"], "\(reply.text)")
    // Some browsers fill base64 up.
    let filled = try fixture.call(
      .put, Self.list + "/current", as: ana,
      APIFixture.subscription(secret: "BTBZMqHH6r4Tts7J_aSIgg=="))
    #expect(filled.status == 200, "\(filled.text)")
  }

  @Test("an operator who wants no pushes has none")
  func switchedOff() throws {
    let quiet = try APIFixture(isPushOn: false)
    let ana = try quiet.person("Ana")
    let key = try quiet.call(.get, "/v1/push-key", as: ana).json
    #expect(key["available"]?.bool == false && key["publicKey"] == nil)
    let reply = try quiet.call(
      .put, Self.list + "/current", as: ana, APIFixture.subscription())
    #expect(reply.status == 409 && reply.slug == "push-off", "\(reply.text)")
    #expect(quiet.services.push.sender == nil)
  }
}
