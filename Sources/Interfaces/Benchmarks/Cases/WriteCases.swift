import Access
import Base
import Foundation
import Geodesy
import Identity
import Objects
import Storage
import WaysideAPI

/// Durable writes: one instance each, or many at once, answered after they are on disk.
enum WriteCases {
  static var all: [Benchmark] { cases("sqlite") { nil } + [bulk] }

  /// As many as one request may place, in one transaction: what imports of files do.
  private static var bulk: Benchmark {
    Benchmark(name: "Writes.sqlite/bulk-1e4", unit: "1/s") {
      let target = try WriteTarget(database: nil)
      return { try target.placeAtOnce(10_000) }
    }
  }

  /// - Parameter database: an empty database of another engine; nil for a file.
  static func cases(_ engine: String, database: @escaping () throws -> String?) -> [Benchmark] {
    [1, 64].map { threads in
      Benchmark(name: "Writes.\(engine)/c\(threads)", unit: "1/s", samples: 3) {
        let target = try WriteTarget(database: try database())
        return { try target.run(threads: threads, seconds: 1) }
      }
    }
  }
}

/// A fresh store with one member who places instances.
private final class WriteTarget {
  private let folder: String
  private let services: Services
  private let caller: Caller
  private let object: EntityID

  init(database: String?) throws {
    // Beside the kept worlds: a temporary folder in memory would know no fsync.
    folder = Worlds.root + "/writes-\(getpid())"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    services = try Worlds.open(
      database.map { .postgres(url: $0) } ?? .file(path: folder + "/wayside.sqlite"),
      media: folder)
    let world = try WorldWriter(services.platform.store)
    let member = try world.addMember(of: Array(1...10))
    caller = try services.identity.sessionCache.caller(token: member.token)
    object = world.object
  }

  deinit {
    services.platform.store.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Places instances all at once.
  func placeAtOnce(_ count: Int) throws -> Sample {
    var random = SeededRandom(seed: UInt64(count))
    let batch = InstanceBatch(
      (0..<count).map { number in
        let place = LonLat(lon: random.unit() * 360 - 180, lat: random.unit() * 120 - 60)
        return InstanceDraft(
          object: object,
          placement: Placement(
            realms: [WorldWriter.realm(1 + number % 10)], pose: GeoPose(position: place, height: 0))
        )
      })
    let taken = try seconds { _ = try services.instances.place(batch, caller: caller) }
    return Sample(Double(count) / taken)
  }

  /// Closed-loop writers, each on a thread of its own.
  func run(threads: Int, seconds: Double) throws -> Sample {
    let clock = SystemClock()
    let start = clock.monotonicSeconds()
    let times = Guarded<[Double]>([])
    let failure = Guarded<(any Error)?>(nil)
    let group = DispatchGroup()
    for number in 0..<threads {
      group.enter()
      let thread = Thread { [services, caller, object] in
        defer { group.leave() }
        var random = SeededRandom(seed: UInt64(number))
        var own: [Double] = []
        var before = clock.monotonicSeconds()
        do {
          while before - start < seconds {
            let place = LonLat(lon: random.unit() * 360 - 180, lat: random.unit() * 120 - 60)
            let draft = InstanceDraft(
              object: object,
              placement: Placement(
                realms: [WorldWriter.realm(1 + number % 10)],
                pose: GeoPose(position: place, height: 0)))
            _ = try services.instances.place(draft, caller: caller)
            let now = clock.monotonicSeconds()
            own.append((now - before) * 1e6)
            before = now
          }
        } catch {
          failure.withLock { $0 = error }
        }
        let done = own
        times.withLock { $0 += done }
      }
      thread.start()
    }
    group.wait()
    if let error = failure.withLock({ $0 }) { throw error }
    let taken = clock.monotonicSeconds() - start
    let sorted = times.current.sorted()
    guard !sorted.isEmpty else { throw Unavailable(reason: "nothing was written") }
    return Sample(
      Double(sorted.count) / taken,
      [("p50", sorted[sorted.count / 2]), ("p99", sorted[sorted.count * 99 / 100])])
  }
}
