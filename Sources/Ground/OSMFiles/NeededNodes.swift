import Geodesy

/// The nodes that kept ways refer to: identifiers first, positions as they are read.
///
/// Sized by what is needed, never by the largest identifier.
///
/// - Thread: confined.
public struct NeededNodes {
  /// Stands for a node that the extract mentions and does not hold.
  public static let missing = FixedPosition(lonE7: .min, latE7: .min)

  /// Ascending, each once.
  public private(set) var ids: [Int64] = []
  public private(set) var positions: [FixedPosition] = []
  private var last = 0

  public init() {}

  /// - Complexity: O(n log n).
  public init(_ refs: [Int64]) {
    var previous: Int64?
    for id in refs.sorted() where id != previous {
      ids.append(id)
      previous = id
    }
    positions = Array(repeating: NeededNodes.missing, count: ids.count)
  }

  /// The number of a needed node; files are sorted, so the search goes on where it was.
  public mutating func find(_ id: Int64) -> Int? {
    if last >= ids.count || ids[last] > id { last = ids.lowerBound(of: id) }
    var steps = 0
    while last < ids.count, ids[last] < id {
      last += 1
      steps += 1
      if steps == 16 { last = ids.lowerBound(of: id) }
    }
    return last < ids.count && ids[last] == id ? last : nil
  }

  /// The number of a node, if its position is known.
  public func known(_ id: Int64) -> Int? {
    let index = ids.lowerBound(of: id)
    guard index < ids.count, ids[index] == id, positions[index] != NeededNodes.missing else {
      return nil
    }
    return index
  }

  /// Keeps the position of a needed node, by its index.
  public mutating func set(_ index: Int, _ position: FixedPosition) { positions[index] = position }
}

extension Array where Element: Comparable {
  /// The first index whose element is not below `value`, in a sorted array.
  func lowerBound(of value: Element) -> Int {
    var left = 0
    var right = count
    while left < right {
      let middle = (left + right) / 2
      if self[middle] < value { left = middle + 1 } else { right = middle }
    }
    return left
  }
}
