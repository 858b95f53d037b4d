import Base
import Geodesy
import Testing

@testable import Visibility

/// What the ground alone does to what is shown.
@Suite struct TerrainViewTests {
  private let place = LonLat(lon: 9.5215, lat: 47.139)

  /// The view eastwards of a box of 20 m, 400 m away, with its middle at 450 m.
  private func view(eye: Double, ground: (_ column: Int) -> Float) throws -> View {
    let step = 0.0005
    let field = try HeightGrid(
      southWest: LonLat(lon: place.lon - 30 * step, lat: place.lat - 30 * step), step: step,
      columns: 61, rows: 61, heights: (0..<61 * 61).map { ground($0 % 61) })
    let camera = try Camera(
      validating: GeoPose(position: place, height: eye),
      fieldOfView: .init(horizontal: 60, vertical: 60), viewport: .init(width: 600, height: 600),
      range: 1000)
    let there = try #require(
      LocalFrame(at: place, height: 450).geodetic(local: Vector3(x: 400, y: 0, z: 0)))
    let side = Vector3(x: 10, y: 10, z: 10)
    let box = try Candidate(
      validating: GeoPose(position: there.position, height: 450), id: 1,
      box: .init(min: Vector3(x: -10, y: -10, z: -10), max: side))
    var workspace = ViewWorkspace()
    return try VisibilityEngine(terrain: field)
      .view(from: camera, of: try SceneIndex([box]), using: &workspace)
  }

  @Test("RI-FR1.1: a ridge as high as the eye leaves the upper half of what is behind it")
  func half() throws {
    let open = try view(eye: 450) { _ in 400 }
    #expect(open.items.first?.visibleFraction == 1)
    let ridge = try view(eye: 450) { (33...36).contains($0) ? 450 : 400 }
    let fraction = try #require(ridge.items.first?.visibleFraction)
    #expect(fraction == 4 / 9.0 || fraction == 5 / 9.0, "four corners, and the middle: \(fraction)")
    let wall = try view(eye: 450) { (33...36).contains($0) ? 480 : 400 }
    #expect(wall.items.isEmpty && wall.hidden.occluded == 1)
  }

  @Test("an eye that its device puts below the ground looks from a metre above it")
  func below() throws {
    for eye in [450.0, 430, 400] {
      let seen = try view(eye: eye) { _ in 435 }
      #expect(seen.items.first?.visibleFraction == 1, "from \(eye) m")
    }
  }
}
