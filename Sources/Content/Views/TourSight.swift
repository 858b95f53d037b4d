import Base
import GeoFormats
import Geodesy
import Storage
import Visibility

/// The objects along a tour, as the walker of one run sees them.
///
/// - Thread: a value.
struct TourSight: Sendable {
  /// One object at a stop.
  struct Piece: Sendable {
    /// The same during a run.
    var id: EntityID
    var object: EntityID
    var stop: EntityID
    var position: LonLat
    /// Nil for on the ground.
    var height: Double?
    var box: Box3
    /// Whether it belongs to the stop that comes next.
    var isTarget: Bool
  }

  let run: EntityID
  let tour: EntityID
  let pieces: [Piece]

  /// The tour that an account is on; nil if it is on none.
  static func read(
    _ account: EntityID, now: Instant, in session: StoreSession
  ) throws -> TourSight? {
    guard let run = try RunService.activeRun(of: account, in: session, now: now),
      let revision = try TourRevisionStore.find(run.revision, in: session)
    else { return nil }
    var boxes: [EntityID: Box3] = [:]
    for id in Set(revision.content.stops.flatMap(\.objects)) {
      guard let object = try ObjectStore.find(id, in: session), object.state == .live else {
        continue
      }
      boxes[id] = object.boundingBox
    }
    let target = run.completedAt == nil ? run.arrivals.count : nil
    var pieces: [Piece] = []
    for (index, stop) in revision.content.stops.enumerated() {
      guard let id = stop.id else { continue }
      for (place, object) in stop.objects.enumerated() {
        guard let box = boxes[object] else { continue }
        pieces.append(
          Piece(
            // The first object goes by its stop's identifier, further ones by neighbours of it.
            id: EntityID(high: id.high, low: id.low ^ UInt64(place)), object: object, stop: id,
            position: stop.position, height: stop.height, box: box, isTarget: index == target))
      }
    }
    return TourSight(run: run.id, tour: run.tour, pieces: pieces)
  }

  /// What a camera sees of the tour's objects.
  func view(
    _ request: ViewRequest, _ engine: VisibilityEngine, _ workspace: inout ViewWorkspace
  ) throws -> (View, @Sendable (UInt32, inout JSONWriter) -> Void) {
    let ground = request.camera.pose.height - request.camera.aboveGround
    let candidates = pieces.enumerated().compactMap { index, piece in
      Candidate(
        pose(of: piece, ground), number: UInt32(clamping: index), scale: 1,
        minimum: piece.box.minimum, maximum: piece.box.maximum,
        priority: Placement.usualPriority)
    }
    func numbers(_ isWanted: (Piece) -> Bool) -> [UInt32] {
      pieces.indices.filter { isWanted(pieces[$0]) }.map { UInt32(clamping: $0) }
    }
    let before = Set(request.previous)
    let view = try engine.view(
      from: request.camera, of: SceneIndex(candidates),
      previous: numbers { before.contains($0.id) }, targets: Set(numbers { $0.isTarget }),
      using: &workspace)
    return (
      view,
      { number, json in
        guard pieces.indices.contains(Int(number)) else { return }
        write(pieces[Int(number)], ground, to: &json)
      }
    )
  }

  private func pose(of piece: Piece, _ ground: Double) -> GeoPose {
    let heights = GeoPose.heights
    let height = piece.height ?? min(max(ground, heights.lowerBound), heights.upperBound)
    return GeoPose(position: piece.position, height: height)
  }

  private func write(_ piece: Piece, _ ground: Double, to json: inout JSONWriter) {
    json.key("id")
    json.id(piece.id)
    json.key("object")
    json.id(piece.object)
    json.key("stop")
    json.id(piece.stop)
    json.key("target")
    json.bool(piece.isTarget)
    json.key("pose")
    pose(of: piece, ground).write(to: &json)
    json.key("scale")
    json.number(1)
    json.key("priority")
    json.integer(Placement.usualPriority)
    json.key("boundingBox")
    piece.box.write(to: &json)
  }
}
