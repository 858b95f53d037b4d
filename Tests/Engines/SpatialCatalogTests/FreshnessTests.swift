import Base
import Foundation
import Geodesy
import Storage
import TestSupport
import Testing

@testable import SpatialCatalog

/// Marks whose reading waits, or fails, for as long as a test wants.
private final class HeldMarks: CatalogSource {
  private struct State {
    var isHeld = false
    var fails = false
  }

  private let marks = Marks()
  private let state = Guarded(State())
  private let go = DispatchSemaphore(value: 0)
  /// Signalled when reading begins to wait.
  let waits = DispatchSemaphore(value: 0)
  /// How often entries were read.
  let readings = Guarded(0)

  var layer: String { marks.layer }
  var bodyVersion: UInt32 { marks.bodyVersion }
  var changeKinds: Set<String> { marks.changeKinds }

  func hold() { state.withLock { $0.isHeld = true } }

  func letGo() {
    state.withLock { $0.isHeld = false }
    go.signal()
  }

  func fail(_ fails: Bool) { state.withLock { $0.fails = fails } }

  func all(in session: StoreSession, _ emit: (CatalogEntry) -> Void) throws {
    try marks.all(in: session, emit)
  }

  func entries(_ ids: [EntityID], in session: StoreSession) throws -> [CatalogEntry] {
    readings.withLock { $0 += 1 }
    let (isHeld, fails) = state.withLock { ($0.isHeld, $0.fails) }
    if fails { throw DatabaseError(.unavailable, "a test wants it") }
    if isHeld {
      waits.signal()
      go.wait()
    }
    return try marks.entries(ids, in: session)
  }
}

@Suite("Writers do not wait for the catalog, readers do")
struct FreshnessTests {
  private let ids = EntityIDSource(clock: SystemClock(), random: SystemRandom())

  private func add(_ store: Store, _ id: EntityID, lat: Double = 1) throws {
    try store.write { transaction in
      try transaction.execute(
        "INSERT INTO marks (id, lon, lat, first_realm) VALUES (?1, 1.0, ?2, ?3)",
        [.id(id), .real(lat), .id(markRealms[0])])
      try transaction.record("mark", id, .insert)
    }
  }

  @Test(
    "a write is answered while its layer is being brought up to date; whoever reads then waits",
    .timeLimit(.minutes(2)), arguments: StoreEngine.allCases)
  func heldUp(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Marks.schema])
    let source = HeldMarks()
    let catalog = try SpatialCatalog(store: test.store, sources: [source])
    let layer = catalog.layer("marks")
    source.hold()
    let id = ids.next()
    try add(test.store, id)
    // Answered, though the layer cannot have it yet.
    source.waits.wait()
    #expect(catalog.lag.seconds > 0)
    let order = Guarded<[String]>([])
    let begun = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      begun.signal()
      let count = layer.current.count(of: markRealms[0])
      order.withLock { $0.append("read \(count)") }
      ended.signal()
    }
    begun.wait()
    order.withLock { $0.append("let go") }
    source.letGo()
    ended.wait()
    #expect(order.current == ["let go", "read 1"])
    #expect(catalog.lag.changes == 0)
  }

  @Test("a burst is read together", .timeLimit(.minutes(2)))
  func burst() throws {
    let test = try TestStore(.sqlite, schema: [Marks.schema])
    let source = HeldMarks()
    let catalog = try SpatialCatalog(store: test.store, sources: [source])
    source.hold()
    try add(test.store, ids.next())
    source.waits.wait()
    for number in 0..<200 { try add(test.store, ids.next(), lat: Double(number) / 10) }
    #expect(catalog.lag.changes == 200)
    source.letGo()
    #expect(catalog.layer("marks").current.count(of: markRealms[0]) == 201)
    #expect(source.readings.current == 2)
  }

  @Test("what follows a batch is gathered until a reader waits for it", .timeLimit(.minutes(2)))
  func gathered() throws {
    let test = try TestStore(.sqlite, schema: [Marks.schema])
    let source = HeldMarks()
    // No time of its own comes within the test.
    let catalog = try SpatialCatalog(store: test.store, sources: [source], gatherSeconds: 3600)
    let layer = catalog.layer("marks")
    try add(test.store, ids.next())
    #expect(layer.current.count(of: markRealms[0]) == 1)
    for number in 0..<5 { try add(test.store, ids.next(), lat: Double(number)) }
    #expect(catalog.lag.changes == 5)
    #expect(source.readings.current == 1)
    #expect(layer.current.count(of: markRealms[0]) == 6)
    #expect(source.readings.current == 2)
  }

  @Test("a change that nobody waits for is applied all the same", .timeLimit(.minutes(2)))
  func unasked() throws {
    let test = try TestStore(.sqlite, schema: [Marks.schema])
    let source = HeldMarks()
    let catalog = try SpatialCatalog(store: test.store, sources: [source], gatherSeconds: 0.05)
    for number in 0..<2 {
      try add(test.store, ids.next(), lat: Double(number))
      while catalog.lag.seconds > 0 { sched_yield() }
    }
    #expect(catalog.layer("marks").current.count(of: markRealms[0]) == 2)
    #expect(source.readings.current == 2)
  }

  @Test("what cannot be read is said, holds up nobody, and is made good by itself")
  func failing() throws {
    let test = try TestStore(.sqlite, schema: [Marks.schema])
    let source = HeldMarks()
    let catalog = try SpatialCatalog(store: test.store, sources: [source])
    let layer = catalog.layer("marks")
    source.fail(true)
    try add(test.store, ids.next())
    #expect(layer.current.count(of: markRealms[0]) == 0)
    #expect(catalog.failure != nil)
    source.fail(false)
    // No other write comes.
    let deadline = SystemClock().monotonicSeconds() + 20
    while catalog.failure != nil, SystemClock().monotonicSeconds() < deadline { sched_yield() }
    #expect(catalog.failure == nil)
    #expect(layer.current.count(of: markRealms[0]) == 1)
  }

  @Test("waiting is for what was acknowledged before, not for what comes later")
  func sequences() {
    let freshness = Freshness()
    freshness.wait()
    freshness.owe(5)
    freshness.hold(4)
    let done = DispatchSemaphore(value: 0)
    let begun = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      begun.signal()
      freshness.wait()
      done.signal()
    }
    begun.wait()
    freshness.hold(5)
    done.wait()
    freshness.owe(9)
    freshness.giveUp()
    freshness.wait()
  }
}
