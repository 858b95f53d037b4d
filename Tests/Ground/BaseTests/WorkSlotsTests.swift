import Base
import Dispatch
import Testing

@Suite struct WorkSlotsTests {
  @Test("no more than so many run at once, and all get their turn")
  func bounded() {
    let slots = WorkSlots(concurrent: 2, queue: 100)
    let running = Guarded((now: 0, most: 0, done: 0))
    DispatchQueue.concurrentPerform(iterations: 40) { _ in
      try? slots.run {
        running.withLock { state in
          state.now += 1
          state.most = max(state.most, state.now)
        }
        running.withLock { state in
          state.now -= 1
          state.done += 1
        }
      }
    }
    #expect(running.withLock { $0.done } == 40)
    #expect(running.withLock { $0.most } <= 2)
  }

  @Test("when every place is taken, the caller is told when to come back")
  func busy() throws {
    let slots = WorkSlots(concurrent: 1, queue: 0)
    var refusal: Refusal?
    try slots.run {
      do { try slots.run {} } catch let error as Refusal { refusal = error }
    }
    #expect(refusal?.kind == .busy && refusal?.retryAfterSeconds == 2)
    #expect(try slots.run { 7 } == 7)
    #expect(throws: Refusal.self) { try slots.run { throw Refusal.notFound("thing") } }
    #expect(try slots.run { 8 } == 8, "a failure gives its place back")
  }
}
