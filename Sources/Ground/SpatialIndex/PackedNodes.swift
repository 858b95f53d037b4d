import Geodesy

/// The levels of a packed R-tree above its leaves, and the memory they lie in.
///
/// One flat buffer: a ``SnapshotHeader``, the nodes from the root down, then the leaves. A node is
/// the boxes of its 16 children, side by side so that one comparison tests all of them: 16 wests,
/// 16 souths, 16 easts, 16 norths. Child `c` of node `i` is node `16·i + c` one level below; there
/// are no pointers, so that no content of a damaged file can lead outside the buffer. Unused places
/// hold boxes or positions that nothing touches.
///
/// - Source: Kamel, Faloutsos, "On packing R-trees", CIKM 1993; the flat layout is the idea of the
///   flatbush library.
final class PackedNodes: Sendable {
  static let fanout = 16
  /// 16 boxes of 4 Int32.
  static let nodeBytes = 256
  /// 16^8 leaves hold more entries than UInt32 can number.
  static let maximumHeight = 8

  let storage: PackedStorage
  let count: Int
  let leafCount: Int
  let leafBytes: Int
  /// Levels above the leaves; 0 for one leaf or none.
  let height: Int
  /// Byte offset of each level: [0] is the leaves, [height] the root.
  let levelOffsets: InlineArray<9, Int>
  /// Number of blocks of each level; [0] are the leaves.
  let levelCounts: InlineArray<9, Int>

  /// How many bytes a tree takes; nil if `count` is not sensible.
  static func byteCount(count: Int, leafBytes: Int) -> Int? {
    guard count >= 0, count < Int(UInt32.max) else { return nil }
    var blocks = (count + fanout - 1) / fanout
    var total = SnapshotHeader.size + blocks * leafBytes
    while blocks > 1 {
      blocks = (blocks + fanout - 1) / fanout
      total += blocks * nodeBytes
    }
    return total
  }

  /// Lays a tree of `count` entries over `storage`, which has the right size.
  init(storage: PackedStorage, count: Int, leafBytes: Int) {
    self.storage = storage
    self.count = count
    self.leafBytes = leafBytes
    var counts = InlineArray<9, Int>(repeating: 0)
    var top = 0
    counts[0] = (count + PackedNodes.fanout - 1) / PackedNodes.fanout
    while counts[top] > 1 {
      counts[top + 1] = (counts[top] + PackedNodes.fanout - 1) / PackedNodes.fanout
      top += 1
    }
    leafCount = counts[0]
    height = top
    levelCounts = counts
    var offsets = InlineArray<9, Int>(repeating: 0)
    var offset = SnapshotHeader.size
    for level in stride(from: top, to: 0, by: -1) {
      offsets[level] = offset
      offset += counts[level] * PackedNodes.nodeBytes
    }
    offsets[0] = offset
    levelOffsets = offsets
  }

  @inline(__always)
  func leaf(_ index: Int) -> UnsafeMutableRawPointer {
    storage.base + (levelOffsets[0] + index * leafBytes)
  }

  @inline(__always)
  func node(level: Int, _ index: Int) -> UnsafeMutableRawPointer {
    storage.base + (levelOffsets[level] + index * PackedNodes.nodeBytes)
  }

  /// Which of the 16 children touch `box`, bit i for child i.
  ///
  /// A plain loop over integers: it becomes a dozen vector instructions, which the `SIMD` types'
  /// masks do not.
  @inline(__always)
  static func touching(_ block: UnsafeMutableRawPointer, _ box: FixedBox) -> UInt32 {
    let sides = block.assumingMemoryBound(to: Int32.self)
    var mask: UInt32 = 0
    for i in 0..<16 {
      let west: UInt32 = sides[i] <= box.east ? 1 : 0
      let south: UInt32 = sides[16 &+ i] <= box.north ? 1 : 0
      let east: UInt32 = sides[32 &+ i] >= box.west ? 1 : 0
      let north: UInt32 = sides[48 &+ i] >= box.south ? 1 : 0
      mask |= (west & south & east & north) << UInt32(truncatingIfNeeded: i)
    }
    return mask
  }

  /// Which of 16 positions (16 longitudes, then 16 latitudes) are inside `box`, bit i for the i-th.
  @inline(__always)
  static func inside(_ leaf: UnsafeMutableRawPointer, _ box: FixedBox) -> UInt32 {
    let positions = leaf.assumingMemoryBound(to: Int32.self)
    var mask: UInt32 = 0
    for i in 0..<16 {
      let west: UInt32 = positions[i] >= box.west ? 1 : 0
      let east: UInt32 = positions[i] <= box.east ? 1 : 0
      let south: UInt32 = positions[16 &+ i] >= box.south ? 1 : 0
      let north: UInt32 = positions[16 &+ i] <= box.north ? 1 : 0
      mask |= (west & east & south & north) << UInt32(truncatingIfNeeded: i)
    }
    return mask
  }

  /// One box of a node.
  @inline(__always)
  static func box(_ block: UnsafeMutableRawPointer, _ lane: Int) -> FixedBox {
    let place = block + lane * 4
    return FixedBox(
      west: place.load(as: Int32.self), south: place.load(fromByteOffset: 64, as: Int32.self),
      east: place.load(fromByteOffset: 128, as: Int32.self),
      north: place.load(fromByteOffset: 192, as: Int32.self))
  }

  @inline(__always)
  static func setBox(_ block: UnsafeMutableRawPointer, _ lane: Int, _ box: FixedBox) {
    let place = block + lane * 4
    place.storeBytes(of: box.west, as: Int32.self)
    place.storeBytes(of: box.south, toByteOffset: 64, as: Int32.self)
    place.storeBytes(of: box.east, toByteOffset: 128, as: Int32.self)
    place.storeBytes(of: box.north, toByteOffset: 192, as: Int32.self)
  }

  /// Calls `body` with the number of every leaf whose box touches `box`, in the order of the curve,
  /// until it returns false.
  ///
  /// - Complexity: O(log n + leaves touched).
  @inline(__always)
  func forEachLeaf(touching box: FixedBox, _ body: (Int) -> Bool) {
    if height == 0 {
      if leafCount == 1 { _ = body(0) }
      return
    }
    var pending = InlineArray<9, UInt32>(repeating: 0)
    var place = InlineArray<9, Int>(repeating: 0)
    var level = height
    pending[level] = PackedNodes.touching(node(level: level, 0), box)
    while true {
      let mask = pending[level]
      if mask == 0 {
        if level == height { return }
        level += 1
        continue
      }
      pending[level] = mask & (mask &- 1)
      let child = place[level] * PackedNodes.fanout + mask.trailingZeroBitCount
      if level == 1 {
        // Only a damaged snapshot has boxes behind the last leaf.
        if child < leafCount, !body(child) { return }
      } else {
        level -= 1
        place[level] = child
        pending[level] = PackedNodes.touching(node(level: level, child), box)
      }
    }
  }

  /// Fills all levels above the leaves.
  ///
  /// - Parameter leafBox: the box around the entries of a leaf.
  func fillLevels(leafBox: (Int) -> FixedBox) {
    for level in stride(from: 1, through: height, by: 1) {
      for index in 0..<levelCounts[level] {
        let block = node(level: level, index)
        for lane in 0..<PackedNodes.fanout {
          let child = index * PackedNodes.fanout + lane
          guard child < levelCounts[level - 1] else {
            PackedNodes.setBox(block, lane, .empty)
            continue
          }
          let box =
            level == 1 ? leafBox(child) : PackedNodes.union(of: node(level: level - 1, child))
          PackedNodes.setBox(block, lane, box)
        }
      }
    }
  }

  /// The box around the 16 boxes of a node.
  static func union(of block: UnsafeMutableRawPointer) -> FixedBox {
    var union = FixedBox.empty
    for lane in 0..<fanout { union.formUnion(box(block, lane)) }
    return union
  }

  /// Which boxes are not exactly around what is below them, for tests.
  func checkLevels(leafBox: (Int) -> FixedBox) -> [String] {
    var problems: [String] = []
    for level in stride(from: 1, through: height, by: 1) {
      for child in 0..<levelCounts[level] * PackedNodes.fanout {
        let block = node(level: level, child / PackedNodes.fanout)
        let actual = PackedNodes.box(block, child % PackedNodes.fanout)
        let expected: FixedBox
        if child >= levelCounts[level - 1] {
          expected = .empty
        } else if level == 1 {
          expected = leafBox(child)
        } else {
          expected = PackedNodes.union(of: node(level: level - 1, child))
        }
        if actual != expected {
          problems.append("box \(child) of level \(level) is \(actual), not \(expected)")
        }
      }
    }
    return problems
  }
}
