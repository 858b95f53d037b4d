/// One tree of a layer, as the writer sees it: with its dead entries and a way from items to them.
struct LayerPart<Tree: PackedTree>: Sendable {
  let tree: Tree
  /// For every leaf one bit per dead entry; nil if there is none.
  private(set) var dead: [UInt16]?
  private(set) var deadCount = 0
  /// Places in the tree sorted by item; built when first needed, so that a mapped base is ready at
  /// once.
  private var placesByItem: [UInt32]?
  /// The highest item; what is new has a higher one, and is not looked for.
  private var highest: UInt32?

  init(_ tree: Tree) { self.tree = tree }

  var liveCount: Int { tree.count - deadCount }

  var run: PackedRun<Tree> { PackedRun(tree: tree, dead: dead) }

  /// Marks the entries of an item dead.
  mutating func kill(_ item: UInt32) {
    guard item <= highestItem() else { return }
    let places: [UInt32]
    if let placesByItem {
      places = placesByItem
    } else {
      places = tree.placesByItem()
      placesByItem = places
    }
    var low = 0
    var high = places.count
    while low < high {
      let middle = low + (high - low) / 2
      if tree.entry(Int(places[middle])).item < item { low = middle + 1 } else { high = middle }
    }
    while low < places.count, tree.entry(Int(places[low])).item == item {
      markDead(Int(places[low]))
      low += 1
    }
  }

  /// - Complexity: O(n) the first time.
  private mutating func highestItem() -> UInt32 {
    if let highest { return highest }
    var found: UInt32 = 0
    for rank in 0..<tree.count { found = max(found, tree.entry(rank).item) }
    highest = found
    return found
  }

  func isDead(_ rank: Int) -> Bool {
    guard let dead else { return false }
    return dead[rank / PackedNodes.fanout] & (1 << UInt16(rank % PackedNodes.fanout)) != 0
  }

  /// The entries that count.
  var liveEntries: [Tree.Entry] { tree.entries(except: dead) }

  private mutating func markDead(_ rank: Int) {
    if isDead(rank) { return }
    let leaves = (tree.count + PackedNodes.fanout - 1) / PackedNodes.fanout
    dead = dead ?? [UInt16](repeating: 0, count: leaves)
    dead?[rank / PackedNodes.fanout] |= 1 << UInt16(rank % PackedNodes.fanout)
    deadCount += 1
  }
}
