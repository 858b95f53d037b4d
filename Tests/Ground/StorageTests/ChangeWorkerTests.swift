import Base
import Foundation
import Storage
import TestSupport
import Testing

@Suite("Work that follows the change log")
struct ChangeWorkerTests {
  private struct Broken: Error {}

  private let test: TestStore
  private let rounds = Guarded(0)
  private let failures = Guarded(0)
  private let ids = EntityIDSource(clock: SystemClock(), random: SystemRandom())

  init() throws { test = try TestStore(.sqlite, schema: []) }

  private func worker(_ work: @escaping ChangeWorker.Work) -> ChangeWorker {
    let failures = failures
    return ChangeWorker(
      "wayside-test", following: ["thing"], patrolSeconds: 600,
      reportFailure: { _ in failures.withLock { $0 += 1 } }, work: work)
  }

  private func record(_ kind: String) throws {
    try test.store.write { try $0.record(kind, ids.next(), .insert) }
  }

  private func wait(_ condition: () -> Bool) throws {
    let end = Date(timeIntervalSinceNow: 60)
    while !condition() {
      try #require(Date() < end, "it has not come in a minute")
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  @Test(
    "it is done at the start, after changes of its kinds, as long as there is more, and not else")
  func wakes() throws {
    let rounds = rounds
    let worker = worker { _ in
      rounds.withLock { rounds in
        rounds += 1
        return rounds < 3
      }
    }
    try worker.start(test.store)
    try wait { rounds.current == 3 }
    try record("other")
    Thread.sleep(forTimeInterval: 0.2)
    #expect(rounds.current == 3)
    try record("thing")
    try wait { rounds.current == 4 }
    // And so again, without waiting for the next look of its own.
    try record("thing")
    try wait { rounds.current == 5 }
    worker.stop()
    try record("thing")
    Thread.sleep(forTimeInterval: 0.2)
    #expect(rounds.current == 5 && failures.current == 0)
  }

  @Test("what failed is told and tried again with the next change; stopping is seen while it works")
  func failsAndStops() throws {
    let rounds = rounds
    let worker = worker { isStopping in
      let round = rounds.withLock { rounds in
        rounds += 1
        return rounds
      }
      if round == 1 { throw Broken() }
      while !isStopping() { Thread.sleep(forTimeInterval: 0.01) }
      return true
    }
    try worker.start(test.store)
    try wait { failures.current == 1 }
    try record("thing")
    try wait { rounds.current == 2 }
    worker.stop()
    #expect(rounds.current == 2 && failures.current == 1)
  }
}
