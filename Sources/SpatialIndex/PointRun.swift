import Geodesy

/// One tree of a snapshot together with the entries of it that no longer count.
struct PointRun: Sendable {
  let tree: PackedPoints
  /// For every leaf one bit per entry that was removed or replaced; nil if there is none.
  let dead: [UInt16]?

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
