/// The changing side of a ``SpatialLayer``: all that its writers share.
struct LayerWriter<Tree: PackedTree>: Sendable {
  /// A merge under way.
  struct Merge: Sendable {
    fileprivate let generation: Int
    fileprivate let parts: [LayerPart<Tree>]
    fileprivate let tail: [Tree.Entry]

    /// Builds the new base; needs no lock.
    func run() -> Tree {
      Tree(parts.flatMap { $0.liveEntries } + tail)
    }
  }

  private var base: LayerPart<Tree>
  /// What came after the base, the latest and smallest first.
  ///
  /// A tail that is full flows into the first, and what is too much for that with it into the next. So
  /// each entry is packed anew a few times in all; in a single delta it was with every tail.
  ///
  /// - Source: Bentley, Saxe, "Decomposable searching problems I", Journal of Algorithms 1 (1980).
  private var deltas: [LayerPart<Tree>] = []
  /// Entries of the latest changes by item.
  private var tail: [UInt32: [Tree.Entry]] = [:]
  private var tailTree: Tree
  private let tailLimit: Int
  private let deltaLimit: Int
  /// How many times as much a delta may hold as what flows into it.
  private static var growth: Int { 16 }
  /// Counts what a merge under way must not outlive.
  private var generation = 0
  /// Items changed since the merge under way began; nil if there is none.
  private var changedSinceMerge: Set<UInt32>?

  init(base: Tree, tailLimit: Int, deltaLimit: Int) {
    self.base = LayerPart(base)
    tailTree = Tree([])
    self.tailLimit = max(1, tailLimit)
    self.deltaLimit = max(1, deltaLimit)
  }

  var snapshot: Tree.Snapshot {
    var runs = [base.run]
    for delta in deltas.reversed() where delta.liveCount > 0 { runs.append(delta.run) }
    if tailTree.count > 0 { runs.append(PackedRun(tree: tailTree, dead: nil)) }
    return Tree.Snapshot(runs: runs)
  }

  var count: Int { deltas.reduce(base.liveCount + tailTree.count) { $0 + $1.liveCount } }

  /// - Returns: whether a merge is due.
  mutating func apply(put: [Tree.Entry], remove: [UInt32]) -> Bool {
    for item in remove { forget(item) }
    // All before any is put: an item may come with several entries.
    for entry in put { forget(entry.item) }
    for entry in put { tail[entry.item, default: []].append(entry) }
    packTail()
    let isLarge = deltas.reduce(0) { $0 + $1.tree.count } > max(deltaLimit, base.tree.count / 8)
    return isLarge && changedSinceMerge == nil
  }

  mutating func reset(to tree: Tree) {
    base = LayerPart(tree)
    deltas = []
    tail = [:]
    tailTree = Tree([])
    changedSinceMerge = nil
    generation += 1
  }

  mutating func beginMerge() -> Merge? {
    guard changedSinceMerge == nil else { return nil }
    changedSinceMerge = []
    generation += 1
    return Merge(
      generation: generation, parts: [base] + deltas, tail: tail.values.flatMap { $0 })
  }

  /// - Returns: false if everything was replaced meanwhile.
  mutating func finishMerge(_ merge: Merge, with merged: Tree) -> Bool {
    guard merge.generation == generation, let changed = changedSinceMerge else { return false }
    changedSinceMerge = nil
    let later =
      deltas.flatMap(\.liveEntries).filter { changed.contains($0.item) }
      + tail.values.joined().filter { changed.contains($0.item) }
    base = LayerPart(merged)
    for item in changed { base.kill(item) }
    deltas = []
    tail = [:]
    for entry in later { tail[entry.item, default: []].append(entry) }
    packTail()
    return true
  }

  private mutating func forget(_ item: UInt32) {
    tail[item] = nil
    for level in deltas.indices { deltas[level].kill(item) }
    base.kill(item)
    changedSinceMerge?.insert(item)
  }

  /// Rebuilds the tail's tree; a tail that has grown too long goes into the deltas.
  private mutating func packTail() {
    var entries = tail.values.flatMap { $0 }
    guard entries.count > tailLimit else {
      tailTree = Tree(entries)
      return
    }
    tail = [:]
    tailTree = Tree([])
    var limit = tailLimit * Self.growth
    for level in deltas.indices {
      entries += deltas[level].liveEntries
      if entries.count <= limit {
        deltas[level] = LayerPart(Tree(entries))
        return
      }
      deltas[level] = LayerPart(Tree([]))
      limit *= Self.growth
    }
    deltas.append(LayerPart(Tree(entries)))
  }

  func checkInvariants() -> [String] {
    var problems = base.tree.checkInvariants() + deltas.flatMap { $0.tree.checkInvariants() }
    problems += tailTree.checkInvariants()
    let latest = tail.values.flatMap { $0 }
    let parts = [base.liveEntries] + deltas.map(\.liveEntries) + [latest]
    let items = parts.map { Set($0.map(\.item)) }
    for i in items.indices {
      for j in items.indices.dropFirst(i + 1) where !items[i].isDisjoint(with: items[j]) {
        problems.append("parts \(i) and \(j) share living items")
      }
    }
    if Set((0..<tailTree.count).map { tailTree.entry($0) }) != Set(latest) {
      problems.append("the tree of the tail does not hold the tail")
    }
    if parts.reduce(0, { $0 + $1.count }) != count { problems.append("the count is wrong") }
    return problems
  }
}
