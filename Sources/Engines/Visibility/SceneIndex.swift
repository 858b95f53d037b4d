import Base
import Geodesy
import SpatialIndex

/// A scene with an R-tree over the positions of its candidates.
///
/// - Thread: immutable, shared.
public struct SceneIndex: Sendable {
  public let scene: Scene
  /// The positions, in whole 1e-7 degrees; items are the candidates' numbers.
  public let points: PointSnapshot

  /// - Throws: a ``Refusal`` if two candidates have the same number.
  /// - Complexity: O(n), about 1 µs per candidate.
  public init(_ candidates: [Candidate]) throws(Refusal) {
    scene = Scene(candidates)
    guard scene.count == candidates.count else {
      throw Refusal.invalid("/id", "two objects have the same number.")
    }
    points = PointSnapshot(
      PackedPoints(
        candidates.map { .init(position: FixedPosition($0.pose.position), item: $0.id) }))
  }

  /// A scene and an index that the caller keeps in step.
  public init(scene: Scene, points: PointSnapshot) {
    self.scene = scene
    self.points = points
  }
}

extension VisibilityEngine {
  /// What a camera sees of an indexed scene.
  ///
  /// - Parameters:
  ///   - index: the candidates, and where they are; the scene may hold more than the R-tree.
  ///   - admits: which candidates the viewer may see; nil for all. Others are not counted either.
  ///   - eligible: how many candidates the viewer may see in all, if the caller knows; without
  ///     `admits`, all of the scene by default.
  ///   - previous: numbers of what was shown before, at most ``greatestHistory``.
  ///   - targets: numbers of what the viewer is looking for.
  ///   - order: which of two numbers comes first, all else being equal.
  ///   - workspace: kept by the caller, to save allocations.
  /// - Returns: as ``view(from:of:hits:eligible:previous:targets:order:using:)``. If more
  ///   candidates than ``ViewRules/mostCandidates`` are in range, the nearest are looked at.
  /// - Throws: a ``Refusal`` that names `/previous` if it is too long.
  public func view(
    from camera: Camera, of index: SceneIndex, where admits: ((UInt32) -> Bool)? = nil,
    eligible: Int? = nil, previous: [UInt32] = [], targets: Set<UInt32> = [],
    order: @escaping (UInt32, UInt32) -> Bool = { $0 < $1 }, using workspace: inout ViewWorkspace
  ) throws(Refusal) -> View {
    try view(
      from: camera, among: index.points, of: { _ in index.scene }, reaches: index.scene.reaches,
      where: admits,
      eligible: eligible ?? (admits == nil ? index.scene.count : nil), previous: previous,
      targets: targets, order: order, using: &workspace)
  }

  /// What a camera sees of candidates that are made ready when they are known to be in range.
  ///
  /// - Parameters:
  ///   - points: where the candidates are.
  ///   - scene: gives a scene that holds at least what was found.
  ///   - reaches: of all that is among the points, known before there is a scene; infinite for what
  ///     is not.
  /// - Returns: as ``view(from:of:where:eligible:previous:targets:order:using:)``, whose other
  ///   parameters are the same.
  public func view(
    from camera: Camera, among points: PointSnapshot, of scene: (SpatialHits) -> Scene,
    reaches: Reaches, where admits: ((UInt32) -> Bool)? = nil, eligible: Int? = nil,
    previous: [UInt32] = [],
    targets: Set<UInt32> = [], order: @escaping (UInt32, UInt32) -> Bool = { $0 < $1 },
    using workspace: inout ViewWorkspace
  ) throws(Refusal) -> View {
    var hits = SpatialHits()
    swap(&hits, &workspace.hits)
    defer { swap(&hits, &workspace.hits) }
    let most = rules.mostCandidates
    let (position, range) = (camera.pose.position, camera.range)
    var outOfView = 0
    var isComplete: Bool
    if let sector = Sector(Eye(camera)) {
      let count = points.findAll(
        withinMetres: range, of: position, reachingInto: sector, reaches: reaches, most: most,
        into: &hits, where: admits)
      (outOfView, isComplete) = (count.others, count.isComplete)
    } else {
      isComplete = points.findAll(
        withinMetres: range, of: position, most: most, into: &hits, where: admits)
    }
    if !isComplete {
      outOfView = 0
      points.find(withinMetres: range, of: position, limit: most, into: &hits, where: admits)
      isComplete = hits.count < most
    }
    var view = try view(
      from: camera, of: scene(hits), hits: hits,
      eligible: isComplete ? eligible.map { $0 - outOfView } : nil, previous: previous,
      targets: targets, order: order, using: &workspace)
    view.hidden.outOfView += outOfView
    view.isComplete = isComplete
    return view
  }
}
