import OSMFiles

/// A forbidden or the only allowed sequence of directed segments.
struct TurnRestriction: Hashable {
  /// From, any via segments, to.
  var path: [UInt32]
  var isOnly: Bool
}

/// Finds the segments that mapped restrictions mean.
struct RestrictionResolver {
  private let collector: StreetCollector
  private let cutter: SegmentCutter
  private let wayNumbers: [Int64: Int]

  init(_ collector: StreetCollector, _ cutter: SegmentCutter) {
    self.collector = collector
    self.cutter = cutter
    var wanted: Set<Int64> = []
    for restriction in collector.restrictions {
      wanted.formUnion(restriction.from)
      wanted.formUnion(restriction.to)
      wanted.formUnion(restriction.viaWays)
    }
    var numbers: [Int64: Int] = [:]
    for (number, way) in collector.ways.enumerated() where wanted.contains(way.id) {
      numbers[way.id] = number
    }
    wayNumbers = numbers
  }

  /// All restrictions whose members are in the extract and fit together.
  func resolve() -> [TurnRestriction] {
    var result: Set<TurnRestriction> = []
    for raw in collector.restrictions {
      for from in raw.from {
        for to in raw.to {
          if let path = path(from: from, to: to, raw) {
            result.insert(TurnRestriction(path: path, isOnly: raw.isOnly))
          }
        }
      }
    }
    return result.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  private func path(from: Int64, to: Int64, _ raw: RawRestriction) -> [UInt32]? {
    if let id = raw.viaNode, raw.viaWays.isEmpty {
      guard let node = streetNode(id),
        let first = only(segments(of: from).filter { end($0) == node }),
        let last = only(segments(of: to).filter { start($0) == node })
      else { return nil }
      return [first, last]
    }
    // Via ways: start where the first of them touches the way from which one comes.
    for candidate in segments(of: from) {
      var path = [candidate]
      var node = end(candidate)
      var fits = true
      for (index, via) in raw.viaWays.enumerated() {
        let goal = index + 1 < raw.viaWays.count ? nodes(of: raw.viaWays[index + 1]) : nodes(of: to)
        guard let through = walk(via, from: node, to: goal) else {
          fits = false
          break
        }
        path += through
        node = through.last.map(end) ?? node
      }
      if fits, path.count > 1, let last = only(segments(of: to).filter { start($0) == node }) {
        return path + [last]
      }
    }
    return nil
  }

  /// The segments of a way from a node on until it meets one of the goals.
  private func walk(_ way: Int64, from start: UInt32, to goals: Set<UInt32>) -> [UInt32]? {
    let all = segments(of: way)
    var node = start
    var path: [UInt32] = []
    guard var step = all.first(where: { self.start($0) == node }) else { return nil }
    // A way through the middle goes on in either direction: try the one that reaches a goal.
    for first in all where self.start(first) == node {
      path = []
      step = first
      node = start
      for _ in 0..<all.count {
        path.append(step)
        node = end(step)
        if goals.contains(node) { return path }
        guard let next = all.first(where: { self.start($0) == node && $0 >> 1 != step >> 1 }) else {
          break
        }
        step = next
      }
    }
    return nil
  }

  /// The directed segments of a way.
  private func segments(of way: Int64) -> [UInt32] {
    guard let number = wayNumbers[way] else { return [] }
    let range = cutter.waySegments[number]..<cutter.waySegments[number + 1]
    return range.flatMap { [$0 * 2, $0 * 2 + 1] }
  }

  private func nodes(of way: Int64) -> Set<UInt32> { Set(segments(of: way).map(start)) }

  private func start(_ directed: UInt32) -> UInt32 {
    let segment = Int(directed >> 1)
    return directed & 1 == 0 ? cutter.segments.from[segment] : cutter.segments.to[segment]
  }

  private func end(_ directed: UInt32) -> UInt32 { start(directed ^ 1) }

  private func streetNode(_ id: Int64) -> UInt32? {
    guard let index = collector.nodes.known(id), cutter.streetNodes[index] != .max else {
      return nil
    }
    return cutter.streetNodes[index]
  }

  /// The one element; nil where the mapping is ambiguous.
  private func only(_ directed: [UInt32]) -> UInt32? { directed.count == 1 ? directed[0] : nil }
}
