import Access
import Base
import Moderation
import Notifications
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@Suite("Messages to the operator")
struct OperatorMessageTests {
  let fixture: PeopleFixture

  init() throws { fixture = try PeopleFixture() }

  @Test("messages to the operator go 90 days after their answer, without one after a year")
  func oldMessages() throws {
    let (admin, ana) = (try fixture.admin(), try fixture.person("Ana"))
    let service = fixture.people.moderation.operatorMessages
    for subject in ["Answered", "Waiting"] {
      try service.send(
        OperatorMessageDraft(
          reading: fixture.fields("{\"subject\": \"\(subject)\", \"text\": \"Where is the map?\"}")),
        caller: ana.caller)
    }
    let first = try #require(try service.waiting(PageRequest(), caller: admin.caller).items.first)
    _ = try service.answer(first.id, "Here.", caller: admin.caller)
    func gone(after days: Int64) throws -> Int {
      fixture.clock.advance(seconds: Double(days) * 86_400)
      return try fixture.people.access.maintenance.expire()["operatorMessages"]
    }
    #expect(try gone(after: 89) == 0)
    #expect(try gone(after: 1) == 1)
    #expect(try gone(after: 274) == 0)
    #expect(try gone(after: 1) == 1)
  }
}
