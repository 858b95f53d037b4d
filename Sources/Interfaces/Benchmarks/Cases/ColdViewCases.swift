import Access
import Base
import Foundation
import Geodesy
import Identity
import Objects
import Presence
import Storage
import Visibility
import WaysideAPI

/// Views at places that nobody has looked at yet, among 1,000,000 instances in the order of their
/// making, which is not that of place: about 150 are in range.
///
/// A sample is the median of the first looks; `warm` is that of the second looks at the same places,
/// which come right after. New places for every sample, so that none is warm by an earlier one.
enum ColdViewCases {
  private static let worldSize = 1_000_000
  private static let places = 400

  static var all: [Benchmark] { [cold(writes: 0), cold(writes: 100)] }

  /// - Parameter writes: so many instances are placed in a second meanwhile, anywhere.
  private static func cold(writes: Int) -> Benchmark {
    Benchmark(
      name: "View.cold/\(sizeName(worldSize))" + (writes > 0 ? "/\(writes)-writes" : ""),
      unit: "us",
      samples: 5, warmsUp: false
    ) {
      let services = try Worlds.services(worldSize)
      let points = SampleWorld.points(worldSize)
      let writer = try writes > 0 ? BackgroundWriter(services, perSecond: writes) : nil
      var seed: UInt64 = writes > 0 ? 1000 : 100
      return {
        seed += 1
        _ = writer
        let requests = try requests(at: SampleWorld.queries(points, count: places, seed: seed))
        var shown = 0
        let cold = try eachTimed(requests) { request in
          let view = try services.views.view(request, caller: .anonymous).view
          shown += view.items.count + view.hidden.occluded + view.hidden.cluttered
          return view.items.count
        }
        let warm = try eachTimed(requests) { request in
          try services.views.view(request, caller: .anonymous).view.items.count
        }
        return Sample(
          cold.value,
          [
            ("warm", warm.value), ("coldToWarm", cold.value / warm.value),
            ("p99", cold.details[0].value), ("warmP99", warm.details[0].value),
            ("inSight", Double(shown) / Double(places)),
          ])
      }
    }
  }

  private static func requests(at places: [LonLat]) throws -> [ViewRequest] {
    var random = SeededRandom(seed: 21)
    return try places.map { place in
      let half = Double.pi * random.unit()
      return ViewRequest(
        camera: try Camera(
          validating: GeoPose(
            position: place, height: 1.6,
            orientation: Quaternion(x: 0, y: 0, z: sin(half), w: cos(half))),
          fieldOfView: .init(horizontal: 60, vertical: 45),
          viewport: .init(width: 1080, height: 1920), range: 1000), realm: SubRealmID.publicRealm)
    }
  }
}

/// Places instances at a steady rate until it goes.
final class BackgroundWriter: Sendable {
  private let isOver = Guarded(false)

  init(_ services: Services, perSecond: Int) throws {
    let folder = try Worlds.folder(1_000_000)
    let caller = try services.identity.sessionCache.caller(token: folder.tokenOfTen)
    let object = try services.platform.store.readOnce { session in
      try session.first("SELECT id FROM objects LIMIT 1", []) { try $0.id(0) }
    }
    guard let object else { throw Unavailable(reason: "no object to place") }
    let isOver = isOver
    let thread = Thread {
      let clock = SystemClock()
      var random = SeededRandom(seed: 5)
      var due = clock.monotonicSeconds()
      while !isOver.current {
        let place = LonLat(lon: random.unit() * 360 - 180, lat: random.unit() * 120 - 60)
        _ = try? services.instances.place(
          InstanceDraft(
            object: object,
            placement: Placement(
              realms: [WorldWriter.realm(1)], pose: GeoPose(position: place, height: 0))),
          caller: caller)
        // By the clock: what a write takes is no rest.
        due = max(due + 1 / Double(perSecond), clock.monotonicSeconds() - 0.1)
        usleep(UInt32(max(0, due - clock.monotonicSeconds()) * 1e6))
      }
    }
    thread.start()
  }

  deinit { isOver.swap(true) }
}
