import Base
import Foundation
import Geodesy
import Storage
import TestSupport

/// The table on which the store is tested: things with a value of every type, and a place.
enum Things {
  static let position = SpatialColumn(table: "things", kind: .point)

  static let schema = SchemaModule(
    name: "things",
    migrations: [
      Migration(
        number: 1,
        statements: [
          """
          CREATE TABLE things (
            row_id %serial, id %id NOT NULL UNIQUE, name %text NOT NULL UNIQUE,
            count %int, weight %real, note %text, bytes %blob,
            CHECK (count IS NULL OR count <> 13))
          """,
          """
          CREATE TABLE parts (
            id %id NOT NULL PRIMARY KEY, thing %id NOT NULL REFERENCES things (id))
          """,
        ],
        spatialColumns: [position])
    ])

  static let ids = EntityIDSource(clock: SystemClock(), random: SystemRandom())

  /// Adds a thing inside a write.
  @discardableResult
  static func add(
    _ name: String, at place: LonLat = LonLat(lon: 9.5, lat: 47.1), count: Int? = nil,
    in transaction: WriteTransaction
  ) throws -> EntityID {
    let id = ids.next()
    try transaction.execute(
      """
      INSERT INTO things (id, name, count, geometry)
      VALUES (?1, ?2, ?3, ST_GeomFromWKB(?4, 4326))
      """, [.id(id), .text(name), .int(count), .blob(WKB.encode(.point(place)))])
    try transaction.record("thing", id, .insert)
    return id
  }

  static func number(in store: Store) throws -> Int {
    try store.read { try $0.count("SELECT COUNT(*) FROM things") }
  }

  static func names(in store: Store) throws -> [String] {
    try store.read { try $0.all("SELECT name FROM things ORDER BY name") { try $0.text(0) } }
  }
}

/// Keeps what it gets to hear.
final class Listener: ChangeFollower {
  private let heard = Guarded<[Change]>([])
  private let reaction: @Sendable ([Change]) -> Void

  init(_ reaction: @escaping @Sendable ([Change]) -> Void = { _ in }) { self.reaction = reaction }

  var changes: [Change] { heard.current }

  func follow(_ changes: [Change]) {
    heard.withLock { $0 += changes }
    reaction(changes)
  }
}

/// Whether a condition comes to hold within some seconds.
func wait(_ seconds: Double = 10, until condition: () -> Bool) -> Bool {
  let end = SystemClock().monotonicSeconds() + seconds
  while SystemClock().monotonicSeconds() < end {
    if condition() { return true }
    usleep(2000)
  }
  return false
}
