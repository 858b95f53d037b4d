import Access
import Base
import Foundation
import Notifications
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@Suite("Repeated requests")
struct IdempotencyTests {
  let fixture: PeopleFixture

  init() throws { fixture = try PeopleFixture() }

  @Test("the same key does the work once, replays the answer, and refuses another request")
  func idempotency() throws {
    let (ana, bob) = (try fixture.person("Ana"), try fixture.person("Bob"))
    let service = fixture.people.access.idempotency
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
    let service = fixture.people.access.idempotency
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
      let outcome = try? fixture.people.access.idempotency.begin(
        key: "k", operation: "o", body: [], account: ana.id)
      if outcome == .proceed { ahead.withLock { $0 += 1 } }
    }
    #expect(ahead.current == 1)
  }
}
