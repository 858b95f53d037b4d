import Base
import Foundation
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@testable import Access
@testable import Groups
@testable import Identity
@testable import Mail

@Suite("The queue of mails")
struct OutboxTests {
  let fixture: PeopleFixture

  init() throws { fixture = try PeopleFixture() }

  private final class Recipients: MailTransport {
    let mails = Guarded<[OutgoingMail]>([])
    func send(_ mail: OutgoingMail, isCancelled: @escaping @Sendable () -> Bool) throws {
      mails.withLock { $0.append(mail) }
    }
  }

  private func recover() throws {
    try fixture.people.identity.passwords.recover(
      email: "ana@example.org", from: PeopleFixture.address)
  }

  /// Whether any row, or any byte of the store's files, holds a text.
  private func isStored(_ text: String) throws -> Bool {
    let forms = [text, Array(text.utf8).map { String(format: "%02x", $0) }.joined()]
      .map { $0.lowercased() }
    let content = try StoreContent(of: fixture.platform.store, on: .chosen)
    let cells = content.tables.values.flatMap(\.rows).joined().map { $0.lowercased() }
    if cells.contains(where: { cell in forms.contains { cell.contains($0) } }) { return true }
    let folder = fixture.folder.path
    return try FileManager.default.contentsOfDirectory(atPath: folder).contains { name in
      let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
      return data.range(of: Data(text.utf8)) != nil
    }
  }

  @Test(
    "BZ-SEC-01: no row and no stored byte holds a temporary password, a code or a link that waits to be mailed; the mail that leaves does"
  )
  func nothingReadable() throws {
    let ana = try fixture.person("Ana")
    try fixture.prove(ana)
    try recover()
    _ = try fixture.people.identity.verification.request(
      VerificationRequest(
        reading: fixture.fields(#"{"kind": "phone", "phoneNumber": "+4232366111"}"#)),
      caller: ana.caller)
    _ = try fixture.people.groups.invitations.invite(
      into: fixture.realm(ana).id,
      InvitationDraft(reading: fixture.fields(#"{"to": "new@example.org"}"#)), caller: ana.caller)
    let bodies = try fixture.mails().map(\.body)
    try #require(bodies.count == 3)
    let password = try #require(
      bodies[0].split(separator: "\n").first { $0.utf8.count == 19 && !$0.contains(" ") })
    let code = try #require(bodies[1].split(separator: ".").first)
    let link = try #require(
      bodies[2].split(separator: "\n").first { $0.contains("/invitations/") }?
        .split(separator: "/").last)
    for secret in [password, code, link] {
      #expect(try !isStored(String(secret)), "\(secret)")
    }
    #expect(try isStored("new@example.org"), "the search finds what is there")
    let house = Recipients()
    #expect(try fixture.dispatcher(house).deliverPending().sent == 3)
    #expect(house.mails.current.map(\.body).sorted() == bodies.sorted())
    _ = try fixture.logIn("ana@example.org", String(password))
  }

  @Test("a mail is opened by no other service key, and waits for its own")
  func otherKey() throws {
    _ = try fixture.person("Ana")
    try recover()
    let house = Recipients()
    let other = MailDispatcher(
      platform: fixture.platform, outbox: MailOutbox(key: try ServiceKey(Array(2...33))),
      transport: house)
    #expect(try other.deliverPending().postponed == 1)
    #expect(house.mails.current.isEmpty)
    fixture.clock.advance(seconds: 60)
    #expect(try fixture.dispatcher(house).deliverPending().sent == 1)
    #expect(house.mails.current.map(\.recipient) == ["ana@example.org"])
  }

  @Test("whoever writes to the database sends no mail to another recipient")
  func otherRecipient() throws {
    _ = try fixture.person("Ana")
    try recover()
    try fixture.platform.store.write {
      _ = try $0.execute("UPDATE mails SET recipient = 'eve@example.org'")
    }
    let house = Recipients()
    #expect(try fixture.dispatcher(house).deliverPending().postponed == 1)
    #expect(house.mails.current.isEmpty)
  }

  @Test("mails of before texts were sealed are sent as they stand")
  func olderRows() throws {
    try fixture.platform.store.write { transaction in
      _ = try transaction.execute(
        """
        INSERT INTO mails (id, recipient, subject, body, created_at, next_try_at, tries)
        VALUES (?1, 'ana@example.org', 'Hello', 'As it was', ?2, ?2, 0)
        """, [.id(fixture.platform.ids.next()), .instant(transaction.now)])
    }
    let house = Recipients()
    #expect(try fixture.dispatcher(house).deliverPending().sent == 1)
    #expect(house.mails.current.map(\.body) == ["As it was"])
  }

  @Test("a recovery for nobody leaves what else waits in the queue")
  func nobody() throws {
    let ana = try fixture.person("Ana")
    try fixture.people.identity.privacy.erase(password: PeopleFixture.password, caller: ana.caller)
    let before = try fixture.mails().map(\.id)
    #expect(before.count == 1, "the mail folder is asked to forget")
    try fixture.people.identity.passwords.recover(
      email: "nobody@example.org", from: PeopleFixture.address)
    #expect(try fixture.mails().map(\.id) == before)
  }

  @Test("the texts of all mails that wait are changed, however many, and only those")
  func rewritten() throws {
    let outbox = fixture.people.mail.outbox
    try fixture.platform.store.write { transaction in
      for number in 1...401 {
        try outbox.add(
          to: "a@example.net", subject: "Ana \(number)", body: "by Ana",
          id: fixture.platform.ids.next(), in: transaction)
      }
      try outbox.add(
        to: "b@example.net", by: .erasure, subject: "Ana", body: "Ana",
        id: fixture.platform.ids.next(), in: transaction)
      try outbox.rewrite(in: transaction) { $0.replacing("Ana", with: "Bea") }
    }
    let mails = try fixture.mails()
    let changed = mails.filter { $0.channel == .mail }.map { "\($0.subject) \($0.body)" }
    #expect(changed.sorted() == (1...401).map { "Bea \($0) by Bea" }.sorted())
    #expect(mails.filter { $0.channel == .erasure }.map(\.subject) == ["Ana"])
  }
}
