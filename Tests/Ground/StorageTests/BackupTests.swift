import Base
import Foundation
import Storage
import TestSupport
import Testing

@Suite("Backup, restore and checks")
struct BackupTests {
  @Test("D8: a backup made while writes go on is one state, whole and checked")
  func online() throws {
    let test = try TestStore(.sqlite, schema: [Things.schema])
    let store = test.store
    try store.write { transaction in
      for i in 0..<2000 { try Things.add("old-\(i)", in: transaction) }
    }
    let isDone = Guarded(false)
    let written = Guarded(0)
    let report = Guarded<BackupReport?>(nil)
    concurrently(3) { thread in
      if thread == 0 {
        let made = try? store.backup(toFile: test.folder.file("backup.sqlite"))
        report.swap(made)
        isDone.swap(true)
      } else {
        var i = 0
        while !isDone.current {
          // Two at a time: a copy with an odd number would hold half a write.
          try? store.write { transaction in
            try Things.add("\(thread)-\(i)-a", in: transaction)
            try Things.add("\(thread)-\(i)-b", in: transaction)
          }
          i += 1
          written.withLock { $0 += 2 }
        }
      }
    }
    let made = try #require(report.current)
    let rows = try #require(made.rows["things"])
    #expect(written.current > 0)
    #expect(rows >= 2000 && rows % 2 == 0)
    #expect(made.rows["changes"] == rows)
    #expect(made.lastChange == Int64(rows))
    #expect(made.bytes > 100_000)
    let files = FileManager.default.enumerator(atPath: test.folder.path)?.compactMap { "\($0)" }
    #expect(files?.filter { $0.hasPrefix("backup") } == ["backup.sqlite"])
    #expect(try Store.verify(file: test.folder.file("backup.sqlite")) == [])
    #expect(try store.check() == [])
    let copy = try Store.open(
      .file(path: test.folder.file("backup.sqlite")), schema: [Things.schema])
    #expect(try Things.number(in: copy) == rows)
    copy.close()
  }

  @Test("a restore brings back the state of the backup, with writes since then gone")
  func restore() throws {
    let test = try TestStore(.sqlite, schema: [Things.schema])
    let (path, backup) = (test.folder.file("store.sqlite"), test.folder.file("backup.sqlite"))
    try test.store.write { try Things.add("before", in: $0) }
    _ = try test.store.backup(toFile: backup)
    try test.store.write { try Things.add("after", in: $0) }
    let open = #expect(throws: DatabaseError.self) { try Store.restore(file: backup, to: path) }
    #expect(open?.code == .locked)
    test.store.close()
    try Store.restore(file: backup, to: path)
    let again = try Store.open(test.location, schema: [Things.schema])
    #expect(try Things.names(in: again) == ["before"])
    // No sequence is given twice: who knows the one of "after" is not told "new" in its place.
    let last = try #require(again.changes(after: 0).last?.sequence)
    #expect(last > 1_000_000)
    try again.write { try Things.add("new", in: $0) }
    #expect(try again.changes(after: last).count == 1)
    #expect(try again.check() == [])
    again.close()
    let empty = test.folder.file("elsewhere.sqlite")
    try Store.restore(file: backup, to: empty)
    #expect(try Store.verify(file: empty) == [])
  }

  @Test("an existing file is not overwritten by a backup")
  func existing() throws {
    let test = try TestStore(.sqlite, schema: [Things.schema])
    let path = test.folder.file("precious")
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    let refusal = #expect(throws: Refusal.self) { try test.store.backup(toFile: path) }
    #expect(refusal?.slug == "file-exists")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    #expect(throws: (any Error).self) {
      try test.store.backup(toFile: test.folder.file("no/such/folder"))
    }
  }

  @Test("D10: a damaged backup is found and not restored", arguments: [1, 2, 3] as [UInt64])
  func damaged(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let test = try TestStore(.sqlite, schema: [Things.schema])
    try test.store.write { transaction in
      for i in 0..<500 { try Things.add("thing number \(i)", in: transaction) }
    }
    let backup = test.folder.file("backup.sqlite")
    _ = try test.store.backup(toFile: backup)
    test.store.close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: backup))
    let kind = seed % 3
    if kind == 0 {
      bytes = bytes.prefix(bytes.count / 2)
    } else {
      // A page's header and its cell pointers lie at its start: overwrite several.
      for _ in 0..<40 {
        let page = Int(random.next() % UInt64(bytes.count / 4096))
        for i in 0..<64 where page > 0 {
          bytes[page * 4096 + i] = UInt8(truncatingIfNeeded: random.next())
        }
      }
    }
    try bytes.write(to: URL(fileURLWithPath: backup))
    #expect(throws: (any Error).self, "seed \(seed)") {
      try Store.restore(file: backup, to: test.folder.file("store.sqlite"))
    }
    let again = try Store.open(test.location, schema: [Things.schema])
    #expect(try Things.number(in: again) == 500)
    again.close()
  }

  @Test("a healthy store has no problems", arguments: StoreEngine.allCases)
  func healthy(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    #expect(try test.store.check() == [])
    try test.store.write { transaction in
      let id = try Things.add("a", in: transaction)
      try transaction.execute("INSERT INTO parts (id, thing) VALUES (?1, ?1)", [.id(id)])
    }
    #expect(try test.store.check() == [])
  }

  @Test("a check finds rows that the R-tree does not hold, broken references and a log run back")
  func unhealthy() throws {
    let test = try TestStore(.sqlite, schema: [Things.schema])
    try test.store.write { transaction in
      for i in 0..<5 { try Things.add("\(i)", in: transaction) }
      try transaction.execute("DELETE FROM idx_things_geometry WHERE pkid = 2")
    }
    #expect(try test.store.check().map(\.rule) == ["spatial-index"])
    try test.store.write { transaction in
      try transaction.execute("UPDATE sqlite_sequence SET seq = 1 WHERE name = 'changes'")
    }
    #expect(try test.store.check().map(\.rule) == ["spatial-index", "change-log"])
    test.store.close()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1])
      c.execute("INSERT INTO parts (id, thing) VALUES (x'00', x'01')")
      c.commit()
      """, test.folder.file("store.sqlite"),
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let rules = try Store.verify(file: test.folder.file("store.sqlite")).map(\.rule)
    #expect(rules == ["foreign-key", "spatial-index", "change-log"])
  }

  @Test("a file that is absent or no database cannot be verified")
  func noDatabase() throws {
    let folder = try TemporaryFolder()
    #expect(throws: DatabaseError.self) { try Store.verify(file: folder.file("absent")) }
    let path = folder.file("text")
    try Data(repeating: 65, count: 10_000).write(to: URL(fileURLWithPath: path))
    #expect(try Store.verify(file: path).map(\.rule) == ["integrity"])
    #expect(FileManager.default.enumerator(atPath: folder.path)?.allObjects.count == 1)
  }
}
