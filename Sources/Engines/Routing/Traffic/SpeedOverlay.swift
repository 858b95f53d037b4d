import Base
import Geodesy

/// Road speeds on one street network: which of them concern it, and between which moments nothing
/// about them changes.
///
/// - Thread: immutable, shared.
final class SpeedOverlay: Sendable {
  private let network: StreetNetwork
  private let entries: [RoadSpeeds.Entry]
  /// The segments of the ways that are named.
  private let ways: [Int64: [Int32]]
  /// Moments at which something begins or ends, ascending; they part time into periods.
  private let changes: [Instant]
  /// Whether anything differs from the usual, by period; one more than changes.
  private let differs: [Bool]

  /// Nil where the network has none of the streets.
  ///
  /// - Complexity: O(segments + entries log entries).
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
    let entries = speeds.entries.filter { entry in
      switch entry.place {
      case .way(let id, _): ways[id] != nil
      case .box(let bounds): bounds.intersects(network.bounds)
      }
    }
    if entries.isEmpty { return nil }
    let changes = Set(entries.flatMap { [$0.from, $0.until].compactMap { $0 } }).sorted()
    var steps = [Int](repeating: 0, count: changes.count + 2)
    for entry in entries {
      steps[entry.from.map(changes.period(at:)) ?? 0] += 1
      steps[entry.until.map(changes.period(at:)) ?? changes.count + 1] -= 1
    }
    var holding = 0
    differs = steps.dropLast().map { step in
      holding += step
      return holding > 0
    }
    self.network = network
    self.entries = entries
    self.ways = ways
    self.changes = changes
  }

  /// The number of the period of a moment; nil where nothing differs from the usual.
  ///
  /// - Complexity: O(log entries).
  func period(at instant: Instant) -> Int? {
    let period = changes.period(at: instant)
    return differs[period] ? period : nil
  }

  /// What the speed on directed segments is multiplied with.
  ///
  /// - Complexity: O(entries + streets of each).
  func factors(at instant: Instant) -> [Int32: Double] {
    var factors: [Int32: Double] = [:]
    func lower(_ directed: Int32, to factor: Double) {
      factors[directed] = min(factors[directed] ?? .infinity, factor)
    }
    for entry in entries where entry.holds(at: instant) {
      let (segments, isForward): ([Int32], Bool?) =
        switch entry.place {
        case .way(let id, let isForward): (ways[id] ?? [], isForward)
        case .box(let bounds): (network.segments(touching: bounds), nil)
        }
      for segment in segments {
        if isForward != false { lower(2 * segment, to: entry.factor) }
        if isForward != true { lower(2 * segment + 1, to: entry.factor) }
      }
    }
    return factors
  }
}

extension [Instant] {
  /// How many of these moments, which ascend, a moment is not before.
  fileprivate func period(at instant: Instant) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
