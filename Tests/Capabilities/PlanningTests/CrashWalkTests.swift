import Access
import Base
import Notifications
import Storage
import TestSupport
import Testing

@testable import Calendar
@testable import Planning

/// A process that dies: within a transaction where somebody is told of something, or after a commit,
/// before what rests on calendars has followed.
private final class Crashes: NotificationCarrier, CalendarFollower {
  struct Crash: Error {}

  /// Calls until it dies; nil while it does not.
  private let left = Guarded<Int?>(nil)
  /// Whether it died within a transaction.
  let wasWithin = Guarded(false)

  func arm(_ calls: Int?) { left.swap(calls) }

  private func step(within: Bool) throws {
    let dies = left.withLock { left -> Bool in
      guard let calls = left else { return false }
      left = calls > 0 ? calls - 1 : nil
      return calls == 0
    }
    guard dies else { return }
    wasWithin.swap(within)
    throw Crash()
  }

  var channel: DeliveryChannel { .webpush }
  func reaches(_ account: EntityID, in session: StoreSession) throws -> Bool {
    try step(within: true)
    return true
  }
  func carry(
    _ notification: Notifications.Notification, to account: EntityID, _ words: NotificationWords
  ) throws {}
  func itemMoved(
    _ item: EntityID, for account: EntityID?, in transaction: WriteTransaction
  ) throws { try step(within: true) }
  func calendarChanged(of account: EntityID) throws { try step(within: false) }
  func travelMinutes(
    of account: EntityID, after now: Instant, in session: StoreSession
  ) throws -> [EntityID: Int] { [:] }
}

/// Whether everything holds whenever the process dies: nothing is half done, and what comes next
/// works, as another process would do it that has just started.
@Suite("planning while the process dies")
struct CrashWalkTests {
  private final class Walk {
    let crashes = Crashes()
    let fixture: PlanningFixture
    let people: [PlanningFixture.Person]
    let realm: EntityID
    let seed: UInt64
    var random: SeededRandom
    var done: [String] = []
    /// Deaths within a transaction, and after a commit.
    var deaths = [0, 0]

    init(_ engine: StoreEngine, kind: String) throws {
      fixture = try PlanningFixture(engine, follower: crashes, carriers: [crashes])
      people = try ["Ann", "Ben", "Cleo"].map { [fixture] in try fixture.person($0) }
      realm = try fixture.family(people, kind: kind)
      seed = UInt64.random(in: 0...UInt64.max)
      random = SeededRandom(seed: seed)
    }

    func any(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

    private func changes() throws -> Int {
      try fixture.platform.store.read { try $0.count("SELECT COUNT(*) FROM changes") }
    }

    /// Does one thing, and dies on the way now and then; a refusal is an answer, too.
    func attempt(_ name: String, _ body: () throws -> Void) throws {
      let before = try changes()
      crashes.arm(any(0..<5))
      do {
        try body()
        done.append(name)
      } catch let refusal as Refusal {
        done.append("\(name): \(refusal.slug)")
      } catch is Crashes.Crash {
        done.append("\(name): died")
        let within = crashes.wasWithin.current
        deaths[within ? 0 : 1] += 1
        if within { #expect(try changes() == before, "\(story)") }
      }
      crashes.arm(nil)
      let breaches = try fixture.breaches()
      try #require(breaches.isEmpty, "\(breaches): \(story)")
    }

    /// Time goes by; a timer that dies with the process fires later.
    func wait(_ hours: Int) throws {
      fixture.clock.advance(seconds: Double(hours) * 3600)
      try attempt("time") { try fixture.fireDue() }
      fixture.clock.advance(seconds: 3600)
      try fixture.fireDue()
    }

    var story: String { "seed \(seed): \(done.suffix(20))" }

    /// So many steps, and on until it has died both ways.
    func run(_ steps: Int, after: Bool = true, _ step: (Int) throws -> Void) throws {
      var number = 0
      while number < steps || (number < 600 && (deaths[0] == 0 || after && deaths[1] == 0)) {
        try step(number)
        number += 1
      }
      #expect(deaths[0] > 0 && (deaths[1] > 0 || !after), "\(deaths), \(story)")
    }
  }

  private static func steps(_ engine: StoreEngine) -> Int { engine == .sqlite ? 150 : 60 }

  @Test(
    "bookings and requests for them: nothing is half done when the process dies",
    arguments: StoreEngine.allCases)
  func bookings(_ engine: StoreEngine) throws {
    let walk = try Walk(engine, kind: "family")
    let fixture = walk.fixture
    let car = try fixture.car(of: walk.realm, by: walk.people[0])
    let bookings = fixture.planning.bookings
    try walk.run(Self.steps(engine)) { number in
      let caller = try walk.people[walk.any(0..<3)].caller
      let from = 24 + walk.any(0..<10)
      let draft = fixture.draft(from, from + 1 + walk.any(0..<3), "Step \(number)")
      let made = try fixture.platform.store.read { session in
        try session.all("SELECT id FROM bookings ORDER BY id") { try $0.id(0) }
      }
      let asked = try fixture.platform.store.read { session in
        try session.all("SELECT id FROM override_requests ORDER BY id") { try $0.id(0) }
      }
      switch walk.any(0..<8) {
      case 0, 1: try walk.attempt("book") { _ = try bookings.book(car, draft, caller: caller) }
      case 2:
        guard let booking = made.randomElement(using: &walk.random) else { return }
        try walk.attempt("give up") {
          try bookings.cancel(booking, expecting: .any, caller: caller)
        }
      case 3, 4:
        guard let booking = made.randomElement(using: &walk.random) else { return }
        try walk.attempt("ask") { _ = try bookings.ask(for: booking, draft, caller: caller) }
      case 5:
        guard let request = asked.randomElement(using: &walk.random) else { return }
        let approves = walk.any(0..<3) > 0
        try walk.attempt("decide") {
          try bookings.decide(request, approves: approves, caller: caller)
        }
      case 6:
        guard let booking = made.randomElement(using: &walk.random) else { return }
        let change = try BookingChange(
          reading: PlanningFixture.fields(
            "{\"start\": \"\(draft.span.start)\", \"end\": \"\(draft.span.end)\"}"))
        try walk.attempt("move") {
          try bookings.change(booking, change, expecting: .any, caller: caller)
        }
      default: try walk.wait(walk.any(0..<9))
      }
    }
  }

  @Test(
    "activities and polls: nothing is half done when the process dies",
    arguments: StoreEngine.allCases)
  func activities(_ engine: StoreEngine) throws {
    let walk = try Walk(engine, kind: "family")
    let (fixture, service) = (walk.fixture, walk.fixture.planning.activities)
    func change(_ json: String) throws -> ActivityChange {
      ActivityChange(reading: try PlanningFixture.fields(json))
    }
    // What follows a commit here is let go of: calendars that cannot follow stop no activity.
    try walk.run(Self.steps(engine), after: false) { _ in
      let activity = try fixture.platform.store.read { try ActivityStore.all(in: walk.realm, $0) }
        .randomElement(using: &walk.random)
      let host = walk.people.first { $0.id == activity?.host } ?? walk.people[0]
      let caller = try host.caller
      guard let id = activity?.id, walk.any(0..<10) > 0 else {
        return try walk.attempt("start") {
          _ = try service.start(change("{}"), in: walk.realm, caller: caller)
        }
      }
      switch walk.any(0..<8) {
      case 0:
        let poll = PollDraft(
          reading: try PlanningFixture.fields(
            """
            {"deadline": "\(fixture.hour(4))", "options": [{"name": "Hike"}, {"name": "Cinema"}]}
            """))
        try walk.attempt("poll") { try service.sendPoll(poll, of: id, caller: caller) }
      case 1, 2:
        let voter = try walk.people[walk.any(0..<3)].caller
        let option =
          try fixture.platform.store.read {
            try PollStore.find(id, host: host.id, invitees: [], in: $0)
          }?.options.randomElement(using: &walk.random)?.id ?? id
        try walk.attempt("vote") { try service.vote([option], in: id, caller: voter) }
      case 3: try walk.attempt("close") { try service.closePoll(of: id, caller: caller) }
      case 4:
        let details = """
          {"name": "Hike", "description": "Up", "start": "\(fixture.hour(60))", "duration": 3600,
           "place": {"label": "Hill"}, "type": "Walk", "step": "details",
           "tasks": [{"title": "Water", "assignee": "\(walk.people[0].id)"}]}
          """
        try walk.attempt("details") {
          try service.change(id, change(details), expecting: .any, caller: caller)
        }
      case 5: try walk.attempt("invite") { try service.sendInvites(id, caller: caller) }
      case 6: try walk.attempt("cancel") { try service.cancel(id, caller: caller) }
      default: try walk.wait(walk.any(0..<4))
      }
    }
  }

  @Test(
    "answers to an event: no place is lost or given twice when the process dies",
    arguments: StoreEngine.allCases)
  func answers(_ engine: StoreEngine) throws {
    let walk = try Walk(engine, kind: "community")
    let fixture = walk.fixture
    let (items, rsvp) = (fixture.calendar.items, fixture.calendar.rsvp)
    var event = CalendarItem(
      id: EntityID(high: 0, low: 0), uid: "", kind: "event", realm: walk.realm,
      organizer: walk.people[0].id, title: "Tea",
      start: IANATimeZone.utc.wallTime(at: fixture.hour(2000)), zone: .utc, duration: 3600,
      createdAt: fixture.clock.now(), updatedAt: fixture.clock.now())
    event.capacity = 1
    let id = try items.create(event, caller: walk.people[0].caller)
    try walk.run(Self.steps(engine)) { _ in
      let caller = try walk.people[walk.any(0..<3)].caller
      switch walk.any(0..<6) {
      case 0, 1, 2:
        try walk.attempt("accept") {
          try rsvp.answer(.accepted, to: id, waits: true, caller: caller)
        }
      case 3, 4: try walk.attempt("decline") { try rsvp.answer(.declined, to: id, caller: caller) }
      default:
        let places = walk.any(1..<3)
        try walk.attempt("places") {
          try items.change(id, expecting: .any, caller: walk.people[0].caller) {
            $0.capacity = places
          }
        }
      }
      let (inside, waiting, capacity) = try fixture.platform.store.read { session in
        (
          Set(
            try ParticipationStore.attendances(of: id, in: session)
              .filter { $0.answer == .accepted }.map(\.party)),
          try WaitingList.all(of: id, in: session).map(\.account),
          try CalendarItemStore.find(id, in: session)?.capacity ?? 0
        )
      }
      #expect(inside.count <= capacity, "\(walk.story)")
      #expect(waiting.allSatisfy { !inside.contains(.account($0)) }, "\(walk.story)")
      #expect(waiting.isEmpty || inside.count == capacity, "\(walk.story)")
    }
  }
}
