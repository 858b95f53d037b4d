import Access
import Base
import Storage
import TestSupport
import Testing

@testable import Calendar

@Suite("lists of what takes place in a sub-realm")
struct RealmTimelineTests {
  private struct Stand {
    let fixture: CalendarFixture
    let owner: CalendarFixture.Person
    let team: EntityID

    init(_ engine: StoreEngine = .chosen) throws {
      fixture = try CalendarFixture(engine)
      owner = try fixture.person("Ann")
      team = try fixture.team(owner, [])
    }

    @discardableResult
    func make(
      _ day: String, _ rule: String? = nil, in realm: EntityID? = nil, hour: Int = 15, days: Int = 0
    ) throws -> CalendarItem {
      var item = try fixture.item("event", in: realm ?? team, day: day, hour: hour, rule: rule)
      item.duration += days * 86_400
      let id = try fixture.calendar.items.create(item, caller: owner.caller)
      return try #require(try fixture.found(id))
    }

    /// All pages from a time on or back, one after the other, up to so many occurrences.
    func pages(
      from: Instant, backward: Bool, size: Int, most: Int
    ) throws -> [RealmTimeline.Position] {
      var position = RealmTimeline.Position(
        start: from,
        item: backward ? EntityID(high: 0, low: 0) : EntityID(high: .max, low: .max))
      var found: [RealmTimeline.Position] = []
      while found.count < most {
        let page = try fixture.platform.store.read { session in
          try RealmTimeline.page(
            of: team, kinds: ["event"], from: position, backward: backward, drafts: true,
            reader: owner.id, limit: size, in: session)
        }.map { RealmTimeline.Position(start: $0.start, item: $0.item.id) }
        guard let last = page.last else { break }
        found += page
        position = last
      }
      return Array(found.prefix(most))
    }

    func days(backward: Bool, size: Int, most: Int) throws -> [String] {
      try pages(from: fixture.clock.now(), backward: backward, size: size, most: most)
        .map { String($0.start.description.prefix(10)) }
    }
  }

  @Test(
    "what comes round after years is found, also between others that are far apart",
    arguments: StoreEngine.allCases)
  func sparse(_ engine: StoreEngine) throws {
    let stand = try Stand(engine)
    try stand.make("2024-06-01", "FREQ=YEARLY;INTERVAL=2")
    #expect(
      try stand.days(backward: false, size: 2, most: 3)
        == ["2026-06-01", "2028-06-01", "2030-06-01"])
    #expect(try stand.days(backward: true, size: 2, most: 9) == ["2024-06-01"])
    try stand.make("2029-01-01")
    try stand.make("2020-01-01")
    try stand.make("2010-03-01", "FREQ=DAILY;COUNT=1500")
    for size in [1, 2, 4, 10] {
      #expect(
        try stand.days(backward: false, size: size, most: 4)
          == ["2026-06-01", "2028-06-01", "2029-01-01", "2030-06-01"], "\(size)")
      #expect(
        try stand.days(backward: true, size: size, most: 4)
          == ["2024-06-01", "2020-01-01", "2014-04-08", "2014-04-07"], "\(size)")
    }
    // A series by dates alone ends there.
    let other = try stand.fixture.team(stand.owner, [])
    try stand.make("2045-01-01", "FREQ=YEARLY;COUNT=2", in: other)
    let found = try stand.fixture.platform.store.read { session in
      try RealmTimeline.page(
        of: other, kinds: ["event"],
        from: .init(start: stand.fixture.clock.now(), item: other), backward: false,
        drafts: false, reader: stand.owner.id, limit: 10, in: session)
    }
    #expect(found.map { String($0.start.description.prefix(10)) } == ["2045-01-01", "2046-01-01"])
  }

  @Test("what lasts from one year looked through into another stands there once")
  func lasting() throws {
    let stand = try Stand()
    let begin = stand.fixture.clock.now().adding(seconds: -370 * 86_400)
    try stand.make(String(begin.description.prefix(10)), "FREQ=YEARLY;INTERVAL=3", days: 30)
    #expect(
      try stand.days(backward: true, size: 5, most: 9) == [String(begin.description.prefix(10))])
    let ahead = stand.fixture.clock.now().adding(seconds: 360 * 86_400)
    let day = String(ahead.description.prefix(10))
    try stand.make(day, "FREQ=YEARLY;INTERVAL=30", days: 30)
    #expect(try stand.days(backward: false, size: 5, most: 5).count { $0 == day } == 1)
  }

  @Test("rules that lead to hardly anything end the search beyond a year, and not the list")
  func idle() throws {
    let stand = try Stand()
    let day = String(stand.fixture.clock.now().adding(seconds: 3 * 86_400).description.prefix(10))
    try stand.make(day, nil)
    for _ in 0..<60 { try stand.make("1950-01-01", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO") }
    #expect(try stand.days(backward: false, size: 50, most: 1) == [day])
  }

  @Test(
    "pages have every occurrence once, in order, as a plain search finds them; seed in the failure")
  func everyOccurrence() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    let stand = try Stand()
    let now = stand.fixture.clock.now()
    let rules = [
      "FREQ=YEARLY", "FREQ=YEARLY;INTERVAL=3", "FREQ=MONTHLY;INTERVAL=7;COUNT=9",
      "FREQ=YEARLY;COUNT=4", "FREQ=WEEKLY;COUNT=60", "FREQ=MONTHLY;BYDAY=1FR;COUNT=5",
    ]
    var items: [CalendarItem] = []
    for _ in 0..<14 {
      let (year, month) = (2014 + random.next() % 24, 10 + random.next() % 3)
      let rule = random.next() % 2 == 0 ? rules[Int(random.next() % UInt64(rules.count))] : nil
      items.append(
        try stand.make(
          "\(year)-\(month)-1\(random.next() % 9)", rule, hour: 10 + Int(random.next() % 3))
      )
    }
    let far = now.adding(seconds: 30 * 366 * 86_400)
    let long = now.adding(seconds: -30 * 366 * 86_400)
    let all = items.flatMap { item in
      item.starts(overlapping: long, far, limit: .max).map {
        RealmTimeline.Position(start: $0, item: item.id)
      }
    }.sorted()
    for size in [1, 3, 11] {
      for backward in [false, true] {
        let expected =
          backward ? all.filter { $0.start < now }.reversed() : all.filter { $0.start > now }
        let found = try stand.pages(
          from: now, backward: backward, size: size, most: expected.count)
        #expect(found == expected, "seed \(seed), pages of \(size), backward \(backward)")
      }
    }
  }
}
