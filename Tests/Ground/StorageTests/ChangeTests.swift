import Base
import Foundation
import Storage
import TestSupport
import Testing

@Suite("The change log and its followers, on both engines")
struct ChangeTests {
  @Test("a change comes back as it was recorded", arguments: StoreEngine.allCases)
  func fields(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    let (subject, realm) = (Things.ids.next(), Things.ids.next())
    try test.store.write { transaction in
      try transaction.record("tour", subject, realm: realm, .update)
      try transaction.record("account", subject, .delete)
    }
    let changes = try test.store.changes(after: 0)
    #expect(changes.map(\.kind) == ["tour", "account"])
    #expect(changes.map(\.realm) == [realm, nil])
    #expect(changes.map(\.operation) == [.update, .delete])
    #expect(changes.allSatisfy { $0.subject == subject })
    let last = try #require(changes.last?.sequence)
    #expect(try test.store.changes(after: last).isEmpty)
    #expect(try test.store.changes(after: last - 1).map(\.kind) == ["account"])
    #expect(try test.store.changes(after: 0, limit: 1).map(\.kind) == ["tour"])
  }

  @Test(
    "old changes go, but for the newest; the sequence goes on", arguments: StoreEngine.allCases)
  func pruning(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    for name in 0..<8 { try test.store.write { _ = try Things.add("\(name)", in: $0) } }
    let all = try test.store.changes(after: 0)
    let later = try #require(all.last?.at).adding(milliseconds: 1)
    #expect(try test.store.pruneChanges(before: all[0].at, keeping: 1) == 0)
    #expect(try test.store.pruneChanges(before: later, keeping: 3) == 5)
    #expect(try test.store.changes(after: 0) == Array(all.suffix(3)))
    #expect(try test.store.pruneChanges(before: later, keeping: 0) == 2)
    #expect(try test.store.changes(after: 0) == Array(all.suffix(1)))
    try test.store.write { _ = try Things.add("next", in: $0) }
    let sequences = try test.store.changes(after: 0).map(\.sequence)
    #expect(sequences.count == 2 && sequences == sequences.sorted())
    #expect(try test.store.check().isEmpty)
  }

  @Test(
    "a follower hears each change once, in order, before the writer is answered",
    arguments: StoreEngine.allCases)
  func order(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    let store = test.store
    let listener = Listener()
    #expect(try store.follow(listener) == 0)
    let late = Guarded<[String]>([])
    concurrently(16) { thread in
      for i in 0..<8 {
        let id = try? store.write { try Things.add("\(thread)-\(i)", in: $0) }
        if !listener.changes.contains(where: { $0.subject == id }) {
          late.withLock { $0.append("\(thread)-\(i)") }
        }
      }
    }
    #expect(late.current == [])
    let heard = listener.changes
    #expect(heard.count == 128)
    #expect(heard.map(\.sequence) == heard.map(\.sequence).sorted())
    #expect(heard == (try store.changes(after: 0)))
  }

  @Test("a follower can read what it hears of", arguments: StoreEngine.allCases)
  func readYourWrites(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    let found = Guarded<[Bool]>([])
    let listener = Listener { [weak store = test.store] changes in
      for change in changes {
        let isThere = try? store?.read {
          try $0.exists("SELECT 1 FROM things WHERE id = ?1", [.id(change.subject)])
        }
        found.withLock { $0.append(isThere ?? false) }
      }
    }
    try test.store.follow(listener)
    for i in 0..<5 { try test.store.write { try Things.add("\(i)", in: $0) } }
    #expect(found.current == [true, true, true, true, true])
  }

  @Test("a late follower learns up to where it can read by itself", arguments: StoreEngine.allCases)
  func late(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    let store = test.store
    let missed = Guarded<[Int]>([])
    concurrently(8) { thread in
      for i in 0..<10 {
        if thread < 4 {
          _ = try? store.write { try Things.add("\(thread)-\(i)", in: $0) }
        } else {
          let listener = Listener()
          guard let start = try? store.follow(listener) else { continue }
          _ = try? store.write { try Things.add("\(thread)-\(i)", in: $0) }
          // What it heard and what it could read make up the whole log, without a gap.
          let before = (try? store.changes(after: 0))?.map(\.sequence) ?? []
          let heard = Set(listener.changes.map(\.sequence))
          let gaps = before.filter { $0 > start && $0 <= (heard.max() ?? 0) && !heard.contains($0) }
          let repeated = listener.changes.filter { $0.sequence <= start }
          if !gaps.isEmpty || !repeated.isEmpty || heard.isEmpty {
            missed.withLock { $0.append(thread) }
          }
        }
      }
    }
    #expect(missed.current == [])
  }

  @Test(
    "sequences never come again, also after the log is emptied and the store reopened",
    arguments: StoreEngine.allCases)
  func noReuse(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    try test.store.write { try Things.add("a", in: $0) }
    let first = try #require(try test.store.changes(after: 0).last?.sequence)
    try test.store.write { try $0.execute("DELETE FROM changes") }
    test.store.close()
    let again = try Store.open(test.location, schema: [Things.schema])
    let listener = Listener()
    try again.follow(listener)
    try again.write { try Things.add("b", in: $0) }
    #expect(listener.changes.count == 1)
    #expect((listener.changes.first?.sequence ?? 0) > first)
    again.close()
  }
}

@Suite(
  "Several stores over one PostgreSQL",
  .enabled(if: PostgresServer.absence == nil, "PostgreSQL is not installed"))
struct SharedStoreTests {
  @Test("each follows the other: every change once, in the order of commits")
  func both() throws {
    let test = try TestStore(.postgres, schema: [Things.schema])
    let a = test.store
    let b = try Store.open(test.location, schema: [Things.schema])
    defer { b.close() }
    let (hearsA, hearsB) = (Listener(), Listener())
    try a.follow(hearsA)
    try b.follow(hearsB)
    let late = Guarded(0)
    concurrently(8) { thread in
      let (store, own) = thread % 2 == 0 ? (a, hearsA) : (b, hearsB)
      for i in 0..<15 {
        let id = try? store.write { try Things.add("\(thread)-\(i)", in: $0) }
        if !own.changes.contains(where: { $0.subject == id }) { late.withLock { $0 += 1 } }
      }
    }
    #expect(late.current == 0)
    #expect(wait { hearsA.changes.count >= 120 && hearsB.changes.count >= 120 })
    let log = try a.changes(after: 0)
    #expect(log.count == 120)
    #expect(hearsA.changes == log)
    #expect(hearsB.changes == log)
  }

  @Test("a change of another process is heard at once, not at the next poll")
  func soon() throws {
    let test = try TestStore(.postgres, schema: [Things.schema])
    let other = try Store.open(test.location, schema: [Things.schema])
    defer { other.close() }
    let listener = Listener()
    try other.follow(listener)
    var worst = 0.0
    for i in 0..<5 {
      let start = SystemClock().monotonicSeconds()
      try test.store.write { try Things.add("\(i)", in: $0) }
      #expect(wait { listener.changes.count == i + 1 })
      worst = max(worst, SystemClock().monotonicSeconds() - start)
    }
    // Polling alone would take 2.5 s for the five on average, and 1 s for one of them.
    #expect(worst < 0.8)
  }

  @Test("connections that the server ends are replaced; nothing acknowledged is lost")
  func reconnect() throws {
    let test = try TestStore(.postgres, schema: [Things.schema])
    let store = test.store
    let listener = Listener()
    try store.follow(listener)
    var acknowledged: [EntityID] = []
    for round in 0..<4 {
      for i in 0..<5 {
        let id = try? store.write { try Things.add("\(round)-\(i)", in: $0) }
        if let id { acknowledged.append(id) }
        _ = try? Things.number(in: store)
      }
      // All connections of this store: its tables are locked by none else.
      try PostgresServer.endSessions(of: test.location)
    }
    #expect(wait { (try? store.write { try Things.add("last", in: $0) }) != nil })
    let log = try store.changes(after: 0).map(\.subject)
    #expect(Set(acknowledged).isSubset(of: Set(log)))
    #expect(acknowledged.count >= 12)
    #expect(wait { listener.changes.map(\.subject) == log })
  }

  @Test("a server out of reach is a refusal to come back later, not a crash")
  func unreachable() {
    let error = #expect(throws: DatabaseError.self) {
      try Store.open(.postgres(url: "postgres://nobody@127.0.0.1:1/none"), schema: [])
    }
    #expect(error?.code == .unavailable)
  }

  @Test(
    "an address that cannot be read is refused without repeating its password",
    arguments: ["postgres//user:secret@host/db", "postgres://u:secret@h/db?nonsense=1", "secret"])
  func address(_ url: String) {
    let error = #expect(throws: DatabaseError.self) {
      try Store.open(.postgres(url: url), schema: [])
    }
    #expect(error?.code == .unavailable)
    #expect(error?.message.contains("secret") == false)
  }

  @Test("a backup is left to pg_dump, with a message that says so")
  func backup() throws {
    let test = try TestStore(.postgres, schema: [Things.schema])
    let refusal = #expect(throws: Refusal.self) {
      try test.store.backup(toFile: test.folder.file("backup.sqlite"))
    }
    #expect(refusal?.detail.contains("pg_dump") == true)
  }
}
