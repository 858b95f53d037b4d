import Access
import Base
import HTTPServing
import Mail
import Outgoing
import Testing
import WaysideAPI

@Suite("while mail is down")
struct MailOutageTests {
  /// A mail server that is there or not, and may refuse.
  private final class House: MailTransport {
    let error = Guarded<(any Error)?>(nil)
    let bodies = Guarded<[String]>([])

    func send(_ mail: OutgoingMail, isCancelled: @escaping @Sendable () -> Bool) throws {
      if let error = error.current { throw error }
      bodies.withLock { $0.append(mail.body) }
    }
  }

  private let fixture: APIFixture
  private let house = House()

  init() throws { fixture = try APIFixture() }

  /// Asks for a temporary password and a code, and has the mails tried; whether the answers say that
  /// mail is late.
  private func isDelayed(_ person: APIFixture.Person) throws -> [Bool?] {
    let recovery = try fixture.call(
      .post, "/v1/password-recoveries", ["email": .text(person.email)])
    let code = try fixture.call(.post, "/v1/me/verifications", as: person, ["kind": "email"])
    try #require(recovery.status == 202 && code.status == 202, "\(recovery.text) \(code.text)")
    return [recovery, code].map { $0.json["delayed"]?.bool }
  }

  private func deliver() throws {
    fixture.clock.advance(seconds: 3600)
    try MailDispatcher(
      platform: fixture.services.platform, outbox: fixture.services.mail.outbox, transport: house
    ).deliverPending()
  }

  private func notes() throws -> [String?] {
    try fixture.call(.get, "/readyz").json["notes"]?.array?.map(\.string) ?? []
  }

  @Test(
    "MF-GC-07: while mail is down, people and the operator are told, all else works, and what was asked for comes later"
  )
  func outage() throws {
    let ana = try fixture.person("Ana")
    #expect(try isDelayed(ana) == [false, false] && notes().isEmpty)
    house.error.swap(OutgoingError(.unreachable, "nobody answers"))
    try deliver()
    let since = fixture.clock.now()
    #expect(try isDelayed(ana) == [true, true])
    #expect(try notes() == ["mail: nothing has left since \(since)"])
    let phone = try fixture.call(
      .post, "/v1/me/verifications", as: ana, ["kind": "phone", "phoneNumber": "+41791234567"])
    #expect(phone.json["delayed"]?.bool == false, "text messages go another way")
    // Signing up, logging in and sharing need no mail.
    let ben = try fixture.person("Ben")
    let realm = try fixture.group(of: ana)
    try fixture.join(ben, realm, by: ana)
    try deliver()
    #expect(try notes() == ["mail: nothing has left since \(since)"])
    house.error.swap(nil)
    fixture.clock.advance(seconds: 7200)
    try deliver()
    #expect(try isDelayed(ana) == [false, false] && notes().isEmpty)
    #expect(house.bodies.current.contains { $0.contains("temporary password") })
  }

  @Test(
    "a mail that is refused, or put off by greylisting, is no outage",
    arguments: [
      MailRefused(reason: "no such box") as any Error,
      OutgoingError(.refusedForNow, "come back later", status: 451),
    ])
  func refused(error: any Error) throws {
    let ana = try fixture.person("Ana")
    _ = try isDelayed(ana)
    house.error.swap(error)
    try deliver()
    #expect(try isDelayed(ana) == [false, false] && notes().isEmpty)
  }
}
