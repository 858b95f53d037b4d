import Base
import Testing

@testable import Calendar

/// What a rule may say, and the days of weeks and months at their ends.
@Suite("recurrence rules")
struct RecurrenceRuleTests {
  private func days(_ rule: String, from start: String, _ count: Int) throws -> [String] {
    let start = try #require(WallTime(start + "T09:00"))
    var found: [String] = []
    var budget = RecurrenceBudget(RecurrenceBudget.ofRule)
    try RecurrenceRule(rule).forEach(from: start, in: .utc, &budget) { wall, _ in
      found.append(wall.date.text)
      return found.count < count
    }
    return found
  }

  @Test("a week is seven days from the one it begins with, no more and no less (RFC 5545, 3.3.10)")
  func weeks() throws {
    #expect(
      try days("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", from: "1997-08-05", 9)
        == ["1997-08-05", "1997-08-10", "1997-08-19", "1997-08-24"])
    #expect(
      try days("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", from: "1997-08-05", 9)
        == ["1997-08-05", "1997-08-17", "1997-08-19", "1997-08-31"])
    // The Monday after the week's Sunday belongs to the week that is left out.
    #expect(
      try days("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", from: "1997-08-04", 4)
        == ["1997-08-04", "1997-08-10", "1997-08-18", "1997-08-24"])
    #expect(
      try days("FREQ=WEEKLY;BYDAY=MO", from: "1997-08-04", 3)
        == ["1997-08-04", "1997-08-11", "1997-08-18"])
  }

  @Test("days are counted from the end of a month, of whatever length (RFC 5545, 3.8.5.3)")
  func endsOfMonths() throws {
    #expect(
      try days("FREQ=MONTHLY;BYMONTHDAY=-3", from: "1997-09-28", 6)
        == ["1997-09-28", "1997-10-29", "1997-11-28", "1997-12-29", "1998-01-29", "1998-02-26"])
    #expect(
      try days("FREQ=MONTHLY;BYMONTHDAY=1,-1", from: "1997-09-30", 6)
        == ["1997-09-30", "1997-10-01", "1997-10-31", "1997-11-01", "1997-11-30", "1997-12-01"])
    // The first day of months of 31 days only.
    #expect(
      try days("FREQ=MONTHLY;BYMONTHDAY=-31", from: "1997-10-01", 3)
        == ["1997-10-01", "1997-12-01", "1998-01-01"])
  }

  @Test("a rule has at most 500 characters, from the space to the tilde")
  func text() throws {
    let many = String(repeating: "MO,", count: 160) + "MO"
    let longest = "FREQ=WEEKLY;BYDAY=" + many
    #expect(longest.count == 500)
    #expect(try days(longest, from: "1997-08-04", 2) == ["1997-08-04", "1997-08-11"])
    func problem(_ text: String) -> String? {
      do throws(RecurrenceRule.Problem) {
        _ = try RecurrenceRule(text)
        return nil
      } catch { return error.description }
    }
    let unreadable = "must be a recurrence rule of at most 500 characters"
    #expect(problem("FREQ=MONTHLY;BYDAY=" + many) == unreadable, "501 characters")
    #expect(problem("FREQ=DAILY;\u{1f}") == unreadable)
    #expect(problem("FREQ=DAILY;\u{7f}") == unreadable)
    // These two are read, and are no part of a rule.
    let meaningless = "must be a recurrence rule such as FREQ=WEEKLY;BYDAY=MO;COUNT=10"
    #expect(problem("FREQ= DAILY") == meaningless)
    #expect(problem("FREQ=~DAILY") == meaningless)
  }
}
