import Access
import Base
import Groups
import Notifications
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@testable import Calendar

@Suite("groups with much in them, and admins who go")
struct GroupScaleTests {
  @Test(
    "of 10,000 events each page is found by its index, forward and backward, each event once",
    arguments: StoreEngine.allCases)
  func many(_ engine: StoreEngine) throws {
    let fixture = try CalendarFixture(engine)
    let owner = try fixture.person("Ann")
    let team = try fixture.team(owner, [])
    var item = try fixture.item("event", in: team)
    item.organizer = owner.id
    let first = item.startsAt
    let count = 10_000
    // Not in one transaction: that has a deadline.
    for batch in stride(from: 0, to: count, by: 250) {
      let stored = try (batch..<batch + 250).map { number in
        item.id = fixture.platform.ids.next()
        item.uid = "\(number)"
        // Four begin at the same time.
        item.start = WallTime(
          secondsSinceEpoch: Int(first.milliseconds / 1000) + number / 4 * 3600)
        var budget = RecurrenceBudget(RecurrenceBudget.ofRule)
        try item.measure(&budget)
        return item
      }
      try fixture.platform.store.write { transaction in
        for item in stored { try CalendarItemStore.insert(item, in: transaction) }
      }
    }
    func page(
      _ position: RealmTimeline.Position, backward: Bool
    ) throws -> [RealmTimeline.Position] {
      try fixture.platform.store.read { session in
        try RealmTimeline.page(
          of: team, kinds: ["event"], from: position, backward: backward, drafts: true,
          reader: owner.id, limit: 200, in: session)
      }.map { RealmTimeline.Position(start: $0.start, item: $0.item.id) }
    }
    for backward in [false, true] {
      var position = RealmTimeline.Position(
        start: backward ? first.adding(seconds: 4_000_000 * 3) : first.adding(seconds: -1),
        item: backward ? EntityID(high: 0, low: 0) : EntityID(high: .max, low: .max))
      var found: [RealmTimeline.Position] = []
      while true {
        let next = try page(position, backward: backward)
        guard let last = next.last else { break }
        found += next
        position = last
      }
      #expect(found.count == count)
      #expect(found == (backward ? found.sorted().reversed() : found.sorted()))
      #expect(Set(found.map(\.item)).count == count)
    }
  }

  @Test("an admin who was removed while editing changes nothing", arguments: StoreEngine.allCases)
  func removed(_ engine: StoreEngine) throws {
    let fixture = try CalendarFixture(engine)
    let owner = try fixture.person("Ann")
    let admin = try fixture.person("Bob")
    let team = try fixture.team(owner, [admin])
    let event = try fixture.item("event", in: team)
    let id = try fixture.calendar.items.create(event, caller: owner.caller)
    // What the admin's page holds from before.
    try fixture.platform.store.write { transaction in
      try transaction.execute(
        "UPDATE memberships SET role = 'admin' WHERE account = ?1 AND sub_realm = ?2",
        [.id(admin.id), .id(team)])
      try transaction.record("membership", admin.id, realm: team, .update)
    }
    let before = try #require(try fixture.found(id))
    try fixture.people.groups.subRealms.removeMember(admin.id, of: team, caller: owner.caller)
    let slug = try fixture.slug {
      try fixture.calendar.items.change(
        id, expecting: .oneOf([before.version]), caller: admin.caller
      ) { $0.title = "Mine" }
    }
    #expect(slug == "not-found")
    #expect(try fixture.found(id)?.title == before.title)
    #expect(try fixture.found(id)?.version == before.version)
  }
}
