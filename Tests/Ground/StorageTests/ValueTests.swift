import Base
import Geodesy
import Storage
import TestSupport
import Testing

@Suite("Values in and out of both engines")
struct ValueTests {
  private func roundTrip(
    _ engine: StoreEngine, _ column: String, _ value: SQLValue, _ read: (any Row) throws -> SQLValue
  ) throws -> SQLValue? {
    let test = try TestStore(engine, schema: [Things.schema])
    try test.store.write { transaction in
      try transaction.execute(
        "INSERT INTO things (id, name, \(column)) VALUES (?1, 'x', ?2)",
        [.id(Things.ids.next()), value])
    }
    return try test.store.read { try $0.first("SELECT \(column) FROM things", [], read) }
  }

  @Test(
    "integers come back, the largest too",
    arguments: StoreEngine.allCases, [0, -1, 1, .max, .min, 1 << 53 + 1] as [Int64])
  func integers(_ engine: StoreEngine, _ number: Int64) throws {
    let back = try roundTrip(engine, "count", .integer(number)) { .integer(try $0.integer(0)) }
    #expect(back == .integer(number))
  }

  @Test(
    "reals come back bit by bit",
    arguments: StoreEngine.allCases,
    [
      0, 0.1, -1.0 / 3, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity,
      1e15, 3,
    ] as [Double])
  func reals(_ engine: StoreEngine, _ number: Double) throws {
    let back = try roundTrip(engine, "weight", .real(number)) { .real(try $0.real(0)) }
    #expect(back == .real(number))
  }

  @Test("a number that is none is refused", arguments: StoreEngine.allCases)
  func notANumber(_ engine: StoreEngine) throws {
    #expect(throws: DatabaseError.self) {
      try roundTrip(engine, "weight", .real(.nan)) { .real(try $0.real(0)) }
    }
  }

  @Test(
    "texts come back, empty or in any script",
    arguments: StoreEngine.allCases,
    ["", "plain", "Schloß Vaduz · 城 🏰 e\u{301}", "it's \"quoted\" ?1 %text $1 \\x", "\n\t"])
  func texts(_ engine: StoreEngine, _ text: String) throws {
    let back = try roundTrip(engine, "note", .text(text)) { .text(try $0.text(0)) }
    guard case .text(let read) = back else {
      Issue.record("no text came back")
      return
    }
    #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test("a text with a NUL is refused, and the store goes on", arguments: StoreEngine.allCases)
  func nul(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    let error = #expect(throws: DatabaseError.self) {
      try test.store.write { try Things.add("a\u{0}b", in: $0) }
    }
    #expect(error?.code == .constraint)
    try test.store.write { _ = try Things.add("ab", in: $0) }
    #expect(try Things.names(in: test.store) == ["ab"])
  }

  @Test(
    "blobs come back, empty or long",
    arguments: StoreEngine.allCases,
    [0, 1, 4, 1_000_000])
  func blobs(_ engine: StoreEngine, _ count: Int) throws {
    // Every byte there is, zero, quotes and backslashes among them.
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 39) }
    let back = try roundTrip(engine, "bytes", .blob(bytes)) { .blob(try $0.blob(0)) }
    #expect(back == .blob(bytes))
  }

  @Test(
    "null comes back from a column of any type", arguments: StoreEngine.allCases,
    ["count", "weight", "note", "bytes", "geometry"])
  func nulls(_ engine: StoreEngine, _ column: String) throws {
    let back = try roundTrip(engine, column, .null) { $0.isNull(0) ? .null : .integer(1) }
    #expect(back == .null)
  }

  @Test(
    "a column read as another type, or a null as a value, throws", arguments: StoreEngine.allCases)
  func wrongTypes(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    try test.store.write { _ = try Things.add("x", count: 1, in: $0) }
    let readers: [(any Row) throws -> Void] = [
      { _ = try $0.text(0) }, { _ = try $0.blob(0) }, { _ = try $0.id(0) },
      { _ = try $0.integer(1) }, { _ = try $0.real(1) }, { _ = try $0.integer(2) },
      { _ = try $0.text(99) }, { _ = try $0.text(-1) },
    ]
    for read in readers {
      #expect(throws: DatabaseError.self) {
        try test.store.read {
          try $0.first("SELECT count, name, note FROM things", [], read)
        }
      }
    }
    let number = try test.store.read {
      try $0.first("SELECT count FROM things") { try $0.real(0) }
    }
    #expect(number == 1)
  }

  @Test("a missing or surplus parameter is an error, not a crash", arguments: StoreEngine.allCases)
  func parameterCount(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    for parameters in [[], [.text("a"), .text("b")]] as [[SQLValue]] {
      #expect(throws: DatabaseError.self) {
        try test.store.read {
          try $0.exists("SELECT 1 FROM things WHERE name = ?1", parameters)
        }
      }
    }
  }

  @Test(
    "a value of another type than its column is an error or is kept as it was",
    arguments: StoreEngine.allCases)
  func mismatch(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    // SQLite keeps what it is given, PostgreSQL refuses; neither changes it or stops.
    for value in [SQLValue.blob([1]), .real(1.5), .text("one")] {
      _ = try? test.store.write { transaction in
        try transaction.execute(
          "INSERT INTO things (id, name, count) VALUES (?1, 'x', ?2)",
          [.id(Things.ids.next()), value])
      }
    }
    try test.store.write { _ = try Things.add("after", in: $0) }
  }

  @Test("sums, flags and averages read as in SQLite", arguments: StoreEngine.allCases)
  func aggregates(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    try test.store.write { transaction in
      for (name, count) in [("a", 10_000_000_000), ("b", -3), ("c", 20_000)] {
        try Things.add(name, count: count, in: transaction)
      }
    }
    let row = try test.store.read { session in
      try session.first(
        """
        SELECT SUM(count), COUNT(*), MAX(count) > 5, AVG(count), SUM(count) - SUM(count),
          MIN(count) FROM things
        """
      ) { row in
        (
          try row.integer(0), try row.integer(1), try row.bool(2), try row.real(3),
          try row.integer(4), try row.integer(5)
        )
      }
    }
    #expect(row?.0 == 10_000_019_997)
    #expect(row?.1 == 3)
    #expect(row?.2 == true)
    #expect(abs((row?.3 ?? 0) - 10_000_019_997.0 / 3) < 1e-5)
    #expect(row?.4 == 0)
    #expect(row?.5 == -3)
  }

  @Test("texts sort by their bytes on both engines", arguments: StoreEngine.allCases)
  func order(_ engine: StoreEngine) throws {
    let names = ["b", "B", "a", "Ä", "Z", "é", "_", "10", "9", "a b", "ab", "A"]
    let test = try TestStore(engine, schema: [Things.schema])
    try test.store.write { transaction in
      for name in names { try Things.add(name, in: transaction) }
    }
    let expected = names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    #expect(try Things.names(in: test.store) == expected)
    let after = try test.store.read {
      try $0.count("SELECT COUNT(*) FROM things WHERE name > ?1", [.text("Z")])
    }
    #expect(after == expected.count - 1 - (expected.firstIndex(of: "Z") ?? 0))
  }

  @Test("an upsert and RETURNING work", arguments: StoreEngine.allCases)
  func upsert(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    for expected in 1...3 {
      let count = try test.store.write { transaction in
        try transaction.first(
          """
          INSERT INTO things (id, name, count) VALUES (?1, 'one', 1)
          ON CONFLICT (name) DO UPDATE SET count = things.count + 1 RETURNING count
          """, [.id(Things.ids.next())]
        ) { try $0.int(0) }
      }
      #expect(count == expected)
    }
    let changed = try test.store.write { transaction in
      try transaction.execute("UPDATE things SET count = 9 WHERE name = ?1", [.text("one")])
    }
    #expect(changed == 1)
  }
}
