import Geodesy
import SpatialIndex

/// The first passes over candidates: what is near, in the picture and large.
///
/// Most of what is in range is not in the picture. It is ruled out by its position, in the order of
/// the hits; only the rest is looked up in the scene, all at once, so that one look-up does not wait
/// for what comes of another.
struct CandidateCulling {
  /// What is left over.
  struct Survivor {
    var id: UInt32 = 0
    var outline = Skyline.Outline.none
    /// Of the points that a closer look is taken at.
    var pointsInSight = UInt8(Sight.sampleCount)
  }

  /// The first ``count`` are the survivors.
  private var kept: [Survivor] = []
  private var count = 0
  var survivors: ArraySlice<Survivor> { kept[..<count] }

  /// The first ones are what is gathered; kept as long as needed, so that nothing is appended.
  private var ids: [UInt32] = []

  /// Counts into `hidden` what is not left over.
  mutating func run(
    _ hits: SpatialHits, of scene: Scene, projection: inout BoxProjection, eye: Eye,
    rules: ViewRules, hidden: inout View.Hidden
  ) {
    if ids.count < hits.count {
      ids += Array(repeating: 0, count: hits.count - ids.count)
      kept += Array(repeating: Survivor(), count: hits.count - kept.count)
    }
    let gathered = ids.withUnsafeMutableBufferPointer {
      CandidateCulling.gather(hits, scene, eye, &hidden, into: $0)
    }
    count = kept.withUnsafeMutableBufferPointer {
      CandidateCulling.cull(ids[..<gathered], scene, &projection, eye, rules, &hidden, into: $0)
    }
  }

  /// Drops survivors.
  ///
  /// - Returns: how many.
  @inline(__always)
  mutating func drop(where isHidden: (Survivor) -> Bool) -> Int {
    let former = count
    count = kept.withUnsafeMutableBufferPointer { kept in
      var remaining = 0
      for place in 0..<former where !isHidden(kept[place]) {
        kept[remaining] = kept[place]
        remaining += 1
      }
      return remaining
    }
    return former - count
  }

  /// Drops survivors after a look at what they are.
  ///
  /// - Parameters:
  ///   - scene: where they come from.
  ///   - points: how many points of a survivor are in sight.
  ///   - least: with fewer points it is dropped.
  /// - Returns: how many.
  @inline(__always)
  mutating func drop(
    of scene: Scene, below least: Int, points: (Survivor, Body.Ball) -> Int
  ) -> Int {
    let former = count
    count = kept.withUnsafeMutableBufferPointer { kept in
      var remaining = 0
      scene.forEachBall(count: former, id: { kept[$0].id }) { place, ball in
        var survivor = kept[place]
        let points = points(survivor, ball)
        if points < least { return }
        survivor.pointsInSight = UInt8(truncatingIfNeeded: points)
        kept[remaining] = survivor
        remaining += 1
      }
      return remaining
    }
    return former - count
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
  private static func cull(
    _ ids: ArraySlice<UInt32>, _ scene: Scene, _ projection: inout BoxProjection, _ eye: Eye,
    _ rules: ViewRules, _ hidden: inout View.Hidden,
    into survivors: UnsafeMutableBufferPointer<Survivor>
  ) -> Int {
    var kept = 0
    let frustum = projection.frustum
    let size = AngularSize(leastDegrees: rules.leastDegrees)
    var (tooSmall, outOfView) = (0, 0)
    scene.forEachBall(count: ids.count, id: { ids[$0] }) { place, ball in
      let offset = ball.centre - eye.ecef
      switch frustum.relation(
        centre: eye.own.components(of: offset), radius: ball.radius)
      {
      case .outside:
        outOfView += 1
        return
      case .inside: break
      case .crossing:
        let box = OrientedBox(ball, scene.body(ids[place]), from: eye.ecef, in: eye.own)
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
        id: ids[place],
        outline: Skyline.Outline(eye.enu.components(of: offset), radius: ball.radius))
      kept += 1
    }
    hidden.tooSmall += tooSmall
    hidden.outOfView += outOfView
    return kept
  }
}
