import Access
import Base
import Composition
import Cryptography
import Foundation
import Geodesy
import SpatialCatalog
import Storage
import Tours
import WaysideAPI

/// Data folders with generated instances, kept between runs under `WAYSIDE_BENCH_DIR`.
enum Worlds {
  /// A generated data folder.
  struct Folder {
    let path: String
    /// A session of an account that is a member of all 1000 sub-realms.
    let tokenOfAll: String
    /// A session of an account that is a member of ten of them.
    let tokenOfTen: String

    var database: StoreLocation { .file(path: path + "/wayside.sqlite") }
  }

  /// Where generated data is kept.
  static var root: String {
    ProcessInfo.processInfo.environment["WAYSIDE_BENCH_DIR"]
      ?? FileManager.default.currentDirectoryPath + "/.build/bench"
  }

  /// The service key of all folders, as a file and for services that are opened here.
  private static let keyBytes = [UInt8](repeating: 7, count: 32)

  private static let opened = Guarded<[Int: Services]>([:])

  /// The services over the folder of that size; opened once.
  static func services(_ count: Int) throws -> Services {
    if let known = opened.current[count] { return known }
    let services = try open(folder(count))
    opened.withLock { $0[count] = services }
    return services
  }

  /// Lets go of every folder, so that another process can open it.
  static func closeAll() {
    for services in opened.swap([:]).values { services.platform.store.close() }
  }

  /// Opens all services over a data folder, as the server does.
  static func open(_ folder: Folder) throws -> Services {
    try open(folder.database, media: folder.path)
  }

  /// Opens all services over a database.
  static func open(_ database: StoreLocation, media: String) throws -> Services {
    try Services(
      platform: Platform(store: try Store.open(database, schema: Services.schema)),
      media: try MediaFolder(in: media), key: try ServiceKey(keyBytes),
      hasher: try PasswordHasher(cost: .cheapest), payments: RecordedTestPayments())
  }

  /// The folder with so many instances; made if it is absent, which takes about a minute for
  /// 1,000,000.
  static func folder(_ count: Int) throws -> Folder {
    let path = root + "/world-4-\(sizeName(count))"
    let tokens = path + "/tokens"
    if let text = try? String(contentsOfFile: tokens, encoding: .utf8) {
      let lines = text.split(separator: "\n").map(String.init)
      if lines.count == 2 {
        return Folder(path: path, tokenOfAll: lines[0], tokenOfTen: lines[1])
      }
    }
    Main.say("generating \(count) instances in \(path)")
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let store = try Store.open(.file(path: path + "/wayside.sqlite"), schema: Services.schema)
    defer { store.close() }
    let world = try WorldWriter(store)
    try world.writeInstances(count)
    let all = try world.addMember(of: Array(1...1000))
    let ten = try world.addMember(of: [1, 2, 3, 5, 10, 20, 50, 100, 200, 500])
    // A server of its own process refuses accounts without the key.
    try Data(keyBytes).write(to: URL(fileURLWithPath: path + "/service.key"))
    chmod(path + "/service.key", 0o600)
    let text = [all.token, ten.token].joined(separator: "\n")
    try text.write(toFile: tokens, atomically: true, encoding: .utf8)
    return Folder(path: path, tokenOfAll: all.token, tokenOfTen: ten.token)
  }
}
