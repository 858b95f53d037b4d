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
  private var delta: LayerPart<Tree>
  /// Entries of the latest changes by item.
  private var tail: [UInt32: [Tree.Entry]] = [:]
  private var tailTree: Tree
  private let tailLimit: Int
  private let deltaLimit: Int
  /// Counts what a merge under way must not outlive.
  private var generation = 0
  /// Items changed since the merge under way began; nil if there is none.
  private var changedSinceMerge: Set<UInt32>?

  init(base: Tree, tailLimit: Int, deltaLimit: Int) {
    self.base = LayerPart(base)
    delta = LayerPart(Tree([]))
    tailTree = Tree([])
    self.tailLimit = max(1, tailLimit)
    self.deltaLimit = max(1, deltaLimit)
  }

  var snapshot: Tree.Snapshot {
    var runs = [base.run]
    if delta.liveCount > 0 { runs.append(delta.run) }
    if tailTree.count > 0 { runs.append(PackedRun(tree: tailTree, dead: nil)) }
    return Tree.Snapshot(runs: runs)
  }

  var count: Int { base.liveCount + delta.liveCount + tailTree.count }

  /// - Returns: whether a merge is due.
  mutating func apply(put: [Tree.Entry], remove: [UInt32]) -> Bool {
    for item in remove { forget(item) }
    // All before any is put: an item may come with several entries.
    for entry in put { forget(entry.item) }
    for entry in put { tail[entry.item, default: []].append(entry) }
    packTail()
    let isLarge = delta.tree.count > max(deltaLimit, base.tree.count / 8)
    return isLarge && changedSinceMerge == nil
  }

  mutating func reset(to tree: Tree) {
    base = LayerPart(tree)
    delta = LayerPart(Tree([]))
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
      generation: generation, parts: [base, delta], tail: tail.values.flatMap { $0 })
  }

  /// - Returns: false if everything was replaced meanwhile.
  mutating func finishMerge(_ merge: Merge, with merged: Tree) -> Bool {
    guard merge.generation == generation, let changed = changedSinceMerge else { return false }
    changedSinceMerge = nil
    let later =
      delta.liveEntries.filter { changed.contains($0.item) }
      + tail.values.joined().filter { changed.contains($0.item) }
    base = LayerPart(merged)
    for item in changed { base.kill(item) }
    delta = LayerPart(Tree([]))
    tail = [:]
    for entry in later { tail[entry.item, default: []].append(entry) }
    packTail()
    return true
  }

  private mutating func forget(_ item: UInt32) {
    tail[item] = nil
    delta.kill(item)
    base.kill(item)
    changedSinceMerge?.insert(item)
  }

  /// Rebuilds the tail's tree; a tail that has grown too long goes into the delta.
  private mutating func packTail() {
    let entries = tail.values.flatMap { $0 }
    if entries.count > tailLimit {
      delta = LayerPart(Tree(delta.liveEntries + entries))
      tail = [:]
      tailTree = Tree([])
    } else {
      tailTree = Tree(entries)
    }
  }

  func checkInvariants() -> [String] {
    var problems = base.tree.checkInvariants() + delta.tree.checkInvariants()
    problems += tailTree.checkInvariants()
    let parts = [base.liveEntries, delta.liveEntries, tail.values.flatMap { $0 }]
    let items = parts.map { Set($0.map(\.item)) }
    for (i, j) in [(0, 1), (0, 2), (1, 2)] where !items[i].isDisjoint(with: items[j]) {
      problems.append("parts \(i) and \(j) share living items")
    }
    if Set((0..<tailTree.count).map { tailTree.entry($0) }) != Set(parts[2]) {
      problems.append("the tree of the tail does not hold the tail")
    }
    if parts.reduce(0, { $0 + $1.count }) != count { problems.append("the count is wrong") }
    return problems
  }
}
