import Base
import CCrashVFS
import TestSupport
import Testing

@testable import Storage

extension PowerCutTests {
  @Test("a power cut during a rebuild leaves the table as it was or as it shall be")
  func rebuild() throws {
    let folder = try TemporaryFolder()
    crash_vfs_watch(folder.path)
    defer { crash_vfs_stop() }
    let path = folder.file("store.sqlite")
    var store = try open(path, Families.schema())
    try Families.fill(store)
    let old = try StoreContent(of: store, on: .sqlite)
    store.close()
    let begin = PowerCut.recorded
    store = try open(path, Families.rebuilt)
    let new = try StoreContent(of: store, on: .sqlite)
    let end = PowerCut.recorded
    store.close()
    var random = SeededRandom(seed: 7)
    var cut = PowerCut()
    var seen: [Int: Int] = [:]
    for moment in stride(from: begin, through: end, by: max((end - begin) / 40, 1)) {
      cut.advance(to: moment)
      let folder = try TemporaryFolder()
      try cut.write(to: folder.path, kept: [0, 0.5, 1][Int(random.next() % 3)], &random)
      let location = StoreLocation.file(path: folder.file("store.sqlite"))
      // A store that is new is refused by the old program.
      let left = (try? Store.open(location, schema: Families.schema()))
      if let left {
        #expect(try StoreContent(of: left, on: .sqlite).differences(from: old) == [])
        #expect(try left.check() == [])
        left.close()
      }
      seen[left == nil ? 2 : 1, default: 0] += 1
      let next = try Store.open(location, schema: Families.rebuilt)
      #expect(try StoreContent(of: next, on: .sqlite).differences(from: new) == [])
      #expect(try next.check() == [])
      next.close()
    }
    #expect(seen[1, default: 0] > 0 && seen[2, default: 0] > 0, "\(seen)")
  }

  private func open(_ path: String, _ schema: [SchemaModule]) throws -> Store {
    try Store.open(
      .file(path: path), SQLiteDialect(path: path, fileSystem: "crash"), schema: schema)
  }
}
