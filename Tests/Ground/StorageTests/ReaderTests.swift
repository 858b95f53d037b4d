import Base
import Foundation
import Storage
import TestSupport
import Testing

@Suite("Readers on both engines")
struct ReaderTests {
  /// Runs for minutes unless it is stopped.
  private let endless = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000)
    SELECT COUNT(*) FROM n
    """

  @Test(
    "a statement past its deadline ends, and its reader can be used again",
    arguments: StoreEngine.allCases)
  func deadline(_ engine: StoreEngine) throws {
    // With a clock that stands still: deadlines are on the machine's own.
    let test = try TestStore(engine, schema: [Things.schema], clock: ManualClock(), readers: 1)
    let start = SystemClock().monotonicSeconds()
    let error = #expect(throws: DatabaseError.self) {
      try test.store.read(deadlineSeconds: 0.2) { try $0.count(endless) }
    }
    #expect(error?.code == .deadline)
    #expect(SystemClock().monotonicSeconds() - start < 20)
    #expect(try Things.number(in: test.store) == 0)
  }

  @Test("closing waits for reads under way, and leaves one file")
  func closing() throws {
    let test = try TestStore(.sqlite, schema: [Things.schema])
    guard case .file(let path) = test.location else { return }
    let store = test.store
    try store.write { try Things.add("one", in: $0) }
    let (begun, goes, ended) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let seen = Guarded(0)
    Thread {
      try? store.read { session in
        begun.signal()
        goes.wait()
        seen.swap(try session.count("SELECT COUNT(*) FROM things"))
      }
      ended.signal()
    }.start()
    begun.wait()
    Thread {
      Thread.sleep(forTimeInterval: 0.2)
      goes.signal()
    }.start()
    #expect(store.close() == 0)
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    ended.wait()
    #expect(seen.current == 1)
  }

  @Test("a reader cannot write", arguments: StoreEngine.allCases)
  func readOnly(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    let error = #expect(throws: (any Error).self) {
      try test.store.read {
        try $0.exists(
          "INSERT INTO things (id, name) VALUES (?1, 'x') RETURNING id", [.id(Things.ids.next())])
      }
    }
    // PostgreSQL has one code for a reader and for a server that only reads at the moment.
    switch engine {
    case .sqlite: #expect((error as? DatabaseError)?.code == .misuse)
    case .postgres: #expect((error as? Refusal)?.slug == "store-read-only")
    }
    #expect(try Things.number(in: test.store) == 0)
  }

  @Test("a read sees one state while writes go on", arguments: StoreEngine.allCases)
  func snapshot(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    let store = test.store
    try store.write { try Things.add("one", in: $0) }
    try store.read { session in
      #expect(try session.count("SELECT COUNT(*) FROM things") == 1)
      try store.write { try Things.add("two", in: $0) }
      #expect(try session.count("SELECT COUNT(*) FROM things") == 1)
      #expect(try session.count("SELECT COUNT(*) FROM changes") == 1)
    }
    #expect(try Things.number(in: store) == 2)
  }

  @Test(
    "more readers than connections take turns beside a writer, and never see half a write",
    arguments: StoreEngine.allCases)
  func beside(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema], readers: 3)
    let store = test.store
    let problems = Guarded<[String]>([])
    concurrently(13) { thread in
      do {
        for i in 0..<15 {
          if thread == 0 {
            try store.write { transaction in
              try Things.add("a\(i)", in: transaction)
              try Things.add("b\(i)", in: transaction)
            }
          } else if try Things.number(in: store) % 2 != 0 {
            problems.withLock { $0.append("half") }
          }
        }
      } catch {
        problems.withLock { $0.append("\(error)") }
      }
    }
    #expect(problems.current == [])
    #expect(try Things.number(in: store) == 30)
  }

  @Test(
    "statements can run inside the rows of others, of themselves too",
    arguments: StoreEngine.allCases)
  func nested(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    try test.store.write { transaction in
      for i in 0..<20 { try Things.add("\(i)", count: i < 13 ? i : i + 1, in: transaction) }
      var visited = 0
      try transaction.each("SELECT id FROM things ORDER BY count") { row in
        let id = try row.id(0)
        visited += 1
        try transaction.execute("UPDATE things SET note = 'seen' WHERE id = ?1", [.id(id)])
      }
      #expect(visited == 20)
    }
    let pairs = try test.store.read { session in
      var pairs = 0
      let sql = "SELECT count, note FROM things WHERE count >= ?1 ORDER BY count"
      try session.each(sql, [.int(0)]) { outer in
        let count = try outer.int(0)
        try session.each(sql, [.int(count)]) { inner in
          let (other, note) = (try inner.int(0), try inner.text(1))
          #expect(other >= count)
          #expect(note == "seen")
          pairs += 1
        }
        // The outer row is still the same one.
        let same = try outer.int(0)
        #expect(same == count)
      }
      return pairs
    }
    #expect(pairs == 210)
  }

  @Test(
    "an error in a row's closure ends the reading and leaves the reader usable",
    arguments: StoreEngine.allCases)
  func errorInRow(_ engine: StoreEngine) throws {
    struct Stop: Error {}
    let test = try TestStore(engine, schema: [Things.schema], readers: 1)
    try test.store.write { transaction in
      for i in 0..<50 { try Things.add("\(i)", in: transaction) }
    }
    for _ in 0..<3 {
      #expect(throws: Stop.self) {
        try test.store.read { try $0.each("SELECT name FROM things") { _ in throw Stop() } }
      }
      let first = try test.store.readOnce {
        try $0.first("SELECT name FROM things ORDER BY row_id") { try $0.text(0) }
      }
      #expect(first == "0")
    }
  }

  @Test(
    "a wrong statement is an error of ours, for reader and writer", arguments: StoreEngine.allCases)
  func wrong(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema], readers: 1)
    for sql in ["SELECT x FROM", "SELECT nothing FROM things", "DROP", "", "SELECT 1; SELECT 2"] {
      let read = #expect(throws: DatabaseError.self) { try test.store.read { try $0.count(sql) } }
      #expect(read?.code == .misuse, "\(sql)")
      #expect(throws: DatabaseError.self) { try test.store.write { try $0.execute(sql) } }
    }
    try test.store.write { try Things.add("after", in: $0) }
    #expect(try Things.number(in: test.store) == 1)
  }

  @Test("more statements than are kept still run", arguments: StoreEngine.allCases)
  func manyStatements(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema], readers: 1)
    try test.store.read { session in
      for i in Array(0..<620) + [0, 1] {
        let sql = "SELECT COUNT(*) + \(i) FROM things WHERE name <> ?1"
        let count = try session.count(sql, [.text("")])
        #expect(count == i)
      }
    }
  }

  @Test("a long answer is read in little memory", arguments: StoreEngine.allCases)
  func streaming(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [])
    var count = 0
    let before = Memory.residentBytes
    // 100,000 rows of 1 kB: 100 MB in all.
    try test.store.read(deadlineSeconds: 60) { session in
      try session.each(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
        SELECT i, CAST(?1 AS %text) FROM n
        """, [.text(String(repeating: "x", count: 1000))]
      ) { row in
        count += try row.text(1).utf8.count > 0 ? 1 : 0
      }
    }
    #expect(count == 100_000)
    // AddressSanitizer keeps what was freed back for a while, so under it this says nothing.
    if ProcessInfo.processInfo.environment["WAYSIDE_SANITIZER"] != "address" {
      #expect(Memory.residentBytes - before < 60_000_000)
    }
  }
}

/// What this process holds in memory.
private enum Memory {
  static var residentBytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return 0
    }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * 4096
  }
}
