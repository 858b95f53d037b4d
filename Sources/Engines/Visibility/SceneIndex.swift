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
  ///   - previous: numbers of what was shown before, at most ``maximumHistory``.
  ///   - targets: numbers of what the viewer is looking for.
  ///   - order: which of two numbers comes first, all else being equal.
  ///   - workspace: kept by the caller, to save allocations.
  /// - Returns: as ``view(from:of:hits:eligible:previous:targets:order:using:)``. If more
  ///   candidates than ``ViewRules/maximumCandidates`` are in range, the nearest are looked at.
  /// - Throws: a ``Refusal`` that names `/previous` if it is too long.
  public func view(
    from camera: Camera, of index: SceneIndex, where admits: ((UInt32) -> Bool)? = nil,
    eligible: Int? = nil, previous: [UInt32] = [], targets: Set<UInt32> = [],
    order: @escaping (UInt32, UInt32) -> Bool = { $0 < $1 }, using workspace: inout ViewWorkspace
  ) throws(Refusal) -> View {
    let eligible = eligible ?? (admits == nil ? index.scene.count : nil)
    return try view(
      from: camera, among: index.points, reaches: index.scene.reaches, where: admits,
      using: &workspace
    ) { hits, outside, workspace throws(Refusal) in
      try view(
        from: camera, of: index.scene, hits: hits, eligible: eligible.map { $0 - outside },
        previous: previous, targets: targets, order: order, using: &workspace)
    }
  }

  /// What a camera sees of candidates that are made ready when they are known to be in range, and
  /// only those.
  ///
  /// - Parameters:
  ///   - points: where the candidates are.
  ///   - reaches: of all that is among the points, known before they are made ready.
  ///   - prepare: a candidate by its number; nil for what cannot be shown.
  /// - Returns: as ``view(from:of:where:eligible:previous:targets:order:using:)``, whose other
  ///   parameters are the same.
  /// - Complexity: as there, and one call of `prepare` for each that may be in the picture.
  public func view(
    from camera: Camera, among points: PointSnapshot, reaches: Reaches,
    prepare: (UInt32) -> PreparedCandidate?, where admits: ((UInt32) -> Bool)? = nil,
    eligible: Int? = nil, previous: [UInt32] = [], targets: Set<UInt32> = [],
    order: @escaping (UInt32, UInt32) -> Bool = { $0 < $1 }, using workspace: inout ViewWorkspace
  ) throws(Refusal) -> View {
    // Inside they are numbered by their places among the hits, so that little memory is touched.
    var numbers: [UInt32] = []
    var view = try view(
      from: camera, among: points, reaches: reaches, where: admits, using: &workspace
    ) { hits, outside, workspace throws(Refusal) in
      numbers = hits.numberedByPlace()
      let found = numbers
      let (before, wanted) = (Set(previous), targets)
      func places(of chosen: Set<UInt32>) -> [UInt32] {
        if chosen.isEmpty { return [] }
        return found.indices.filter { chosen.contains(found[$0]) }.map { UInt32(clamping: $0) }
      }
      guard previous.count <= VisibilityEngine.maximumHistory else {
        throw Refusal.invalid(
          "/previous", "at most \(VisibilityEngine.maximumHistory) objects can have been shown.")
      }
      return try self.view(
        from: camera, of: Scene(count: found.count) { prepare(found[$0]) }, hits: hits,
        eligible: eligible.map { $0 - outside }, previous: places(of: before),
        targets: Set(places(of: wanted)), order: { order(found[Int($0)], found[Int($1)]) },
        using: &workspace)
    }
    for index in view.items.indices { view.items[index].id = numbers[Int(view.items[index].id)] }
    return view
  }

  /// Finds what is in range and not wholly beside the picture, and looks at it.
  ///
  /// - Parameter look: gets the hits and how many were counted as out of view already.
  private func view(
    from camera: Camera, among points: PointSnapshot, reaches: Reaches,
    where admits: ((UInt32) -> Bool)?, using workspace: inout ViewWorkspace,
    _ look: (inout SpatialHits, Int, inout ViewWorkspace) throws(Refusal) -> View
  ) throws(Refusal) -> View {
    var hits = SpatialHits()
    swap(&hits, &workspace.hits)
    defer { swap(&hits, &workspace.hits) }
    let most = rules.maximumCandidates
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
    var isCounted = isComplete
    if !isComplete {
      outOfView = 0
      points.find(withinMetres: range, of: position, limit: most, into: &hits, where: admits)
      isComplete = hits.count < most
      isCounted = isComplete
    }
    var view = try look(&hits, outOfView, &workspace)
    if !isCounted { view.hidden.beyondRange = nil }
    view.hidden.outOfView += outOfView
    view.isComplete = isComplete
    return view
  }
}
