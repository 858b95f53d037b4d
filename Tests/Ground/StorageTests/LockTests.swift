import Base
import Foundation
import Storage
import TestSupport
import Testing

@Suite("One process per SQLite file")
struct LockTests {
  @Test("a second store on the same file is refused, and told which process has it")
  func twice() throws {
    let test = try TestStore(.sqlite, schema: [Things.schema])
    let error = #expect(throws: DatabaseError.self) {
      try Store.open(test.location, schema: [Things.schema])
    }
    #expect(error?.code == .locked)
    #expect(error?.message.contains("\(getpid())") == true)
    test.store.close()
    let again = try Store.open(test.location, schema: [Things.schema])
    again.close()
  }

  @Test("the lock holds against another process, and that one's against ours")
  func otherProcess() throws {
    let test = try TestStore(.sqlite, schema: [Things.schema])
    #expect(try flock(test.folder.file("store.lock"), "true") == 1)
    test.store.close()
    #expect(try flock(test.folder.file("store.lock"), "true") == 0)
    // A process of its own holds the lock until its standard input ends.
    let holder = Process()
    let (input, output) = (Pipe(), Pipe())
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
    holder.arguments = [test.folder.file("store.lock"), "sh", "-c", "echo held; read line"]
    holder.standardInput = input
    holder.standardOutput = output
    try holder.run()
    _ = output.fileHandleForReading.availableData
    #expect(throws: DatabaseError.self) {
      try Store.open(test.location, schema: [Things.schema])
    }
    try input.fileHandleForWriting.close()
    holder.waitUntilExit()
    try Store.open(test.location, schema: [Things.schema]).close()
  }

  @Test("nobody but the owner may read the files")
  func permissions() throws {
    let test = try TestStore(.sqlite, schema: [Things.schema])
    try test.store.write { try Things.add("private", in: $0) }
    _ = try test.store.backup(toFile: test.folder.file("backup.sqlite"))
    for name in ["store.sqlite", "store.sqlite-wal", "store.lock", "backup.sqlite"] {
      var status = stat()
      #expect(stat(test.folder.file(name), &status) == 0, "\(name)")
      #expect(status.st_mode & 0o077 == 0, "\(name)")
    }
  }

  @Test("a file that is no database, or cut off, is refused with a reason")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store.sqlite")
    try Data("this is no database, but long enough to look at it twice, perhaps".utf8)
      .write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: DatabaseError.self) {
      try Store.open(.file(path: path), schema: [])
    }
    #expect(error?.code == .corrupt)
    let absent = #expect(throws: DatabaseError.self) {
      try Store.open(.file(path: folder.file("no/such/folder/store.sqlite")), schema: [])
    }
    #expect(absent?.code == .unavailable)
  }

  @Test("what was acknowledged is there when the process ends without closing")
  func killed() throws {
    let test = try TestStore(.sqlite, schema: [Things.schema])
    for i in 0..<20 { try test.store.write { try Things.add("\(i)", in: $0) } }
    // The files as a killed process leaves them: nothing closed, nothing checkpointed.
    let copy = try TemporaryFolder()
    for name in ["store.sqlite", "store.sqlite-wal"] {
      try FileManager.default.copyItem(atPath: test.folder.file(name), toPath: copy.file(name))
    }
    let again = try Store.open(.file(path: copy.file("store.sqlite")), schema: [Things.schema])
    #expect(try Things.number(in: again) == 20)
    #expect(try again.changes(after: 0).count == 20)
    #expect(try again.check().isEmpty)
    again.close()
    #expect(!FileManager.default.fileExists(atPath: copy.file("store.sqlite-wal")))
  }

  private func flock(_ path: String, _ command: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
    process.arguments = ["-n", path, command]
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
