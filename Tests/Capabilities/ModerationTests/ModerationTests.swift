import Access
import Base
import Identity
import Moderation
import Notifications
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@Suite("Reports and decisions")
struct ModerationTests {
  let fixture: PeopleFixture
  let toys = Toys()
  let admin: PeopleFixture.Person
  let ana: PeopleFixture.Person
  let bob: PeopleFixture.Person
  let toy: EntityID
  var service: ModerationService { fixture.people.moderation.reports }

  init() throws {
    fixture = try PeopleFixture(holders: [toys], things: [toys])
    admin = try fixture.admin()
    ana = try fixture.person("Ana")
    bob = try fixture.person("Bob")
    toy = fixture.platform.ids.next()
    try toys.add(toy, "Dragon", of: ana.id, to: fixture.platform.store)
  }

  private func draft(
    _ id: EntityID, kind: String = "object", reason: String = "spam", text: String = "Look"
  ) throws -> ReportDraft {
    try ReportDraft(
      reading: fixture.fields(
        """
        {"subject": {"kind": "\(kind)", "id": "\(id)"}, "reason": "\(reason)", "text": "\(text)"}
        """), kinds: service.kinds)
  }

  private func decide(_ id: EntityID, _ decision: String) throws -> ReportCase {
    try service.decide(
      id,
      DecisionDraft(
        reading: fixture.fields("{\"decision\": \"\(decision)\", \"reason\": \"Rule 3\"}")),
      caller: admin.caller)
  }

  /// Reports that fall to the admins while nothing can be written.
  private struct Stuck: ReportHandOver {
    let refusal: Refusal
    func isAnyLeft(in session: StoreSession) -> Bool { true }
    func take(in transaction: WriteTransaction) throws -> [HandedReport] { throw refusal }
  }

  @Test("admins read the queue while what others handed over cannot be taken into it")
  func stuck() throws {
    _ = try service.report(draft(toy), caller: bob.caller)
    func queue(_ kind: Refusal.Kind) throws -> Int {
      try ModerationService(
        platform: fixture.platform, notifications: NotificationPoster(ids: fixture.platform.ids),
        audit: fixture.people.moderation.audit,
        things: [toys], handOvers: [Stuck(refusal: Refusal(kind, "stuck", "Later."))]
      ).queue(nil, PageRequest(), caller: admin.caller).items.count
    }
    #expect(try queue(.busy) == 1)
    #expect(try queue(.storageFull) == 1)
    #expect(throws: Refusal.self) { _ = try queue(.conflict) }
  }

  @Test("one's own reports come page by page, the newest first, each once")
  func ownPages() throws {
    var made: [EntityID] = []
    for number in 1...5 {
      let toy = fixture.platform.ids.next()
      try toys.add(toy, "Toy \(number)", of: ana.id, to: fixture.platform.store)
      made.append(try service.report(draft(toy), caller: bob.caller).id)
    }
    var seen: [EntityID] = []
    var sizes: [Int] = []
    var page = PageRequest(limit: 2)
    repeat {
      let read = try service.own(page, caller: bob.caller)
      seen += read.items.map(\.report.id)
      sizes.append(read.items.count)
      page.cursor = read.next
    } while page.cursor != nil
    #expect(seen == made.reversed() && sizes == [2, 2, 1])
  }

  @Test(
    "UC8.6, CG-RL-19: a report opens a review once per person; the own thing cannot be reported (UC8.4-5)"
  )
  func report() throws {
    let report = try service.report(draft(toy), caller: bob.caller)
    #expect(written { report.write(to: &$0) }.contains("Thank you for your report."))
    let again = try service.report(
      draft(toy, reason: "offensive", text: "More"), caller: bob.caller)
    #expect(again.id == report.id)
    let own = refusal { _ = try service.report(draft(toy), caller: ana.caller) }
    #expect(own?.slug == "own-thing")
    let queue = try service.queue(
      ReportSubjectKind(rawValue: "object"), PageRequest(), caller: admin.caller
    ).items
    #expect(queue.map(\.count) == [1])
    #expect(queue.first?.subject == toy)
    #expect(
      try service.queue(ReportSubjectKind(rawValue: "tour"), PageRequest(), caller: admin.caller)
        .items.isEmpty)
    let eve = try fixture.person("Eve")
    _ = try service.report(draft(toy, reason: "dangerous"), caller: eve.caller)
    let later = try service.queue(nil, PageRequest(), caller: admin.caller).items
    #expect(later.map(\.count) == [2])
    #expect(later.map(\.isUrgent) == [true])
  }

  @Test("UC8.6: the details are a reason from the list and a text of at most 1,000 characters")
  func drafts() throws {
    _ = try draft(toy, text: String(repeating: "ä", count: 1000))
    #expect(kind { _ = try draft(toy, text: String(repeating: "a", count: 1001)) } == .invalid)
    #expect(kind { _ = try draft(toy, reason: "boring") } == .invalid)
    #expect(kind { _ = try draft(toy, reason: "other", text: "") } == .invalid)
    for json in ["{}", "{\"subject\": 1, \"reason\": \"spam\"}"] {
      #expect(
        kind { _ = try ReportDraft(reading: fixture.fields(json), kinds: service.kinds) }
          == .invalid)
    }
    #expect(
      kind { _ = try service.report(draft(fixture.platform.ids.next()), caller: bob.caller) }
        == .notFound)
    #expect(
      kind { _ = try service.report(draft(toy, kind: "tour"), caller: bob.caller) } == .invalid)
  }

  @Test("reading a draft, without sending it, reports nothing")
  func closing() throws {
    _ = try draft(toy)
    #expect(try fixture.count("SELECT COUNT(*) FROM reports") == 0)
  }

  @Test(
    "UC11.1-2, UC11.3-5, UC11.5.1: the queue is oldest first with age and count; details show the frozen evidence"
  )
  func panel() throws {
    let other = fixture.platform.ids.next()
    try toys.add(other, "Castle", of: ana.id, to: fixture.platform.store)
    _ = try service.report(draft(toy), caller: bob.caller)
    fixture.clock.advance(seconds: 90)
    _ = try service.report(draft(other), caller: bob.caller)
    try toys.rename(toy, "Harmless", in: fixture.platform.store)
    let queue = try service.queue(nil, PageRequest(), caller: admin.caller).items
    #expect(queue.map(\.title) == ["Dragon", "Castle"])
    let shown = written { queue[0].write(to: &$0, at: fixture.clock.now()) }
    #expect(shown.contains("\"ageSeconds\":90"))
    let details = try service.details(queue[0].id, caller: admin.caller)
    #expect(String(decoding: details.reportCase.evidence, as: UTF8.self).contains("Dragon"))
    #expect(details.current?.title == "Harmless")
    #expect(details.reports.map(\.report.text) == ["Look"])
    let full = written { details.write(to: &$0, at: fixture.clock.now()) }
    #expect(!full.contains(bob.id.description), "the reporter is not named")
    _ = try decide(queue[0].id, "keep")
  }

  @Test(
    "UC11.11-14, AI-FR2.1: keep leaves the thing, takes the report off the panel, tells the reporter"
  )
  func keep() throws {
    let report = try service.report(draft(toy), caller: bob.caller)
    let decided = try decide(report.caseID, "keep")
    #expect(decided.decision == .keep)
    #expect(try !toys.isWithdrawn(toy, in: fixture.platform.store))
    #expect(try service.queue(nil, PageRequest(), caller: admin.caller).items.isEmpty)
    #expect(
      try fixture.notices(bob) == ["Your report on Dragon was examined. It was kept."])
    #expect(try fixture.notices(ana).isEmpty)
    #expect(kind { _ = try decide(report.caseID, "remove") } == .conflict)
  }

  @Test(
    "UC11.11.1, CG-RL-15, AI-FR2.1: remove withdraws the thing, tells its owner the reason, and closes every report on it"
  )
  func remove() throws {
    let eve = try fixture.person("Eve")
    let report = try service.report(draft(toy), caller: bob.caller)
    _ = try service.report(draft(toy, reason: "illegal"), caller: eve.caller)
    let start = try #require(fixture.platform.store.changes(after: 0, limit: 10_000).last).sequence
    _ = try decide(report.caseID, "remove")
    #expect(try toys.isWithdrawn(toy, in: fixture.platform.store))
    #expect(try service.queue(nil, PageRequest(), caller: admin.caller).items.isEmpty)
    #expect(
      try fixture.notices(ana) == ["Dragon was removed after a report. Reason: Rule 3"])
    for reporter in [bob, eve] {
      #expect(
        try fixture.notices(reporter) == ["Your report on Dragon was examined. It was removed."])
    }
    let changes = try fixture.platform.store.changes(after: start).map(\.kind)
    #expect(changes.contains("object") && changes.contains("decision"))
    #expect(kind { _ = try service.report(draft(toy), caller: admin.caller) } == .forbidden)
    let late = try fixture.person("Late")
    #expect(kind { _ = try service.report(draft(toy), caller: late.caller) } == .notFound)
  }

  @Test("a warning leaves the thing and tells its owner why; the reporter learns that much")
  func warn() throws {
    let report = try service.report(draft(toy), caller: bob.caller)
    #expect(try decide(report.caseID, "warn").decision == .warn)
    #expect(try !toys.isWithdrawn(toy, in: fixture.platform.store))
    #expect(
      try fixture.notices(ana) == [
        "Dragon stays after a report, but take this as a warning. Reason: Rule 3"
      ])
    #expect(
      try fixture.notices(bob) == [
        "Your report on Dragon was examined. It stays; whoever answers for it was warned."
      ])
  }

  @Test("what is hidden until it is changed is hidden, not removed; accounts cannot be hidden")
  func hide() throws {
    let report = try service.report(draft(toy), caller: bob.caller)
    _ = try decide(report.caseID, "hide")
    #expect(try toys.isHidden(toy, in: fixture.platform.store))
    #expect(try !toys.isWithdrawn(toy, in: fixture.platform.store))
    #expect(
      try fixture.notices(ana) == [
        "Dragon is hidden after a report until you change it. Reason: Rule 3"
      ])
    let account = try service.report(draft(ana.id, kind: "account"), caller: bob.caller)
    let refused = refusal { _ = try decide(account.caseID, "hide") }
    #expect(refused?.slug == "not-hideable")
    let details = try service.details(account.caseID, caller: admin.caller)
    #expect(details.decisions == [.keep, .warn, .remove])
  }

  @Test("a decision that is taken back can be made again, and is told in the place of the first")
  func undo() throws {
    let report = try service.report(draft(toy), caller: bob.caller)
    _ = try decide(report.caseID, "remove")
    #expect(try service.undo(report.caseID, caller: admin.caller).decision == nil)
    #expect(try !toys.isWithdrawn(toy, in: fixture.platform.store))
    #expect(
      try fixture.notices(ana) == ["The decision on Dragon was taken back. It is examined again."])
    #expect(try fixture.notices(bob) == ["Your report on Dragon is examined again."])
    #expect(try service.queue(nil, PageRequest(), caller: admin.caller).items.count == 1)
    fixture.clock.advance(seconds: Double(ModerationService.undoTime))
    _ = try decide(report.caseID, "warn")
    #expect(try fixture.notices(ana).count == 2)
    #expect(try fixture.notices(bob).count == 2)
    // Reported anew meanwhile: the new case is another one.
    let eve = try fixture.person("Eve")
    _ = try service.report(draft(toy), caller: eve.caller)
    let late = refusal { _ = try service.undo(report.caseID, caller: admin.caller) }
    #expect(late?.slug == "not-undoable")
  }

  @Test("what else of a person's was reported is noted where an admin sees it for the first time")
  func history() throws {
    let hidden = fixture.platform.ids.next()
    try toys.add(hidden, "Castle", of: ana.id, to: fixture.platform.store)
    let first = try service.report(draft(hidden), caller: bob.caller)
    _ = try decide(first.caseID, "remove")
    let second = try service.report(draft(toy), caller: bob.caller)
    let details = try service.details(second.caseID, caller: admin.caller)
    #expect(details.history.map(\.title) == ["Castle"])
    #expect(details.owner?.account.displayName == "Ana")
    #expect(details.reports.map(\.others) == [1] && details.reports.map(\.upheld) == [1])
    _ = try service.details(second.caseID, caller: admin.caller)
    let looks = try fixture.people.moderation.audit.list(
      PageRequest(limit: 100), caller: admin.caller
    ).items.filter { $0.action == "report-listed" }
    #expect(looks.map(\.subject) == [hidden], "once, as nobody outside sees it")
    let names = try fixture.people.moderation.auditNames.list(
      PageRequest(limit: 100), caller: admin.caller
    ).items
    #expect(names.allSatisfy { $0.entry.subject != hidden || $0.subjectName == nil })
    #expect(names.contains { $0.entry.subject == toy && $0.subjectName == "Dragon" })
  }

  @Test("a case and its reports go a year after the decision; what is open stays")
  func kept() throws {
    let other = fixture.platform.ids.next()
    try toys.add(other, "Castle", of: ana.id, to: fixture.platform.store)
    let decided = try service.report(draft(toy), caller: bob.caller)
    let open = try service.report(draft(other), caller: bob.caller)
    _ = try decide(decided.caseID, "keep")
    fixture.clock.advance(seconds: 365 * 86_400)
    #expect(try fixture.people.access.maintenance.expire()["reportCases"] == 0)
    fixture.clock.advance(seconds: 1)
    #expect(try fixture.people.access.maintenance.expire()["reportCases"] == 1)
    #expect(try fixture.count("SELECT COUNT(*) FROM report_cases") == 1)
    #expect(try fixture.count("SELECT COUNT(*) FROM reports") == 1)
    let caller = try fixture.admin("Later").caller
    #expect(try service.queue(nil, PageRequest(), caller: caller).items.map(\.id) == [open.caseID])
  }

  @Test("an admin does not decide on what is the admin's own")
  func ownThing() throws {
    let own = fixture.platform.ids.next()
    try toys.add(own, "Mine", of: admin.id, to: fixture.platform.store)
    let report = try service.report(draft(own), caller: bob.caller)
    #expect(kind { _ = try decide(report.caseID, "keep") } == .forbidden)
    #expect(try service.queue(nil, PageRequest(), caller: admin.caller).items.count == 1)
  }

  @Test(
    "removing a reported account suspends it: its sessions end, and it can only export and erase")
  func suspend() throws {
    let report = try service.report(draft(ana.id, kind: "account"), caller: bob.caller)
    _ = try decide(report.caseID, "remove")
    #expect(try ana.caller.account == nil)
    let session = try fixture.logIn("ana@example.org")
    let caller = try fixture.people.identity.sessionCache.caller(token: session.token)
    #expect(
      refusal { _ = try fixture.people.identity.accounts.own(caller: caller) }?.slug
        == "account-suspended")
    #expect(try !fixture.people.identity.privacy.export(caller: caller).isEmpty)
    let list = try fixture.people.notifications.list(PageRequest(), caller: caller)
    #expect(list.page.items.first?.text == "Ana was removed after a report. Reason: Rule 3")
    try fixture.people.moderation.administration.reinstate(
      ana.id, reason: "Error", caller: admin.caller)
    let free = try fixture.logIn("ana@example.org")
    let again = try fixture.people.identity.sessionCache.caller(token: free.token)
    #expect(try fixture.people.identity.accounts.own(caller: again).state == .active)
    #expect(
      kind {
        try fixture.people.moderation.administration.suspend(
          admin.id, reason: "", caller: admin.caller)
      } == .forbidden)
  }

  @Test("every decision is in the audit chain, and a walk finds any change to it")
  func audit() throws {
    for index in 0..<5 {
      let id = fixture.platform.ids.next()
      try toys.add(id, "T\(index)", of: ana.id, to: fixture.platform.store)
      _ = try decide(service.report(draft(id), caller: bob.caller).caseID, "keep")
    }
    let log = fixture.people.moderation.audit
    let entries = try log.list(PageRequest(limit: 100), caller: admin.caller).items
    #expect(entries.map(\.number) == [6, 5, 4, 3, 2, 1])
    #expect(entries.first?.action == "report-decided")
    #expect(entries.first?.actor == admin.id)
    #expect(try log.verify() == AuditLog.Verification(entries: 6, firstBroken: nil))
    let attacks = [
      ("UPDATE audit_entries SET detail = 'remove: no' WHERE number = 3", 3),
      ("UPDATE audit_entries SET at = at + 1 WHERE number = 2", 2),
      ("DELETE FROM audit_entries WHERE number = 1", 1),
    ]
    for (sql, _) in attacks {
      let refusal = #expect(throws: DatabaseError.self) {
        try fixture.platform.store.write { _ = try $0.execute(sql) }
      }
      #expect(refusal?.code == .constraint)
    }
    #expect(try log.verify().firstBroken == nil)
    // Someone who may change the schema gets past the database, not past the chain.
    let drops =
      StoreEngine.chosen == .sqlite
      ? ["DROP TRIGGER audit_entries_unchanged", "DROP TRIGGER audit_entries_kept"]
      : ["DROP TRIGGER audit_entries_kept ON audit_entries"]
    for drop in drops { try fixture.platform.store.write { _ = try $0.execute(drop) } }
    for (sql, number) in attacks {
      _ = try fixture.platform.store.write { try $0.execute(sql) }
      #expect(try log.verify().firstBroken == number)
    }
  }
}
