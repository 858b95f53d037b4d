import Base
import Geodesy

/// The entries of a layer by slot number, in blocks that are shared between versions.
///
/// A version is a value: changing a few entries copies the blocks they stand in and the list of
/// blocks, nothing else, so that readers of older versions are never disturbed.
///
/// - Thread: pure.
struct EntryStore: Sendable {
  /// What is kept of one entry beside its body and its place in the indexes.
  struct Head: Sendable {
    var id: EntityID
    var height: Float
    var priority: UInt8
    var bodyStart: UInt32
    var bodyEnd: UInt32
  }

  /// 512 entries and their bodies, written once.
  final class Block: Sendable {
    let heads: [Head]
    let bodies: [UInt8]

    init(heads: [Head], bodies: [UInt8]) {
      self.heads = heads
      self.bodies = bodies
    }
  }

  static let blockSize = 512
  private static let vacant = Head(
    id: EntityID(high: 0, low: 0), height: 0, priority: 0, bodyStart: 0, bodyEnd: 0)

  private(set) var blocks: [Block]

  init(blocks: [Block] = []) { self.blocks = blocks }

  /// The entry at a slot that an index of the same version named.
  func head(_ slot: UInt32) -> Head {
    let block = Int(slot) / EntryStore.blockSize
    guard block < blocks.count else { return EntryStore.vacant }
    return blocks[block].heads[Int(slot) % EntryStore.blockSize]
  }

  /// Lends the body at a slot.
  func withBody<Result>(_ slot: UInt32, _ use: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let index = Int(slot) / EntryStore.blockSize
    guard index < blocks.count else { return use(UnsafeBufferPointer(start: nil, count: 0)) }
    let block = blocks[index]
    let head = block.heads[Int(slot) % EntryStore.blockSize]
    return block.bodies.withUnsafeBufferPointer { bodies in
      use(UnsafeBufferPointer(rebasing: bodies[Int(head.bodyStart)..<Int(head.bodyEnd)]))
    }
  }

  /// Puts entries at slots; nil makes a slot vacant.
  ///
  /// - Complexity: O(blocks touched · block size + blocks).
  mutating func put(_ changes: [(slot: UInt32, entry: CatalogEntry?)]) {
    let byBlock = Dictionary(grouping: changes) { Int($0.slot) / EntryStore.blockSize }
    for (index, changes) in byBlock.sorted(by: { $0.key < $1.key }) {
      while blocks.count <= index {
        blocks.append(
          Block(
            heads: Array(repeating: EntryStore.vacant, count: EntryStore.blockSize), bodies: []))
      }
      blocks[index] = EntryStore.rebuilt(blocks[index], changes)
    }
  }

  private static func rebuilt(
    _ block: Block, _ changes: [(slot: UInt32, entry: CatalogEntry?)]
  ) -> Block {
    var latest: [Int: CatalogEntry?] = [:]
    for change in changes { latest[Int(change.slot) % blockSize] = .some(change.entry) }
    var heads = block.heads
    var bodies: [UInt8] = []
    bodies.reserveCapacity(
      block.bodies.count + changes.reduce(0) { $0 + ($1.entry?.body.count ?? 0) })
    for i in heads.indices {
      let start = UInt32(clamping: bodies.count)
      if let change = latest[i] {
        if let entry = change {
          bodies.append(contentsOf: entry.body)
          heads[i] = Head(
            id: entry.id, height: Float(entry.height), priority: entry.priority, bodyStart: start,
            bodyEnd: UInt32(clamping: bodies.count))
        } else {
          heads[i] = vacant
        }
      } else if heads[i].bodyEnd > heads[i].bodyStart {
        bodies.append(contentsOf: block.bodies[Int(heads[i].bodyStart)..<Int(heads[i].bodyEnd)])
        heads[i].bodyStart = start
        heads[i].bodyEnd = UInt32(clamping: bodies.count)
      }
    }
    return Block(heads: heads, bodies: bodies)
  }

  /// The slot of every identifier among the first `count` slots.
  func slots(count: Int) -> [EntityID: UInt32] {
    var slots: [EntityID: UInt32] = [:]
    slots.reserveCapacity(count)
    var slot: UInt32 = 0
    for block in blocks {
      for head in block.heads where Int(slot) < count {
        slots[head.id] = slot
        slot += 1
      }
    }
    return slots
  }

  /// Fills an empty store from the first slot on.
  struct Builder {
    private var blocks: [Block] = []
    private var heads: [Head] = []
    private var bodies: [UInt8] = []

    /// Adds an entry and returns its slot.
    mutating func append(_ entry: CatalogEntry) -> UInt32 {
      if heads.count == blockSize { closeBlock() }
      let start = UInt32(clamping: bodies.count)
      bodies.append(contentsOf: entry.body)
      heads.append(
        Head(
          id: entry.id, height: Float(entry.height), priority: entry.priority, bodyStart: start,
          bodyEnd: UInt32(clamping: bodies.count)))
      return UInt32(clamping: blocks.count * blockSize + heads.count - 1)
    }

    private mutating func closeBlock() {
      heads += Array(repeating: vacant, count: blockSize - heads.count)
      blocks.append(Block(heads: heads, bodies: Array(bodies)))
      heads.removeAll(keepingCapacity: true)
      bodies.removeAll(keepingCapacity: true)
    }

    mutating func finish() -> EntryStore {
      if !heads.isEmpty { closeBlock() }
      return EntryStore(blocks: blocks)
    }
  }
}
