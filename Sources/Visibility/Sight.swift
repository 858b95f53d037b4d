import Geodesy

/// How much of a box an eye sees past buildings and ground.
struct Sight {
  /// Points of a box that are looked at: its middle and its corners, a tenth towards the middle so
  /// that the ground, or a wall beside, does not decide for them.
  static let sampleCount = 9
  static let inset = 0.9

  private(set) var skyline = Skyline()
  private var groups = NearestGroups()
  private var roofs = Roofs()
  private var own: [UInt32] = []
  private var items: [UInt32] = []

  /// Makes ready for looking at what is left over of a survey, from one eye.
  mutating func build(
    _ walls: Walls?, from eye: Eye, to survivors: ArraySlice<Survey.Survivor>, grace: Double
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

  /// The part of the nine points in sight, 0...1; some lesser part if that is below `least`.
  ///
  /// - Parameter box: east, north, up of the eye.
  mutating func visibleFraction(
    of box: OrientedBox, walls: Walls?, terrain: TerrainSight?, eye: Eye, grace: Double,
    least: Double
  ) -> Double {
    var visible = 0
    for index in 0..<Sight.sampleCount {
      let greatest = visible + Sight.sampleCount - index
      if Double(greatest) / Double(Sight.sampleCount) < least { break }
      let p = index < 8 ? box.corner(index, inset: Sight.inset) : box.centre
      if let walls {
        if skyline.hides(p) { continue }
        if roofs.hide(p, from: eye, in: walls, own: own, grace: grace) { continue }
      }
      if let terrain, terrain.hides(p, grace: grace) { continue }
      visible += 1
    }
    return Double(visible) / Double(Sight.sampleCount)
  }
}
