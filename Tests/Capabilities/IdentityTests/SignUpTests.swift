import Access
import Base
import Identity
import PeopleTestSupport
import Storage
import Testing

@Suite("Signing up")
struct SignUpTests {
  let fixture: PeopleFixture

  init() throws { fixture = try PeopleFixture() }

  private func violations(_ json: String) -> [String] {
    (refusal { _ = try fixture.signUp(json) }?.violations ?? []).map(\.pointer).sorted()
  }

  @Test(
    "RL-ACC-01, TV-ACC-02, TV-ACC-07: a person signs up with first name, surname, email and password, and logs in"
  )
  func signUp() throws {
    let made = try fixture.signUp(
      """
      {"name": "Ana B", "givenName": "Ana", "familyName": "Bell", "email": "Ana@Example.org",
       "password": "Tangerine-42", "acceptTerms": true, "locale": "en-CA",
       "timeZone": "America/Toronto"}
      """)
    #expect(made.account.role == .general)
    #expect(made.account.givenName == "Ana")
    #expect(made.account.familyName == "Bell")
    let session = try fixture.logIn("ana@example.org")
    #expect(session.account.id == made.account.id)
    let caller = try fixture.people.identity.sessionCache.caller(token: session.token)
    #expect(try fixture.people.identity.accounts.own(caller: caller).email == "ana@example.org")
  }

  @Test(
    "TV-ACC-04: sign-up ends at the log-in, or logged in where the entry page says so"
  )
  func entryPages() throws {
    let json = """
      {"name": "N", "email": "n@example.org", "password": "Tangerine-42", "acceptTerms": true}
      """
    #expect(try fixture.signUp(json).session == nil)
    #expect(try fixture.count("SELECT COUNT(*) FROM sessions") == 0)
    let logged = try fixture.person("Mia")
    #expect(try logged.caller.account == logged.id)
  }

  @Test("TV-ACC-05: every missing field is named and nothing is created")
  func missingFields() throws {
    #expect(violations("{}") == ["/acceptTerms", "/email", "/name", "/password"])
    let blank = """
      {"name": "  ", "email": "", "password": "", "acceptTerms": true}
      """
    #expect(violations(blank) == ["/email", "/name", "/password"])
    #expect(try fixture.count("SELECT COUNT(*) FROM accounts") == 0)
  }

  @Test(
    "TV-ACC-03: without accepted terms there is no account; with them, version and time are kept")
  func terms() throws {
    let json = """
      {"name": "N", "email": "n@example.org", "password": "Tangerine-42", "acceptTerms": false}
      """
    #expect(violations(json) == ["/acceptTerms"])
    let person = try fixture.person("Ana")
    let consents = try fixture.people.identity.consents.current(caller: person.caller)
    #expect(consents.map(\.kind) == [.terms])
    #expect(consents.first?.version == fixture.platform.settings.termsVersion)
    #expect(consents.first?.at == fixture.clock.now())
  }

  @Test(
    "SC-REG-05, SC-SEC-02: a password too short, too common or equal to the email is refused with a message",
    arguments: [
      "", "a", "12345", "123456", "Password1", "qwerty", "aaaaaaaaaa", "n@example.org",
      // The same with what people put around and into them.
      "P@ssw0rd2024!", "Dragon1987", "jennifer!", "12monkey", "sunsh1ne", "MusTang99?",
      "dragondragon", "Ch0c0late", "1qaz2wsx", "password-1", "password_", "Password1$", "!password",
      "Passw0rd!!!1",
      "pa$$word-2024", "pass-word", "(dragon)99", "love1234!",
    ])
  func weakPasswords(password: String) throws {
    let json = """
      {"name": "N", "email": "n@example.org", "password": "\(password)", "acceptTerms": true}
      """
    #expect(violations(json) == ["/password"])
  }

  @Test(
    "SC-SEC-02: a long password may hold a common word, and digits and marks may be most of it",
    arguments: [
      "correct horse battery", "my dragon sleeps", "dragon-jennifer-42", "84#1972-love!",
      "Tangerine-42", "xK9#mmQ2",
      "Zürich-Kloten 7", "+41 44 668 18 00", "password of the day",
    ])
  func goodPasswords(password: String) throws {
    let json = """
      {"name": "N", "email": "n@example.org", "password": "\(password)", "acceptTerms": true}
      """
    #expect(violations(json) == [])
  }

  @Test(
    "given and family names hold nothing that is not seen", arguments: ["givenName", "familyName"])
  func hiddenNames(member: String) throws {
    let name = "An\u{202e}a"
    let json = """
      {"name": "N", "email": "n@example.org", "password": "Tangerine-42", "acceptTerms": true, "\(member)": "\(name)"}
      """
    #expect(violations(json) == ["/\(member)"])
    let refused = refusal {
      _ = try ProfileChange(reading: fixture.fields("{\"\(member)\": \"\(name)\"}"))
    }
    #expect(refused?.violations.map(\.pointer) == ["/\(member)"])
  }

  @Test("SC-REG-05: six characters are enough")
  func shortPassword() throws {
    _ = try fixture.signUp(
      """
      {"name": "N", "email": "n@example.org", "password": "k7!pQz", "acceptTerms": true}
      """)
  }

  @Test("SC-REG-06: a confirmation that differs is refused at its field")
  func confirmation() throws {
    let json = """
      {"name": "N", "email": "n@example.org", "password": "Tangerine-42",
       "passwordConfirmation": "Tangerine-43", "acceptTerms": true}
      """
    #expect(violations(json) == ["/passwordConfirmation"])
  }

  @Test(
    "TV-ACC-16: an email in use, in any letter case, creates nothing; its holder is told, nobody else"
  )
  func uniqueEmail() throws {
    let ana = try fixture.person("Ana")
    let again = try fixture.signUp(
      """
      {"name": "Other", "email": "ANA@example.ORG", "password": "Tangerine-43",
       "acceptTerms": true, "logIn": true}
      """)
    #expect(again.account.id != ana.id)
    let token = try #require(again.session?.token)
    #expect(try fixture.people.identity.sessionCache.caller(token: token).account == nil)
    #expect(kind { _ = try fixture.logIn("ana@example.org", "Tangerine-43") } == .unauthenticated)
    let mails = try fixture.platform.store.read { session in
      try session.all("SELECT recipient, subject FROM mails") {
        try $0.text(0) + ": " + $0.text(1)
      }
    }
    #expect(mails == ["ana@example.org: You have an account already"])
    #expect(try fixture.count("SELECT COUNT(*) FROM accounts") == 1)
    #expect(try ana.caller.account == ana.id)
  }

  @Test("TV-ACC-17: the database itself refuses a second email or password of one account")
  func oneEmail() throws {
    let ana = try fixture.person("Ana")
    for sql in [
      "INSERT INTO identifiers (account, kind, value) VALUES (?1, 'email', 'b@example.org')",
      "INSERT INTO credentials (account, hash, changed_at) VALUES (?1, 'x', 1)",
    ] {
      #expect(throws: DatabaseError.self) {
        _ = try fixture.platform.store.write { try $0.execute(sql, [.id(ana.id)]) }
      }
    }
  }

  @Test(
    "what is no email address is refused",
    arguments: [
      "x", "@", "a@", "@b.org", "a@b", "a b@c.org", "a@b..org", "a.@b.org", ".a@b.org",
      "a@-b.org", "a@b-.org", "a@@b.org", "a@b.org\\u0000", "a\\r\\nBcc: x@y.org",
    ])
  func wrongEmails(email: String) throws {
    let json = """
      {"name": "N", "email": "\(email)", "password": "Tangerine-42", "acceptTerms": true}
      """
    #expect(violations(json).contains("/email"))
  }

  @Test("unusual email addresses are accepted")
  func rightEmails() {
    for email in ["o'neil+tag@sub.example.co", "zoë@bücher.example", "a@b.cd", "1@2.3c"] {
      #expect(EmailAddress(email) != nil, "\(email)")
    }
    #expect(EmailAddress(" Ana@Example.ORG ")?.text == "ana@example.org")
    #expect(EmailAddress(String(repeating: "a", count: 65) + "@b.org") == nil)
  }

  @Test(
    "the age that is recommended is answered, and sign-up records the answer, not the birth date")
  func age() throws {
    let notice = ServiceNotice(fixture.platform.settings)
    #expect(notice.ageNotice.contains("16"))
    #expect(written { notice.write(to: &$0) }.contains("\"recommendedAge\":16"))
    let made = try fixture.signUp(
      """
      {"name": "N", "email": "n@example.org", "password": "Tangerine-42", "acceptTerms": true,
       "isOfRecommendedAge": false}
      """)
    #expect(
      try fixture.count(
        "SELECT COUNT(*) FROM age_assertions WHERE account = ?1 AND threshold = 16 AND answer = 0",
        [.id(made.account.id)]) == 1)
  }

  @Test("the region of storage that is set is in the notice")
  func region() {
    let notice = ServiceNotice(fixture.platform.settings)
    #expect(written { notice.write(to: &$0) }.contains("\"storageRegion\":\"North America\""))
  }

  @Test(
    "RL-ACC-02: sign-up makes general users only; the database knows three roles and one per account"
  )
  func roles() throws {
    let unknown = """
      {"name": "N", "email": "n@example.org", "password": "Tangerine-42", "acceptTerms": true,
       "role": "admin"}
      """
    #expect(violations(unknown) == ["/role"])
    let ana = try fixture.person("Ana")
    #expect(try ana.caller.role == .general)
    #expect(try fixture.admin().caller.role == .admin)
    #expect(throws: DatabaseError.self) {
      _ = try fixture.platform.store.write {
        try $0.execute("UPDATE accounts SET role = 'owner' WHERE id = ?1", [.id(ana.id)])
      }
    }
  }

  @Test("sign-ups from one address are limited exactly")
  func limited() throws {
    var limits = AttemptLimits.none
    limits.signUpsPerAddress = RateLimitPolicy(burst: 3, perSecond: 1 / 60)
    let fixture = try PeopleFixture(limits: limits)
    for name in ["A", "B", "C"] { _ = try fixture.person(name) }
    let fourth = refusal { _ = try fixture.person("D") }
    #expect(fourth?.kind == .limited)
    #expect(fourth?.retryAfterSeconds == 60)
    fixture.clock.advance(seconds: 60)
    _ = try fixture.person("D")
  }
}
