import Foundation
import Storage

/// A filled store as a released program left it; `tools/release-store` makes them.
public struct ReleasedStore: Sendable, CustomStringConvertible {
  /// The release's name.
  public let name: String
  private let folder: URL

  /// All releases, oldest first.
  public static let all: [ReleasedStore] = {
    let folder = Checkout.root.appending(path: "Tests/Support/Releases")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.contains(".") }.sorted().map {
      ReleasedStore(name: $0, folder: folder.appending(path: $0))
    }
  }()

  /// The schema's name in dumps.
  private static let schema = "wayside_released_store"

  public var description: String { name }

  /// Puts a copy of the store to where it can be opened.
  ///
  /// - Parameter place: for the file, and for what is needed on the way.
  public func unpack(_ engine: StoreEngine, in place: TemporaryFolder) throws -> StoreLocation {
    switch engine {
    case .sqlite:
      let path = place.file("store.sqlite")
      try decompressed("store.sqlite.gz").write(to: URL(fileURLWithPath: path))
      return .file(path: path)
    case .postgres:
      let url = try PostgresServer.freshURL()
      let schema = PostgresServer.schema(of: url)
      let dump = String(decoding: try decompressed("store.sql.gz"), as: UTF8.self)
        .replacingOccurrences(of: "CREATE SCHEMA \(Self.schema);", with: "")
        .replacingOccurrences(of: Self.schema, with: schema)
      let file = place.file("store.sql")
      try Data(dump.utf8).write(to: URL(fileURLWithPath: file))
      try PostgresServer.load(file: file)
      return .postgres(url: url)
    }
  }

  private func decompressed(_ name: String) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/gzip")
    process.arguments = ["-dc", folder.appending(path: name).path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let content = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
    return content
  }
}
