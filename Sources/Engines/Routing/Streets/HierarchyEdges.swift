import FlatFiles

/// The edges of one direction of a hierarchy, as they lie in the file.
///
/// - Thread: immutable, shared.
struct HierarchyEdges: Sendable {
  /// Where the edges of each node start; one entry more than nodes.
  let first: FlatArray<Int32>
  /// The lower and the higher ends.
  let tails: FlatArray<Int32>
  let heads: FlatArray<Int32>

  init(_ file: FlatFile, _ name: UInt32) throws(FlatFileError) {
    first = try file.array(name, of: Int32.self)
    tails = try file.array(name + 1, of: Int32.self)
    heads = try file.array(name + 2, of: Int32.self)
  }

  var count: Int { heads.count }

  @inline(__always)
  func range(_ node: Int) -> Range<Int> { Int(first[node])..<Int(first[node + 1]) }

  /// The edge between a lower and a higher node.
  func find(_ low: Int32, _ high: Int32) -> Int? {
    var left = Int(first[Int(low)])
    let end = Int(first[Int(low) + 1])
    var right = end
    while left < right {
      let middle = (left + right) / 2
      if heads[middle] < high { left = middle + 1 } else { right = middle }
    }
    return left < end && heads[left] == high ? left : nil
  }

  /// No number leads outside of the arrays, every edge leads upwards, and searches along the tree
  /// come by every higher end.
  func isSound(nodes: Int, parents: FlatArray<Int32>) -> Bool {
    first.count == nodes + 1 && tails.count == heads.count
      && ModeNetwork.isPartition(first, of: heads.count)
      && zip(tails, heads).allSatisfy { $0 >= 0 && $0 < $1 && $1 < nodes }
      && (0..<nodes).allSatisfy { node in
        range(node).isEmpty || parents[node] >= 0
      }
  }
}
