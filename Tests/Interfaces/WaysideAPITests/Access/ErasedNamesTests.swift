import Access
import Base
import Composition
import Deadlines
import Foundation
import HTTPServing
import Identity
import Mail
import Storage
import TestSupport
import Testing
import WaysideAPI

@Suite("the names of an erased account, in what others were told")
struct ErasedNamesTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private func invite(_ guest: APIFixture.Person, by host: APIFixture.Person) throws {
    // What the same person sends within a day is told of once.
    fixture.clock.advance(seconds: 2 * 86_400)
    let reply = try fixture.call(
      .post, "/v1/realms/\(fixture.group(of: host))/invitations", as: host,
      ["to": .text(guest.id)])
    try #require(reply.status == 201, "\(reply.text)")
    let runner = try DeadlineRunner(
      store: fixture.services.platform.store,
      kinds: fixture.services.deadlines.filter { $0.name == "notificationDelivery" }
    ) { kind, error in Issue.record("\(kind): \(error)") }
    for lane in DeadlineKind.Lane.allCases { while try runner.fireDue(lane) > 0 {} }
  }

  private func rename(_ person: APIFixture.Person, _ name: String) throws {
    let tag = try fixture.call(.get, "/v1/me", as: person).tag()
    let reply = try fixture.call(
      .patch, "/v1/me", as: person, ["name": .text(name)], headers: [tag])
    try #require(reply.status == 200, "\(reply.text)")
  }

  /// Subject and text of a mail in the folder.
  private func read(_ path: String) throws -> String {
    let parts = try String(contentsOfFile: path, encoding: .utf8).components(
      separatedBy: "\r\n\r\n")
    let subject = try #require(
      parts[0].components(separatedBy: "\r\n").first { $0.hasPrefix("Subject: =?utf-8?B?") })
    return try [String(subject.dropFirst(19).dropLast(2)), parts[1]].map {
      let data = try #require(Data(base64Encoded: $0, options: .ignoreUnknownCharacters))
      return String(decoding: data, as: UTF8.self)
    }.joined(separator: "\n")
  }

  @Test(
    "CO1: after a rename and an erasure neither name stands in others' notifications, in mails that wait or in the folder of mails"
  )
  func renamed() throws {
    let (ana, ben) = (try fixture.person("Ana Bell"), try fixture.person("Ben"))
    for person in [ana, ben] { try fixture.prove(person) }
    let byMail = try fixture.call(
      .put, "/v1/notification-settings", as: ben,
      ["kind": "invitation", "enabled": true, "mail": true])
    try #require(byMail.status == 204, "\(byMail.text)")
    let folder = fixture.folder.file("mail")
    let dispatcher = MailDispatcher(
      platform: fixture.services.platform, outbox: fixture.services.mail.outbox,
      transport: try FileMailTransport(folder: folder, sender: "wayside@example.org"))
    // Under one name in the folder, under the next in the outbox.
    try invite(ben, by: ana)
    try dispatcher.deliverPending()
    try rename(ana, "Anabel Stone")
    try invite(ben, by: ana)
    let stranger = try fixture.call(
      .post, "/v1/realms/\(fixture.group(of: ana))/invitations", as: ana,
      ["to": "new@example.org"])
    try #require(stranger.status == 201, "\(stranger.text)")
    func told() throws -> String {
      try fixture.call(.get, "/v1/notifications", as: ben).text
    }
    func waiting() throws -> String {
      try fixture.mails().filter { $0.channel == .mail }.map { "\($0.subject)\n\($0.body)" }
        .joined(separator: "\n")
    }
    func files() throws -> String {
      try FileManager.default.contentsOfDirectory(atPath: folder)
        .map { try read(folder + "/" + $0) }.joined(separator: "\n")
    }
    let before = try told()
    #expect(before.contains("Ana Bell") && before.contains("Anabel Stone"))
    #expect(try waiting().contains("Anabel Stone"))
    #expect(try files().contains("Ana Bell"))
    let erased = try fixture.call(
      .delete, "/v1/me", as: ana, ["password": .text(APIFixture.password)])
    #expect(erased.status == 204, "\(erased.text)")
    func check(_ place: String, _ text: String) {
      for word in ["Ana Bell", "Anabel Stone", ana.email] {
        #expect(!text.contains(word), "\(word) in \(place): \(text)")
      }
      #expect(text.contains("Former member invites you"), "\(place): \(text)")
    }
    check("notifications", try told())
    check("outbox", try waiting())
    try dispatcher.deliverPending()
    check("folder", try files())
    #expect(try files().contains("/notifications?open="), "links still open what they opened")
    #expect(try fixture.state()["mails"] == 0)
  }

  @Test("CO1: former names are exported, and gone after the erasure")
  func export() throws {
    let ana = try fixture.person("Ana Bell")
    for name in ["Anabel Stone", "Ana Stone"] {
      fixture.clock.advance(seconds: 1)
      try rename(ana, name)
    }
    let export = try fixture.call(.get, "/v1/me/export", as: ana)
    #expect(
      export.json["formerNames"]?.array?.compactMap(\.string) == ["Ana Bell", "Anabel Stone"])
    let erased = try fixture.call(
      .delete, "/v1/me", as: ana, ["password": .text(APIFixture.password)])
    #expect(erased.status == 204, "\(erased.text)")
    let left = try fixture.services.platform.store.read {
      try $0.count("SELECT COUNT(*) FROM former_names")
    }
    #expect(left == 0)
  }
}
