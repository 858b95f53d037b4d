import Access
import Base
import HTTPServing
import Identity
import Mail
import Storage
import Testing
import WaysideAPI

@Suite("abuse: invitations are no way to send mail to strangers")
struct MailRelayTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private func invite(_ to: String, _ realm: String, by person: APIFixture.Person) throws -> Reply {
    try fixture.call(
      .post, "/v1/realms/\(realm)/invitations", as: person,
      ["to": .text(to), "message": "Buy at https://evil.example.com now"])
  }

  private func mails() throws -> [String] {
    try fixture.mails().map { $0.subject + $0.body }
  }

  @Test("who has proved no address writes to none, and nothing is sent")
  func unproved() throws {
    let person = try fixture.person()
    let realm = try fixture.group(of: person)
    let before = try fixture.state()
    for to in ["stranger@example.org", "+423 236 61 11"] {
      let reply = try invite(to, realm, by: person)
      #expect(reply.status == 403 && reply.slug == "verification-needed", "\(reply.text)")
    }
    #expect(try fixture.state() == before)
  }

  @Test("mail to an address without an account has no word, name or link of its sender")
  func words() throws {
    let person = try fixture.person("Cheap https://evil.example.com")
    try fixture.prove(person)
    let realm = try fixture.group(of: person, name: "Visit evil.example.com")
    #expect(try invite("stranger@example.org", realm, by: person).status == 201)
    let mail = try #require(mails().last)
    #expect(!mail.contains("evil.example.com"), "\(mail)")
    #expect(mail.contains("https://wayside.example.org/invitations/"))
  }

  @Test("an address gets three such mails a day, and a sender's day ends at thirty invitations")
  func limits() throws {
    let senders = try (0..<5).map { _ in try fixture.person() }
    for person in senders {
      try fixture.prove(person)
      let realm = try fixture.group(of: person)
      #expect(try invite("stranger@example.org", realm, by: person).status == 201)
    }
    #expect(try mails().filter { $0.contains("/invitations/") }.count == 3)
    let realm = try fixture.group(of: senders[0])
    for number in 1..<30 {
      #expect(try invite("p\(number)@example.net", realm, by: senders[0]).status == 201)
    }
    let before = try fixture.state()
    let more = try invite("one.more@example.net", realm, by: senders[0])
    #expect(more.status == 429 && more.slug == "too-many-invitations", "\(more.text)")
    #expect(more["Retry-After"] != nil)
    #expect(try fixture.state() == before)
    fixture.clock.advance(seconds: 86_401)
    #expect(try invite("one.more@example.net", realm, by: senders[0]).status == 201)
  }

  @Test("each limit is the operator's")
  func settings() throws {
    func fixture(_ settings: String) throws -> APIFixture {
      try APIFixture(
        settings: Settings(
          reading: JSONFields(JSONValue(parsing: Array(settings.utf8))), declared: []))
    }
    /// How many of the eight invitations of two senders to two strangers are taken, and how many mails
    /// each stranger gets.
    func sent(_ settings: String) throws -> [Int] {
      let fixture = try fixture(settings)
      var taken = 0
      for _ in 0..<2 {
        let person = try fixture.person()
        try fixture.prove(person)
        let realm = try fixture.group(of: person)
        for to in ["a", "b", "a", "b"] {
          let reply = try fixture.call(
            .post, "/v1/realms/\(realm)/invitations", as: person,
            ["to": .text("\(to)@example.net")])
          taken += reply.status == 201 ? 1 : 0
          #expect(reply.status == 201 || reply.slug == "too-many-invitations", "\(reply.text)")
        }
      }
      let mails = try fixture.mails().filter { $0.body.contains("/invitations/") }
      return [taken]
        + ["a", "b"].map { to in
          mails.count { $0.recipient == "\(to)@example.net" }
        }
    }
    #expect(try sent("{}") == [8, 3, 3])
    #expect(try sent(#"{"invitationsPerDay": 3}"#) == [6, 3, 2])
    #expect(try sent(#"{"invitationsPerDay": 0}"#) == [0, 0, 0])
    #expect(try sent(#"{"invitationsToAddressPerDay": 1}"#) == [8, 1, 1])
    #expect(try sent(#"{"invitationMailsPerDay": 3}"#) == [8, 2, 1])
  }

  @Test("a hundred invitations by one person to one account make one notification")
  func notifications() throws {
    let (ana, ben) = (try fixture.person(), try fixture.person())
    for _ in 0..<100 {
      let realm = try fixture.group(of: ana)
      #expect(try invite(ben.id, realm, by: ana).status == 201)
    }
    let notices = try fixture.call(.get, "/v1/notifications?limit=200", as: ben).items
    #expect(notices.count == 1)
    #expect(try fixture.call(.get, "/v1/invitations?limit=200", as: ben).items.count == 100)
  }

  @Test("an invitation that is taken back and sent again is told of once a day")
  func sentAgain() throws {
    let (ana, ben) = (try fixture.person(), try fixture.person())
    let realm = try fixture.group(of: ana)
    func again() throws {
      let id = try invite(ben.id, realm, by: ana).require("invitation", "id")
      #expect(try fixture.call(.delete, "/v1/invitations/\(id)", as: ana).status == 204)
    }
    func heard() throws -> Int {
      try fixture.call(.get, "/v1/notifications?limit=200", as: ben).items.count
    }
    for _ in 0..<10 { try again() }
    #expect(try heard() == 1)
    fixture.clock.advance(seconds: 86_401)
    for _ in 0..<10 { try again() }
    #expect(try heard() == 2)
  }

  @Test("whether an address is registered, and whose it is, no answer says")
  func sameAnswer() throws {
    let (ana, ben) = (try fixture.person(), try fixture.person())
    try fixture.prove(ana)
    let realm = try fixture.group(of: ana)
    try fixture.join(ben, realm, by: ana)
    func answer(_ to: String) throws -> String {
      let reply = try invite(to, realm, by: ana)
      let id = try reply.require("invitation", "id")
      return "\(reply.status) \(reply.text)".replacing(id, with: "ID").replacing(to, with: "TO")
    }
    // Of a member, of somebody else, of nobody.
    let answers = try [ben.email, fixture.person().email, "nobody@example.net"].map(answer)
    #expect(Set(answers).count == 1, "\(answers)")
    #expect(!answers[0].contains(ben.id))
  }
}
