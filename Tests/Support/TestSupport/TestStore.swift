import Base
import Foundation
import Storage

/// The engines that a store test runs on, as arguments of a parameterised test.
public enum StoreEngine: String, CaseIterable, Sendable {
  case sqlite
  case postgres

  /// SQLite, and PostgreSQL where it is installed; its absence is said on standard error.
  public static var allCases: [StoreEngine] {
    PostgresServer.absence == nil ? [.sqlite, .postgres] : [.sqlite]
  }

  /// The engine of suites that run on one at a time: SQLite, or what WAYSIDE_TEST_STORE names.
  public static let chosen =
    ProcessInfo.processInfo.environment["WAYSIDE_TEST_STORE"]
    .flatMap { StoreEngine(rawValue: $0) } ?? .sqlite
}

/// An empty store for one test, on either engine, gone with this value.
public final class TestStore: Sendable {
  public let engine: StoreEngine
  public let location: StoreLocation
  public let store: Store
  public let folder: TemporaryFolder

  public init(
    _ engine: StoreEngine, schema: [SchemaModule], clock: any WallClock = SystemClock(),
    readers: Int = 6
  ) throws {
    self.engine = engine
    folder = try TemporaryFolder()
    switch engine {
    case .sqlite: location = .file(path: folder.file("store.sqlite"))
    case .postgres: location = .postgres(url: try PostgresServer.freshURL())
    }
    store = try Store.open(location, schema: schema, clock: clock, readers: readers)
  }

  deinit { store.close() }
}
