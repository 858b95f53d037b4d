import Access
import Base
import Foundation
import Storage
import TestSupport
import Testing

@testable import Calendar
@testable import Travel

@Suite("rules that take long to follow")
struct HostileRuleTests {
  private static func event(_ index: Int, _ start: String, _ rule: String) -> String {
    """
    BEGIN:VEVENT\r
    UID:hostile-\(index)\r
    DTSTART;TZID=Europe/Vaduz:\(start)\r
    DURATION:PT30M\r
    RRULE:\(rule)\r
    SUMMARY:Hostile \(index)\r
    END:VEVENT\r

    """
  }

  private static func file(_ events: [String]) -> [UInt8] {
    Array(
      ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n" + events.joined() + "END:VCALENDAR\r\n")
        .utf8)
  }

  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let begin = SystemClock().monotonicSeconds()
    try body()
    return SystemClock().monotonicSeconds() - begin
  }

  @Test("days are those that libical finds")
  func vectors() throws {
    for line in RecurrenceVectors.all.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let start = try #require(CalendarText.time(words[1])).wall.date
      let parts = try #require(RecurrenceParts(canonical: words[0]), "\(line)")
      var days = RecurrenceDays(parts, from: start)
      var skipped = days
      var budget = RecurrenceBudget(RecurrenceBudget.ofRule)
      var found: [Int] = []
      while found.count < 8, let next = days.next(&budget) {
        found += next.filter { $0 > start.daysSinceEpoch }
      }
      let expected = try words[2].split(separator: ",").map {
        try #require(CalendarText.time(String($0))).wall.date.daysSinceEpoch
      }
      #expect(Array(found.prefix(8)) == expected, "\(line)")
      // What is passed over is not missed.
      skipped.skip(to: expected[5])
      var rest: [Int] = []
      while rest.count < 3, let next = skipped.next(&budget) {
        rest += next.filter { $0 >= expected[5] }
      }
      #expect(Array(rest.prefix(3)) == Array(expected[5...]), "\(line)")
    }
  }

  @Test("rules that make libical read outside of its tables are followed")
  func crashing() throws {
    var budget = RecurrenceBudget(RecurrenceBudget.ofRule)
    var found: [String] = []
    let start = try #require(WallTime("1978-07-15T10:00"))
    try RecurrenceRule("FREQ=YEARLY;BYWEEKNO=11").forEach(from: start, in: .utc, &budget) {
      wall, _ in
      found.append(wall.date.text)
      return found.count < 3
    }
    #expect(found == ["1978-07-15", "1979-03-17", "1980-03-15"], "Saturdays of week 11")
  }

  @Test("a rule that leads nowhere, or not soon enough, is refused with a sentence and quickly")
  func refusals() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    for rule in [
      "FREQ=MONTHLY;BYDAY=53MO", "FREQ=MONTHLY;BYSETPOS=300;BYDAY=MO",
      "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
      "FREQ=DAILY;INTERVAL=7;BYDAY=TU",
    ] {
      var refusal: Refusal?
      let time = try seconds {
        do {
          _ = try fixture.make(
            person, start: "1904-02-29T10:00", ", \"recurrence\": \"\(rule)\"")
        } catch let error as Refusal { refusal = error }
      }
      #expect(refusal?.violations.first?.pointer == "/recurrence", "\(rule)")
      #expect(
        refusal?.detail.contains("The rule leads to no day after the start") == true, "\(rule)")
      #expect(time < 30, "\(rule) took \(time) s")
    }
    let file = Self.file(
      (0..<2000).map { Self.event($0, "19040229T100000", "FREQ=MONTHLY;BYDAY=53MO") })
    let time = try seconds {
      do {
        _ = try fixture.calendar.exchange.importFile(file, caller: person.caller)
        Issue.record("a file of rules that lead nowhere was taken")
      } catch let error as Refusal {
        #expect(error.slug == "broken-calendar" && error.detail.contains("take too long to follow"))
      }
    }
    #expect(time < 60, "the file took \(time) s")
    #expect(
      try fixture.travel.appointments.waiting(PageRequest(), caller: person.caller).items.isEmpty)
    let count = try fixture.store.store.read {
      try $0.count("SELECT COUNT(*) FROM calendar_items", [])
    }
    #expect(count == 0, "a refused file has changed nothing")
  }

  @Test("splits of a series cost what their file may cost, not as much again each")
  func splits() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    // Every 28 years; that nothing is on the days between is known only at the next one.
    let series = Self.event(0, "19040229T100000", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO")
    let splits = (0..<1999).map { index in
      """
      BEGIN:VEVENT\r
      UID:hostile-0\r
      RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Vaduz:\(1905 + index % 3)0301T100000\r
      DTSTART;TZID=Europe/Vaduz:20300101T100000\r
      DURATION:PT30M\r
      SUMMARY:Split \(index)\r
      END:VEVENT\r

      """
    }
    let done = try fixture.calendar.exchange.importFile(
      Self.file([series] + splits), caller: person.caller)
    #expect(done.added == 1)
    let (early, late) = (
      done.notes.count { $0.contains("has no occurrence at that time") },
      done.notes.count { $0.contains("the rules of this file take too long to follow") }
    )
    #expect(early + late == 1999 && early > 100 && late > 1000, "\(early), then \(late)")
  }

  @Test("lists with odd rules are as quick as with plain ones, and show their occurrences")
  func lists() throws {
    let fixture = try TravelFixture()
    let (odd, plain) = (try fixture.person("Odd"), try fixture.person("Plain"))
    let rule = "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO"
    let files = [
      (odd, (0..<100).map { Self.event($0, "19040229T100000", rule) }),
      (
        plain,
        (0..<100).map { Self.event($0, "20240101T100000", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29") }
      ),
    ]
    for (person, events) in files {
      #expect(
        try fixture.calendar.exchange.importFile(Self.file(events), caller: person.caller).added
          == 100)
    }
    func list(_ person: TravelFixture.Person) throws -> [CalendarLine] {
      let from = try #require(Instant(rfc3339: "2028-01-01T00:00:00Z"))
      let span = try CalendarSpan(from: from, to: from.adding(seconds: 366 * 86_400))
      return try fixture.travel.appointments.list(
        { _, _ in span }, PageRequest(limit: 10), caller: person.caller
      ).items
    }
    _ = try (list(odd), list(plain))
    // In turn and the best of each, as the machine may be busy with other things.
    var (slow, quick) = (Double.infinity, 0.0)
    for _ in 0..<5 {
      slow = min(slow, try seconds { _ = try list(odd) })
      quick = max(quick, try seconds { _ = try list(plain) })
    }
    #expect(slow < quick * 3 + 1, "odd \(slow) s, plain \(quick) s")
    // 29 February 2044 is the next Monday; 2016 was the last.
    #expect(try list(odd).isEmpty)
    #expect(try list(plain).count == 10)
  }

  @Test("a file of long rules delays the writes of others by less than a tenth of what it takes")
  func delays() throws {
    let fixture = try TravelFixture()
    let (ann, bob) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let many = (0..<200).map { Self.event($0, "20260504T100000", "FREQ=DAILY;COUNT=2000") }
    let few = (0..<200).map { Self.event($0, "20260504T100000", "FREQ=DAILY;COUNT=2") }
    /// The longest that one of Bob's writes takes while Ann's file is imported, and how long that is.
    func longest(_ events: [String]) throws -> (write: Double, whole: Double) {
      let isDone = Guarded(false)
      let ended = DispatchSemaphore(value: 0)
      let file = Self.file(events)
      let caller = try ann.caller
      let thread = Thread {
        _ = try? fixture.calendar.exchange.importFile(file, caller: caller)
        isDone.swap(true)
        ended.signal()
      }
      let begin = SystemClock().monotonicSeconds()
      thread.start()
      var worst = 0.0
      while !isDone.current {
        worst = max(
          worst,
          try seconds {
            try fixture.store.store.write { transaction in
              try CalendarRevision.count(bob.id, in: transaction)
            }
          })
      }
      ended.wait()
      return (worst, SystemClock().monotonicSeconds() - begin)
    }
    _ = try longest(few)
    // The machine may be busy with other things, which makes both take longer: one quiet moment
    // shows it.
    var shares: [Double] = []
    for _ in 0..<8 where shares.min().map({ $0 >= 0.1 }) ?? true {
      let long = try longest(many)
      shares.append((long.write - (try longest(few).write)) / long.whole)
    }
    #expect(shares.contains { $0 < 0.1 }, "shares of the import: \(shares)")
  }
}
