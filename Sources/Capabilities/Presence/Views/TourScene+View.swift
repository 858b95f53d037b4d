import Base
import Geodesy
import Models
import Objects
import SpatialIndex
import Tours
import Visibility

extension TourScene {
  /// What a camera sees of a tour's objects.
  ///
  /// - Parameter target: the stop whose objects come before all others.
  func view(
    _ request: ViewRequest, target: EntityID?, _ engine: VisibilityEngine,
    _ workspace: inout ViewWorkspace
  ) throws -> (View, @Sendable (UInt32, inout JSONWriter) -> Void) {
    let heights = GeoPose.heights
    let ground = min(
      max(request.camera.pose.height - request.camera.aboveGround, heights.lowerBound),
      heights.upperBound)
    let candidates = items.enumerated().compactMap { index, item in
      Candidate(
        GeoPose(position: item.position, height: item.height ?? ground),
        number: UInt32(clamping: index), scale: 1, minimum: item.boundingBox.minimum,
        maximum: item.boundingBox.maximum, priority: Placement.usualPriority)
    }
    func numbers(_ isWanted: (Item) -> Bool) -> [UInt32] {
      items.indices.filter { isWanted(items[$0]) }.map { UInt32(clamping: $0) }
    }
    let before = Set(request.previous)
    let view = try engine.view(
      from: request.camera, of: SceneIndex(candidates),
      previous: numbers { before.contains($0.id) },
      targets: Set(target.map { target in numbers { $0.stop == target } } ?? []),
      using: &workspace)
    return (
      view,
      { number, json in
        guard items.indices.contains(Int(number)) else { return }
        let item = items[Int(number)]
        item.body.withUnsafeBufferPointer { json.encodedMembers($0) }
        json.member("target", item.stop == target)
      }
    )
  }
}
