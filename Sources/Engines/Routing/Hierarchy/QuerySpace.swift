/// Work space of searches over one mode's hierarchy: labels of every node, reset after each use.
///
/// - Thread: confined; borrow one from a ``QuerySpaces``.
final class QuerySpace {
  /// Labels of one direction of search.
  final class Labels {
    let weights: UnsafeMutableBufferPointer<Int64>
    /// The edge over which the label came; -1 for seeds.
    let parents: UnsafeMutableBufferPointer<Int32>
    /// Milliseconds, filled by those who need them.
    let durations: UnsafeMutableBufferPointer<Int32>
    /// The labelled nodes, ascending.
    var chain: [Int32] = []

    init(nodes: Int) {
      weights = .allocate(capacity: nodes)
      weights.initialize(repeating: PathWeight.infinite)
      parents = .allocate(capacity: nodes)
      parents.initialize(repeating: -1)
      durations = .allocate(capacity: nodes)
      durations.initialize(repeating: 0)
    }

    deinit {
      weights.deallocate()
      parents.deallocate()
      durations.deallocate()
    }

    func seed(_ node: Int32, _ weight: Int64) {
      if weight < weights[Int(node)] {
        weights[Int(node)] = weight
        parents[Int(node)] = -1
      }
    }

    /// Takes back what the search has written.
    func reset() {
      for node in chain { weights[Int(node)] = PathWeight.infinite }
      chain.removeAll(keepingCapacity: true)
    }
  }

  let nodeCount: Int
  let forward: Labels
  let backward: Labels

  init(nodes: Int) {
    nodeCount = nodes
    forward = Labels(nodes: nodes)
    backward = Labels(nodes: nodes)
  }
}
