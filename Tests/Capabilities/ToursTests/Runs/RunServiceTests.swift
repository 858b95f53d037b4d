import Access
import Base
import CapabilityTestSupport
import Geodesy
import Objects
import Storage
import TestSupport
import Testing

@testable import Tours

@Suite("Runs: going on tours")
struct RunServiceTests {
  let stand: TourStand
  let tour: EntityID

  init() throws {
    stand = try TourStand()
    tour = try stand.published().tour.id
  }

  private static let stops = [
    LonLat(lon: 9.5223, lat: 47.1362), LonLat(lon: 9.5224, lat: 47.1380),
    LonLat(lon: 9.5246, lat: 47.1400),
  ]

  /// Walks the clock on and sends one position.
  @discardableResult
  private func walk(
    _ run: EntityID, to position: LonLat, seconds: Double = 200, caller: Caller? = nil
  ) throws -> TourRunDetails {
    stand.clock.advance(seconds: seconds)
    return try stand.runs.advance(
      run, [RunPoint(position: position, at: stand.clock.now())], caller: caller ?? stand.walker)
  }

  @Test("TR-FR1: general users go on tours; organization users and admins do not")
  func roles() throws {
    #expect(try stand.runs.start(tour, caller: stand.walker).isNew)
    for caller in [stand.editor, stand.stranger, stand.admin] {
      #expect(try refusal { _ = try stand.runs.start(tour, caller: caller) }?.kind == .forbidden)
    }
    #expect(
      try refusal { _ = try stand.runs.start(tour, caller: .anonymous) }?.kind == .unauthenticated)
    let draft = try stand.make().tour.id
    #expect(
      try refusal { _ = try stand.runs.start(draft, caller: stand.walker) }?.kind == .notFound)
  }

  @Test("UC4.10-11, UC4.12, UC4.13-14, UC4.15, UC4.16: a whole tour")
  func whole() throws {
    let started = try stand.runs.start(tour, caller: stand.walker)
    let id = started.run.id
    var shown = try json { started.write(to: &$0) }
    #expect(shown["state"] == .string("active"))
    #expect(shown["target"]?["title"] == .string("Cathedral"))
    #expect(shown["target"]?["text"] == nil)
    shown = try json { try? walk(id, to: Self.stops[0], seconds: 0.001).writeAdvance(to: &$0) }
    #expect(shown["arrived"]?[0]?["text"] == .string("Built in 1873."))
    #expect(shown["target"]?["title"] == .string("Museum"))
    #expect(shown["target"]?["order"] == .number(2))
    let toMuseum = Geodesic.distance(from: Self.stops[0], to: Self.stops[1])
    #expect(abs((shown["target"]?["distance"]?.number ?? 0) - toMuseum) < 0.1)
    shown = try json { try? walk(id, to: Self.stops[1]).writeAdvance(to: &$0) }
    #expect(shown["arrived"]?.array?.count == 1 && shown["completed"] == .bool(false))
    shown = try json { try? walk(id, to: Self.stops[2], seconds: 300).writeAdvance(to: &$0) }
    #expect(shown["completed"] == .bool(true) && shown["target"] == .null)
    #expect(shown["state"] == .string("completed"))
    let length = toMuseum + Geodesic.distance(from: Self.stops[1], to: Self.stops[2])
    #expect(abs((shown["metrics"]?["distance"]?.number ?? 0) - length) < 0.2)
    #expect(shown["metrics"]?["seconds"] == .number(500))
    stand.clock.advance(seconds: 1000)
    let later = try stand.runs.details(id, caller: stand.walker)
    #expect(later.run.seconds(now: stand.clock.now()).rounded() == 500)
    #expect(later.run.arrivals.map(\.stop) == later.stops.compactMap(\.id))
  }

  @Test("UC4.18.1: who stays after the completion has no target, and leaves when it suits")
  func staying() throws {
    let id = try stand.runs.start(tour, caller: stand.walker).run.id
    for stop in Self.stops { try walk(id, to: stop) }
    let stayed = try walk(id, to: Self.stops[0])
    #expect(stayed.target == nil && stayed.arrived.isEmpty && stayed.run.endedAt == nil)
    #expect(try active() != nil)
    try stand.runs.leave(id, caller: stand.walker)
    #expect(try stand.runs.details(id, caller: stand.walker).run.state == .completed)
    #expect(try active() == nil)
  }

  private func active(now: Instant? = nil) throws -> TourRun? {
    try stand.store.read {
      try RunService.activeRun(
        of: stand.walker.testAccount, in: $0, now: now ?? stand.clock.now())
    }
  }

  @Test("UC4.14.1: a tour can be left before the end; later positions are refused")
  func leaving() throws {
    let id = try stand.runs.start(tour, caller: stand.walker).run.id
    try walk(id, to: Self.stops[0])
    try stand.runs.leave(id, caller: stand.walker)
    try stand.runs.leave(id, caller: stand.walker)
    #expect(try stand.runs.details(id, caller: stand.walker).run.state == .left)
    #expect(try refusal { _ = try walk(id, to: Self.stops[1]) }?.slug == "run-ended")
    #expect(try stand.runs.start(tour, caller: stand.walker).run.id != id)
  }

  @Test("UC4.8: during a tour no object can be placed, moved or taken away; after leaving it can")
  func placement() throws {
    let object = try stand.object(caller: stand.walker)
    let instances = InstanceService(platform: stand.platform, conditions: [NoPlacingDuringTours()])
    let pose = GeoPose(position: Self.stops[0], height: 500)
    let placement = Placement(realms: [SubRealmID.publicRealm], pose: pose)
    let draft = InstanceDraft(object: object, placement: placement)
    let placed = try instances.place(draft, caller: stand.walker).instance.id
    let run = try stand.runs.start(tour, caller: stand.walker).run.id
    let changes = try InstanceChanges(reading: fields(#"{"scale":2}"#))
    for attempt in [
      { _ = try instances.place(draft, caller: stand.walker) },
      { _ = try instances.edit(placed, changes, expecting: .any, caller: stand.walker) },
      { try instances.remove(placed, expecting: .any, caller: stand.walker) },
    ] {
      #expect(try refusal(attempt)?.slug == "on-tour")
    }
    try stand.runs.leave(run, caller: stand.walker)
    _ = try instances.place(draft, caller: stand.walker)
    try instances.remove(placed, expecting: .any, caller: stand.walker)
  }

  @Test("Being on a tour is forgotten after 12 hours of silence")
  func activeRun() throws {
    #expect(try active() == nil)
    let id = try stand.runs.start(tour, caller: stand.walker).run.id
    #expect(try active()?.id == id)
    #expect(try active(now: stand.clock.now().adding(seconds: 12 * 3600)) == nil)
  }

  @Test("Starting the same tour goes on with the open run, starting another one pauses it")
  func again() throws {
    let first = try stand.runs.start(tour, caller: stand.walker)
    try walk(first.run.id, to: Self.stops[0])
    let again = try stand.runs.start(tour, caller: stand.walker)
    #expect(!again.isNew && again.run.id == first.run.id && again.run.arrivals.count == 1)
    let other = try stand.published(["name": "\"Other\""]).tour.id
    let second = try stand.runs.start(other, caller: stand.walker)
    #expect(second.isNew)
    #expect(try stand.runs.details(first.run.id, caller: stand.walker).run.state == .paused)
    let list = try stand.runs.list(PageRequest(limit: 1), caller: stand.walker)
    #expect(list.items.map { $0.names.text() } == ["Other"])
    let rest = try stand.runs.list(PageRequest(limit: 5, cursor: list.next), caller: stand.walker)
    #expect(rest.items.map(\.run.id) == [first.run.id] && rest.items.first?.reached == 1)
  }

  @Test("A run is seen by its own account only")
  func privacy() throws {
    let id = try stand.runs.start(tour, caller: stand.walker).run.id
    let other = stand.anotherWalker()
    for attempt in [
      { _ = try stand.runs.details(id, caller: other) },
      { _ = try walk(id, to: Self.stops[0], caller: other) },
      { try stand.runs.leave(id, caller: other) },
      { _ = try stand.runs.details(id, caller: stand.editor) },
    ] {
      #expect(try refusal(attempt)?.kind == .notFound)
    }
    #expect(try stand.runs.list(PageRequest(), caller: other).items.isEmpty)
  }

  @Test(
    "Positions are not written down: after a restart only totals are known, and nothing counts twice"
  )
  func restart() throws {
    let id = try stand.runs.start(tour, caller: stand.walker).run.id
    try walk(id, to: Self.stops[0])
    let first = RunPoint(position: Self.stops[1], at: stand.clock.now().adding(seconds: 100))
    stand.clock.advance(seconds: 200)
    let before = try stand.runs.advance(id, [first], caller: stand.walker).run
    let restarted = RunService(platform: stand.platform)
    let repeated = try restarted.advance(id, [first], caller: stand.walker)
    #expect(repeated.ignored == 1 && repeated.run.walked == before.walked)
    stand.clock.advance(seconds: 200)
    let next = try restarted.advance(
      id, [RunPoint(position: Self.stops[2], at: stand.clock.now())], caller: stand.walker)
    #expect(next.run.walked == before.walked && next.arrived == [2])
    let columns = try stand.store.read { session in
      try session.first("SELECT walked, last_point_at FROM tour_runs", []) { _ in true }
    }
    #expect(columns == true)
  }

  @Test(
    "UC4.16: the time taken is right by whatever clock the device has",
    arguments: [0, -7200, 18_000])
  func wrongClock(_ ahead: Double) throws {
    let id = try stand.runs.start(tour, caller: stand.walker).run.id
    for stop in Self.stops {
      stand.clock.advance(seconds: 300)
      let at = stand.clock.now().adding(seconds: Int64(ahead))
      _ = try stand.runs.advance(id, [RunPoint(position: stop, at: at)], caller: stand.walker)
    }
    let run = try stand.runs.details(id, caller: stand.walker).run
    #expect(run.state == .completed && run.seconds(now: stand.clock.now()) == 900)
    #expect(run.arrivals.map { $0.at.seconds(since: run.startedAt) } == [300, 600, 900])
    #expect(run.walked > 400)
  }

  @Test("A run goes on along the revision on which it began")
  func revisions() throws {
    let id = try stand.runs.start(tour, caller: stand.walker).run.id
    _ = try stand.edit(tour, #"{"name":"Changed","direction":"reverse"}"#)
    _ = try stand.tours.publish(tour, caller: stand.editor)
    #expect(try walk(id, to: Self.stops[0]).arrived == [0])
    #expect(try stand.runs.details(id, caller: stand.walker).name == "Old Town")
    try stand.tours.unpublish(tour, caller: stand.editor)
    #expect(try walk(id, to: Self.stops[1]).arrived == [1])
  }

  @Test("RL-TR-01: a priced tour starts only after it is paid")
  func priced() throws {
    let priced = try stand.published(["price": "\"4.50\""]).tour.id
    let refused = try refusal { _ = try stand.runs.start(priced, caller: stand.walker) }
    #expect(refused?.kind == .paymentRequired && refused?.slug == "tour-not-paid")
    #expect(try stand.rows("tour_runs") == 0)
    _ = try stand.purchases.buy(priced, caller: stand.walker)
    #expect(try stand.runs.start(priced, caller: stand.walker).isNew)
  }

  @Test("Wrong positions are refused with the place of every mistake")
  func reading() throws {
    func pointers(_ body: String) throws -> [String]? {
      try refusal { _ = try RunPoint.points(reading: fields(body)) }?.violations.map(\.pointer)
    }
    let good = #"{"lat":47,"lon":9,"at":"2026-05-01T10:00:00Z"}"#
    #expect(try RunPoint.points(reading: fields("{\"points\":[\(good)]}")).count == 1)
    #expect(try pointers(#"{"points":[]}"#) == ["/points"])
    #expect(try pointers("{}") == ["/points"])
    #expect(
      try pointers(#"{"points":[{"lat":97,"lon":9,"at":"x","accuracy":-1,"speed":1}]}"#)?.sorted()
        == ["/points/0/accuracy", "/points/0/at", "/points/0/lat", "/points/0/speed"])
  }
}
