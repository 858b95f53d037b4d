import Foundation
import TestSupport
import Testing

/// A store belongs to one key, wherever the processes on it have their data folders.
@Suite("One key for one store")
struct ServiceKeyTests {
  private let data: TemporaryFolder
  private let files: TemporaryFolder

  init() throws {
    data = try TemporaryFolder()
    files = try TemporaryFolder()
  }

  private func key(_ folder: TemporaryFolder) -> Data? {
    FileManager.default.contents(atPath: folder.file("service.key"))
  }

  private func setKey(_ key: Data, _ folder: TemporaryFolder) throws {
    try key.write(to: URL(fileURLWithPath: folder.file("service.key")))
  }

  private func look(_ folder: TemporaryFolder, _ store: [String]) throws -> Program.Outcome {
    try Program().run(["scan", "list", "--data", folder.path] + store)
  }

  @Test(
    "of two data folders over one PostgreSQL store the second needs the first's key",
    .enabled(if: PostgresServer.absence == nil, "PostgreSQL is not installed"))
  func twoFolders() throws {
    let store = ["--store", try PostgresServer.freshURL()]
    try RunningServer(data, options: store).stop()
    let first = try #require(key(data))
    let second = try TemporaryFolder()
    let keyless = try look(second, store)
    #expect(keyless.code == 1 && keyless.errors.contains("service.key is missing"), "\(keyless)")
    #expect(key(second) == nil)
    try setKey(Data(repeating: 7, count: 32), second)
    let other = try look(second, store)
    #expect(other.code == 1 && other.errors.contains("is not the key of this store"), "\(other)")
    try setKey(first, second)
    let same = try look(second, store)
    #expect(same.code == 0, "\(same)")

    // A backup brings its key along.
    let backup = files.file("backup.zip")
    let made = try Program().run(["backup", "--data", data.path, "--to", backup] + store)
    try #require(made.code == 0, "\(made.errors)")
    let third = try TemporaryFolder()
    let restored = try Program().run(
      ["restore", "--data", third.path, "--from", backup, "--replace"] + store)
    #expect(restored.code == 0, "\(restored.errors)")
    #expect(key(third) == first)
    let after = try look(third, store)
    #expect(after.code == 0, "\(after)")
  }

  @Test("an older program's store belongs to the key it is started with; a lost key is given up")
  func older() throws {
    try RunningServer(data).stop()
    try RunningServer.change(data, "DELETE FROM service_keys")
    try RunningServer(data).stop()
    let first = try #require(key(data))
    try setKey(Data(repeating: 7, count: 32), data)
    #expect(try look(data, []).errors.contains("is not the key of this store"))
    try setKey(first, data)
    #expect(try look(data, []).code == 0)
    try setKey(Data(repeating: 7, count: 32), data)
    let accepted = try Program().run("doctor", "--data", data.path, "--accept-key")
    #expect(accepted.code == 0, "\(accepted)")
    #expect(try look(data, []).code == 0)
    try setKey(first, data)
    #expect(try look(data, []).code == 1)
  }
}
