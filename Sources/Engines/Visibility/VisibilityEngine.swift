import Base
import Geodesy
import SpatialIndex

/// Answers what a camera sees: within range, large enough, in the picture, neither behind buildings
/// nor behind the ground, and uncluttered.
///
/// The same input gives the same answer, in any order of the candidates.
///
/// - Thread: immutable, shared; each thread has its own ``ViewWorkspace``.
public struct VisibilityEngine: Sendable {
  /// Numbers of objects shown before, at most.
  public static let maximumHistory = 1_000

  public let walls: Walls?
  public let terrain: (any HeightField)?
  public let rules: ViewRules

  /// - Parameters:
  ///   - walls: what hides objects; nil for none.
  ///   - terrain: the ground; nil for none, not even the ellipsoid.
  /// - Throws: a ``Refusal`` that names what is wrong with `rules`.
  public init(
    walls: Walls? = nil, terrain: (any HeightField)? = nil, rules: ViewRules = ViewRules()
  ) throws(Refusal) {
    try rules.check()
    self.walls = walls
    self.terrain = terrain
    self.rules = rules
  }

  /// What a camera sees of a scene.
  ///
  /// - Parameters:
  ///   - scene: all candidates by number.
  ///   - hits: numbers, positions, and geodesic distances from the camera's position, of the
  ///     candidates to look at, each once; numbers that the scene does not have are skipped.
  ///   - eligible: how many candidates there are in all, near and far, for the count of those beyond
  ///     range; nil if unknown.
  ///   - previous: numbers of what was shown before, at most ``maximumHistory``.
  ///   - targets: numbers of what the viewer is looking for, for instance the objects of a tour's
  ///     next stop: shown before all others.
  ///   - order: which of two numbers comes first, all else being equal; the lesser by default. Give
  ///     one where numbers are not the same everywhere, so that answers are.
  ///   - workspace: kept by the caller, to save allocations.
  /// - Throws: a ``Refusal`` that names `/previous` if it is too long.
  /// - Complexity: O(hits) with some nanoseconds each, and 0.1 to 1 µs for each in the picture.
  public func view(
    from camera: Camera, of scene: Scene, hits: SpatialHits, eligible: Int? = nil,
    previous: [UInt32] = [], targets: Set<UInt32> = [],
    order: @escaping (UInt32, UInt32) -> Bool = { $0 < $1 }, using workspace: inout ViewWorkspace
  ) throws(Refusal) -> View {
    guard previous.count <= VisibilityEngine.maximumHistory else {
      throw Refusal.invalid(
        "/previous", "at most \(VisibilityEngine.maximumHistory) objects can have been shown.")
    }
    let eye = Eye(camera)
    var view = View()
    var projection = BoxProjection(eye)
    workspace.survey.run(
      hits, of: scene, projection: &projection, eye: eye, rules: rules, hidden: &view.hidden)
    if let eligible {
      view.hidden.beyondRange = (view.hidden.beyondRange ?? 0) + max(0, eligible - hits.count)
    } else if view.hidden.beyondRange == 0 {
      view.hidden.beyondRange = nil
    }
    view.hidden.occluded = look(eye, scene, &workspace.survey, &workspace.sight)
    choose(eye, scene, previous, targets, order, &projection, &workspace, &view)
    return view
  }

  /// Drops the survivors that are occluded.
  ///
  /// - Returns: how many.
  private func look(
    _ eye: Eye, _ scene: Scene, _ survey: inout CandidateCulling, _ sight: inout Sight
  ) -> Int {
    if walls == nil, terrain == nil { return 0 }
    // Walls may count heights from the ground, so they have an eye of their own.
    let street = walls?.datum == .ground ? Eye(eye.camera.countedFromGround) : eye
    sight.build(walls, from: street, to: survey.survivors, grace: rules.wallGrace)
    sight.build(terrain, from: eye, to: survey.survivors)
    var occluded = 0
    if walls != nil { occluded = survey.drop { sight.skyline.covers($0.outline) } }
    let least = Sight.points(fraction: rules.leastVisibleFraction)
    // To ask an existential for anything copies it.
    let hasTerrain = terrain != nil
    occluded += survey.drop(of: scene, below: least) { survivor, ball in
      var ground = TerrainSight.Verdict.clear
      if hasTerrain {
        ground = sight.ground(
          eye.enu.components(of: ball.centre - eye.ecef), radius: ball.radius,
          bins: survivor.outline.bins, grace: rules.wallGrace)
      }
      if ground == .hidden { return 0 }
      if walls == nil, ground == .clear { return Sight.sampleCount }
      return sight.pointsInSight(
        of: OrientedBox(ball, scene.body(survivor.id), from: eye.ecef, in: eye.enu),
        survivor.outline, walls: walls, asksGround: ground == .open, eye: street,
        grace: rules.wallGrace, least: least)
    }
    return occluded
  }

  /// Shows the best of what is in sight.
  private func choose(
    _ eye: Eye, _ scene: Scene, _ previous: [UInt32], _ targets: Set<UInt32>,
    _ order: @escaping Declutter.Order, _ projection: inout BoxProjection,
    _ workspace: inout ViewWorkspace, _ view: inout View
  ) {
    let shownBefore = Set(previous)
    let seen = workspace.survey.survivors
    func worth(_ id: UInt32, distance: Double, wasShown: Bool) -> Double {
      let worth = Declutter.worth(
        isTarget: targets.contains(id), priority: scene.priority(id), distance: distance,
        range: eye.camera.range)
      return worth + (wasShown ? rules.margin : 0)
    }
    workspace.entries.removeAll(keepingCapacity: true)
    for (index, survivor) in seen.enumerated() {
      let wasShown = shownBefore.contains(survivor.id)
      // The object's origin is no farther from the ball than the ball reaches from it.
      let nearest = max(0, Double(survivor.outline.near) - scene.reaches[around: survivor.id])
      workspace.entries.append(
        Declutter.Entry(
          worth: worth(survivor.id, distance: nearest, wasShown: wasShown), wasShown: wasShown,
          id: survivor.id, index: index))
    }
    var items: [View.Item] = []
    Declutter(rules: rules, order: order).choose(
      from: &workspace.entries, hasHistory: !previous.isEmpty,
      worth: { entry in
        let origin = scene.ball(entry.id).centre + Vector3(scene.body(entry.id).origin)
        return worth(entry.id, distance: (origin - eye.ecef).length, wasShown: entry.wasShown)
      },
      screenBox: { index in
        let id = seen[index].id
        let box = OrientedBox(scene.ball(id), scene.body(id), from: eye.ecef, in: eye.own)
        // Only rounding at the very edge of the picture leaves nothing.
        return projection.screenBox(box) ?? ScreenBox(x: 0, y: 0, width: 0, height: 0)
      },
      show: { index, screen in
        let (id, points) = (seen[index].id, seen[index].pointsInSight)
        items.append(
          View.Item(
            id: id, ball: scene.ball(id), body: scene.body(id), screen: screen,
            visibleFraction: Double(points) / Double(Sight.sampleCount), eye: eye, rules: rules))
      })
    view.items = items.sorted {
      $0.distance != $1.distance ? $0.distance < $1.distance : order($0.id, $1.id)
    }
    view.hidden.cluttered = seen.count - items.count
  }
}
