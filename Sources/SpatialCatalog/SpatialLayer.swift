import Base
import SpatialIndex
final class SpatialLayer: Sendable {
  private let state: Guarded<[UInt32: PackedPoints.Entry]>
  init(_ entries: [PackedPoints.Entry] = []) {
    state = Guarded(Dictionary(entries.map { ($0.item, $0) }, uniquingKeysWith: { $1 }))
  }
  func update(_ put: [PackedPoints.Entry], removing: [UInt32]) {
    state.withLock { s in
      for item in removing { s[item] = nil }
      for e in put { s[e.item] = e }
    }
  }
  var snapshot: PointSnapshot { PointSnapshot(PackedPoints(Array(state.current.values))) }
  var needsMerge: Bool { false }
  func merge() {}
}
