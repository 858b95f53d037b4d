import Access
import Base
import Cryptography
import Foundation
import Groups
import Identity
import Mail
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@Suite("Changing and recovering passwords")
struct PasswordTests {
  let fixture: PeopleFixture
  var service: PasswordService { fixture.people.identity.passwords }

  init() throws { fixture = try PeopleFixture() }

  private func change(_ json: String) throws -> PasswordChange {
    try PasswordChange(reading: fixture.fields(json))
  }

  private func mailed() throws -> [String] { try fixture.mails().map(\.body) }

  private func temporaryPassword() throws -> String {
    let lines = try #require(mailed().last).split(separator: "\n")
    return String(try #require(lines.first { $0.utf8.count == 19 && !$0.contains(" ") }))
  }

  @Test("a new password needs the current one and ends the other sessions at once")
  func changes() throws {
    let ana = try fixture.person("Ana")
    let other = try fixture.logIn("ana@example.org")
    let wrong = refusal {
      try service.change(
        change("{\"current\": \"nonsense\", \"new\": \"Persimmon-43\"}"), caller: ana.caller)
    }
    #expect(wrong?.violations.map(\.pointer) == ["/current"])
    let weak = refusal {
      try service.change(
        change("{\"current\": \"Tangerine-42\", \"new\": \"123456\"}"), caller: ana.caller)
    }
    #expect(weak?.violations.map(\.pointer) == ["/new"])
    try service.change(
      change("{\"current\": \"Tangerine-42\", \"new\": \"Persimmon-43\"}"), caller: ana.caller)
    #expect(try ana.caller.account == ana.id)
    #expect(try fixture.people.identity.sessionCache.caller(token: other.token).account == nil)
    #expect(kind { _ = try fixture.logIn("ana@example.org") } == .unauthenticated)
    _ = try fixture.logIn("ana@example.org", "Persimmon-43")
    #expect(try fixture.notices(ana) == ["Your password was changed."])
  }

  @Test(
    "TV-ACC-10: recovery mails a temporary password; an unknown address is answered alike and gets nothing"
  )
  func recovery() throws {
    _ = try fixture.person("Ana")
    try service.recover(email: "nobody@example.org", from: PeopleFixture.address)
    #expect(try mailed().isEmpty)
    try service.recover(email: "Ana@example.org", from: PeopleFixture.address)
    #expect(try mailed().count == 1)
    let stored = try fixture.platform.store.read { session in
      try session.all("SELECT digest FROM temporary_credentials") { try $0.blob(0) }
    }
    #expect(stored == [TemporaryPassword.digest(try temporaryPassword()).bytes])
    _ = try fixture.logIn("ana@example.org")
    #expect(
      kind { _ = try fixture.logIn("ana@example.org", temporaryPassword()) } == .unauthenticated,
      "a log-in with the ordinary password makes the temporary one worthless")
  }

  @Test("TV-ACC-11: a temporary password opens, once, a session that can only set a new one")
  func temporary() throws {
    let ana = try fixture.person("Ana")
    try service.recover(email: "ana@example.org", from: PeopleFixture.address)
    let password = try temporaryPassword()
    let session = try fixture.logIn("ana@example.org", password)
    #expect(written { session.write(to: &$0) }.contains("\"mustChangePassword\":true"))
    let cache = fixture.people.identity.sessionCache
    let caller = try cache.caller(token: session.token)
    let refused = refusal { _ = try fixture.people.identity.accounts.own(caller: caller) }
    #expect(refused?.slug == "password-must-be-replaced")
    #expect(kind { _ = try fixture.people.identity.privacy.export(caller: caller) } == .forbidden)
    #expect(caller.visibleRealms == [SubRealmID.publicRealm])
    #expect(kind { _ = try fixture.logIn("ana@example.org", password) } == .unauthenticated)
    try service.change(change("{\"new\": \"Persimmon-43\"}"), caller: caller)
    let free = try cache.caller(token: session.token)
    #expect(try fixture.people.identity.accounts.own(caller: free).emailVerifiedAt != nil)
    #expect(try ana.caller.account == nil, "sessions from before the change end")
    _ = try fixture.logIn("ana@example.org", "Persimmon-43")
    #expect(kind { _ = try fixture.logIn("ana@example.org") } == .unauthenticated)
  }

  @Test("one address asks for five recoveries, and for one account three, before it has to wait")
  func recoveryLimits() throws {
    let fixture = try PeopleFixture(limits: AttemptLimits())
    func recover(_ email: String, from address: String) -> Refusal? {
      refusal {
        try fixture.people.identity.passwords.recover(email: email, from: ClientAddress(address))
      }
    }
    for number in 0..<5 {
      #expect(recover("nobody\(number)@example.org", from: "192.0.2.1") == nil)
    }
    let sixth = recover("nobody5@example.org", from: "192.0.2.1")
    #expect(sixth?.kind == .limited && sixth?.retryAfterSeconds == 60)
    // Whoever comes from everywhere does not fill somebody's mailbox either.
    for number in 0..<3 {
      #expect(recover("ana@example.org", from: "192.0.2.1\(number)") == nil)
    }
    let fourth = recover("ana@example.org", from: "192.0.2.19")
    #expect(fourth?.kind == .limited && fourth?.retryAfterSeconds == 1200)
  }

  @Test("a temporary password ends after an hour")
  func temporaryExpires() throws {
    _ = try fixture.person("Ana")
    try service.recover(email: "ana@example.org", from: PeopleFixture.address)
    let password = try temporaryPassword()
    fixture.clock.advance(seconds: 3600)
    #expect(kind { _ = try fixture.logIn("ana@example.org", password) } == .unauthenticated)
    #expect(try fixture.people.access.maintenance.expire()["temporaryPasswords"] == 1)
  }

  @Test("a hash of another cost is renewed at the next log-in")
  func rehash() throws {
    _ = try fixture.person("Ana")
    let dearer = try PeopleServices(
      platform: fixture.platform,
      hasher: PasswordHasher(cost: PasswordHasher.Cost(memory: 16384, passes: 1)), limits: .none)
    let fields = try fixture.fields(
      "{\"login\": \"ana@example.org\", \"password\": \"Tangerine-42\"}")
    _ = try dearer.identity.sessions.logIn(LogIn(reading: fields), from: PeopleFixture.address)
    let hash = try fixture.platform.store.read { session in
      try session.first("SELECT hash FROM credentials") { try $0.text(0) }
    }
    #expect(hash?.contains("m=16,") == true)
    _ = try fixture.logIn("ana@example.org")
  }

  @Test("BZ-SEC-01: no stored byte holds a password or a token")
  func nothingReadable() throws {
    let ana = try fixture.person("Ana")
    let session = try fixture.logIn("ana@example.org")
    let realm = try fixture.realm(ana)
    let link = try fixture.people.groups.invitations.invite(
      into: realm.id, InvitationDraft(reading: fixture.fields("{\"link\": true}")),
      caller: ana.caller)
    let folder = fixture.folder.path
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
      for secret in [PeopleFixture.password, ana.token, session.token, link.token ?? "-"] {
        #expect(data.range(of: Data(secret.utf8)) == nil, "\(name)")
      }
    }
  }
}
