import Base
import Geodesy
import Testing
import Visibility

@testable import Presence

/// Square houses of a made-up map.
private struct Houses: BuildingSource {
  var bounds: Bounds
  var height = 8.0
  var corners: [LonLat]
  /// With which of its corners each outline begins.
  var firstCorner = 0
  var isHeightGuessed = false

  func forEachBuilding(_ body: (MappedBuilding) -> Void) {
    for corner in corners {
      let size = 0.0001
      let square = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map {
        LonLat(lon: corner.lon + $0.0 * size, lat: corner.lat + $0.1 * size)
      }
      let ring = square[firstCorner...] + square[...firstCorner]
      body(
        MappedBuilding(
          rings: [Array(ring)], base: 0, height: height, isHeightGuessed: isHeightGuessed))
    }
    // Drawn wrongly: hides nothing.
    body(MappedBuilding(rings: [[bounds.parts[0].southWest]], base: 0, height: 5))
    body(MappedBuilding(rings: [], base: 0, height: 5))
  }
}

extension Bounds {
  fileprivate var southWest: LonLat { LonLat(lon: west, lat: south) }
}

@Suite("obstacles of imported maps")
struct MapObstaclesTests {
  private static let eye = LonLat(lon: 9.5200, lat: 47.1400)
  private static let town = Bounds(west: 9.50, south: 47.13, east: 9.54, north: 47.15)
  private static let country = Bounds(west: 9.4, south: 47.0, east: 9.7, north: 47.3)

  /// Whether a cube 100 m to the east is in sight past what stands in between.
  private func sees(_ obstacles: SightObstacles, height: Double = 500) throws -> Bool {
    let there = LonLat(lon: Self.eye.lon + 100 / 75_900.0, lat: Self.eye.lat)
    let cube = try Candidate(
      validating: GeoPose(position: there, height: height), id: 1,
      box: .init(min: Vector3(x: -1, y: -1, z: -1), max: Vector3(x: 1, y: 1, z: 1)))
    let camera = try Camera(
      validating: GeoPose(position: Self.eye, height: height),
      fieldOfView: .init(horizontal: 60, vertical: 60), viewport: .init(width: 100, height: 100))
    var workspace = ViewWorkspace()
    let engine = try VisibilityEngine(walls: obstacles.walls, terrain: obstacles.terrain)
    let view = try engine.view(from: camera, of: SceneIndex([cube]), using: &workspace)
    #expect(view.items.count + view.hidden.occluded == 1)
    return view.items.count == 1
  }

  /// A house between the eye and the cube.
  private static let between = LonLat(lon: eye.lon + 50 / 75_900.0, lat: eye.lat - 0.00005)

  @Test("houses stand on the ground below the camera where no heights are known")
  func buildings() throws {
    let obstacles = MapObstacles()
    #expect(obstacles.obstacles(around: Self.eye).walls == nil)
    obstacles.replace(with: [Houses(bounds: Self.town, corners: [Self.between])])
    obstacles.waitUntilReady()
    let here = obstacles.obstacles(around: Self.eye)
    #expect(here.walls?.count == 4 && here.walls?.datum == .ground && here.terrain == nil)
    #expect(try !sees(here))
    #expect(obstacles.obstacles(around: LonLat(lon: 9.6, lat: 47.14)).walls == nil)
    // The map is imported anew, with a shed in place of the house; then it is taken away.
    obstacles.replace(with: [Houses(bounds: Self.town, height: 0.5, corners: [Self.between])])
    obstacles.waitUntilReady()
    #expect(try sees(obstacles.obstacles(around: Self.eye)))
    obstacles.replace(with: [])
    obstacles.waitUntilReady()
    #expect(obstacles.obstacles(around: Self.eye).walls == nil)
    #expect(obstacles.leftOut == 0)
  }

  @Test("of several maps around a place the smallest counts")
  func smallest() throws {
    let obstacles = MapObstacles()
    obstacles.replace(with: [
      Houses(bounds: Self.country, corners: [Self.between]),
      Houses(bounds: Self.town, corners: []),
    ])
    obstacles.waitUntilReady()
    #expect(try sees(obstacles.obstacles(around: Self.eye)))
    #expect(obstacles.obstacles(around: LonLat(lon: 9.6, lat: 47.2)).walls?.count == 4)
  }

  @Test("houses stand on the ground where it is known, and hills hide what is behind them")
  func terrain() throws {
    let obstacles = MapObstacles()
    let between = Self.between
    // The cube's foot is at 498 m; the house's ground is 20 m lower, so one sees over it.
    obstacles.replace(
      with: [Houses(bounds: Self.town, corners: [between])],
      ground: { $0.lon > 9.5203 ? 478 : 498 })
    obstacles.waitUntilReady()
    let low = obstacles.obstacles(around: Self.eye)
    #expect(low.walls?.datum == .ellipsoid && low.terrain != nil)
    #expect(try sees(low))
    // A ridge in between.
    obstacles.replace(
      with: [Houses(bounds: Self.town, corners: [])],
      ground: { abs($0.lon - (Self.eye.lon + 50 / 75_900.0)) < 0.0004 ? 520 : 490 })
    obstacles.waitUntilReady()
    #expect(try !sees(obstacles.obstacles(around: Self.eye)))
    // Where one foot is not known, all stand on their viewer's ground.
    obstacles.replace(
      with: [Houses(bounds: Self.town, corners: [between, LonLat(lon: 9.501, lat: 47.131)])],
      ground: { $0.lon > 9.51 ? 498 : nil })
    obstacles.waitUntilReady()
    #expect(obstacles.obstacles(around: Self.eye).walls?.datum == .ground)
    #expect(obstacles.obstacles(around: Self.eye).terrain != nil)
  }

  @Test(
    "a roof stands its height above the lowest ground of its outline, wherever that begins",
    arguments: 0..<4)
  func roofs(firstCorner: Int) throws {
    let obstacles = MapObstacles()
    // A slope to the east: 20 m over the 7.6 m of the house's depth, level from there on.
    let street = Bounds(west: 9.519, south: 47.1395, east: 9.522, north: 47.1405)
    let foot = Self.between.lon
    @Sendable func ground(_ lon: Double) -> Double {
      480 + 20 * min(max((lon - foot) / 0.0001, 0), 1)
    }
    func roof(_ height: Double) throws -> Bool {
      obstacles.replace(
        with: [
          Houses(
            bounds: street, height: height, corners: [Self.between], firstCorner: firstCorner,
            isHeightGuessed: true)
        ], ground: { ground($0.lon) })
      obstacles.waitUntilReady()
      let around = obstacles.obstacles(around: Self.eye)
      #expect(around.walls?.datum == .ellipsoid && around.guessedHeights == 1)
      return try sees(SightObstacles(walls: around.walls))
    }
    // The ground's grid has steps of 1", so that the lowest ground of the outline is known to it only.
    obstacles.replace(
      with: [Houses(bounds: street, corners: [])], ground: { ground($0.lon) })
    obstacles.waitUntilReady()
    let terrain = try #require(obstacles.obstacles(around: Self.eye).terrain)
    let lowest = try #require(terrain.height(at: Self.between))
    // The cube between 499 and 501 m: seen over a roof below, not over one above.
    #expect(try roof(498 - lowest))
    #expect(try !roof(502.5 - lowest))
  }

  @Test("where only heights are imported, hills hide what is behind them, and no houses do")
  func groundAlone() throws {
    let obstacles = MapObstacles()
    let ridge = try HeightGrid(
      southWest: LonLat(lon: Self.eye.lon - 0.005, lat: Self.eye.lat - 0.005), step: 0.000_3,
      columns: 34, rows: 34,
      heights: (0..<34 * 34).map { place in
        let lon = Self.eye.lon - 0.005 + Double(place % 34) * 0.000_3
        return abs(lon - (Self.eye.lon + 50 / 75_900.0)) < 0.000_3 ? 520 : 490
      })
    obstacles.replace(
      with: [Houses(bounds: Self.country, corners: [])],
      surroundings: { $0.lon > 9 ? ridge : nil })
    obstacles.waitUntilReady()
    #expect(obstacles.obstacles(around: Self.eye).terrain == nil, "the map says nothing of heights")
    obstacles.replace(with: [], surroundings: { $0.lon > 9 ? ridge : nil })
    obstacles.waitUntilReady()
    let here = obstacles.obstacles(around: Self.eye)
    #expect(here.walls == nil && here.terrain != nil)
    #expect(try !sees(here))
    #expect(obstacles.obstacles(around: LonLat(lon: 8, lat: 47)).terrain == nil)
  }
}
