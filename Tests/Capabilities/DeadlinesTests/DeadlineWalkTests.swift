import Base
import Foundation
import Storage
import TestSupport
import Testing

@testable import Deadlines

/// What a store with timers must hold, kept by the plainest rules.
private struct Model {
  struct Entry {
    var deadline: Deadline
    var nextTry: Instant
    var failures = 0
  }

  var entries: [String: Entry] = [:]
  var effects: [String] = []

  /// What one look at what is due does.
  mutating func fire(now: Instant, failing: Set<String>) {
    let due = entries.values.filter { $0.nextTry <= now }
      .sorted { ($0.nextTry, $0.deadline.key) < ($1.nextTry, $1.deadline.key) }
    for var entry in due {
      let key = entry.deadline.key
      if failing.contains(key) {
        let seconds = min(Int64(10) << Int64(min(entry.failures, 20)), 3600)
        entry.failures += 1
        entry.nextTry = now.adding(seconds: seconds)
        entries[key] = entry
      } else {
        effects.append("\(key)/\(entry.deadline.version)")
        entries[key] = nil
      }
    }
  }
}

@Suite("Deadlines over long times")
struct DeadlineWalkTests {
  /// Random settings, moves, cancellations, clock jumps both ways, failures and restarts: after each
  /// step the store holds what the plain model holds, and every effect happened once.
  @Test(
    "random walks with clock jumps and restarts fire each exactly once",
    arguments: StoreEngine.allCases,
    [1, 2, 3] as [UInt64])
  func walk(_ engine: StoreEngine, _ seed: UInt64) throws {
    let world = try DeadlineWorld(engine)
    var random = SeededRandom(seed: seed)
    var model = Model()
    var runner = try world.runner()
    func pick(_ count: UInt64) -> Int { Int(random.next() % count) }
    for step in 0..<400 {
      let key = "k\(pick(12))"
      switch pick(10) {
      case 0...3:
        let deadline = world.deadline(key, in: Double(pick(600)) - 100, version: step)
        try world.set(deadline)
        model.entries[key] = Model.Entry(deadline: deadline, nextTry: deadline.due)
      case 4:
        let isThere = try world.store.write {
          try DeadlineStore.cancel("note", key: key, in: $0)
        }
        #expect(isThere == (model.entries.removeValue(forKey: key) != nil), "step \(step)")
      case 5: world.clock.advance(seconds: Double(pick(200)))
      case 6: world.clock.advance(seconds: -Double(pick(400)))
      case 7:
        world.failing.withLock { if $0.remove(key) == nil { $0.insert(key) } }
      case 8:
        try world.restart()
        runner = try world.runner()
      default:
        try runner.fireDue(.transaction)
        model.fire(now: world.clock.now(), failing: world.failing.current)
        #expect(try world.effects == model.effects, "step \(step)")
        #expect(
          try runner.nextDue(.transaction) == model.entries.values.map(\.nextTry).min(),
          "step \(step)")
      }
    }
    world.failing.swap([])
    world.clock.advance(seconds: 100_000)
    try runner.fireDue(.transaction)
    model.fire(now: world.clock.now(), failing: [])
    #expect(try world.effects == model.effects)
    #expect(try runner.nextDue(.transaction) == nil)
  }

  @Test(
    "10,000 due at once fire once each in bounded rounds, by several at work",
    arguments: StoreEngine.allCases)
  func many(_ engine: StoreEngine) throws {
    let world = try DeadlineWorld(engine)
    let count = 10_000
    try world.store.write { transaction in
      for number in 0..<count {
        try DeadlineStore.set(world.deadline("k\(number)", in: 0), in: transaction)
      }
    }
    // On PostgreSQL each is a process of its own; SQLite has one, whose writer they share.
    let stores = [world.store, engine == .postgres ? try world.another() : world.store]
    let rounds = Guarded<[Int]>([])
    let errors = Guarded<[String]>([])
    concurrently(4) { [stores] thread in
      do {
        let runner = try DeadlineRunner(store: stores[thread % 2], kinds: [world.note])
        var fired = DeadlineRunner.batch
        while fired > 0 {
          fired = try runner.fireDue(.transaction)
          rounds.withLock { $0.append(fired) }
        }
      } catch { errors.withLock { $0.append("\(error)") } }
    }
    #expect(errors.current == [])
    #expect(rounds.current.reduce(0, +) == count)
    #expect((rounds.current.max() ?? 0) <= DeadlineRunner.batch)
    let effects = try world.effects
    #expect(effects.count == count)
    #expect(Set(effects).count == count)
    if engine == .postgres { stores[1].close() }
  }
}

@Suite("The clock that fires deadlines")
struct DeadlineClockTests {
  private func start(
    _ world: DeadlineWorld, on store: Store, _ kinds: [DeadlineKind] = []
  ) throws -> DeadlineClock {
    let clock = DeadlineClock(
      try DeadlineRunner(store: store, kinds: [world.note] + kinds), clock: world.clock
    ) { _ in }
    try clock.start(store)
    return clock
  }

  @Test("what was due while no server ran fires at the start", arguments: StoreEngine.allCases)
  func overdue(_ engine: StoreEngine) throws {
    let world = try DeadlineWorld(engine)
    try world.set(world.deadline("a", in: -100))
    let clock = try start(world, on: world.store)
    defer { clock.stop() }
    let fires = try comesTrue { try world.effects == ["a/0"] }
    #expect(fires)
  }

  @Test(
    "one that is set for now fires at once; one for later when the clock says so",
    arguments: StoreEngine.allCases)
  func wakes(_ engine: StoreEngine) throws {
    let world = try DeadlineWorld(engine)
    let clock = try start(world, on: world.store)
    defer { clock.stop() }
    try world.set(world.deadline("later", in: 3600))
    try world.set(world.deadline("now", in: 0))
    let firesNow = try comesTrue { try world.effects == ["now/0"] }
    #expect(firesNow)
    world.clock.advance(seconds: 4000)
    let firesLater = try comesTrue { try world.effects == ["now/0", "later/0"] }
    #expect(firesLater)
  }

  private func set(_ kind: DeadlineKind, _ keys: [String], in world: DeadlineWorld) throws {
    for key in keys {
      var deadline = world.deadline(key, in: 0)
      deadline.kind = kind.name
      try world.set(deadline)
    }
  }

  @Test("a delivery leaves while servers of others let calendars wait")
  func foreignServers() throws {
    let world = try DeadlineWorld(.sqlite)
    let answers = DispatchSemaphore(value: 0)
    let asked = Guarded(0)
    let calendar = DeadlineKind.errand("calendar", "Asks a server.", asksOthers: true) { _ in
      asked.withLock { $0 += 1 }
      answers.wait()
    }
    let delivered = Guarded<[String]>([])
    let delivery = DeadlineKind.errand("delivery", "Leaves.") { deadline in
      delivered.withLock { $0.append(deadline.key) }
    }
    let calendars = ["a", "b", "c"]
    try set(calendar, calendars, in: world)
    let clock = try start(world, on: world.store, [calendar, delivery])
    defer {
      for _ in calendars { answers.signal() }
      clock.stop()
    }
    let isAsked = comesTrue { asked.current == 1 }
    #expect(isAsked)
    try set(delivery, ["d"], in: world)
    let leaves = comesTrue { delivered.current == ["d"] }
    #expect(leaves)
    #expect(asked.current == 1, "no calendar has come yet")
  }

  @Test("a stop in the middle of many errands waits for the running one only")
  func stopping() throws {
    let world = try DeadlineWorld(.sqlite)
    let begun = Guarded(0)
    let slow = DeadlineKind.errand("slow", "Takes half a second.") { _ in
      begun.withLock { $0 += 1 }
      usleep(500_000)
    }
    try set(slow, (0..<8).map { "k\($0)" }, in: world)
    let clock = try start(world, on: world.store, [slow])
    let runs = comesTrue { begun.current >= 1 }
    clock.stop()
    #expect(runs)
    // One more may begin between the look at it and the stop, on a machine that is busy.
    #expect((1...3).contains(begun.current))
  }

  @Test(
    "one that another process sets fires once, at one of both",
    .enabled(if: PostgresServer.absence == nil, "PostgreSQL is not installed"))
  func processes() throws {
    let world = try DeadlineWorld(.postgres)
    let other = try world.another()
    defer { other.close() }
    let clocks = [try start(world, on: world.store), try start(world, on: other)]
    defer { for clock in clocks { clock.stop() } }
    for number in 0..<20 { try world.set(world.deadline("k\(number)", in: 0)) }
    let allFire = try comesTrue { try world.effects.count >= 20 }
    #expect(allFire)
    #expect(try Set(world.effects).count == 20)
    #expect(try world.effects.count == 20)
  }
}
