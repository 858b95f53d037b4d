import Base
import Cryptography
import Dispatch
import Moderation
import Notifications
import PeopleTestSupport
import Storage
import Testing

@testable import Access
@testable import Groups
@testable import Identity

@Suite("Logging in and out")
struct SessionTests {
  let fixture: PeopleFixture

  init() throws { fixture = try PeopleFixture() }

  @Test("SC-LOG-02: right details begin a session; only a digest of its token is stored")
  func logIn() throws {
    let ana = try fixture.person("Ana")
    let session = try fixture.logIn("ANA@example.org")
    #expect(session.account.id == ana.id)
    #expect(session.token != ana.token)
    #expect(written { session.write(to: &$0) }.contains(session.token))
    let stored = try fixture.platform.store.read { store in
      try store.all("SELECT token FROM sessions") { try $0.blob(0) }
    }
    #expect(stored.count == 2)
    #expect(stored.allSatisfy { $0.count == 32 && !$0.elementsEqual(Array(session.token.utf8)) })
  }

  @Test(
    "MF-ACC-04, SC-LOG-03, TV-ACC-06, TV-ACC-09: wrong password and unknown account get one and the same message"
  )
  func oneMessage() throws {
    _ = try fixture.person("Ana")
    let wrong = refusal { _ = try fixture.logIn("ana@example.org", "Tangerine-43") }
    let unknown = refusal { _ = try fixture.logIn("nobody@example.org") }
    #expect(wrong?.kind == .unauthenticated)
    #expect(wrong == unknown)
    #expect(wrong?.detail.contains("no account with this login and password") == true)
    #expect(try fixture.count("SELECT COUNT(*) FROM sessions") == 1)
  }

  @Test("TV-ACC-08: an empty field is named")
  func emptyField() throws {
    let empty = refusal { _ = try fixture.logIn("", "") }
    #expect(empty?.violations.map(\.pointer) == ["/login", "/password"])
  }

  @Test(
    "MF-ACC-06, SC-LOG-04, SC-Q-23: after log-out the token is refused at the very next request")
  func logOut() throws {
    let ana = try fixture.person("Ana")
    let other = try fixture.logIn("ana@example.org")
    let caller = try ana.caller
    let clock = SystemClock()
    let begun = clock.monotonicSeconds()
    try fixture.people.identity.sessions.logOut(caller: caller)
    #expect(try ana.caller.account == nil)
    #expect(clock.monotonicSeconds() - begun < 10)
    #expect(
      kind { _ = try fixture.people.identity.accounts.own(caller: ana.caller) } == .unauthenticated)
    #expect(try fixture.people.identity.sessionCache.caller(token: other.token).account == ana.id)
  }

  @Test(
    "MF-ACC-06, SC-LOG-04: a session whose end cannot be written down is refused at once; it is written later"
  )
  func unwrittenEnd() throws {
    let ana = try fixture.person("Ana")
    let other = try fixture.logIn("ana@example.org")
    let cache = fixture.people.identity.sessionCache
    let session = try #require(try ana.caller.loggedIn?.session)
    cache.end(session, of: ana.id)
    // Neither what is in memory nor what the store still has lets anybody in.
    for _ in 0..<2 { #expect(try cache.caller(token: ana.token).account == nil) }
    #expect(try cache.caller(token: other.token).account == ana.id)
    #expect(
      try SessionCache(platform: fixture.platform, parts: []).caller(token: ana.token).account
        == ana.id)
    try cache.saveEnds()
    #expect(
      try SessionCache(platform: fixture.platform, parts: []).caller(token: ana.token).account
        == nil)
    #expect(try cache.caller(token: ana.token).account == nil)
    #expect(try cache.caller(token: other.token).account == ana.id)
  }

  @Test("RL-ACC-05: without log-in, and after it has ended, every service refuses")
  func needsLogIn() throws {
    let people = fixture.people
    let page = PageRequest()
    let anonymous = Caller.anonymous
    #expect(kind { _ = try people.identity.accounts.own(caller: anonymous) } == .unauthenticated)
    #expect(
      kind { _ = try people.groups.subRealms.list(page, caller: anonymous) } == .unauthenticated)
    #expect(
      kind { _ = try people.groups.invitations.waiting(page, caller: anonymous) }
        == .unauthenticated)
    #expect(kind { _ = try people.notifications.list(page, caller: anonymous) } == .unauthenticated)
    #expect(kind { _ = try people.identity.privacy.export(caller: anonymous) } == .unauthenticated)
    #expect(
      kind { _ = try people.moderation.reports.queue(nil, page, caller: anonymous) }
        == .unauthenticated)
    #expect(kind { _ = try people.identity.sessions.list(caller: anonymous) } == .unauthenticated)
    for token in ["", "x", String(repeating: "A", count: 43), String(repeating: "é", count: 43)] {
      #expect(try people.identity.sessionCache.caller(token: token).account == nil)
    }
  }

  @Test("sessions are listed and ended one by one; nobody ends another's")
  func revoke() throws {
    let ana = try fixture.person("Ana")
    let bob = try fixture.person("Bob")
    let phone = try fixture.logIn("ana@example.org")
    let list = try fixture.people.identity.sessions.list(caller: ana.caller)
    #expect(list.map(\.id).first == phone.session.id)
    #expect(list.count == 2)
    #expect(
      kind { try fixture.people.identity.sessions.revoke(phone.session.id, caller: bob.caller) }
        == .notFound
    )
    try fixture.people.identity.sessions.revoke(phone.session.id, caller: ana.caller)
    #expect(try fixture.people.identity.sessionCache.caller(token: phone.token).account == nil)
  }

  @Test("a session ends after 30 days without use, and lives on with use")
  func expiry() throws {
    let ana = try fixture.person("Ana")
    let idle = try fixture.logIn("ana@example.org")
    for _ in 0..<6 {
      fixture.clock.advance(seconds: 10 * 86_400)
      #expect(try ana.caller.account == ana.id)
      try fixture.people.identity.sessionCache.saveUse()
    }
    #expect(try fixture.people.identity.sessionCache.caller(token: idle.token).account == nil)
    #expect(try fixture.people.access.maintenance.expire()["sessions"] == 1)
    let fresh = try SessionCache(platform: fixture.platform, parts: [])
    #expect(try fresh.caller(token: ana.token).account == ana.id)
    fixture.clock.advance(seconds: 30 * 86_400 + 1)
    #expect(try ana.caller.account == nil)
    #expect(try fresh.caller(token: ana.token).account == nil)
  }

  @Test(
    "attempts per account and per address are limited exactly, also for accounts that are not there"
  )
  func limits() throws {
    var limits = AttemptLimits.none
    limits.logInsPerAccount = RateLimitPolicy(burst: 3, perSecond: 1 / 60)
    limits.logInsPerAddress = RateLimitPolicy(burst: 5, perSecond: 0.1)
    let fixture = try PeopleFixture(limits: limits)
    _ = try fixture.person("Ana")
    for login in ["ana@example.org", "nobody@example.org"] {
      let fixture = try PeopleFixture(limits: limits)
      for _ in 0..<3 {
        #expect(kind { _ = try fixture.logIn(login, "wrong one") } == .unauthenticated)
      }
      let limited = refusal { _ = try fixture.logIn(login) }
      #expect(limited?.kind == .limited)
      #expect(limited?.retryAfterSeconds == 60)
      #expect(kind { _ = try fixture.logIn("other@example.org") } == .unauthenticated)
      #expect(kind { _ = try fixture.logIn("third@example.org") } == .limited)
      let elsewhere = ClientAddress("192.0.2.8")
      #expect(
        kind { _ = try fixture.logIn("third@example.org", "wrong", from: elsewhere) }
          == .unauthenticated)
    }
  }

  @Test("failures in a row are counted in the store, and a right log-in forgets them")
  func persistentCounter() throws {
    _ = try fixture.person("Ana")
    for _ in 0..<9 { _ = refusal { _ = try fixture.logIn("ana@example.org", "wrong one") } }
    _ = try fixture.logIn("ana@example.org")
    #expect(try fixture.count("SELECT COUNT(*) FROM login_attempts") == 0)
    for _ in 0..<10 { _ = refusal { _ = try fixture.logIn("ana@example.org", "wrong one") } }
    let limited = refusal { _ = try fixture.logIn("ana@example.org") }
    #expect(limited?.kind == .limited)
    #expect(limited?.retryAfterSeconds == 2)
    fixture.clock.advance(seconds: 2)
    _ = try fixture.logIn("ana@example.org")
  }

  @Test("a session that is ended while it is being found is not kept")
  func endedWhileFound() throws {
    let ana = try fixture.person("Ana")
    let session = try #require(ana.caller.loggedIn?.session)
    let store = fixture.platform.store
    let ended = Guarded(false)
    let cache = try SessionCache(platform: fixture.platform, parts: []) { digest in
      let found = try store.readOnce { try SessionStore.resolve(digest, [], in: $0) }
      // At this very moment it is ended elsewhere.
      if ended.swap(true) == false {
        try store.write { _ = try SessionStore.end(session, of: ana.account.id, in: $0) }
      }
      return found
    }
    _ = try cache.caller(token: ana.token)
    #expect(try cache.caller(token: ana.token).account == nil)
    #expect(cache.count == 0)
  }

  @Test("IPv6 clients are counted by their /64 network, mapped IPv4 like IPv4")
  func addresses() {
    let key = { ClientAddress($0).limitKey }
    #expect(key("2001:db8:1:2::1") == key("2001:db8:1:2:ffff::9"))
    #expect(key("2001:db8:1:2::1") != key("2001:db8:1:3::1"))
    #expect(key("::ffff:192.0.2.7") == key("192.0.2.7"))
    #expect(key("nonsense:") == "nonsense:")
  }

  @Test("SC-LOG-03: an unknown account takes as long to be refused as a known one")
  func timing() throws {
    let hasher = try PasswordHasher(cost: PasswordHasher.Cost(memory: 8 << 20, passes: 2))
    let services = try PeopleServices(
      platform: fixture.platform, hasher: hasher, limits: .none)
    let fields = { (email: String) in
      try fixture.fields("{\"login\": \"\(email)\", \"password\": \"Tangerine-43\"}")
    }
    _ = try services.identity.accounts.signUp(
      SignUp(
        reading: fixture.fields(
          """
          {"name": "Ana", "email": "ana@example.org", "password": "Tangerine-42",
           "acceptTerms": true}
          """), settings: fixture.platform.settings), from: PeopleFixture.address)
    let clock = SystemClock()
    let median = { (email: String) in
      (0..<7).map { _ in
        let start = clock.monotonicSeconds()
        _ = refusal {
          _ = try services.identity.sessions.logIn(
            LogIn(reading: fields(email)), from: PeopleFixture.address)
        }
        return clock.monotonicSeconds() - start
      }.sorted()[3]
    }
    let (known, unknown) = (median("ana@example.org"), median("nobody@example.org"))
    print("refused log-in, debug build: known \(known * 1e3) ms, unknown \(unknown * 1e3) ms")
    #expect(unknown > known / 4)
  }

  @Test("the cache stays within its bounds and stays right", arguments: [11, 12] as [UInt64])
  func boundedCache(seed: UInt64) throws {
    let cache = try SessionCache(platform: fixture.platform, parts: [], room: 8)
    var tokens = [String: EntityID]()
    for index in 0..<20 {
      let person = try fixture.person("P\(index)")
      tokens[person.token] = person.id
    }
    var random = SeededRandom(seed: seed)
    let all = tokens.keys.sorted()
    var ended: Set<String> = []
    for _ in 0..<400 {
      let token = all[Int(random.next() % UInt64(all.count))]
      let caller = try cache.caller(token: token)
      #expect(caller.account == (ended.contains(token) ? nil : tokens[token]), "seed \(seed)")
      if random.next() % 20 == 0, !ended.contains(token) {
        try fixture.people.identity.sessions.logOut(caller: caller)
        ended.insert(token)
      }
      #expect(cache.count <= 8)
    }
    #expect(!ended.isEmpty)
  }

  @Test("a known token is answered in about a microsecond")
  func speed() throws {
    let ana = try fixture.person("Ana")
    _ = try ana.caller
    let clock = SystemClock()
    let start = clock.monotonicSeconds()
    for _ in 0..<20_000 { _ = try fixture.people.identity.sessionCache.caller(token: ana.token) }
    let each = (clock.monotonicSeconds() - start) / 20_000
    print("session lookup, debug build: \(each * 1e6) us")
    #expect(each < 1e-3)
  }

  @Test("MF-ACC-06: a session that ends while it is being looked up is never kept as a live one")
  func race() throws {
    let ana = try fixture.person("Ana")
    let others = try (0..<2).map { _ in try fixture.logIn("ana@example.org").token }
    for round in 0..<150 {
      // Room for one: each look-up reads the database and keeps what it has read.
      let cache = try SessionCache(platform: fixture.platform, parts: [], room: 1)
      let victim = try fixture.logIn("ana@example.org")
      let tokens = others + [victim.token]
      let caller = try cache.caller(token: victim.token)
      let hasEnded = Guarded(false)
      let failures = Guarded(0)
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        if thread == 0 {
          if (try? fixture.people.identity.sessions.logOut(caller: caller)) == nil {
            failures.withLock { $0 += 1 }
          }
          hasEnded.swap(true)
        }
        var turn = thread
        while !hasEnded.current {
          _ = try? cache.caller(token: tokens[turn % 3])
          turn += 1
        }
      }
      #expect(failures.current == 0)
      #expect(try cache.caller(token: victim.token).account == nil, "round \(round)")
      #expect(try cache.caller(token: ana.token).account == ana.id)
    }
  }
}
