import Geodesy

/// How much of a box an eye sees past buildings and ground.
struct Sight {
  /// Points of a box that are looked at: its middle and its corners, a tenth towards the middle so
  /// that the ground, or a wall beside, does not decide for them.
  static let sampleCount = 9
  static let inset = 0.9
  /// Bins that a box takes up at most for its walls to be chosen once for all of its points.
  private static let narrow = 4

  private(set) var skyline = Skyline()
  private var groups = NearestGroups()
  private var terrain = TerrainSight()
  private var roofs = Roofs()
  private var own: [UInt32] = []
  private var items: [UInt32] = []
  /// In front of the box that is looked at.
  private var inFront: [LocalWall] = []

  /// Makes ready for looking at what is left over of a survey, from one eye.
  mutating func build(
    _ walls: Walls?, from eye: Eye, to survivors: ArraySlice<CandidateCulling.Survivor>,
    grace: Double
  ) {
    own.removeAll(keepingCapacity: true)
    guard let walls else { return }
    skyline.reset(grace: grace)
    skyline.ask(survivors)
    // Positions of devices are often a few metres inside of a building; and indoors, one looks at
    // what is in the same building or outside of it.
    own = walls.buildings(
      around: eye.camera.pose.position, height: eye.camera.pose.height, using: &items)
    skyline.build(walls, from: eye, own: own, using: &groups)
  }

  /// The same for the ground; nil if it is not known.
  mutating func build(
    _ field: (any HeightField)?, from eye: Eye, to survivors: ArraySlice<CandidateCulling.Survivor>
  ) {
    guard let field else { return }
    let farthest = survivors.reduce(0) { max($0, $1.outline.far) }
    terrain.reset(field, from: eye, farthest: Double(farthest))
  }

  /// What the ground does to all of a ball.
  ///
  /// - Parameter centre: east, north, up of the eye.
  mutating func ground(
    _ centre: Vector3, radius: Double, bins: Range<Int>, grace: Double
  ) -> TerrainSight.Verdict {
    terrain.verdict(centre, radius: radius, bins: bins, grace: grace)
  }

  /// How many of the nine points are in sight; some lesser number if that is below `least`.
  ///
  /// - Parameters:
  ///   - box: east, north, up of the eye.
  ///   - outline: of the ball around it.
  ///   - asksGround: whether the ground may hide some of it.
  mutating func pointsInSight(
    of box: OrientedBox, _ outline: Skyline.Outline, walls: Walls?, asksGround: Bool, eye: Eye,
    grace: Double, least: Int
  ) -> Int {
    // Most boxes take up a bin or two: their walls are chosen once for all of their points.
    let isNarrow = outline.bins.count <= Sight.narrow
    if walls != nil, isNarrow {
      inFront.removeAll(keepingCapacity: true)
      skyline.forEachWall(before: outline, bottom: box.bottom) { inFront.append($0) }
    }
    var visible = 0
    for index in 0..<Sight.sampleCount {
      if visible + Sight.sampleCount - index < least { break }
      let p = index < 8 ? box.corner(index, inset: Sight.inset) : box.centre
      if let walls {
        let isBehindWall =
          isNarrow ? inFront.contains { $0.hides(p, grace: grace) } : skyline.hides(p)
        if isBehindWall { continue }
        if roofs.hide(p, from: eye, in: walls, own: own, grace: grace) { continue }
      }
      if asksGround, terrain.hides(p, grace: grace) { continue }
      visible += 1
    }
    return visible
  }

  /// The least number of points whose part of all is not less than a fraction, and not zero.
  static func points(fraction: Double) -> Int {
    (1...sampleCount).first { Double($0) / Double(sampleCount) >= fraction } ?? sampleCount
  }
}
