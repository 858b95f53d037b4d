import Base
import CCrashVFS
import Foundation
import TestSupport
import Testing

@testable import Storage

/// Power cuts and failing disks, simulated below SQLite.
///
/// One at a time: there is one record.
@Suite("Power cuts and disk errors", .serialized)
struct PowerCutTests {
  /// `WAYSIDE_POWER_CUTS` sets how many cuts are tried for each way in which a log ends.
  private static let cuts =
    ProcessInfo.processInfo.environment["WAYSIDE_POWER_CUTS"].flatMap { Int($0) } ?? 75
  /// So many of them in the record of one run; each run has a seed of its own.
  private static let cutsInRun = 25

  /// How the write-ahead log ends within a run.
  enum LogEnd: CaseIterable {
    /// It grows until the power goes.
    case never
    /// It is copied back over and over, and written anew from its beginning.
    case overwritten
    /// The store is closed and opened again: it is copied back and deleted.
    case deleted
  }

  init() throws {
    SQLiteLibrary.prepare()
    try #require(crash_vfs_register() == 0)
  }

  @Test(
    "D2: no acknowledged write is lost at a power cut, nothing is corrupt",
    arguments: LogEnd.allCases)
  func full(_ end: LogEnd) throws {
    for seed in 1...UInt64(max(Self.cuts / Self.cutsInRun, 1)) {
      let result = try run(end, seed)
      #expect(result.lost == [], "seed \(seed)")
      #expect(result.damaged == [], "seed \(seed)")
      #expect(result.acknowledged > 0, "seed \(seed)")
    }
  }

  /// Records the writes of several threads and cuts the power at moments of the record.
  private func run(_ end: LogEnd, _ seed: UInt64) throws -> Outcome {
    var random = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    crash_vfs_watch(folder.path)
    defer { crash_vfs_stop() }
    let threads = 1 + Int(random.next() % 6)
    let writes = 10 + Int(random.next() % 50)
    let name = String(repeating: "x", count: Int(random.next() % 6000))
    let logPages = end == .overwritten ? 4 + Int(random.next() % 60) : 10_000
    let path = folder.file("store.sqlite")
    var store = try open(path, logPages: logPages)
    // From here on the database exists; cuts before are those of an installation.
    let begin = PowerCut.recorded
    for round in 0..<(end == .deleted ? 4 : 1) {
      if round > 0 {
        store.close()
        store = try open(path, logPages: logPages)
      }
      let current = store
      concurrently(threads) { thread in
        for i in 0..<writes {
          let number = (round * 10 + thread) * 1000 + i
          guard (try? current.write({ try Things.add("\(number) \(name)", in: $0) })) != nil else {
            return
          }
          crash_vfs_mark(Int64(number))
        }
      }
    }
    #expect(try Things.number(in: store) == threads * writes * (end == .deleted ? 4 : 1))
    if end == .deleted { store.close() }
    let result = try replay(begin: begin, end: PowerCut.recorded, cuts: Self.cutsInRun, &random)
    if end != .deleted { store.close() }
    return result
  }

  @Test("D2, control: with synchronous=NORMAL the same power cuts do lose acknowledged writes")
  func normal() throws {
    let folder = try TemporaryFolder()
    crash_vfs_watch(folder.path)
    defer { crash_vfs_stop() }
    let path = folder.file("store.sqlite")
    try open(path).close()
    let dialect = SQLiteDialect(path: path, fileSystem: "crash")
    let connection = try dialect.openWriter()
    defer { connection.close() }
    try connection.execute("PRAGMA synchronous=NORMAL", [])
    let begin = PowerCut.recorded
    var random = SeededRandom(seed: 1)
    for number in 0..<120 {
      try connection.execute(dialect.beginWrite, [])
      let transaction = WriteTransaction(
        connection: connection, dialect: dialect, now: SystemClock().now())
      try Things.add("\(number)", in: transaction)
      try connection.execute("COMMIT", [])
      crash_vfs_mark(Int64(number))
    }
    let result = try replay(begin: begin, end: PowerCut.recorded, cuts: 25, &random)
    #expect(!result.lost.isEmpty)
    #expect(result.damaged == [])
  }

  @Test("D3: after the first failed fsync nothing is written any more, and reads go on")
  func failedSync() throws {
    let folder = try TemporaryFolder()
    crash_vfs_watch(folder.path)
    defer { crash_vfs_stop() }
    let path = folder.file("store.sqlite")
    let store = try open(path)
    try store.write { try Things.add("before", in: $0) }
    crash_vfs_fail(CRASH_SYNC, 1, Int32(1034))
    let syncs = crash_vfs_syncs()
    for i in 0..<3 {
      let refusal = #expect(throws: Refusal.self) {
        try store.write { try Things.add("fails-\(i)", in: $0) }
      }
      #expect(refusal?.slug == "writing-stopped")
    }
    #expect(crash_vfs_syncs() == syncs + 1)
    #expect(store.writeFailure != nil)
    #expect(try Things.names(in: store) == ["before"])
    // Space or not, the disk's health does not come back by itself: a restart is needed.
    crash_vfs_fail(CRASH_SYNC, 0, 0)
    #expect(throws: Refusal.self) { try store.write { try Things.add("late", in: $0) } }
    store.close()
    let again = try open(path)
    #expect(try Things.names(in: again).contains("before"))
    try again.write { try Things.add("after", in: $0) }
    again.close()
  }

  @Test(
    "D3: whichever write to the disk fails, and how, only acknowledged things are promised",
    arguments: [10, 10 | 3 << 8, 13] as [Int32])
  func sweep(_ code: Int32) throws {
    for after in stride(from: 1, through: 45, by: 4) {
      let folder = try TemporaryFolder()
      crash_vfs_watch(folder.path)
      defer { crash_vfs_stop() }
      let path = folder.file("store.sqlite")
      var store = try open(path)
      crash_vfs_fail(CRASH_WRITE, Int32(after), code)
      var acknowledged: Set<String> = []
      for i in 0..<5 {
        do {
          try store.write { try Things.add("\(i)", in: $0) }
          acknowledged.insert("\(i)")
        } catch let refusal as Refusal {
          #expect(refusal.kind == (code == 13 ? .storageFull : .busy), "write \(after)")
        }
        #expect(Set(try Things.names(in: store)).isSuperset(of: acknowledged), "write \(after)")
      }
      crash_vfs_fail(CRASH_WRITE, 0, 0)
      if code == 13 {
        try store.write { try Things.add("space again", in: $0) }
        acknowledged.insert("space again")
      }
      store.close()
      store = try open(path)
      #expect(Set(try Things.names(in: store)).isSuperset(of: acknowledged), "write \(after)")
      #expect(try store.check() == [])
      store.close()
    }
  }

  /// A store on the file system that records and fails.
  private func open(_ path: String, logPages: Int = 10_000) throws -> Store {
    try Store.open(
      .file(path: path), SQLiteDialect(path: path, fileSystem: "crash", logPages: logPages),
      schema: [Things.schema])
  }

  private struct Outcome {
    var lost: [String] = []
    var damaged: [String] = []
    var acknowledged = 0
  }

  /// Cuts the power at moments between two points of the record and looks at what is left.
  private func replay(begin: Int, end: Int, cuts: Int, _ random: inout SeededRandom) throws
    -> Outcome
  {
    var outcome = Outcome()
    var cut = PowerCut()
    let moments = (0..<cuts).map { _ in begin + Int(random.next() % UInt64(end - begin + 1)) }
    for moment in moments.sorted() {
      cut.advance(to: moment)
      let folder = try TemporaryFolder()
      let kept = [0, 0.5, 0.9, 1][Int(random.next() % 4)]
      try cut.write(to: folder.path, kept: kept, &random)
      let place = "operation \(moment), kept \(kept)"
      do {
        let store = try Store.open(
          .file(path: folder.file("store.sqlite")), schema: [Things.schema])
        let names = Set(try Things.names(in: store).map { $0.prefix { $0 != " " } })
        let lost = cut.acknowledged.filter { !names.contains("\($0)") }
        if !lost.isEmpty { outcome.lost.append("\(place): \(lost)") }
        let problems = try store.check()
        if !problems.isEmpty { outcome.damaged.append("\(place): \(problems)") }
        store.close()
      } catch {
        outcome.damaged.append("\(place): \(error)")
      }
      outcome.acknowledged = cut.acknowledged.count
    }
    return outcome
  }
}
