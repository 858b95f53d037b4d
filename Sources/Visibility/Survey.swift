import Geodesy
import SpatialIndex

/// The first passes over candidates: what is near, in the picture and large.
///
/// Most of what is in range is not in the picture. It is ruled out by its position, in the order of
/// the hits; only the rest is looked up in the scene, all at once, so that one look-up does not wait
/// for what comes of another.
struct Survey {
  /// What is left over.
  struct Survivor {
    let id: UInt32
    /// Centre of the box, east, north, up of the eye.
    let centre: Vector3
    let radius: Double
  }

  private(set) var survivors: [Survivor] = []
  private var ids: [UInt32] = []
  private var balls: [Body.Ball] = []

  /// Counts into `hidden` what is not left over.
  mutating func run(
    _ hits: SpatialHits, of scene: Scene, projection: inout BoxProjection, eye: Eye,
    rules: ViewRules, hidden: inout View.Hidden
  ) {
    ids.removeAll(keepingCapacity: true)
    survivors.removeAll(keepingCapacity: true)
    gather(hits, scene, eye, &hidden)
    scene.copyBalls(of: ids, into: &balls)
    sift(scene, &projection, eye, rules, &hidden)
  }

  /// Keeps what is in range and between the sides of the picture, seen from above.
  private mutating func gather(
    _ hits: SpatialHits, _ scene: Scene, _ eye: Eye, _ hidden: inout View.Hidden
  ) {
    let wedge = Wedge(eye)
    // Where even the farthest reaching candidate of all would not be in the picture.
    let leastDepth = wedge?.leastDepth(reach: scene.greatestReach) ?? -.infinity
    let range = eye.camera.range
    var (outOfView, beyondRange) = (0, 0)
    for hit in hits where scene.contains(hit.item) {
      if hit.distance > range {
        beyondRange += 1
        continue
      }
      if let wedge {
        let depth = wedge.depth(hit.position)
        if depth < leastDepth
          || depth < wedge.leastDepth(reach: scene.greatestReach(around: hit.item))
        {
          outOfView += 1
          continue
        }
      }
      ids.append(hit.item)
    }
    hidden.outOfView += outOfView
    hidden.beyondRange = (hidden.beyondRange ?? 0) + beyondRange
  }

  /// Keeps what is in the picture and large enough.
  private mutating func sift(
    _ scene: Scene, _ projection: inout BoxProjection, _ eye: Eye, _ rules: ViewRules,
    _ hidden: inout View.Hidden
  ) {
    let frustum = projection.frustum
    let size = AngularSize(leastDegrees: rules.leastDegrees)
    var (tooSmall, outOfView) = (0, 0)
    for (id, ball) in zip(ids, balls) {
      let offset = ball.centre - eye.ecef
      switch frustum.relation(
        centre: eye.own.components(of: offset), radius: ball.radius)
      {
      case .outside:
        outOfView += 1
        continue
      case .inside: break
      case .crossing:
        let box = OrientedBox(ball, scene.body(id), from: eye.ecef, in: eye.own)
        if projection.screenBox(box) == nil {
          outOfView += 1
          continue
        }
      }
      if size.isTooSmall(radius: ball.radius, square: offset.dot(offset)) {
        tooSmall += 1
        continue
      }
      survivors.append(
        Survivor(id: id, centre: eye.enu.components(of: offset), radius: ball.radius))
    }
    hidden.tooSmall += tooSmall
    hidden.outOfView += outOfView
  }
}
