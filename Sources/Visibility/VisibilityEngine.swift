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
  public static let greatestHistory = 1_000

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
  ///   - previous: numbers of what was shown before, at most ``greatestHistory``.
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
    guard previous.count <= VisibilityEngine.greatestHistory else {
      throw Refusal.invalid(
        "/previous", "at most \(VisibilityEngine.greatestHistory) objects can have been shown.")
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
    look(eye, scene, &workspace, &view)
    choose(eye, scene, previous, targets, order, &projection, &workspace, &view)
    return view
  }

  /// Drops the survivors that are occluded.
  private func look(
    _ eye: Eye, _ scene: Scene, _ workspace: inout ViewWorkspace, _ view: inout View
  ) {
    let survivors = workspace.survey.survivors[..<workspace.survey.count]
    workspace.seen.removeAll(keepingCapacity: true)
    // Walls may count heights from the ground, so they have an eye of their own.
    let street = walls?.datum == .ground ? Eye(eye.camera.countedFromGround) : eye
    workspace.sight.build(walls, from: street, to: survivors, grace: rules.wallGrace)
    workspace.sight.build(terrain, from: eye, to: survivors)
    // Whatever is asked of an existential copies it: this is asked for each survivor.
    let (hasWalls, hasTerrain) = (walls != nil, terrain != nil)
    for (index, survivor) in survivors.enumerated() {
      var fraction = 1.0
      if hasWalls, workspace.sight.skyline.covers(survivor.outline) {
        fraction = 0
      } else if hasWalls || hasTerrain {
        fraction = visibleFraction(
          of: survivor, eye, street, scene, hasTerrain: hasTerrain, &workspace.sight)
      }
      if fraction < rules.leastVisibleFraction || fraction == 0 {
        view.hidden.occluded += 1
      } else {
        workspace.seen.append((index, fraction))
      }
    }
  }

  private func visibleFraction(
    of survivor: Survey.Survivor, _ eye: Eye, _ street: Eye, _ scene: Scene, hasTerrain: Bool,
    _ sight: inout Sight
  ) -> Double {
    let ball = scene.ball(survivor.id)
    var ground = TerrainSight.Verdict.clear
    if hasTerrain {
      ground = sight.ground(
        eye.enu.components(of: ball.centre - eye.ecef), radius: ball.radius,
        bins: survivor.outline.bins, grace: rules.wallGrace)
    }
    if ground == .hidden { return 0 }
    if walls == nil, ground == .clear { return 1 }
    return sight.visibleFraction(
      of: OrientedBox(ball, scene.body(survivor.id), from: eye.ecef, in: eye.enu), walls: walls,
      asksGround: ground == .open, eye: street, grace: rules.wallGrace,
      least: rules.leastVisibleFraction)
  }

  /// Shows the best of what is in sight.
  private func choose(
    _ eye: Eye, _ scene: Scene, _ previous: [UInt32], _ targets: Set<UInt32>,
    _ order: @escaping Declutter.Order, _ projection: inout BoxProjection,
    _ workspace: inout ViewWorkspace, _ view: inout View
  ) {
    let shownBefore = Set(previous)
    let seen = workspace.seen
    let survivors = workspace.survey.survivors
    workspace.entries.removeAll(keepingCapacity: true)
    for (index, (survivor, _)) in seen.enumerated() {
      let id = survivors[survivor].id
      let body = scene.body(id)
      let wasShown = shownBefore.contains(id)
      let distance = (scene.ball(id).centre + Vector3(body.origin) - eye.ecef).length
      let worth = Declutter.worth(
        isTarget: targets.contains(id), priority: Int(body.priority), distance: distance,
        range: eye.camera.range)
      workspace.entries.append(
        Declutter.Entry(
          index: index, id: id, worth: worth + (wasShown ? rules.margin : 0), wasShown: wasShown))
    }
    var items: [View.Item] = []
    Declutter(rules: rules, order: order).choose(
      from: &workspace.entries, hasHistory: !previous.isEmpty,
      screenBox: { index in
        let id = survivors[seen[index].survivor].id
        let box = OrientedBox(scene.ball(id), scene.body(id), from: eye.ecef, in: eye.own)
        // Only rounding at the very edge of the picture leaves nothing.
        return projection.screenBox(box) ?? ScreenBox(x: 0, y: 0, width: 0, height: 0)
      },
      show: { index, screen in
        let id = survivors[seen[index].survivor].id
        items.append(
          View.Item(
            id: id, ball: scene.ball(id), body: scene.body(id), screen: screen,
            visibleFraction: seen[index].fraction, eye: eye, rules: rules))
      })
    view.items = items.sorted {
      $0.distance != $1.distance ? $0.distance < $1.distance : order($0.id, $1.id)
    }
    view.hidden.cluttered = seen.count - items.count
  }
}
