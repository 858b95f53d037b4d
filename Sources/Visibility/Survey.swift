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
    var id: UInt32 = 0
    var outline = Skyline.Outline.none
  }

  /// The first ``count`` are what is left over.
  private(set) var survivors: [Survivor] = []
  private(set) var count = 0
  /// The first ones are what is gathered; kept as long as needed, so that nothing is appended.
  private var ids: [UInt32] = []

  /// Counts into `hidden` what is not left over.
  mutating func run(
    _ hits: SpatialHits, of scene: Scene, projection: inout BoxProjection, eye: Eye,
    rules: ViewRules, hidden: inout View.Hidden
  ) {
    if ids.count < hits.count {
      ids += Array(repeating: 0, count: hits.count - ids.count)
      survivors += Array(repeating: Survivor(), count: hits.count - survivors.count)
    }
    let gathered = ids.withUnsafeMutableBufferPointer {
      Survey.gather(hits, scene, eye, &hidden, into: $0)
    }
    count = survivors.withUnsafeMutableBufferPointer {
      Survey.sift(ids[..<gathered], scene, &projection, eye, rules, &hidden, into: $0)
    }
  }

  /// Keeps what is in range and between the sides of the picture, seen from above.
  ///
  /// - Returns: how many.
  private static func gather(
    _ hits: SpatialHits, _ scene: Scene, _ eye: Eye, _ hidden: inout View.Hidden,
    into ids: UnsafeMutableBufferPointer<UInt32>
  ) -> Int {
    var kept = 0
    let sector = Sector(eye)
    let range = eye.camera.range
    var (outOfView, beyondRange) = (0, 0)
    for hit in hits where scene.contains(hit.item) {
      if hit.distance > range {
        beyondRange += 1
        continue
      }
      if let sector,
        sector.depth(hit.position) < sector.leastDepth(reach: scene.reaches[around: hit.item])
      {
        outOfView += 1
        continue
      }
      ids[kept] = hit.item
      kept += 1
    }
    hidden.outOfView += outOfView
    hidden.beyondRange = (hidden.beyondRange ?? 0) + beyondRange
    return kept
  }

  /// Keeps what is in the picture and large enough.
  ///
  /// - Returns: how many.
  private static func sift(
    _ ids: ArraySlice<UInt32>, _ scene: Scene, _ projection: inout BoxProjection, _ eye: Eye,
    _ rules: ViewRules, _ hidden: inout View.Hidden,
    into survivors: UnsafeMutableBufferPointer<Survivor>
  ) -> Int {
    var kept = 0
    let frustum = projection.frustum
    let size = AngularSize(leastDegrees: rules.leastDegrees)
    var (tooSmall, outOfView) = (0, 0)
    scene.forEachBall(of: ids) { id, ball in
      let offset = ball.centre - eye.ecef
      switch frustum.relation(
        centre: eye.own.components(of: offset), radius: ball.radius)
      {
      case .outside:
        outOfView += 1
        return
      case .inside: break
      case .crossing:
        let box = OrientedBox(ball, scene.body(id), from: eye.ecef, in: eye.own)
        if projection.screenBox(box) == nil {
          outOfView += 1
          return
        }
      }
      if size.isTooSmall(radius: ball.radius, square: offset.dot(offset)) {
        tooSmall += 1
        return
      }
      survivors[kept] = Survivor(
        id: id, outline: Skyline.Outline(eye.enu.components(of: offset), radius: ball.radius))
      kept += 1
    }
    hidden.tooSmall += tooSmall
    hidden.outOfView += outOfView
    return kept
  }
}
