import Access
import Base
import Foundation
import Identity
import Mail
import Notifications
import Outgoing
import PeopleTestSupport
import Storage
import TestSupport
import Testing

/// A transport that fails as often as it is told.
private final class FlakyTransport: MailTransport {
  struct Down: Error {}
  let failures: Guarded<Int>
  let sent = Guarded<[String]>([])

  init(failures: Int) { self.failures = Guarded(failures) }

  func send(_ mail: OutgoingMail, isCancelled: @escaping @Sendable () -> Bool) throws {
    let fails = failures.withLock { left -> Bool in
      left -= 1
      return left >= 0
    }
    if fails { throw Down() }
    sent.withLock { $0.append(mail.recipient) }
  }
}

@Suite("Mail that leaves")
struct DispatcherTests {
  let fixture: PeopleFixture

  init() throws { fixture = try PeopleFixture() }

  @Test("mail is sent once, tried again later and later, and given up after eight times")
  func mail() throws {
    _ = try fixture.person("Ana")
    let recover = {
      try fixture.people.identity.passwords.recover(
        email: "ana@example.org", from: PeopleFixture.address)
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
    try fixture.people.identity.passwords.recover(
      email: "later@example.org", from: PeopleFixture.address)
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
    let mail = OutgoingMail(
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
    let mail = OutgoingMail(
      id: fixture.platform.ids.next(), channel: .text, recipient: "+4232366111", subject: "Code",
      body: "123456 is your code.", createdAt: fixture.clock.now(), tries: 0)
    try transport.send(mail)
    let text = try String(contentsOfFile: folder + "/\(mail.id).txt", encoding: .utf8)
    #expect(text == "+4232366111\n123456 is your code.\n")
  }
}
