import Access
import Base
import Foundation
import Geodesy
import Objects
import Presence
import Proximity
import SpatialCatalog
import Storage
import Tours
import WaysideAPI

/// What following the change log costs: the writer, who is answered after `follow`, and whoever
/// reads the catalog then.
enum FollowerCases {
  static var all: [Benchmark] {
    [
      followers("instance", changes: 1), followers("instance", changes: 256),
      followers("tour", changes: 1), followers("tour", changes: 20),
    ]
  }

  /// The median of what stays on the writer's thread, with the time until the next reader has an
  /// answer: what the writer would wait if the layers were built before it is answered.
  private static func followers(_ kind: String, changes count: Int) -> Benchmark {
    Benchmark(name: "Followers.\(kind)/\(count)", unit: "us", samples: 3) {
      let world = try FollowerWorld.shared()
      return { try world.measure(kind, changes: count, rounds: 100) }
    }
  }
}

/// The sample world of 1,000,000 instances, and 10,000 published tours in it.
private final class FollowerWorld: Sendable {
  static let instances = 1_000_000
  static let tours = 10_000
  private static let known = Guarded<FollowerWorld?>(nil)

  private let services: Services
  private let subjects: [String: [EntityID]]

  static func shared() throws -> FollowerWorld {
    if let world = known.current { return world }
    let world = try FollowerWorld()
    known.swap(world)
    return world
  }

  private init() throws {
    // A copy: the other cases measure the world without tours.
    let folder = Worlds.root + "/followers"
    let database = folder + "/wayside.sqlite"
    if !FileManager.default.fileExists(atPath: database) {
      let world = try Worlds.folder(Self.instances)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: world.path + "/wayside.sqlite", toPath: database)
    }
    var opened = try Worlds.open(.file(path: database), media: folder)
    var store = opened.platform.store
    let known = try store.read { try $0.count("SELECT COUNT(*) FROM tours") }
    if known < Self.tours {
      try Self.writeTours(Self.tours - known, to: store)
      store.close()
      opened = try Worlds.open(.file(path: database), media: folder)
      store = opened.platform.store
    }
    services = opened
    subjects = try store.read { session in
      [
        "instance": try session.all("SELECT id FROM instances LIMIT 20000") { try $0.id(0) },
        "tour": try session.all("SELECT id FROM tours LIMIT 20000") { try $0.id(0) },
      ]
    }
  }

  /// Hands changes to the catalog as the writer's thread does, and asks it then.
  func measure(_ kind: String, changes count: Int, rounds: Int) throws -> Sample {
    let subjects = subjects[kind] ?? []
    guard !subjects.isEmpty else { throw Unavailable(reason: "no \(kind)s") }
    let store = services.platform.store
    let layer = services.catalog.layer("instances")
    let zones = services.zones
    var (told, fresh): ([Double], [Double]) = ([], [])
    var random = SeededRandom(seed: 5)
    let clock = SystemClock()
    for _ in 0..<rounds {
      let changes = try store.write { transaction in
        for _ in 0..<count {
          let subject = subjects[Int(random.next() % UInt64(subjects.count))]
          try transaction.record("measurement", subject, .update)
        }
        return transaction.changes.map { change in
          var change = change
          change.kind = kind
          return change
        }
      }
      let start = clock.monotonicSeconds()
      services.catalog.follow(changes)
      let answered = clock.monotonicSeconds()
      consume(layer.current.count(of: SubRealmID.publicRealm))
      consume(zones.layer.snapshot.count)
      told.append((answered - start) * 1e6)
      fresh.append((clock.monotonicSeconds() - start) * 1e6)
    }
    told.sort()
    fresh.sort()
    return Sample(
      median(told),
      [
        ("p99", told[told.count * 99 / 100]), ("read-p50", median(fresh)),
        ("read-p99", fresh[fresh.count * 99 / 100]),
      ])
  }

  /// Writes published tours of two stops, spread over the sample points.
  private static func writeTours(_ count: Int, to store: Store) throws {
    let ids = EntityIDSource(clock: store.clock, random: SystemRandom())
    let places = SampleWorld.points(count, seed: 9)
    let organization = ids.next()
    for start in stride(from: 0, to: count, by: 1000) {
      try store.write { transaction in
        for place in places[start..<min(start + 1000, count)] {
          try write(ids, organization, at: place, in: transaction)
        }
      }
    }
  }

  private static func write(
    _ ids: EntityIDSource, _ organization: EntityID, at place: LonLat,
    in transaction: WriteTransaction
  ) throws {
    let (tour, revision) = (ids.next(), ids.next())
    let end = LonLat(lon: LonLat.normalise(lon: place.lon + 0.01), lat: place.lat)
    let corners = [(-0.002, -0.002), (0.012, -0.002), (0.012, 0.002), (-0.002, 0.002)]
      .map { LonLat(lon: LonLat.normalise(lon: place.lon + $0.0), lat: place.lat + $0.1) }
    let area = MultiPolygon([Polygon([corners + corners.prefix(1)])])
    let now = SQLValue.instant(transaction.now)
    try transaction.execute(
      """
      INSERT INTO tours (id, organization, state, released_revision, created_at, updated_at,
        published_at, version) VALUES (?1, ?2, 'published', ?3, ?4, ?4, ?4, 1)
      """, [.id(tour), .id(organization), .id(revision), now])
    try transaction.execute(
      """
      INSERT INTO tour_revisions (id, tour, number, name, name_key, description, place_key, price,
        currency, links, languages, distance, duration, start_lon, start_lat, own_area, stop_count,
        created_at, released_at)
      VALUES (?1, ?2, 1, 'A walk', 'a walk', '', '1', 0, 'CAD', '[]', 'en', 1000.0, 800, ?3, ?4, 1, 2,
        ?5, ?5)
      """, [.id(revision), .id(tour), .real(place.lon), .real(place.lat), now])
    try transaction.execute(
      "INSERT INTO tour_areas (id, geometry) VALUES (?1, ST_GeomFromWKB(?2, 4326))",
      [.id(revision), .blob(WKB.encode(.multiPolygon(area)))])
    try transaction.execute(
      "INSERT INTO tour_routes (id, geometry) VALUES (?1, ST_GeomFromWKB(?2, 4326))",
      [.id(revision), .blob(WKB.encode(.line(LineString([place, end]))))])
    for (ordinal, position) in [place, end].enumerated() {
      try transaction.execute(
        """
        INSERT INTO tour_stops (id, revision, ordinal, kind, title, texts, geometry)
        VALUES (?1, ?2, ?3, 'popup', '{"en":"Stop"}', '{"en":"Here."}', ST_GeomFromWKB(?4, 4326))
        """,
        [
          .id(ids.next()), .id(revision), .int(ordinal), .blob(WKB.encode(.point(position))),
        ])
    }
  }
}
