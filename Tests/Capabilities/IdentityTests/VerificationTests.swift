import Access
import Base
import Foundation
import Identity
import Mail
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@Suite("Proving addresses and telephone numbers")
struct VerificationTests {
  let fixture: PeopleFixture
  var service: VerificationService { fixture.people.identity.verification }
  static let number = "+4232366111"

  init() throws { fixture = try PeopleFixture() }

  private func request(_ person: PeopleFixture.Person, _ json: String) throws -> PendingVerification
  {
    try service.request(VerificationRequest(reading: fixture.fields(json)), caller: person.caller)
  }

  private func phone(_ person: PeopleFixture.Person, _ number: String = number) throws {
    _ = try request(person, "{\"kind\": \"phone\", \"phoneNumber\": \"\(number)\"}")
  }

  private func prove(
    _ person: PeopleFixture.Person, _ kind: IdentifierKind, _ code: String
  ) throws -> Account {
    try service.prove(
      VerificationProof(
        reading: fixture.fields("{\"kind\": \"\(kind.rawValue)\", \"code\": \"\(code)\"}")),
      caller: person.caller)
  }

  /// The newest message's channel, recipient and code.
  private func message() throws -> (channel: String, recipient: String, code: String) {
    // What asks the mail folder to forget says nothing, and may bear a later identifier.
    let mail = try #require(fixture.mails().last { $0.channel != .erasure })
    return (mail.channel.rawValue, mail.recipient, String(mail.body.prefix(6)))
  }

  private func otherCode(than code: String) -> String { code == "000000" ? "000001" : "000000" }

  @Test(
    "SC-REG-02, SC-REG-08: sign-up takes a telephone number and sends it a code; the number opens the account once the code is entered"
  )
  func signUp() throws {
    let made = try fixture.signUp(
      """
      {"name": "Ana", "email": "ana@example.org", "phoneNumber": "00423 236 61 11",
       "password": "Tangerine-42", "passwordConfirmation": "Tangerine-42", "acceptTerms": true,
       "logIn": true}
      """)
    let ana = PeopleFixture.Person(
      account: made.account, token: try #require(made.session).token,
      cache: fixture.people.identity.sessionCache)
    let sent = try message()
    #expect(sent.channel == "text" && sent.recipient == Self.number)
    #expect(made.account.phoneNumber == nil)
    #expect(kind { _ = try fixture.logIn(Self.number) } == .unauthenticated)
    #expect(try prove(ana, .phone, sent.code).phoneNumber == Self.number)
    #expect(try fixture.logIn("+423 / 236-61-11").account.id == ana.id)
    #expect(try fixture.notices(ana) == ["You can log in with \(Self.number) from now on."])
  }

  @Test("SC-LOG-02, CG-X-01: the same account opens by email and by telephone number")
  func eitherLogin() throws {
    let ana = try fixture.person("Ana")
    try phone(ana)
    _ = try prove(ana, .phone, message().code)
    #expect(try fixture.logIn(Self.number).account.id == ana.id)
    #expect(try fixture.logIn("ana@example.org").account.id == ana.id)
    #expect(kind { _ = try fixture.logIn(Self.number, "Wrong-4242") } == .unauthenticated)
    try service.removePhone(caller: ana.caller)
    #expect(kind { _ = try fixture.logIn(Self.number) } == .unauthenticated)
    #expect(kind { try service.removePhone(caller: ana.caller) } == .notFound)
    try phone(ana)
    let code = try message().code
    try service.removePhone(caller: ana.caller)
    #expect(refusal { _ = try prove(ana, .phone, code) }?.slug == "code-needed")
  }

  @Test(
    "SC-REG-04: what is no telephone number is refused with what to correct",
    arguments: [
      "236 61 11", "+0123456789", "+423 236", "+1234567890123456", "+423-ABC-6111", "ana@x.org",
    ])
  func wrongNumbers(_ number: String) throws {
    let ana = try fixture.person("Ana")
    let wrong = refusal { try phone(ana, number) }
    #expect(wrong?.violations.map(\.pointer) == ["/phoneNumber"])
    #expect(try fixture.count("SELECT COUNT(*) FROM mails") == 0)
  }

  @Test("SC-REG-06: a confirmation that differs from the password is refused")
  func confirmation() throws {
    let wrong = refusal {
      _ = try fixture.signUp(
        """
        {"name": "Ana", "email": "ana@example.org", "phoneNumber": "+4232366111",
         "password": "Tangerine-42", "passwordConfirmation": "Tangerine-43", "acceptTerms": true}
        """)
    }
    #expect(wrong?.violations.map(\.pointer) == ["/passwordConfirmation"])
    #expect(try fixture.count("SELECT COUNT(*) FROM accounts") == 0)
  }

  @Test("SC-REG-07: a number that is in use is refused, at sign-up and later, and makes nothing")
  func taken() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    try phone(ben)
    let early = try message().code
    try phone(ana)
    _ = try prove(ana, .phone, message().code)
    #expect(refusal { try phone(ben) }?.slug == "phone-taken")
    #expect(refusal { _ = try prove(ben, .phone, early) }?.slug == "phone-taken")
    let accounts = try fixture.count("SELECT COUNT(*) FROM accounts")
    let refused = refusal {
      _ = try fixture.signUp(
        """
        {"name": "Cleo", "email": "cleo@example.org", "phoneNumber": "\(Self.number)",
         "password": "Tangerine-42", "acceptTerms": true}
        """)
    }
    #expect(refused?.violations.map(\.pointer) == ["/phoneNumber"])
    #expect(try fixture.count("SELECT COUNT(*) FROM accounts") == accounts)
    #expect(try fixture.logIn(Self.number).account.id == ana.id)
  }

  @Test(
    "SC-REG-10, CG-SC-03: a wrong code proves nothing and may be entered again, five times and for ten minutes"
  )
  func wrongCodes() throws {
    let ana = try fixture.person("Ana")
    #expect(refusal { _ = try prove(ana, .phone, "123456") }?.slug == "code-needed")
    try phone(ana)
    var code = try message().code
    #expect(Int(code) != nil && code.count == 6)
    for _ in 0..<4 {
      let wrong = refusal { _ = try prove(ana, .phone, otherCode(than: code)) }
      #expect(wrong?.violations.map(\.pointer) == ["/code"])
    }
    let spaced = "\(code.prefix(3)) \(code.suffix(3))"
    #expect(try prove(ana, .phone, spaced).phoneNumber == Self.number)
    #expect(
      refusal { _ = try prove(ana, .phone, code) }?.slug == "code-needed", "a code works once")

    try phone(ana, "+4232366112")
    code = try message().code
    for _ in 0..<5 { _ = refusal { _ = try prove(ana, .phone, otherCode(than: code)) } }
    #expect(refusal { _ = try prove(ana, .phone, code) }?.slug == "code-needed")
    try phone(ana, "+4232366112")
    code = try message().code
    fixture.clock.advance(seconds: 600)
    #expect(refusal { _ = try prove(ana, .phone, code) }?.slug == "code-needed")
    #expect(try fixture.people.identity.accounts.own(caller: ana.caller).phoneNumber == Self.number)
    #expect(try fixture.people.access.maintenance.expire()["identifierCodes"] == 1)
  }

  @Test("an email address is proved by a code, once; a code for one kind does not prove the other")
  func email() throws {
    let ana = try fixture.person("Ana")
    let pending = try request(ana, "{\"kind\": \"email\"}")
    #expect(pending.value == "ana@example.org")
    let sent = try message()
    #expect(sent.channel == "mail" && sent.recipient == "ana@example.org")
    #expect(refusal { _ = try prove(ana, .phone, sent.code) }?.slug == "code-needed")
    #expect(try prove(ana, .email, sent.code).emailVerifiedAt != nil)
    #expect(refusal { _ = try request(ana, "{\"kind\": \"email\"}") }?.slug == "already-verified")
  }

  @Test("codes are limited by account and by recipient; the database does not hold them")
  func limits() throws {
    var limits = AttemptLimits.none
    limits.codesPerRecipient = RateLimitPolicy(burst: 2, perSecond: 1 / 600)
    let strict = try PeopleFixture(limits: limits)
    let (ana, ben) = (try strict.person("Ana"), try strict.person("Ben"))
    let ask = { (person: PeopleFixture.Person) in
      _ = try strict.people.identity.verification.request(
        VerificationRequest(
          reading: strict.fields("{\"kind\": \"phone\", \"phoneNumber\": \"\(Self.number)\"}")),
        caller: person.caller)
    }
    try ask(ana)
    try ask(ben)
    #expect(kind { try ask(ana) } == .limited)
    let digests = try strict.platform.store.read { session in
      try session.all("SELECT digest FROM identifier_codes") { try $0.blob(0) }
    }
    #expect(digests.count == 2 && Set(digests).count == 2)
  }

  @Test("erasing an account frees its number and takes unsent codes along")
  func erasure() throws {
    let ana = try fixture.person("Ana")
    try phone(ana)
    _ = try prove(ana, .phone, message().code)
    try phone(ana, "+4232366112")
    try fixture.people.identity.privacy.erase(password: PeopleFixture.password, caller: ana.caller)
    // What is left asks the mail folder to forget, and is sent to nobody.
    #expect(try fixture.mails().allSatisfy { $0.channel == .erasure })
    #expect(try fixture.count("SELECT COUNT(*) FROM identifier_codes") == 0)
    let ben = try fixture.person("Ben")
    try phone(ben)
    #expect(try prove(ben, .phone, message().code).phoneNumber == Self.number)
  }
}
