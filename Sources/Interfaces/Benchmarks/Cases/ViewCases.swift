import Base
import Foundation
import Geodesy
import HTTPServing
import SpatialIndex
import Visibility

/// What a camera sees: the engine by itself, and the same question asked of a scan.
enum ViewCases {
  static var all: [Benchmark] {
    [
      build(walls: 100_000), engine(instances: 1000, walls: 100_000),
      engine(instances: 100_000, walls: 100_000), engine(instances: 1000, walls: 0),
      engine(instances: 100_000, walls: 0),
      engine(instances: 100_000, walls: 100_000, terrain: true),
      engine(instances: 100_000, walls: 0, terrain: true), scan(instances: 100_000, walls: 100_000),
      http(clients: 16),
    ]
  }

  private static func name(_ what: String, _ instances: Int, _ walls: Int) -> String {
    "View.\(what)/\(sizeName(instances))/\(walls == 0 ? "0" : sizeName(walls))-walls"
  }

  private static func build(walls count: Int) -> Benchmark {
    Benchmark(name: "View.build-walls/\(sizeName(count))", unit: "ms") {
      let buildings = try ViewWorld.buildings(ViewWorld.houses(walls: count))
      return {
        var walls: Walls?
        let taken = try seconds { walls = try Walls(buildings) }
        return Sample(taken * 1000, [("walls", Double(walls?.count ?? 0))])
      }
    }
  }

  private static func engine(instances: Int, walls: Int, terrain: Bool = false) -> Benchmark {
    Benchmark(
      name: name("engine", instances, walls) + (terrain ? "/terrain" : ""), unit: "us"
    ) {
      let index = try SceneIndex(ViewWorld.candidates(instances))
      let buildings = try ViewWorld.buildings(ViewWorld.houses(walls: walls))
      let engine = try VisibilityEngine(
        walls: walls == 0 ? nil : try Walls(buildings),
        terrain: terrain ? try ViewWorld.terrain() : nil)
      let cameras = try ViewWorld.cameras(1000)
      return {
        var workspace = ViewWorkspace()
        return try eachTimed(cameras) { camera in
          try engine.view(from: camera, of: index, using: &workspace).items.count
        }
      }
    }
  }

  /// `POST /v1/view` at places in cities, among 10,000 instances.
  private static func http(clients: Int) -> Benchmark {
    Benchmark(name: "View.http/1e4/c\(clients)", unit: "1/s", samples: 3, warmsUp: false) {
      let world = try PositionWorld()
      let server = try LoadedServer(world.services)
      let points = SampleWorld.points(PositionCases.zoneCount)
      let load = try WrkLoad.views(from: SampleWorld.queries(points, count: 5000))
      return { try load.run(port: server.port, clients: clients, seconds: 3) }
    }
  }

  /// Every instance looked at, every wall asked whether it stands in between; only the middle of
  /// each instance, where the engine looks at nine points.
  private static func scan(instances: Int, walls: Int) -> Benchmark {
    Benchmark(name: name("scan", instances, walls), unit: "us", samples: 3, warmsUp: false) {
      let candidates = try ViewWorld.candidates(instances)
      let houses = ViewWorld.houses(walls: walls)
      let cameras = try ViewWorld.cameras(5)
      let rings = houses.map(\.ring)
      return { eachTimed(cameras) { ViewCases.count(candidates, houses, rings, from: $0) } }
    }
  }

  private static func count(
    _ candidates: [Candidate], _ houses: [ViewWorld.House], _ rings: [[LonLat]],
    from camera: Camera
  ) -> Int {
    let frame = camera.pose.frame
    let walls = zip(houses, rings).flatMap { house, ring in
      let corners = ring.map { frame.local($0, height: ViewWorld.ground + house.height) }
      return corners.indices.map { (corners[$0], corners[($0 + 1) % corners.count]) }
    }
    let turn = camera.pose.orientation.conjugate
    let (across, up) = (
      tan(camera.fieldOfView.horizontal * .pi / 360), tan(camera.fieldOfView.vertical * .pi / 360)
    )
    var found = 0
    for candidate in candidates
    where Geodesic.distance(from: camera.pose.position, to: candidate.pose.position)
      <= camera.range
    {
      let p = frame.local(candidate.pose.position, height: candidate.pose.height + 1)
      let own = turn.rotate(p)
      guard own.x > 0, abs(own.y) <= own.x * across, abs(own.z) <= own.x * up else { continue }
      let isHidden = walls.contains { a, b in
        let toA = p.x * a.y - p.y * a.x
        let toB = p.x * b.y - p.y * b.x
        if (toA >= 0) == (toB >= 0) { return false }
        let along = toA / (toA - toB)
        let (x, y) = (a.x + (b.x - a.x) * along, a.y + (b.y - a.y) * along)
        let reached = (x * p.x + y * p.y) / (p.x * p.x + p.y * p.y)
        return reached > 0 && reached < 1 && p.z * reached <= a.z + (b.z - a.z) * along
      }
      if !isHidden { found += 1 }
    }
    return found
  }
}
