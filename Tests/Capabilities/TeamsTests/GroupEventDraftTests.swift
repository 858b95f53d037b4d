import Base
import Calendar
import Testing

@testable import Teams

@Suite("what an event shall be, and who has answered what")
struct GroupEventDraftTests {
  private func draft(_ json: String) throws -> GroupEventDraft {
    try GroupEventDraft(making: JSONFields(JSONValue(parsing: Array(json.utf8))))
  }

  @Test("BZ-CAL-04: a deadline that is a date means the end of that day by the team's clocks")
  func deadlines() throws {
    let vaduz = try #require(IANATimeZone("Europe/Vaduz"))
    let day = try #require(CivilDate(text: "2026-06-06"))
    #expect(
      AnswerDeadline.day(day).instant(in: vaduz) == Instant(rfc3339: "2026-06-06T22:00:00Z"))
    // The day on which clocks are put back has 25 hours.
    let long = try #require(CivilDate(text: "2026-10-25"))
    #expect(
      AnswerDeadline.day(long).instant(in: vaduz) == Instant(rfc3339: "2026-10-25T23:00:00Z"))
    let moment = try #require(Instant(rfc3339: "2026-06-06T12:00:00Z"))
    #expect(AnswerDeadline.moment(moment).instant(in: vaduz) == moment)
  }

  @Test("BZ-CAL-06, CG-BZ-06: an outside link is an address of the web, of https or http alone")
  func links() throws {
    let rest = #""title": "Row", "start": "2026-05-04T08:30""#
    for address in [
      "javascript:alert(1)", "data:text/html,x", "ftp://rowers.example", "rowers.example",
      "https://ana:secret@rowers.example", "https://", "",
    ] {
      #expect(throws: Refusal.self, "\(address)") {
        try draft(#"{"kind": "event", "link": "\#(address)", \#(rest)}"#)
      }
    }
    for address in ["https://rowers.example/register?event=5", "http://rowers.example:8080/"] {
      let made = try draft(#"{"kind": "event", "link": "\#(address)", \#(rest)}"#)
      #expect(made.link.applied(to: nil) == address)
    }
  }

  @Test("BZ-SAF-01: a practice has a place, and a place is said to be safe")
  func places() throws {
    let rest = #""title": "Row", "start": "2026-05-04T08:30""#
    #expect(throws: Refusal.self) { try draft(#"{"kind": "practice", \#(rest)}"#) }
    #expect(throws: Refusal.self) {
      try draft(#"{"kind": "practice", "place": {"label": "Lake"}, \#(rest)}"#)
    }
    #expect(throws: Refusal.self) {
      try draft(#"{"kind": "event", "place": {"label": "Lake"}, \#(rest)}"#)
    }
    let safe = try draft(
      #"{"kind": "practice", "place": {"label": "Lake"}, "placeIsSafe": true, \#(rest)}"#)
    #expect(safe.kind == .practice)
    #expect(try draft(#"{"kind": "event", \#(rest)}"#).title == "Row")
  }

  @Test(
    "what is said of one occurrence counts before what is said of the series; whoever waits is told apart"
  )
  func answers() {
    let item = EntityID(high: 1, low: 1)
    let (first, second) = (Instant(milliseconds: 1000), Instant(milliseconds: 2000))
    let people = (0..<3).map { EntityID(high: 2, low: UInt64($0)) }
    func part(
      _ person: Int, _ answer: Participation.Answer, at occurrence: Instant? = nil
    ) -> Attendance {
      Attendance(
        item: item, occurrence: occurrence, party: .account(people[person]), answer: answer,
        answeredAt: first, invitedAt: first)
    }
    let parts = [
      part(0, .accepted), part(0, .declined, at: second), part(1, .needsAction),
      part(2, .tentative),
    ]
    let waiting = [WaitingPlace(account: people[1], occurrence: nil)]
    let one = OccurrenceAnswers(parts, waiting: waiting, at: first)
    #expect(people.map { one[$0].answer } == [.accepted, .waiting, .tentative])
    let other = OccurrenceAnswers(parts, waiting: [], at: second)
    #expect(people.map { other[$0].answer } == [.declined, .none, .tentative])
    #expect(other.count(.accepted) == 0 && one.count(.waiting) == 1)
  }

  @Test(
    "CG-BZ-02: an admin's mark counts where there is one",
    arguments: [AttendanceMark?.none, .present, .absent])
  func marks(_ own: AttendanceMark?) {
    for admin in [AttendanceMark?.none, .present, .absent] {
      #expect(AttendanceRecord(own: own, admin: admin).counted == admin ?? own)
    }
  }
}
