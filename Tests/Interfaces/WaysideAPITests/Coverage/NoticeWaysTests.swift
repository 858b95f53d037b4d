import Access
import Base
import Composition
import Deadlines
import HTTPServing
import Mail
import Push
import PushServiceDouble
import Storage
import Testing
import WaysideAPI

@testable import Notifications

@Suite("what a notification of each kind says, on every way to its reader")
struct NoticeWaysTests {
  private let fixture: APIFixture
  private let service: PushServiceDouble

  init() throws {
    fixture = try APIFixture(privateHosts: ["127.0.0.1"])
    service = try PushServiceDouble(clock: fixture.clock)
  }

  /// Kinds that no story of people posts, as they are stored.
  private static let stored = [
    "dataEnds": """
    {"timetableEnds":{"days":13,"last":{"at":1782777600000,"isDay":true,"zone":"UTC"},\
    "name":{"told":"town"}}}
    """,
    "leaveByChange": """
    {"moved":{"late":0,"leaveAt":{"at":1777627080000,"isDay":false,"zone":"Europe/Vaduz"},\
    "title":{"told":"Dentist"},"was":{"at":1777627380000,"isDay":false,"zone":"Europe/Vaduz"},\
    "way":{"means":{"ride":{"at":{"at":1777627320000,"isDay":false,"zone":"Europe/Vaduz"},\
    "line":"11","mode":"bus","stop":"Post"}},"minutes":14}}}
    """,
  ]

  /// What is said of those.
  private static let texts = [
    "en": [
      "dataEnds": "The timetable town ends on Tue, 30 June 2026, in 13 days; import a newer feed.",
      "leaveByChange":
        "Leave at 11:18 instead of 11:23 (Vaduz time) for “Dentist”: 11 from Post at 11:22, "
        + "14 minutes.",
    ],
    "de": [
      "dataEnds":
        "Der Fahrplan town endet am Di., 30. Juni 2026, in 13 Tagen; lesen Sie einen neueren ein.",
      "leaveByChange":
        "Gehen Sie um 11:18 Uhr statt um 11:23 Uhr (Zeit in Vaduz) los zu „Dentist“: "
        + "11 ab Post um 11:22 Uhr, 14 Minuten.",
    ],
  ]

  /// Somebody with a language, whom mails and pushes reach.
  private func reader(_ language: String) throws -> APIFixture.Person {
    let person = try fixture.person()
    try fixture.prove(person)
    let changed = try fixture.call(
      .patch, "/v1/me", as: person, ["locale": .text(language)],
      headers: [fixture.call(.get, "/v1/me", as: person).tag()])
    try #require(changed.status == 200, "\(changed.text)")
    let key = try fixture.call(.get, "/v1/push-key", as: person).require("publicKey")
    let reply = try fixture.call(
      .put, "/v1/push-subscriptions/current", as: person,
      .raw(service.subscribe(language, to: key)))
    try #require(reply.status == 200, "\(reply.text)")
    return person
  }

  /// Posts a stored notice, and sends everything that waits.
  private func post(
    _ payload: String, _ kind: NotificationKind, to person: APIFixture.Person
  ) throws {
    let services = fixture.services
    let (account, subject) = (try #require(EntityID(person.id)), services.platform.ids.next())
    let setting = NotificationSetting(kind: kind, isEnabled: true, isMailed: true, isPushed: true)
    try services.notifications.set(setting, of: account)
    let notice = try #require(try kind.noticeType?.decoded(payload))
    #expect(try notice.encoded() == payload, "what is stored is read whole")
    #expect(notice.kind == kind)
    try services.platform.store.write { transaction in
      try services.notifications.poster.post(
        NotificationDraft(
          notice, to: account, about: NotificationSubject(.tour, subject), version: 1),
        in: transaction)
    }
    let runner = try DeadlineRunner(
      store: services.platform.store,
      kinds: services.deadlines.filter { $0.name == "notificationDelivery" }
    ) { name, error in Issue.record("\(name): \(error)") }
    for lane in DeadlineKind.Lane.allCases { while try runner.fireDue(lane) > 0 {} }
    let sender = try #require(services.push.sender)
    while try sender.sendDue() {}
  }

  @Test("MF-NOT-03: list, mail and push of each kind say the same, in English and in German")
  func ways() throws {
    let payloads = try StoryTests.notices().merging(Self.stored) { $1 }
    for (language, told) in [("en", NotificationTexts.all), ("de", NotificationTexts.german)] {
      let texts = told.merging(Self.texts[language] ?? [:]) { $1 }
      let person = try reader(language)
      let kinds = fixture.services.notifications.kinds.all
      #expect(Set(texts.keys) == Set(kinds.map(\.name)))
      for kind in kinds {
        let (payload, text) = (
          try #require(payloads[kind.name], "\(kind.name)"), try #require(texts[kind.name])
        )
        try post(payload, kind, to: person)
        let listed = try fixture.call(.get, "/v1/notifications?limit=1", as: person).items.first
        #expect(listed?["kind"]?.string == kind.name)
        #expect(listed?["text"]?.string == text)
        let mail = try #require(try fixture.mails().last)
        #expect(mail.subject == String(text.prefix(120)))
        #expect(mail.body.hasPrefix(text + "\nhttp"), "\(mail.body)")
        let push = service.pushes.last { $0.device == language }
        #expect(push?.body == text)
      }
    }
    #expect(service.refused.isEmpty, "\(service.refused)")
  }
}
