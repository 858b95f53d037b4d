import Base
import Foundation
import Storage
import TestSupport
import Testing

@Suite("One writer with group commit, on both engines")
struct WriterTests {
  @Test("a write that throws changes nothing and records nothing", arguments: StoreEngine.allCases)
  func rollback(_ engine: StoreEngine) throws {
    struct Stop: Error {}
    let test = try TestStore(engine, schema: [Things.schema])
    #expect(throws: Stop.self) {
      try test.store.write { transaction in
        try Things.add("x", in: transaction)
        throw Stop()
      }
    }
    #expect(try Things.number(in: test.store) == 0)
    #expect(try test.store.changes(after: 0).isEmpty)
  }

  @Test("a database that can only be read refuses writes as busy, with its reason, and goes on")
  func readOnly() throws {
    guard StoreEngine.allCases.contains(.postgres) else { return }
    let test = try TestStore(.postgres, schema: [Things.schema])
    let refusal = #expect(throws: Refusal.self) {
      try test.store.write { transaction in
        // As on a standby: the server itself says no to the statement after it.
        try transaction.execute("SET TRANSACTION READ ONLY", [])
        try Things.add("x", in: transaction)
      }
    }
    #expect(refusal?.kind == .busy && refusal?.slug == "store-read-only")
    try test.store.write { try Things.add("y", in: $0) }
    #expect(try Things.number(in: test.store) == 1)
  }

  @Test("of 64 threads' writes those that fail fail alone", arguments: StoreEngine.allCases)
  func groups(_ engine: StoreEngine) throws {
    struct Stop: Error {}
    let test = try TestStore(engine, schema: [Things.schema])
    let store = test.store
    let outcome = Guarded((stopped: 0, refused: 0, other: [String]()))
    concurrently(64) { thread in
      for i in 0..<6 {
        do {
          try store.write { transaction in
            // The third of each thread stops, the fifth meets a unique name, both after a write.
            try Things.add("\(thread)-\(i)", in: transaction)
            if i == 2 { throw Stop() }
            if i == 4 { try Things.add("\(thread)-0", in: transaction) }
          }
        } catch is Stop {
          outcome.withLock { $0.stopped += 1 }
        } catch let error as DatabaseError where error.code == .constraint {
          outcome.withLock { $0.refused += 1 }
        } catch {
          outcome.withLock { $0.other.append("\(error)") }
        }
      }
    }
    let result = outcome.current
    #expect(result.stopped == 64)
    #expect(result.refused == 64)
    #expect(result.other == [])
    #expect(try Things.number(in: store) == 64 * 4)
    #expect(try store.changes(after: 0, limit: 5000).count == 64 * 4)
    let names = Set(try Things.names(in: store))
    #expect(names.allSatisfy { !$0.hasSuffix("-2") && !$0.hasSuffix("-4") })
  }

  @Test("of two writes that wait together one fails alone", arguments: StoreEngine.allCases)
  func pair(_ engine: StoreEngine) throws {
    struct Stop: Error {}
    let test = try TestStore(engine, schema: [Things.schema])
    let store = test.store
    let failed = Guarded<[Int]>([])
    let isHeld = DispatchSemaphore(value: 0)
    concurrently(3) { thread in
      if thread > 0 { isHeld.wait() }
      do {
        try store.write { transaction in
          try Things.add("\(thread)", in: transaction)
          if thread == 1 { throw Stop() }
          if thread == 2 { return }
          // The first holds the writer until the other two wait for it.
          for _ in 0..<2 { isHeld.signal() }
          let patience = Date(timeIntervalSinceNow: 20)
          while store.queuedWrites < 2, Date() < patience { usleep(1000) }
        }
      } catch {
        failed.withLock { $0.append(thread) }
      }
    }
    #expect(failed.current == [1])
    #expect(try Things.names(in: store) == ["0", "2"])
  }

  @Test(
    "every rule of the schema is kept: unique, reference, check", arguments: StoreEngine.allCases)
  func constraints(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    try test.store.write { try Things.add("one", in: $0) }
    let wrongs: [(WriteTransaction) throws -> Void] = [
      { try Things.add("one", in: $0) },
      { try Things.add("unlucky", count: 13, in: $0) },
      {
        try $0.execute(
          "INSERT INTO parts (id, thing) VALUES (?1, ?2)",
          [.id(Things.ids.next()), .id(Things.ids.next())])
      },
      { try $0.execute("UPDATE things SET name = ?1", [.null]) },
    ]
    for wrong in wrongs {
      let error = #expect(throws: DatabaseError.self) { try test.store.write(wrong) }
      #expect(error?.code == .constraint)
      #expect(error?.message.contains("unlucky") == false)
    }
    #expect(try Things.names(in: test.store) == ["one"])
  }

  @Test(
    "a write that swallows a failed statement is not committed", arguments: StoreEngine.allCases)
  func swallowed(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    try test.store.write { try Things.add("one", in: $0) }
    let error = #expect(throws: DatabaseError.self) {
      try test.store.write { transaction in
        _ = try? Things.add("one", in: transaction)
        _ = try? Things.add("two", in: transaction)
      }
    }
    #expect(error?.code == .misuse)
    #expect(try Things.names(in: test.store) == ["one"])
  }

  @Test(
    "a write inside a write, or in a follower, is refused instead of waiting for ever",
    arguments: StoreEngine.allCases)
  func nested(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    let store = test.store
    let error = #expect(throws: DatabaseError.self) {
      try store.write { _ in try store.write { try Things.add("x", in: $0) } }
    }
    #expect(error?.code == .misuse)
    let refused = Guarded<[DatabaseError.Code]>([])
    let listener = Listener { [weak store] _ in
      do {
        try store?.write { try Things.add("y", in: $0) }
      } catch {
        if let error = error as? DatabaseError { refused.withLock { $0.append(error.code) } }
      }
    }
    try store.follow(listener)
    try store.write { try Things.add("z", in: $0) }
    #expect(refused.current == [.misuse])
  }

  @Test(
    "a value that cannot be read fails its write alone, and writing goes on",
    arguments: StoreEngine.allCases)
  func unreadable(engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    #expect(throws: DatabaseError.self) {
      try test.store.write { _ in throw DatabaseError(.unreadable, "a word of a newer version") }
    }
    try test.store.write { _ in }
  }

  @Test("closing finishes what is queued; later calls say closed", arguments: StoreEngine.allCases)
  func closing(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    let store = test.store
    let acknowledged = Guarded<Set<String>>([])
    let started = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    Thread {
      concurrently(16) { thread in
        for i in 0..<50 {
          do {
            try store.write { try Things.add("\(thread)-\(i)", in: $0) }
            acknowledged.withLock { _ = $0.insert("\(thread)-\(i)") }
            _ = try Things.number(in: store)
          } catch { break }
          if i == 1 { started.signal() }
        }
      }
      ended.signal()
    }.start()
    for _ in 0..<8 { started.wait() }
    store.close()
    ended.wait()
    store.close()
    #expect(throws: DatabaseError.self) { try store.write { try Things.add("late", in: $0) } }
    #expect(throws: DatabaseError.self) { try Things.number(in: store) }
    let again = try Store.open(test.location, schema: [Things.schema])
    #expect(acknowledged.current.isSubset(of: Set(try Things.names(in: again))))
    #expect(try again.check().isEmpty)
    again.close()
  }

  @Test(
    "a store that is let go without closing can be opened again", arguments: StoreEngine.allCases)
  func letGo(_ engine: StoreEngine) throws {
    var test: TestStore? = try TestStore(engine, schema: [Things.schema])
    let folder = test?.folder
    let location = try #require(test?.location)
    try test?.store.write { try Things.add("kept", in: $0) }
    test = nil
    var again: Store? = try Store.open(location, schema: [Things.schema])
    try again?.write { try Things.add("more", in: $0) }
    again = nil
    let last = try Store.open(location, schema: [Things.schema])
    #expect(try Things.names(in: last) == ["kept", "more"])
    last.close()
    withExtendedLifetime(folder) {}
  }

  @Test("all writes of one transaction have one time, the store's", arguments: StoreEngine.allCases)
  func time(_ engine: StoreEngine) throws {
    let clock = ManualClock()
    let test = try TestStore(engine, schema: [Things.schema], clock: clock)
    clock.advance(seconds: 3600)
    try test.store.write { transaction in
      #expect(transaction.now == clock.now())
      try Things.add("x", in: transaction)
    }
    #expect(try test.store.changes(after: 0).first?.at == clock.now())
  }
}
