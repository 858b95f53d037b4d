import Geodesy

/// One tree of a snapshot together with the entries of it that no longer count.
public struct PackedRun<Tree: PackedTree>: Sendable {
  let tree: Tree
  /// For every leaf one bit per entry that was removed or replaced; nil if there is none.
  let dead: [UInt16]?
}

extension PackedRun<PackedPoints> {
  /// Calls `body` with every living entry inside `box` until it returns false.
  @inline(__always)
  func forEach(in box: FixedBox, _ body: (_ lonE7: Int32, _ latE7: Int32, _ item: UInt32) -> Bool) {
    tree.nodes.forEachLeaf(touching: box) { index in
      var goesOn = true
      forEach(inLeaf: index, in: box) { lon, lat, item in
        if goesOn { goesOn = body(lon, lat, item) }
      }
      return goesOn
    }
  }

  /// Calls `body` with every living entry of a leaf that is inside `box`.
  @inline(__always)
  func forEach(
    inLeaf index: Int, in box: FixedBox,
    _ body: (_ lonE7: Int32, _ latE7: Int32, _ item: UInt32) -> Void
  ) {
    let leaf = tree.nodes.leaf(index)
    var mask = PackedNodes.inside(leaf, box)
    if mask == 0 { return }
    if let dead { mask &= ~UInt32(dead[index]) }
    while mask != 0 {
      let place = leaf + mask.trailingZeroBitCount * 4
      mask &= mask &- 1
      body(
        place.load(as: Int32.self), place.load(fromByteOffset: 64, as: Int32.self),
        place.load(fromByteOffset: 128, as: UInt32.self))
    }
  }
}

extension PackedRun<PackedBoxes> {
  /// Calls `body` with every living entry that touches `box`.
  @inline(__always)
  func forEach(touching box: FixedBox, _ body: (FixedBox, UInt32) -> Void) {
    let nodes = tree.nodes
    nodes.forEachLeaf(touching: box) { index in
      let leaf = nodes.leaf(index)
      var mask = PackedNodes.touching(leaf, box)
      if let dead { mask &= ~UInt32(dead[index]) }
      while mask != 0 {
        let lane = mask.trailingZeroBitCount
        mask &= mask &- 1
        body(
          PackedNodes.box(leaf, lane),
          (leaf + lane * 4).load(fromByteOffset: 256, as: UInt32.self))
      }
      return true
    }
  }
}
