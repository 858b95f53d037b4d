import Base
import FlatFiles
import Geodesy
import SpatialIndex

/// The entries of a layer by slot number, in blocks that are shared between versions.
///
/// A version is a value: changing a few entries copies the blocks they stand in and the lists that
/// hold these, nothing else, so that readers of older versions are never disturbed. Blocks lie in
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
    var priority: UInt16
    /// Metres in eighths, rounded up.
    var reachEighths: UInt16
    var position: FixedPosition

    var id: EntityID { EntityID(high: idHigh, low: idLow) }

    /// Metres that the entry does not reach farther from its position than.
    var reach: Float { Float(reachEighths) / 8 }

    var isVacant: Bool { idHigh == 0 && idLow == 0 }

    static let vacant = Head(
      idHigh: 0, idLow: 0, bodyStart: 0, bodyEnd: 0, height: 0, priority: 0,
      reachEighths: 0, position: FixedPosition(lonE7: 0, latE7: 0))

    init(_ entry: CatalogEntry, bodyStart: Int, bodyEnd: Int) {
      self.init(
        idHigh: entry.id.high, idLow: entry.id.low, bodyStart: UInt32(clamping: bodyStart),
        bodyEnd: UInt32(clamping: bodyEnd), height: Float(entry.height),
        priority: UInt16(entry.priority), reachEighths: Head.eighths(entry.reach),
        position: FixedPosition(entry.position))
    }

    private static func eighths(_ metres: Double) -> UInt16 {
      let eighths = (metres * 8).rounded(.up)
      return eighths > 0 ? UInt16(min(eighths, Double(UInt16.max))) : 0
    }

    private init(
      idHigh: UInt64, idLow: UInt64, bodyStart: UInt32, bodyEnd: UInt32, height: Float,
      priority: UInt16, reachEighths: UInt16, position: FixedPosition
    ) {
      self.idHigh = idHigh
      self.idLow = idLow
      self.bodyStart = bodyStart
      self.bodyEnd = bodyEnd
      self.height = height
      self.priority = priority
      self.reachEighths = reachEighths
      self.position = position
    }
  }

  /// 512 entries and their bodies, written once.
  struct Block: Sendable {
    let heads: FlatArray<Head>
    let bodies: FlatArray<UInt8>
    /// The number of each entry's combination of sub-realms; that of a vacant slot means nothing.
    let sharings: FlatArray<UInt32>
    /// What readers have derived from these entries: it is gone with the block.
    let notes = Guarded<CatalogBlock.Notes>(nil)

    /// How far the entries of each neighbourhood reach at most.
    var reaches: [Float] {
      stride(from: 0, to: heads.count, by: Reaches.neighbourhood).map { first in
        heads.buffer[first..<min(first + Reaches.neighbourhood, heads.count)].reduce(0) {
          max($0, $1.reach)
        }
      }
    }
  }

  /// An entry to be put at a slot; without one the slot becomes vacant.
  struct Change {
    var slot: UInt32
    var entry: CatalogEntry?
    /// The number of its combination of sub-realms.
    var sharing: UInt32
  }

  static let blockSize = 512

  private(set) var blocks: BlockList
  /// How far entries reach from their positions, by slots.
  private(set) var reaches = Reaches()

  init(blocks: [Block] = []) {
    self.blocks = BlockList(blocks)
    for number in blocks.indices { takeReaches(ofBlock: number) }
  }

  private mutating func takeReaches(ofBlock number: Int) {
    let first = number * (EntryStore.blockSize / Reaches.neighbourhood)
    for (place, reach) in blocks[number].reaches.enumerated() {
      reaches.set(reach, neighbourhood: first + place)
    }
  }

  /// The entry at a slot that an index of the same version named.
  func head(_ slot: UInt32) -> Head {
    let block = Int(slot) / EntryStore.blockSize
    guard block < blocks.count else { return .vacant }
    return blocks[block].heads[Int(slot) % EntryStore.blockSize]
  }

  /// The number of the combination of sub-realms at a slot that an index of the same version named.
  func sharing(_ slot: UInt32) -> UInt32? {
    let block = Int(slot) / EntryStore.blockSize
    guard block < blocks.count else { return nil }
    return blocks[block].sharings[Int(slot) % EntryStore.blockSize]
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

  /// Puts entries at slots, or makes slots vacant.
  ///
  /// - Complexity: O(blocks touched · block size + √blocks).
  mutating func put(_ changes: [Change]) {
    let byBlock = Dictionary(grouping: changes) { Int($0.slot) / EntryStore.blockSize }
    for (index, changes) in byBlock.sorted(by: { $0.key < $1.key }) {
      while blocks.count <= index {
        blocks.append(
          Block(
            heads: FlatArray(Array(repeating: .vacant, count: EntryStore.blockSize)),
            bodies: FlatArray([]),
            sharings: FlatArray(Array(repeating: 0, count: EntryStore.blockSize))))
      }
      blocks[index] = EntryStore.rebuilt(blocks[index], changes)
      takeReaches(ofBlock: index)
    }
  }

  private static func rebuilt(_ block: Block, _ changes: [Change]) -> Block {
    var latest: [Int: CatalogEntry?] = [:]
    var sharings = Array(block.sharings)
    for change in changes {
      latest[Int(change.slot) % blockSize] = .some(change.entry)
      sharings[Int(change.slot) % blockSize] = change.sharing
    }
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
    return Block(
      heads: FlatArray(heads), bodies: FlatArray(bodies), sharings: FlatArray(sharings))
  }

  /// Fills an empty store from the first slot on.
  struct Builder: Sendable {
    /// Whole ones.
    private var blocks: [(heads: FlatArray<Head>, bodies: FlatArray<UInt8>)] = []
    private var heads: [Head] = []
    private var bodies: [UInt8] = []

    init() { heads.reserveCapacity(blockSize) }

    /// Slots up to now.
    var count: Int { blocks.count * blockSize + heads.count }

    /// Adds an entry and returns its slot.
    mutating func append(_ entry: CatalogEntry) -> UInt32 {
      if heads.count == blockSize { closeBlock() }
      let start = bodies.count
      bodies.append(contentsOf: entry.body)
      heads.append(Head(entry, bodyStart: start, bodyEnd: bodies.count))
      return UInt32(clamping: count - 1)
    }

    private mutating func closeBlock() {
      heads += Array(repeating: .vacant, count: blockSize - heads.count)
      blocks.append((FlatArray(heads), FlatArray(bodies)))
      heads.removeAll(keepingCapacity: true)
      bodies.removeAll(keepingCapacity: true)
    }

    /// Leaves the rest of the last block vacant, so that ``count`` is one of whole blocks.
    mutating func fillBlock() {
      if !heads.isEmpty { closeBlock() }
    }

    /// Adds the blocks of another behind those up to now, which are whole.
    mutating func append(contentsOf other: Builder) {
      fillBlock()
      blocks += other.blocks
      heads = other.heads
      bodies = other.bodies
    }

    /// - Parameter sharings: the number of each slot's combination of sub-realms.
    mutating func finish(_ sharings: RealmSets) -> EntryStore {
      fillBlock()
      return EntryStore(
        blocks: blocks.enumerated().map { index, block in
          let slots = index * blockSize..<(index + 1) * blockSize
          return Block(
            heads: block.heads, bodies: block.bodies,
            sharings: FlatArray(
              slots.map { $0 < sharings.count ? sharings.number(ofSlot: UInt32(clamping: $0)) : 0 }
            ))
        })
    }
  }
}
