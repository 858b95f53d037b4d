import Geodesy
import SpatialIndex

/// The first pass over candidates: what is near, large and in the picture.
struct Survey {
  /// What the first pass left over.
  struct Survivor {
    let id: UInt32
    /// Centre of the box, east, north, up of the eye.
    let centre: Vector3
    let radius: Double
  }

  private(set) var survivors: [Survivor] = []

  /// Counts into `hidden` what is not left over.
  mutating func run(
    _ hits: SpatialHits, of scene: Scene, projection: inout BoxProjection, eye: Eye,
    rules: ViewRules, hidden: inout View.Hidden
  ) {
    survivors.removeAll(keepingCapacity: true)
    let frustum = projection.frustum
    let size = AngularSize(leastDegrees: rules.leastDegrees)
    var (tooSmall, outOfView, beyondRange) = (0, 0, 0)
    for hit in hits {
      let ball = scene.ball(hit.item)
      if ball.radius < 0 { continue }
      if hit.distance > eye.camera.range {
        beyondRange += 1
        continue
      }
      let offset = ball.centre - eye.ecef
      if size.isTooSmall(radius: ball.radius, square: offset.dot(offset)) {
        tooSmall += 1
        continue
      }
      switch frustum.relation(
        centre: eye.own.components(of: offset), radius: ball.radius)
      {
      case .outside:
        outOfView += 1
        continue
      case .inside: break
      case .crossing:
        let box = OrientedBox(ball, scene.body(hit.item), from: eye.ecef, in: eye.own)
        if projection.screenBox(box) == nil {
          outOfView += 1
          continue
        }
      }
      survivors.append(
        Survivor(id: hit.item, centre: eye.enu.components(of: offset), radius: ball.radius))
    }
    hidden.tooSmall += tooSmall
    hidden.outOfView += outOfView
    hidden.beyondRange = (hidden.beyondRange ?? 0) + beyondRange
  }
}
