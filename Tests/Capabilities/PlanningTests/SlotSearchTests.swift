import Base
import Calendar
import Planning
import TestSupport
import Testing

@Suite("Common slots")
struct SlotSearchTests {
  private static let start = Instant(milliseconds: 1_780_000_000_000 / 900_000 * 900_000)
  private static let ids = (0..<60).map { EntityID(high: 2, low: UInt64($0) + 1) }

  private func at(_ minutes: Int) -> Instant { Self.start.adding(seconds: Int64(minutes) * 60) }

  /// A busy time with the minutes that the ways around it take.
  private struct Time {
    var span: Intervals.Span
    var wayTo = 0
    var wayFrom = 0
  }

  private struct Person {
    var number: Int
    var times: [Time]

    var participant: SlotParticipant {
      SlotParticipant(account: SlotSearchTests.ids[number], busy: times.map(\.span))
    }

    /// Whether no way touches a slot.
    func canCome(_ start: Instant, minutes: Int) -> Bool {
      times.allSatisfy { time in
        start.adding(seconds: Int64(minutes + time.wayTo) * 60) <= time.span.start
          || start >= time.span.end.adding(seconds: Int64(time.wayFrom) * 60)
      }
    }
  }

  private func person(_ number: Int, _ busy: [Time]) -> Person {
    Person(number: number, times: busy)
  }

  private func busy(_ from: Int, _ to: Int, wayTo: Int = 0, wayFrom: Int = 0) -> Time {
    Time(span: Intervals.Span(at(from), at(to)), wayTo: wayTo, wayFrom: wayFrom)
  }

  private func windows(
    _ people: [Person], minutes: Int, window: Int
  ) throws -> [SlotSearch.Window] {
    let search = try SlotSearch(
      participants: people.map(\.participant), durationSeconds: minutes * 60)
    return search.windows([(Self.start, at(window))]) { who, start in
      people[who].canCome(start, minutes: minutes)
    }
  }

  /// Minutes after the start at which slots begin in one window of that many minutes.
  private func starts(_ people: [Person], minutes: Int, window: Int) throws -> [Int] {
    try windows(people, minutes: minutes, window: window)[0].starts.map {
      Int($0.seconds(since: Self.start) / 60)
    }
  }

  @Test("PFA1.14: slots have exactly the duration, and everybody is free in all of them")
  func free() throws {
    let people = [person(0, [busy(60, 90)]), person(1, [busy(150, 180)])]
    #expect(try starts(people, minutes: 60, window: 240) == [0, 90, 180])
    #expect(try starts(people, minutes: 30, window: 120) == [0, 15, 30, 90])
    #expect(try starts([], minutes: 60, window: 60) == [0])
    #expect(try starts([], minutes: 61, window: 60) == [])
  }

  @Test("times that touch do not overlap, and busy times may overlap each other")
  func touching() throws {
    let people = [person(0, [busy(90, 120), busy(60, 100)])]
    #expect(try starts(people, minutes: 60, window: 180) == [0, 120])
  }

  @Test("a slot that somebody cannot reach in time, or leave in time, is not offered")
  func ways() throws {
    let near = [person(0, [busy(60, 90, wayTo: 15, wayFrom: 20)])]
    #expect(try starts(near, minutes: 30, window: 180) == [0, 15, 120, 135, 150])
    let nowhere = [person(0, [busy(60, 90, wayTo: 10_000, wayFrom: 10_000)])]
    #expect(try starts(nowhere, minutes: 30, window: 180) == [])
  }

  @Test("MF-PFA-16: a window without a slot says who cannot come and of which kind the reason is")
  func hindrances() throws {
    let people = [
      person(0, [busy(0, 45), busy(60, 240)]),
      person(1, [busy(-60, -5, wayFrom: 30), busy(65, 240)]), person(2, []),
    ]
    let window = try windows(people, minutes: 60, window: 240)[0]
    #expect(window.starts.isEmpty)
    #expect(window.nearest?.start == at(0))
    #expect(
      window.nearest?.hindrances == [
        .init(account: Self.ids[0], reason: .busy), .init(account: Self.ids[1], reason: .way),
      ])
    let short = try windows(people, minutes: 60, window: 30)[0]
    #expect(short.starts.isEmpty && short.nearest == nil)
  }

  @Test("found starts equal those of a minute-by-minute table", arguments: 0..<40 as Range<UInt64>)
  func oracle(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let people = (0..<Int.random(in: 1...5, using: &random)).map { number in
      person(
        number,
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
          let from = Int.random(in: -100...1400, using: &random)
          return busy(
            from, from + Int.random(in: 1...200, using: &random),
            wayTo: Int.random(in: 0...40, using: &random),
            wayFrom: Int.random(in: 0...40, using: &random))
        })
    }
    let minutes = Int.random(in: 1...180, using: &random)
    // Which minutes are free for all, one by one.
    var isFree = [Bool](repeating: true, count: 1440)
    for time in people.flatMap(\.times) {
      let from = Int(time.span.start.seconds(since: Self.start)) / 60 - time.wayTo
      let to = Int(time.span.end.seconds(since: Self.start)) / 60 + time.wayFrom
      for minute in max(0, from)..<max(max(0, from), min(1440, to)) { isFree[minute] = false }
    }
    let expected = stride(from: 0, through: 1440 - minutes, by: 15).filter { start in
      isFree[start..<(start + minutes)].allSatisfy(\.self)
    }
    #expect(try starts(people, minutes: minutes, window: 1440) == expected, "seed \(seed)")
  }

  @Test("the number of starts of each window is bounded, and impossible wishes are refused")
  func limits() throws {
    let search = try SlotSearch(participants: [], durationSeconds: 60, stepSeconds: 60)
    let windows = search.windows([(at(0), at(100)), (at(200), at(300))], limit: 120)
    #expect(windows.map(\.starts.count) == [100, 100])
    let long = search.windows([(at(0), at(200)), (at(200), at(300))], limit: 120)
    #expect(long.map(\.starts.count) == [120, 100])
    #expect(throws: Refusal.self) { try SlotSearch(participants: [], durationSeconds: 0) }
    #expect(throws: Refusal.self) {
      try SlotSearch(participants: [], durationSeconds: 60, stepSeconds: 0)
    }
  }
}
