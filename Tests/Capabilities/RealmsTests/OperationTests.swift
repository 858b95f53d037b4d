import Access
import Base
import Foundation
import Notifications
import Outgoing
import Realms
import Storage
import TestSupport
import Testing

/// A transport that fails as often as it is told.
private final class FlakyTransport: MailTransport {
  struct Down: Error {}
  let failures: Guarded<Int>
  let sent = Guarded<[String]>([])

  init(failures: Int) { self.failures = Guarded(failures) }

  func send(_ mail: Mail, isCancelled: @escaping @Sendable () -> Bool) throws {
    let fails = failures.withLock { left -> Bool in
      left -= 1
      return left >= 0
    }
    if fails { throw Down() }
    sent.withLock { $0.append(mail.recipient) }
  }
}

/// Collects what the change log says.
private final class Listener: ChangeFollower {
  let changes = Guarded<[Change]>([])
  func follow(_ changes: [Change]) { self.changes.withLock { $0 += changes } }
}

@Suite("Notifications, mail, repeated requests, upkeep")
struct OperationTests {
  let fixture: RealmsFixture

  init() throws { fixture = try RealmsFixture() }

  private func post(
    _ person: RealmsFixture.Person, _ subject: EntityID,
    kind: NotificationKind = .tourPublished, version: Int = 1, _ text: String = "T"
  ) throws {
    try fixture.platform.store.write { transaction in
      try NotificationPoster(ids: fixture.platform.ids).post(
        to: person.id, kind: kind, subjectKind: "tour", subject: subject, version: version,
        text: text, in: transaction)
    }
  }

  @Test("notifications come newest first with an unread count, once per cause, and are marked seen")
  func list() throws {
    let (ana, bob) = (try fixture.person("Ana"), try fixture.person("Bob"))
    let service = fixture.realms.notifications
    let subjects = (0..<12).map { _ in fixture.platform.ids.next() }
    for subject in subjects { try post(ana, subject) }
    for subject in subjects { try post(ana, subject, "again") }
    try post(ana, subjects[0], version: 2)
    let first = try service.list(PageRequest(), caller: ana.caller)
    #expect(first.unread == 13)
    #expect(first.page.items.count == 10)
    #expect(first.page.items[1].subject == subjects[11])
    let rest = try service.list(PageRequest(cursor: first.page.next), caller: ana.caller)
    #expect(rest.page.items.count == 3)
    let one = first.page.items[4]
    #expect(kind { try service.markSeen(one.id, caller: bob.caller) } == .notFound)
    try service.markSeen(one.id, caller: ana.caller)
    try service.markSeen(one.id, caller: ana.caller)
    #expect(try service.list(PageRequest(), caller: ana.caller).unread == 12)
    try service.markAllSeen(caller: ana.caller)
    #expect(try service.list(PageRequest(), caller: ana.caller).unread == 0)
  }

  @Test("each new notification stands in the change log, and a stream goes on after the last one")
  func stream() throws {
    let ana = try fixture.person("Ana")
    let listener = Listener()
    try fixture.platform.store.follow(listener)
    let subject = fixture.platform.ids.next()
    for version in 1...3 { try post(ana, subject, version: version, "V\(version)") }
    try post(ana, subject, version: 3)
    let changes = listener.changes.current.filter { $0.kind == "notification" }
    #expect(changes.count == 3)
    #expect(changes.allSatisfy { $0.realm == nil && $0.operation == .insert })
    let service = fixture.realms.notifications
    let found = try #require(try service.find(changes[0].subject))
    #expect(found.account == ana.id)
    #expect(found.notification.text == "V1")
    #expect(try service.after(changes[0].subject, for: ana.id).map(\.text) == ["V2", "V3"])
  }

  @Test(
    "CG-RL-17, SC-IN-04: kinds are switched on and off one by one; tour pushes are off at first, security stays on"
  )
  func settings() throws {
    let ana = try fixture.person("Ana")
    let service = fixture.realms.notifications
    let set = { (kind: NotificationKind, on: Bool) in
      try service.set(NotificationSetting(kind: kind, isEnabled: on), caller: ana.caller)
    }
    let subject = fixture.platform.ids.next()
    try post(ana, subject, kind: .tourNearby)
    #expect(try fixture.notices(ana).isEmpty)
    try set(.tourNearby, true)
    try set(.tourPublished, false)
    try post(ana, subject, kind: .tourNearby)
    try post(ana, subject, kind: .tourPublished)
    #expect(try fixture.notices(ana).count == 1)
    #expect(kind { try set(toyNotifications[2], false) } == .conflict)
    let settings = try service.settings(caller: ana.caller)
    let own = realmsNotifications.filter { !$0.isForAdmins }
    #expect(settings.count == own.count + toyNotifications.count)
    #expect(settings.first { $0.kind == .tourPublished }?.isEnabled == false)
  }

  @Test("mail is sent once, tried again later and later, and given up after eight times")
  func mail() throws {
    _ = try fixture.person("Ana")
    let recover = {
      try fixture.realms.passwords.recover(
        email: "ana@example.org", from: RealmsFixture.address)
    }
    try recover()
    let good = FlakyTransport(failures: 1)
    let dispatcher = fixture.dispatcher(good)
    #expect(try dispatcher.deliverPending().postponed == 1)
    #expect(try dispatcher.deliverPending() == MailDispatcher.Round())
    fixture.clock.advance(seconds: 60)
    #expect(try dispatcher.deliverPending().sent == 1)
    #expect(good.sent.current == ["ana@example.org"])
    #expect(try fixture.count("SELECT COUNT(*) FROM mails") == 0)
    try recover()
    let dead = fixture.dispatcher(FlakyTransport(failures: 100))
    var rounds = 0
    while try fixture.count("SELECT COUNT(*) FROM mails") > 0, rounds < 100 {
      try dead.deliverPending()
      fixture.clock.advance(seconds: 4 * 3600)
      rounds += 1
    }
    #expect(rounds == 8)
  }

  @Test(
    "a mail that a server puts off by greylisting is taken from the queue at the next try",
    .enabled(if: MailHouse.isInstalled, "aiosmtpd is not installed: run tools/setup --full"))
  func greylisting() throws {
    let house = try MailHouse(security: "none")
    defer { house.stop() }
    _ = try fixture.person("Later")
    try fixture.realms.passwords.recover(
      email: "later@example.org", from: RealmsFixture.address)
    let folder = fixture.folder.file("texts")
    let dispatcher = fixture.dispatcher(
      SMTPTransport(
        server: SMTPServer(host: "127.0.0.1", port: house.port, security: .none),
        sender: "wayside@example.org",
        texts: try FileMailTransport(folder: folder, sender: "wayside@example.org")))
    #expect(try dispatcher.deliverPending().postponed == 1)
    #expect(try dispatcher.deliverPending() == MailDispatcher.Round(), "not at once")
    #expect(house.mail(1) == nil)
    fixture.clock.advance(seconds: 60)
    #expect(try dispatcher.deliverPending().sent == 1)
    #expect(house.mail(1)?.contains("later@example.org") == true)
    #expect(try fixture.count("SELECT COUNT(*) FROM mails") == 0)
  }

  @Test("the file transport writes mail that no address can add headers to")
  func files() throws {
    let folder = fixture.folder.file("mail")
    let transport = try FileMailTransport(folder: folder, sender: "wayside@example.org")
    let mail = Mail(
      id: fixture.platform.ids.next(), recipient: "ana@example.org\r\nBcc: x@example.org",
      subject: "Zoë's\r\ninvitation", body: "Grüße\n", createdAt: fixture.clock.now(), tries: 0)
    try transport.send(mail)
    let text = try String(contentsOfFile: folder + "/\(mail.id).eml", encoding: .utf8)
    let head = text.components(separatedBy: "\r\n\r\n")[0]
    #expect(head.components(separatedBy: "\r\n").count == 8)
    #expect(!head.contains("\r\nBcc"))
    #expect(head.contains("Date: Fri, 01 May 2026 10:00:00 +0000"))
    let body = text.components(separatedBy: "\r\n\r\n")[1]
    #expect(
      Data(base64Encoded: body.trimmingCharacters(in: CharacterSet.newlines))
        == Data("Grüße\n".utf8))
  }

  @Test("SC-REG-08: text messages land in the readable outbox, the number in the first line")
  func textFiles() throws {
    let folder = fixture.folder.file("mail")
    let transport = try FileMailTransport(folder: folder, sender: "wayside@example.org")
    let mail = Mail(
      id: fixture.platform.ids.next(), channel: .text, recipient: "+4232366111", subject: "Code",
      body: "123456 is your code.", createdAt: fixture.clock.now(), tries: 0)
    try transport.send(mail)
    let text = try String(contentsOfFile: folder + "/\(mail.id).txt", encoding: .utf8)
    #expect(text == "+4232366111\n123456 is your code.\n")
  }

  @Test("the same key does the work once, replays the answer, and refuses another request")
  func idempotency() throws {
    let (ana, bob) = (try fixture.person("Ana"), try fixture.person("Bob"))
    let service = fixture.realms.idempotency
    let begin = { (body: String, account: EntityID) in
      try service.begin(
        key: "k1", operation: "createTour", body: Array(body.utf8), account: account)
    }
    #expect(try begin("{}", ana.id) == .proceed)
    #expect(kind { _ = try begin("{}", ana.id) } == .conflict)
    #expect(try begin("{}", bob.id) == .proceed)
    try service.finish(key: "k1", status: 201, response: [1, 2], account: ana.id)
    #expect(try begin("{}", ana.id) == .replay(status: 201, response: [1, 2]))
    #expect(kind { _ = try begin("{\"a\":1}", ana.id) } == .invalid)
    #expect(
      kind {
        _ = try service.begin(key: "k1", operation: "x", body: [0x7b, 0x7d], account: ana.id)
      } == .invalid)
    try service.abandon(key: "k1", account: bob.id)
    #expect(try begin("{}", bob.id) == .proceed)
    try service.abandon(key: "k1", account: ana.id)
    #expect(try begin("{}", ana.id) == .replay(status: 201, response: [1, 2]))
    fixture.clock.advance(seconds: 86_400)
    #expect(try begin("other", ana.id) == .proceed)
    for key in ["", String(repeating: "k", count: 201)] {
      #expect(
        kind { _ = try service.begin(key: key, operation: "x", body: [], account: ana.id) }
          == .invalid)
    }
  }

  @Test("a request that fails behind its commit is not done again: what it made is known")
  func failedBehindCommit() throws {
    let ana = try fixture.person("Ana")
    let service = fixture.realms.idempotency
    let begin = {
      try service.begin(key: "k", operation: "createTour", body: [], account: ana.id)
    }
    #expect(try begin() == .proceed)
    let made = fixture.platform.ids.next()
    let record = try #require(service.record(key: "k", account: ana.id, kind: "tour"))
    try record.committed {
      try fixture.platform.store.write { try $0.record("tour", made, .insert) }
    }
    try service.abandon(key: "k", account: ana.id)
    #expect(try begin() == .happened(subject: made))
  }

  @Test("of many racing requests with one key exactly one goes ahead")
  func racing() throws {
    let ana = try fixture.person("Ana")
    let ahead = Guarded(0)
    DispatchQueue.concurrentPerform(iterations: 32) { _ in
      let outcome = try? fixture.realms.idempotency.begin(
        key: "k", operation: "o", body: [], account: ana.id)
      if outcome == .proceed { ahead.withLock { $0 += 1 } }
    }
    #expect(ahead.current == 1)
  }

  @Test("messages to the operator go 90 days after their answer, without one after a year")
  func oldMessages() throws {
    let (admin, ana) = (try fixture.admin(), try fixture.person("Ana"))
    let service = fixture.realms.operatorMessages
    for subject in ["Answered", "Waiting"] {
      try service.send(
        OperatorMessageDraft(
          reading: fixture.fields("{\"subject\": \"\(subject)\", \"text\": \"Where is the map?\"}")),
        caller: ana.caller)
    }
    let first = try #require(try service.waiting(PageRequest(), caller: admin.caller).items.first)
    _ = try service.answer(first.id, "Here.", caller: admin.caller)
    func gone(after days: Int64) throws -> Int {
      fixture.clock.advance(seconds: Double(days) * 86_400)
      return try fixture.realms.maintenance.expire().operatorMessages
    }
    #expect(try gone(after: 89) == 0)
    #expect(try gone(after: 1) == 1)
    #expect(try gone(after: 274) == 0)
    #expect(try gone(after: 1) == 1)
  }

  @Test("upkeep deletes what has had its time, and nothing before")
  func upkeep() throws {
    let ana = try fixture.person("Ana")
    let subject = fixture.platform.ids.next()
    try post(ana, subject, version: 1)
    try post(ana, subject, version: 2)
    let newest = try fixture.realms.notifications.list(PageRequest(), caller: ana.caller).page
    try fixture.realms.notifications.markSeen(newest.items[0].id, caller: ana.caller)
    _ = try fixture.realms.idempotency.begin(
      key: "k", operation: "o", body: [], account: ana.id)
    _ = refusal { _ = try fixture.logIn("ana@example.org", "wrong one") }
    #expect(try fixture.realms.maintenance.expire() == Maintenance.Round())
    fixture.clock.advance(seconds: 31 * 86_400)
    let month = try fixture.realms.maintenance.expire()
    #expect(month.notifications == 1)
    #expect(month.sessions == 1)
    #expect(month.idempotencyKeys == 1)
    #expect(month.loginAttempts == 1)
    fixture.clock.advance(seconds: 335 * 86_400)
    #expect(try fixture.realms.maintenance.expire().notifications == 1)
  }
}
