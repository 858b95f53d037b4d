/// The walks between stops, by the stop they start at.
///
/// - Thread: immutable, shared.
struct FootpathTable: Sendable {
  struct Edge: Sendable, Hashable, BitwiseCopyable {
    var to: Int32
    var seconds: Int32
    var metres: Int32
    /// What a change this way takes by transfers.txt; -1 where it does not say.
    var ruledSeconds: Int32
  }

  /// Where each stop's edges start; one more than there are stops.
  let starts: [Int32]
  let edges: [Edge]

  init(starts: [Int32], edges: [Edge]) {
    self.starts = starts
    self.edges = edges
  }

  /// The shortest of the walks between each pair; walks that start or end nowhere, and those to
  /// the stop itself, are left out.
  init(_ paths: [Footpath], stopCount: Int) {
    var sorted = paths.filter {
      $0.from != $0.to && (0..<stopCount).contains($0.from) && (0..<stopCount).contains($0.to)
        && (0...86_400).contains($0.seconds) && (0...1_000_000).contains($0.metres)
    }
    sorted.sort {
      ($0.from, $0.to, $0.seconds, $0.metres) < ($1.from, $1.to, $1.seconds, $1.metres)
    }
    var starts = [Int32](repeating: 0, count: stopCount + 1)
    var edges: [Edge] = []
    var last: (Int, Int)?
    for path in sorted {
      if let last, last == (path.from, path.to) { continue }
      last = (path.from, path.to)
      starts[path.from + 1] += 1
      edges.append(
        Edge(
          to: Int32(path.to), seconds: Int32(path.seconds), metres: Int32(path.metres),
          ruledSeconds: Int32(path.ruledSeconds.map { min(max($0, 0), 86_400) } ?? -1)))
    }
    for stop in 0..<stopCount { starts[stop + 1] += starts[stop] }
    self.init(starts: starts, edges: edges)
  }

  func range(_ stop: Int) -> Range<Int> { Int(starts[stop])..<Int(starts[stop + 1]) }

  func edge(from: Int, to: Int) -> Edge? { edges[range(from)].first { $0.to == Int32(to) } }

  var all: [Footpath] {
    (0..<max(starts.count - 1, 0)).flatMap { from in
      edges[range(from)].map {
        Footpath(
          from: from, to: Int($0.to), seconds: Int($0.seconds), metres: Int($0.metres),
          ruledSeconds: $0.ruledSeconds < 0 ? nil : Int($0.ruledSeconds))
      }
    }
  }

  /// The same walks the other way round, for searches backwards in time.
  func transposed() -> FootpathTable {
    FootpathTable(
      all.map { path in
        var back = path
        (back.from, back.to) = (path.to, path.from)
        return back
      },
      stopCount: starts.count - 1)
  }
}
