import Base
import Foundation
import Storage
import TestSupport

@testable import Deadlines

/// What a test's timers have done: rows written by their handlers, with the firing.
enum Effects {
  static let schema = SchemaModule(
    name: "effects",
    migrations: [
      Migration(
        number: 1,
        statements: [
          "CREATE TABLE effects (number %serial, key %text NOT NULL, version %int NOT NULL)"
        ])
    ])

  static func add(_ deadline: Deadline, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "INSERT INTO effects (key, version) VALUES (?1, ?2)",
      [.text(deadline.key), .int(deadline.version)])
  }

  /// `key/version` of every effect, in the order in which they happened.
  static func all(in store: Store) throws -> [String] {
    try store.read { session in
      try session.all("SELECT key, version FROM effects ORDER BY number") {
        "\(try $0.text(0))/\(try $0.int(1))"
      }
    }
  }
}

/// Thrown by handlers that fail.
struct Failure: Error {}

/// A store with one kind of timer whose handler notes its effect; keys in `failing` then fail.
final class DeadlineWorld: Sendable {
  static let schema = [deadlinesSchema, Effects.schema]
  static let subject = EntityID(high: 1, low: 2)

  let clock = ManualClock()
  let failing = Guarded<Set<String>>([])
  private let test: TestStore
  private let opened: Guarded<Store>

  init(_ engine: StoreEngine) throws {
    test = try TestStore(engine, schema: Self.schema, clock: clock)
    opened = Guarded(test.store)
  }

  deinit { store.close() }

  var store: Store { opened.current }

  var note: DeadlineKind {
    DeadlineKind("note", "Notes its key.") { [self] deadline, transaction in
      try Effects.add(deadline, in: transaction)
      if failing.current.contains(deadline.key) { throw Failure() }
    }
  }

  func runner(_ kinds: [DeadlineKind] = [], metrics: Metrics? = nil) throws -> DeadlineRunner {
    try DeadlineRunner(store: store, kinds: [note] + kinds, metrics: metrics)
  }

  /// A process ends and another one begins.
  func restart() throws {
    store.close()
    opened.swap(try another())
  }

  /// One more process over the same store; only PostgreSQL has several at once.
  func another() throws -> Store {
    try Store.open(test.location, schema: Self.schema, clock: clock)
  }

  func deadline(_ key: String, in seconds: Double, version: Int = 0) -> Deadline {
    Deadline(
      "note", key: key, due: clock.now().adding(milliseconds: Int64(seconds * 1000)),
      subject: Self.subject, version: version)
  }

  func set(_ deadline: Deadline) throws {
    try store.write { try DeadlineStore.set(deadline, in: $0) }
  }

  var effects: [String] { get throws { try Effects.all(in: store) } }
}

/// Whether a condition comes to hold before the time is up.
func comesTrue(within seconds: Double = 20, _ condition: () throws -> Bool) rethrows -> Bool {
  let end = SystemClock().monotonicSeconds() + seconds
  while SystemClock().monotonicSeconds() < end {
    if try condition() { return true }
    usleep(2000)
  }
  return false
}
