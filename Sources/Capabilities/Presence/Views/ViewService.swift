import Access
import Base
import Geodesy
import Objects
import SpatialCatalog
import SpatialIndex
import Tours
import Visibility

/// Answers what a camera sees, from the catalog in memory.
///
/// - Thread: shared.
public final class ViewService: Sendable {
  /// Instances of one cell at most.
  public static let maximumCell = 10_000

  private let layer: CatalogLayer
  private let underWay: ActiveTours
  private let hiddenInstances: HiddenInstances
  private let obstacles: any SightObstacleSource
  private let rules: ViewRules
  /// One per request that is under way, kept for the next.
  private let workspaces = Guarded<[ViewWorkspace]>([])

  /// - Parameters:
  ///   - catalog: with the layer of instances.
  ///   - obstacles: what stands in the way.
  public init(
    platform: Platform, catalog: SpatialCatalog, underWay: ActiveTours,
    hiddenInstances: HiddenInstances, obstacles: any SightObstacleSource
  ) {
    layer = catalog.layer(InstanceLayer().layer)
    self.underWay = underWay
    self.hiddenInstances = hiddenInstances
    self.obstacles = obstacles
    var rules = ViewRules()
    rules.maximumShown = platform.settings[PresenceSettings.viewLimit]
    rules.maximumOverlap = platform.settings[PresenceSettings.viewOverlap]
    self.rules = rules
  }

  /// What a camera sees of one sub-realm; of the tour alone while its user is on it (UC4.8).
  ///
  /// - Throws: `notFound` for sub-realms that the caller does not see, and for absent ones alike;
  ///   `invalid` naming `/pose/position/h` if it was left out where no ground is known.
  public func view(_ request: ViewRequest, caller: Caller) throws -> ViewAnswer {
    _ = try ListRights(caller, .instance).narrowed(to: request.realm)
    let around = obstacles.obstacles(around: request.camera.pose.position)
    var request = request
    if request.isHeightFromGround {
      guard let ground = around.terrain?.height(at: request.camera.pose.position) else {
        throw Refusal.invalid(
          "/pose/position/h", "is required here: the height of the ground is not known")
      }
      request.camera = request.camera.standing(onGroundAt: ground)
    }
    var rules = rules
    rules.maximumShown = request.limit ?? rules.maximumShown
    let engine = try VisibilityEngine(walls: around.walls, terrain: around.terrain, rules: rules)
    var workspace = workspaces.withLock { $0.popLast() } ?? ViewWorkspace()
    defer { workspaces.withLock { if $0.count < 64 { $0.append(workspace) } } }
    let (view, identify) =
      if let scene = try underWay.scene(of: caller.account) {
        try scene.view(request, target: target(request, caller), engine, &workspace)
      } else {
        try instances(request, caller, engine, &workspace)
      }
    return ViewAnswer(
      view: view, knowsBuildings: around.walls != nil, knowsTerrain: around.terrain != nil,
      guessedHeights: around.walls.map { _ in around.guessedHeights },
      identify: identify)
  }

  /// The stop that comes next on the tour that was asked for, if its run is on.
  private func target(_ request: ViewRequest, _ caller: Caller) throws -> EntityID? {
    guard let account = caller.account, let walk = try underWay.walk(of: account),
      walk.tour == request.tour
    else { return nil }
    return walk.target
  }

  private func instances(
    _ request: ViewRequest, _ caller: Caller, _ engine: VisibilityEngine,
    _ workspace: inout ViewWorkspace
  ) throws -> (View, @Sendable (UInt32, inout JSONWriter) -> Void) {
    let isHidden = hiddenInstances.selection(for: caller.account).filter
    let version = layer.current
    let identify: @Sendable (UInt32, inout JSONWriter) -> Void = { slot, json in
      version.writeBody(atSlot: slot, to: &json)
    }
    let points = version.points(of: request.realm) ?? PointSnapshot(PackedPoints([]))
    let view = try engine.view(
      from: request.camera, among: points, reaches: version.reaches,
      prepare: { InstanceScenes.candidate(at: $0, in: version) },
      where: version.admits(besides: isHidden),
      // How many of the hidden ones are far away is not known.
      eligible: isHidden == nil ? version.count(of: request.realm) : nil,
      previous: layer.slots(of: request.previous, in: version),
      order: { version.id(atSlot: $0) < version.id(atSlot: $1) }, using: &workspace)
    return (view, identify)
  }

  /// The instances of a sub-realm in a circle, or what has changed there.
  ///
  /// A device that is at most `d` from the centre and culls by itself with a range of at most
  /// `metres - d` finds what ``view(_:caller:)`` would answer it.
  ///
  /// - Parameters:
  ///   - metres: radius; at most the range of a camera.
  ///   - since: the sequence of an earlier answer.
  /// - Throws: `notFound`, `malformed` with slug `invalid-query` if there are more than
  ///   ``maximumCell``.
  public func cell(
    realm: EntityID, around centre: LonLat, metres: Double, since: Int64?, caller: Caller
  ) throws -> ViewCell {
    _ = try ListRights(caller, .instance).narrowed(to: realm)
    if let scene = try underWay.scene(of: caller.account) {
      return .tour(scene.nearby(centre, metres: metres, limit: .max).map(\.item))
    }
    let hidden = hiddenInstances.selection(for: caller.account)
    let cell = layer.cell(
      realm: realm, around: centre, metres: metres, since: since,
      besides: HiddenEntries(hidden.filter, changedAt: hidden.changedAt))
    guard cell.hits.count <= ViewService.maximumCell else {
      let most = "has more than \(ViewService.maximumCell) instances: choose a smaller one"
      throw Refusal(
        .malformed, "invalid-query", "The circle \(most).",
        violations: [Refusal.Violation("radius", most)])
    }
    return .realm(cell, reader: hidden.filter == nil ? nil : caller.account)
  }
}
