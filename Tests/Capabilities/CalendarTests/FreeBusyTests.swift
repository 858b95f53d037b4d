import Access
import Base
import Foundation
import Storage
import TestSupport
import Testing

@testable import Calendar

@Suite("free and busy times")
struct FreeBusyTests {
  private func at(_ second: Int) -> Instant { Instant(milliseconds: Int64(second) * 1000) }

  @Test("intervals agree with counting second by second; seed in the failure")
  func intervals() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    func some() -> (Intervals, Set<Int>) {
      var spans: [Intervals.Span] = []
      var seconds: Set<Int> = []
      for _ in 0..<Int(random.next() % 8) {
        let start = Int(random.next() % 60)
        let end = start + Int(random.next() % 12)
        spans.append(Intervals.Span(at(start), at(end)))
        seconds.formUnion(start..<end)
      }
      return (Intervals(spans), seconds)
    }
    func seconds(_ intervals: Intervals) -> Set<Int> {
      Set(
        (0..<100).filter { second in
          intervals.spans.contains { $0.start <= at(second) && at(second) < $0.end }
        })
    }
    for _ in 0..<500 {
      let ((a, inA), (b, inB)) = (some(), some())
      #expect(seconds(a) == inA, "seed \(seed)")
      #expect(seconds(a.union(b)) == inA.union(inB), "seed \(seed)")
      #expect(seconds(a.intersection(b)) == inA.intersection(inB), "seed \(seed)")
      let free = a.gaps(in: Intervals.Span(at(10), at(50)))
      #expect(seconds(free) == Set(10..<50).subtracting(inA), "seed \(seed)")
      for (one, next) in zip(a.spans, a.spans.dropFirst()) { #expect(one.end < next.start) }
      let span = Intervals.Span(at(20), at(25))
      #expect(a.overlaps(span) == !inA.isDisjoint(with: 20..<25), "seed \(seed)")
    }
  }

  @Test(
    "busy is what was accepted and takes place, of people and of resources",
    arguments: StoreEngine.allCases)
  func busy(_ engine: StoreEngine) throws {
    let fixture = try CalendarFixture(engine)
    let (owner, member) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(owner, [member])
    let (items, rsvp) = (fixture.calendar.items, fixture.calendar.rsvp)
    let once = try items.create(try fixture.item("event", in: team, hour: 10), caller: owner.caller)
    let weekly = try fixture.item("practice", in: team, rule: "FREQ=WEEKLY;COUNT=3")
    let series = try items.create(weekly, caller: owner.caller)
    let unanswered = try items.create(
      try fixture.item("event", in: team, hour: 12), caller: owner.caller)
    for id in [once, series] { try rsvp.answer(.accepted, to: id, caller: member.caller) }
    try rsvp.answer(
      .declined, to: series, at: weekly.startsAt.adding(seconds: 7 * 86_400), caller: member.caller)
    let room = Party.resource(EntityID(high: 7, low: 7))
    try fixture.platform.store.write { transaction in
      try ParticipationStore.put(
        Attendance(item: unanswered, party: room, answer: .accepted, invitedAt: transaction.now),
        in: transaction)
    }
    let parties = try fixture.platform.store.read {
      try ParticipationStore.attendances(of: unanswered, in: $0).map(\.party)
    }
    #expect(parties.contains(room))
    let span = Intervals.Span(
      weekly.startsAt.adding(seconds: -86_400), weekly.startsAt.adding(seconds: 30 * 86_400))
    func read() throws -> FreeBusy {
      try fixture.platform.store.read { session in
        try FreeBusy(
          of: [.account(member.id), .account(owner.id), room], in: span, fixture.kinds,
          from: session)
      }
    }
    let found = try read()
    #expect(
      found.busy[.account(member.id)]?.spans.map(\.start.description) == [
        "2026-05-04T10:00:00.000Z", "2026-05-04T15:00:00.000Z", "2026-05-18T15:00:00.000Z",
      ])
    #expect(found.busy[room]?.spans.map(\.start.description) == ["2026-05-04T12:00:00.000Z"])
    #expect(found.busy[.account(owner.id)] == nil)
    try items.cancel(once, caller: owner.caller)
    #expect(try read().busy[.account(member.id)]?.spans.count == 2)
  }

  @Test("three months of fifty full calendars are read as one question")
  func many() throws {
    let fixture = try CalendarFixture()
    let owner = try fixture.person("Ann")
    let people = try [owner] + (1..<50).map { try fixture.person("Person\($0)") }
    let team = try fixture.team(owner, Array(people.dropFirst()))
    let first = try fixture.item("event", in: team)
    var made: [EntityID] = []
    for index in 0..<40 {
      let day = CivilDate(daysSinceEpoch: first.start.date.daysSinceEpoch + 2 * index)
      made.append(
        try fixture.calendar.items.create(
          try fixture.item("event", in: team, day: day.text, hour: 10 + index % 10),
          caller: owner.caller))
    }
    for hour in 10..<15 {
      made.append(
        try fixture.calendar.items.create(
          try fixture.item(
            "practice", in: team, hour: hour, rule: "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
          caller: owner.caller)
      )
    }
    try fixture.platform.store.write { transaction in
      for item in made {
        for person in people {
          try ParticipationStore.put(
            Attendance(
              item: item, party: .account(person.id), answer: .accepted, invitedAt: transaction.now),
            in: transaction)
        }
      }
    }
    let span = Intervals.Span(first.startsAt, first.startsAt.adding(seconds: 92 * 86_400))
    var best = Double.infinity
    for _ in 0..<5 {
      let begin = Date()
      let found = try fixture.platform.store.read { session in
        try FreeBusy(of: people.map { .account($0.id) }, in: span, fixture.kinds, from: session)
      }
      best = min(best, Date().timeIntervalSince(begin))
      #expect(found.busy.count == 50 && !found.isIncomplete)
    }
    print("free and busy times of 50 people over 3 months: \(best * 1000) ms, this build")
    #expect(best < 6)
  }

  @Test("what somebody must not know of takes up none of that one's time, once or in series")
  func hidden() throws {
    let fixture = try CalendarFixture()
    let (owner, member) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(owner, [member])
    let first = try fixture.item("event", in: team)
    let span = Intervals.Span(first.startsAt, first.startsAt.adding(seconds: 14 * 86_400))
    for rule in [nil, "FREQ=WEEKLY;COUNT=3"] {
      let id = try fixture.calendar.items.create(
        try fixture.item("event", in: team, rule: rule), caller: owner.caller)
      let item = try #require(try fixture.found(id))
      for isHidden in [false, true] {
        try fixture.platform.store.write { transaction in
          var part = Participation(of: member.id, in: item, .tentative, at: transaction.now)
          part.isHidden = isHidden
          try ParticipationStore.put(part, in: transaction)
        }
        let busy = try fixture.platform.store.read { session in
          try FreeBusy(
            of: [.account(member.id)], in: span, fixture.kinds, from: session
          ).busy[.account(member.id)]
        }
        #expect((busy == nil) == isHidden, "\(rule ?? "once")")
      }
    }
  }
}
