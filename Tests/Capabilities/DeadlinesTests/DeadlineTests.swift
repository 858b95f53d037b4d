import Base
import Storage
import TestSupport
import Testing

@testable import Deadlines

@Suite("Deadlines, on both engines")
struct DeadlineTests {
  @Test(
    "what is due fires once, in order of time; what is not waits", arguments: StoreEngine.allCases)
  func order(_ engine: StoreEngine) throws {
    let world = try DeadlineWorld(engine)
    let runner = try world.runner()
    try world.set(world.deadline("late", in: 20))
    try world.set(world.deadline("early", in: 10, version: 7))
    try world.set(world.deadline("far", in: 1000))
    #expect(try runner.fireDue(.transaction) == 0)
    #expect(try runner.nextDue(.transaction) == world.clock.now().adding(seconds: 10))
    world.clock.advance(seconds: 20)
    #expect(try runner.fireDue(.transaction) == 2)
    #expect(try runner.fireDue(.transaction) == 0)
    #expect(try world.effects == ["early/7", "late/0"])
    #expect(try runner.nextDue(.transaction) == world.clock.now().adding(seconds: 980))
  }

  @Test("set again it moves, and there is one only", arguments: StoreEngine.allCases)
  func moving(_ engine: StoreEngine) throws {
    let world = try DeadlineWorld(engine)
    let runner = try world.runner()
    try world.set(world.deadline("a", in: 10, version: 1))
    try world.set(world.deadline("a", in: 30, version: 2))
    world.clock.advance(seconds: 20)
    #expect(try runner.fireDue(.transaction) == 0)
    world.clock.advance(seconds: 10)
    #expect(try runner.fireDue(.transaction) == 1)
    #expect(try world.effects == ["a/2"])
  }

  @Test("a cancelled one never fires", arguments: StoreEngine.allCases)
  func cancelling(_ engine: StoreEngine) throws {
    let world = try DeadlineWorld(engine)
    for key in ["a", "b", "c"] { try world.set(world.deadline(key, in: 1)) }
    let cancelled = try world.store.write { transaction in
      [
        try DeadlineStore.cancel("note", key: "a", in: transaction),
        try DeadlineStore.cancel("note", key: "a", in: transaction),
        try DeadlineStore.cancel("other", key: "b", in: transaction),
      ]
    }
    #expect(cancelled == [true, false, false])
    world.clock.advance(seconds: 5)
    #expect(try world.runner().fireDue(.transaction) == 2)
    #expect(try world.effects == ["b/0", "c/0"])
    try world.set(world.deadline("d", in: 1))
    try world.store.write { transaction in
      let count = try DeadlineStore.cancelAll("note", about: DeadlineWorld.subject, in: transaction)
      #expect(count == 1)
    }
    world.clock.advance(seconds: 5)
    #expect(try world.runner().fireDue(.transaction) == 0)
  }

  @Test(
    "a handler that cancels or moves another of the same round has its way",
    arguments: StoreEngine.allCases)
  func interference(_ engine: StoreEngine) throws {
    let world = try DeadlineWorld(engine)
    let moved = world.deadline("moved", in: 100)
    let meddler = DeadlineKind("meddler", "Meddles.") { _, transaction in
      try DeadlineStore.cancel("note", key: "cancelled", in: transaction)
      try DeadlineStore.set(moved, in: transaction)
    }
    var first = world.deadline("first", in: 1)
    first.kind = "meddler"
    try world.set(first)
    for key in ["cancelled", "moved", "stays"] { try world.set(world.deadline(key, in: 2)) }
    world.clock.advance(seconds: 5)
    try world.runner([meddler]).fireDue(.transaction)
    #expect(try world.effects == ["stays/0"])
    world.clock.advance(seconds: 100)
    try world.runner([meddler]).fireDue(.transaction)
    #expect(try world.effects == ["stays/0", "moved/0"])
  }

  @Test(
    "a handler that fails leaves nothing, holds up no other, and is tried again ever later",
    arguments: StoreEngine.allCases)
  func failing(_ engine: StoreEngine) throws {
    let world = try DeadlineWorld(engine)
    let metrics = Metrics()
    let runner = try world.runner(metrics: metrics)
    world.failing.swap(["bad"])
    for key in ["a", "bad", "c"] { try world.set(world.deadline(key, in: 0)) }
    #expect(try runner.fireDue(.transaction) == 3)
    #expect(try world.effects == ["a/0", "c/0"])
    for seconds in [10, 20, 40, 80] as [Int64] {
      #expect(try runner.fireDue(.transaction) == 0)
      #expect(try runner.nextDue(.transaction) == world.clock.now().adding(seconds: seconds))
      world.clock.advance(seconds: Double(seconds))
      #expect(try runner.fireDue(.transaction) == 1)
    }
    #expect(try world.effects == ["a/0", "c/0"])
    let text = String(decoding: metrics.openMetrics(), as: UTF8.self)
    #expect(text.contains("wayside_deadlines_fired_total{kind=\"note\"} 2\n"))
    #expect(text.contains("wayside_deadlines_failed_total{kind=\"note\"} 5\n"))
    #expect(text.contains("wayside_deadlines_late_seconds 150"))
    world.failing.swap([])
    world.clock.advance(seconds: 160)
    #expect(try runner.fireDue(.transaction) == 1)
    #expect(try world.effects == ["a/0", "c/0", "bad/0"])
  }

  @Test("a failed statement in a handler is that handler's alone", arguments: StoreEngine.allCases)
  func failedStatement(_ engine: StoreEngine) throws {
    let world = try DeadlineWorld(engine)
    let broken = DeadlineKind("broken", "Breaks a rule of the store and says nothing.") {
      _, transaction in
      _ = try? transaction.execute("INSERT INTO effects (key, version) VALUES (NULL, 1)")
    }
    var bad = world.deadline("a", in: 0)
    bad.kind = "broken"
    try world.set(bad)
    try world.set(world.deadline("b", in: 0))
    try world.runner([broken]).fireDue(.transaction)
    #expect(try world.effects == ["b/0"])
    let left = try world.store.readOnce { try DeadlineStore.find("broken", key: "a", in: $0) }
    #expect(left?.failures == 1)
  }

  @Test(
    "a kind that nobody has registered waits until somebody does", arguments: StoreEngine.allCases)
  func unregistered(_ engine: StoreEngine) throws {
    let world = try DeadlineWorld(engine)
    try world.set(world.deadline("a", in: 0))
    let other = try DeadlineRunner(store: world.store, kinds: [])
    #expect(try other.fireDue(.transaction) == 0)
    #expect(try other.nextDue(.transaction) == nil)
    #expect(try world.runner().fireDue(.transaction) == 1)
  }

  @Test("two kinds of one name are refused at the start")
  func duplicates() throws {
    let world = try DeadlineWorld(.sqlite)
    let refusal = #expect(throws: Refusal.self) { try world.runner([world.note]) }
    #expect(refusal?.slug == "duplicate-deadline-kind")
  }

  @Test(
    "a repeating one fires once after any pause, also after the clock was put back",
    arguments: StoreEngine.allCases)
  func repeating(_ engine: StoreEngine) throws {
    let world = try DeadlineWorld(engine)
    let sweep = DeadlineKind("sweep", "Sweeps.", everySeconds: 300) { deadline, transaction in
      try Effects.add(deadline, in: transaction)
    }
    func fired() throws -> Int {
      let runner = try world.runner([sweep])
      try runner.prepare()
      return try runner.fireDue(.transaction)
    }
    #expect(try fired() == 1)
    #expect(try fired() == 0)
    world.clock.advance(seconds: 301)
    #expect(try fired() == 1)
    world.clock.advance(seconds: 30_000)
    #expect(try fired() == 1)
    #expect(try fired() == 0)
    world.clock.advance(seconds: -20_000)
    #expect(try fired() == 0)
    world.clock.advance(seconds: 301)
    #expect(try fired() == 1)
    #expect(try world.effects.count == 4)
  }

  @Test(
    "an errand that was cut off is done again when its lease ends", arguments: StoreEngine.allCases)
  func errands(_ engine: StoreEngine) throws {
    let world = try DeadlineWorld(engine)
    let done = Guarded<[String]>([])
    let cutsOff = Guarded(true)
    let mail = DeadlineKind.errand("mail", "Sends a mail.", leaseSeconds: 60) { deadline in
      done.withLock { $0.append(deadline.key) }
      if cutsOff.current { world.store.close() }
    }
    var deadline = world.deadline("m", in: 0)
    deadline.kind = "mail"
    try world.set(deadline)
    #expect(throws: DatabaseError.self) { try world.runner([mail]).fireDue(.errand) }
    cutsOff.swap(false)
    try world.restart()
    let runner = try world.runner([mail])
    #expect(try runner.fireDue(.errand) == 0)
    world.clock.advance(seconds: 61)
    #expect(try runner.fireDue(.errand) == 1)
    #expect(done.current == ["m", "m"])
    world.clock.advance(seconds: 10_000)
    #expect(try runner.fireDue(.errand) == 0)
    #expect(try runner.nextDue(.errand) == nil)
  }

  @Test(
    "an errand that fails is tried again; one that sets itself anew stays",
    arguments: StoreEngine.allCases)
  func failingErrands(_ engine: StoreEngine) throws {
    let world = try DeadlineWorld(engine)
    let tries = Guarded(0)
    let again = world.deadline("m", in: 500)
    let mail = DeadlineKind.errand("mail", "Sends a mail.") { _ in
      tries.withLock { $0 += 1 }
      if tries.current == 1 { throw Failure() }
      if tries.current == 2 {
        try world.store.write { transaction in
          var next = again
          next.kind = "mail"
          try DeadlineStore.set(next, in: transaction)
        }
      }
    }
    let runner = try world.runner([mail])
    var first = world.deadline("m", in: 0)
    first.kind = "mail"
    try world.set(first)
    try runner.fireDue(.errand)
    #expect(try runner.nextDue(.errand) == world.clock.now().adding(seconds: 10))
    world.clock.advance(seconds: 10)
    try runner.fireDue(.errand)
    #expect(try runner.nextDue(.errand) == again.due)
    world.clock.advance(seconds: 500)
    try runner.fireDue(.errand)
    #expect(tries.current == 3)
    #expect(try runner.nextDue(.errand) == nil)
  }

  @Test(
    "a round of errands that is to stop leaves the rest due", arguments: StoreEngine.allCases,
    [false, true])
  func stoppedErrands(_ engine: StoreEngine, _ asksOthers: Bool) throws {
    let world = try DeadlineWorld(engine)
    let done = Guarded<[String]>([])
    let isStopping = Guarded(false)
    let work = DeadlineKind.errand("work", "Is cut off.", asksOthers: asksOthers) { deadline in
      done.withLock { $0.append(deadline.key) }
      isStopping.swap(true)
    }
    for key in ["a", "b", "c"] {
      var deadline = world.deadline(key, in: 0)
      deadline.kind = "work"
      try world.set(deadline)
    }
    let runner = try world.runner([work])
    #expect(try runner.fireDue(work.lane) { isStopping.current } == 1)
    #expect(done.current == ["a"])
    #expect(try runner.fireDue(work.lane) { isStopping.current } == 0)
    #expect(try runner.fireDue(work.lane) == 2, "no lease is on them")
    #expect(done.current == ["a", "b", "c"])
  }
}
