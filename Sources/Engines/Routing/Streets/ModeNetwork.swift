import FlatFiles

/// The network of one mode with its hierarchy, as it lies in the file.
///
/// - Thread: immutable, shared.
struct ModeNetwork: Sendable {
  /// Where the arcs of each node start; one entry more than nodes, which are numbered by rank.
  let arcFirst: FlatArray<Int32>
  let arcTails: FlatArray<Int32>
  let arcHeads: FlatArray<Int32>
  /// The directed segment that an arc travels along.
  let arcDirected: FlatArray<UInt32>
  /// The turn before it, as ``TurnCost``.
  let arcTurns: FlatArray<UInt16>
  /// The hierarchy's edge of each arc, doubled, plus 1 downwards; -1 for loops.
  let arcEdges: FlatArray<Int32>
  /// The arcs by the directed segment that they travel along.
  let entryFirst: FlatArray<Int32>
  let entryArcs: FlatArray<Int32>
  /// The node where one is after a directed segment; -1 where the mode cannot go.
  let endNodes: FlatArray<Int32>
  /// The parent of each node in the elimination tree; -1 at a root.
  let parents: FlatArray<Int32>
  /// The hierarchy: edges from lower to higher nodes, and edges back.
  let up: HierarchyEdges
  let down: HierarchyEdges
  /// The part of the network that each segment belongs to; `max` where the mode cannot go.
  let components: FlatArray<UInt32>
  /// Number of nodes of each part.
  let componentSizes: FlatArray<UInt32>
  /// Parts of fewer nodes are islands.
  let leastMainSize: UInt32
  /// What each segment is good for, as ``SnapRole``; nil in files of earlier versions.
  let roles: FlatArray<UInt8>?

  var nodeCount: Int { arcFirst.count - 1 }

  init(_ file: FlatFile, _ mode: StreetMode, segments: Int) throws(FlatFileError) {
    let base = NetworkFile.modeBase(mode)
    arcFirst = try file.array(base, of: Int32.self)
    arcTails = try file.array(base + 1, of: Int32.self)
    arcHeads = try file.array(base + 2, of: Int32.self)
    arcDirected = try file.array(base + 3, of: UInt32.self)
    arcTurns = try file.array(base + 4, of: UInt16.self)
    arcEdges = try file.array(base + 5, of: Int32.self)
    entryFirst = try file.array(base + 6, of: Int32.self)
    entryArcs = try file.array(base + 7, of: Int32.self)
    endNodes = try file.array(base + 8, of: Int32.self)
    parents = try file.array(base + 9, of: Int32.self)
    up = try HierarchyEdges(file, base + 14)
    down = try HierarchyEdges(file, base + 17)
    components = try file.array(base + 12, of: UInt32.self)
    componentSizes = try file.array(base + 13, of: UInt32.self)
    leastMainSize = SnapRole.leastMainSize(componentSizes)
    roles = try file.has(base + 20) ? file.array(base + 20, of: UInt8.self) : nil
    try check(segments: segments)
  }

  @inline(__always)
  func turn(_ arc: Int) -> TurnCost { TurnCost(bits: arcTurns[arc]) }

  /// Whether a segment belongs to a part of the network that is large enough to go anywhere.
  func isMain(_ segment: Int) -> Bool {
    let component = components[segment]
    return component != .max && componentSizes[Int(component)] >= leastMainSize
  }

  /// Whether a way may begin or end on a segment.
  func isGood(_ segment: Int, for role: SnapRole) -> Bool {
    guard let roles else { return isMain(segment) }
    return SnapRole(rawValue: roles[segment]).isSuperset(of: role)
  }

  /// Whether it is as good for the one as for the other.
  func isAlike(_ segment: Int) -> Bool {
    guard let roles else { return true }
    return roles[segment] == SnapRole.both.rawValue || roles[segment] == 0
  }

  /// No number in the file may lead outside of its arrays.
  private func check(segments: Int) throws(FlatFileError) {
    let nodes = nodeCount
    let arcs = arcHeads.count
    guard nodes >= 0, parents.count == nodes, arcTails.count == arcs,
      arcDirected.count == arcs, arcTurns.count == arcs, arcEdges.count == arcs,
      entryArcs.count == arcs, components.count == segments,
      roles.map({ $0.count == segments }) ?? true,
      endNodes.count == 2 * segments, entryFirst.count == 2 * segments + 1,
      ModeNetwork.isPartition(arcFirst, of: arcs),
      ModeNetwork.isPartition(entryFirst, of: arcs),
      arcHeads.allSatisfy({ $0 >= 0 && $0 < nodes }),
      arcTails.allSatisfy({ $0 >= 0 && $0 < nodes }),
      arcDirected.allSatisfy({ $0 < UInt32(2 * segments) }),
      arcEdges.allSatisfy({ $0 < 2 * ($0 & 1 == 0 ? up.heads.count : down.heads.count) }),
      entryArcs.allSatisfy({ $0 >= 0 && $0 < arcs }),
      endNodes.allSatisfy({ $0 >= -1 && $0 < nodes }),
      components.allSatisfy({ $0 == .max || $0 < UInt32(componentSizes.count) }),
      parents.enumerated().allSatisfy({ $1 == -1 || $1 > $0 && $1 < nodes }),
      up.isSound(nodes: nodes, parents: parents), down.isSound(nodes: nodes, parents: parents)
    else { throw .inconsistent("a street network leads outside of itself") }
  }

  static func isPartition(_ starts: FlatArray<Int32>, of count: Int) -> Bool {
    guard starts.first == 0, let last = starts.last, Int(last) == count else { return false }
    return zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 }
  }
}
