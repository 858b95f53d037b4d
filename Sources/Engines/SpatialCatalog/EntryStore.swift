import Base
import FlatFiles
import Geodesy

/// The entries of a layer by slot number, in blocks that are shared between versions.
///
/// A version is a value: changing a few entries copies the blocks they stand in and the list of
/// blocks, nothing else, so that readers of older versions are never disturbed. Blocks lie in
/// memory of their own or in a mapped ``CatalogSnapshot``.
///
/// - Thread: pure.
struct EntryStore: Sendable {
  /// What is kept of one entry beside its body and its place in the indexes; 40 bytes.
  struct Head: BitwiseCopyable, Sendable {
    var idHigh: UInt64
    var idLow: UInt64
    var bodyStart: UInt32
    var bodyEnd: UInt32
    var height: Float
    var priority: UInt32
    var position: FixedPosition

    var id: EntityID { EntityID(high: idHigh, low: idLow) }

    var isVacant: Bool { idHigh == 0 && idLow == 0 }

    static let vacant = Head(
      idHigh: 0, idLow: 0, bodyStart: 0, bodyEnd: 0, height: 0, priority: 0,
      position: FixedPosition(lonE7: 0, latE7: 0))

    init(_ entry: CatalogEntry, bodyStart: Int, bodyEnd: Int) {
      self.init(
        idHigh: entry.id.high, idLow: entry.id.low, bodyStart: UInt32(clamping: bodyStart),
        bodyEnd: UInt32(clamping: bodyEnd), height: Float(entry.height),
        priority: UInt32(entry.priority), position: FixedPosition(entry.position))
    }

    private init(
      idHigh: UInt64, idLow: UInt64, bodyStart: UInt32, bodyEnd: UInt32, height: Float,
      priority: UInt32, position: FixedPosition
    ) {
      self.idHigh = idHigh
      self.idLow = idLow
      self.bodyStart = bodyStart
      self.bodyEnd = bodyEnd
      self.height = height
      self.priority = priority
      self.position = position
    }
  }

  /// 512 entries and their bodies, written once.
  struct Block: Sendable {
    let heads: FlatArray<Head>
    let bodies: FlatArray<UInt8>
  }

  static let blockSize = 512

  private(set) var blocks: [Block]

  init(blocks: [Block] = []) { self.blocks = blocks }

  /// Whether both share one list of blocks: then they are equal.
  func hasSameBlocks(as other: EntryStore) -> Bool {
    blocks.withUnsafeBufferPointer { own in
      other.blocks.withUnsafeBufferPointer {
        own.baseAddress == $0.baseAddress && own.count == $0.count
      }
    }
  }

  /// The entry at a slot that an index of the same version named.
  func head(_ slot: UInt32) -> Head {
    let block = Int(slot) / EntryStore.blockSize
    guard block < blocks.count else { return .vacant }
    return blocks[block].heads[Int(slot) % EntryStore.blockSize]
  }

  /// Lends the body at a slot.
  func withBody<Result>(_ slot: UInt32, _ use: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let index = Int(slot) / EntryStore.blockSize
    guard index < blocks.count else { return use(UnsafeBufferPointer(start: nil, count: 0)) }
    let block = blocks[index]
    let head = block.heads[Int(slot) % EntryStore.blockSize]
    return withExtendedLifetime(block) {
      use(
        UnsafeBufferPointer(
          rebasing: block.bodies.buffer[Int(head.bodyStart)..<Int(head.bodyEnd)]))
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
            heads: FlatArray(Array(repeating: .vacant, count: EntryStore.blockSize)),
            bodies: FlatArray([])))
      }
      blocks[index] = EntryStore.rebuilt(blocks[index], changes)
    }
  }

  private static func rebuilt(
    _ block: Block, _ changes: [(slot: UInt32, entry: CatalogEntry?)]
  ) -> Block {
    var latest: [Int: CatalogEntry?] = [:]
    for change in changes { latest[Int(change.slot) % blockSize] = .some(change.entry) }
    var heads = Array(block.heads)
    var bodies: [UInt8] = []
    bodies.reserveCapacity(
      block.bodies.count + changes.reduce(0) { $0 + ($1.entry?.body.count ?? 0) })
    for i in heads.indices {
      let start = bodies.count
      if let change = latest[i] {
        if let entry = change {
          bodies.append(contentsOf: entry.body)
          heads[i] = Head(entry, bodyStart: start, bodyEnd: bodies.count)
        } else {
          heads[i] = .vacant
        }
      } else if heads[i].bodyEnd > heads[i].bodyStart {
        bodies.append(
          contentsOf: block.bodies.buffer[Int(heads[i].bodyStart)..<Int(heads[i].bodyEnd)])
        heads[i].bodyStart = UInt32(clamping: start)
        heads[i].bodyEnd = UInt32(clamping: bodies.count)
      }
    }
    return Block(heads: FlatArray(heads), bodies: FlatArray(bodies))
  }

  /// Fills an empty store from the first slot on.
  struct Builder {
    private var blocks: [Block] = []
    private var heads: [Head] = []
    private var bodies: [UInt8] = []

    /// Adds an entry and returns its slot.
    mutating func append(_ entry: CatalogEntry) -> UInt32 {
      if heads.count == blockSize { closeBlock() }
      let start = bodies.count
      bodies.append(contentsOf: entry.body)
      heads.append(Head(entry, bodyStart: start, bodyEnd: bodies.count))
      return UInt32(clamping: blocks.count * blockSize + heads.count - 1)
    }

    private mutating func closeBlock() {
      heads += Array(repeating: .vacant, count: blockSize - heads.count)
      blocks.append(Block(heads: FlatArray(heads), bodies: FlatArray(bodies)))
      heads.removeAll(keepingCapacity: true)
      bodies.removeAll(keepingCapacity: true)
    }

    mutating func finish() -> EntryStore {
      if !heads.isEmpty { closeBlock() }
      return EntryStore(blocks: blocks)
    }
  }
}
