import Access
import Base
import Foundation
import Geodesy
import Storage
import WaysideAPI

/// `POST /v1/instances` into 1,000,000 instances, each answered when it is on disk; and looks at places that
/// nobody has looked at before, over HTTP while others write.
enum HTTPWriteCases {
  private static let worldSize = 1_000_000

  static var all: [Benchmark] {
    [1, 16, 64].map { writes(clients: $0, memberOfAll: false) }
      + [
        writes(clients: 16, memberOfAll: true), coldViews(clients: 16, writes: 0),
        coldViews(clients: 16, writes: 100),
      ]
  }

  /// The same rows by PostGIS: ours and single inserts by `pgbench`, in turns.
  static var peers: [Benchmark] { [1, 16, 64].map(besidePostGIS) }

  /// - Parameter memberOfAll: whether the writer is a member of a thousand sub-realms, or of ten.
  private static func writes(clients: Int, memberOfAll: Bool) -> Benchmark {
    Benchmark(
      name: "Writes.http/1e6\(memberOfAll ? "/1e3-memberships" : "")/c\(clients)", unit: "1/s",
      samples: 5
    ) {
      let world = try WrittenWorld(worldSize)
      let load = try world.load(memberOfAll: memberOfAll)
      return { try load.run(port: world.port, clients: clients, seconds: 3) }
    }
  }

  /// How many times PostGIS's rate ours is.
  private static func besidePostGIS(clients: Int) -> Benchmark {
    Benchmark(name: "Writes.http/1e6:postgis/c\(clients)", unit: "x", samples: 5) {
      let world = try WrittenWorld(worldSize)
      let load = try world.load(memberOfAll: false)
      try PostGISPeer.prepareInserts(worldSize)
      return {
        let ours = try load.run(port: world.port, clients: clients, seconds: 3).value
        let theirs = try PostGISPeer.inserts(clients: clients, seconds: 3)
        return Sample(ours / theirs, [("ours", ours), ("theirs", theirs)])
      }
    }
  }

  /// Every view at another place; `warm` asks the same places again.
  ///
  /// - Parameter writes: so many instances are placed in a second meanwhile, anywhere.
  private static func coldViews(clients: Int, writes: Int) -> Benchmark {
    Benchmark(
      name: "View.http-cold/1e6\(writes > 0 ? "/\(writes)-writes" : "")/c\(clients)", unit: "1/s",
      samples: 3, warmsUp: false
    ) {
      let points = SampleWorld.points(worldSize)
      var seed: UInt64 = 3000
      return {
        seed += 1
        // A server of its own, so that nothing is warm by what was asked before.
        let world = try WrittenWorld(worldSize)
        let load = try WrkLoad.views(from: SampleWorld.queries(points, count: 60_000, seed: seed))
        let writer =
          try writes > 0 ? BackgroundWriter(world.services, perSecond: writes) : nil
        defer { _ = writer }
        let cold = try load.run(port: world.port, clients: clients, seconds: 2)
        let warm = try load.run(port: world.port, clients: clients, seconds: 2)
        return Sample(
          cold.value,
          cold.details + [("warm", warm.value), ("coldToWarm", warm.value / cold.value)])
      }
    }
  }
}

/// A copy of a kept world that may be written to, and a server over it.
private final class WrittenWorld {
  private let path: String
  let services: Services
  private let server: LoadedServer
  private let folder: Worlds.Folder

  var port: Int { server.port }

  init(_ count: Int) throws {
    folder = try Worlds.folder(count)
    Worlds.closeAll()
    path = Worlds.root + "/written-\(getpid())"
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: folder.path, toPath: path)
    services = try Worlds.open(.file(path: path + "/wayside.sqlite"), media: path)
    server = try LoadedServer(services)
  }

  deinit {
    services.platform.store.close()
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Places one object at many positions, in one sub-realm each.
  func load(memberOfAll: Bool) throws -> WrkLoad {
    let object = try services.platform.store.readOnce { session in
      try session.first("SELECT id FROM objects LIMIT 1", []) { try $0.id(0) }
    }
    guard let object else { throw Unavailable(reason: "no object to place") }
    var random = SeededRandom(seed: 12)
    let bodies = (0..<20_000).map { number in
      """
      {"object":"\(object)","realms":["\(WorldWriter.realm([1, 2, 3, 5, 10][number % 5]))"],\
      "pose":{"position":{"lat":\(random.unit() * 120 - 60),"lon":\(random.unit() * 360 - 180),\
      "h":400},"quaternion":{"x":0,"y":0,"z":0,"w":1}}}
      """
    }
    let token = memberOfAll ? folder.tokenOfAll : folder.tokenOfTen
    return try WrkLoad(
      lines: bodies,
      request: """
        wrk.format("POST", "/v1/instances", {["Content-Type"] = "application/json", \
        ["Authorization"] = "Bearer \(token)"}, line)
        """)
  }
}
