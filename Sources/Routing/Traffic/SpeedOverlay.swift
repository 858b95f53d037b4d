import Base
import FlatFiles
import Geodesy
import SpatialIndex

/// Road speeds on one street network: which segments they mean, and between which moments nothing
/// about them changes.
///
/// - Thread: immutable, shared.
final class SpeedOverlay: Sendable {
  let speeds: RoadSpeeds
  /// Moments at which something begins or ends, ascending.
  private let changes: [Instant]
  /// The directed segments of each entry.
  private let segments: [[Int32]]

  /// Nil where the network has none of the streets.
  ///
  /// - Complexity: O(segments + streets in boxes).
  init?(_ speeds: RoadSpeeds, _ network: StreetNetwork) {
    let wanted = Set(
      speeds.entries.compactMap { entry -> Int64? in
        if case .way(let id, _) = entry.place { id } else { nil }
      })
    var ways: [Int64: [Int32]] = [:]
    if !wanted.isEmpty {
      for (segment, way) in network.ways.enumerated() where wanted.contains(way) {
        ways[way, default: []].append(Int32(clamping: segment))
      }
    }
    segments = speeds.entries.map { entry in
      switch entry.place {
      case .way(let id, let isForward):
        let found = ways[id] ?? []
        switch isForward {
        case nil: return found.flatMap { [2 * $0, 2 * $0 + 1] }
        case true?: return found.map { 2 * $0 }
        case false?: return found.map { 2 * $0 + 1 }
        }
      case .box(let bounds):
        return network.segments(touching: bounds).flatMap { [2 * $0, 2 * $0 + 1] }
      }
    }
    if segments.allSatisfy(\.isEmpty) { return nil }
    self.speeds = speeds
    changes = Set(speeds.entries.flatMap { [$0.from, $0.until].compactMap { $0 } }).sorted()
  }

  /// The number of the period of a moment; nil where nothing differs from the usual.
  ///
  /// - Complexity: O(entries).
  func period(at instant: Instant) -> Int? {
    guard zip(speeds.entries, segments).contains(where: { $0.holds(at: instant) && !$1.isEmpty })
    else { return nil }
    return changes.lowerBound { $0 <= instant }
  }

  /// What the speed on directed segments is multiplied with.
  func factors(at instant: Instant) -> [Int32: Double] {
    var factors: [Int32: Double] = [:]
    for (entry, segments) in zip(speeds.entries, segments) where entry.holds(at: instant) {
      for segment in segments {
        factors[segment] = min(factors[segment] ?? .infinity, entry.factor)
      }
    }
    return factors
  }
}

extension Array {
  /// The first index whose element is not `before`, in an array where those come first.
  fileprivate func lowerBound(_ before: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if before(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
