import Base
import FlatFiles
import SpatialIndex

/// A layer as it was at one moment, in one mapped file: a start with a million entries takes
/// fractions of a second instead of the time to read and encode a million rows.
///
/// It is only ever a shortcut. ``stamp`` says to which change of which database it belongs; what
/// came later is applied from the change log; a file that does not fit in any way is passed over.
///
/// - Thread: shared.
struct CatalogSnapshot: Sendable {
  /// What a snapshot belongs to.
  struct Stamp: Hashable, Sendable {
    /// The form of the bodies; another means that they must be encoded anew.
    var bodyVersion: UInt32
    /// The last change that is contained, and what it was: a database restored from a backup uses
    /// the same numbers for other changes.
    var sequence: Int64
    var at: Int64
    var subject: EntityID
  }

  static let format = FlatFile.Format(magic: "WAYCATLG", version: 3)

  /// The arrays of the file.
  enum Part: UInt32, CaseIterable {
    /// Body version, sequence, time, subject (2), number of slots.
    case facts = 1
    case heads
    /// Where the bodies of each block begin, and the end of the last.
    case bodyStarts
    case bodies
    /// Occupied slots by identifier.
    case order
    /// For each slot of all blocks the number of its combination of sub-realms.
    case sharings
    /// How many sub-realms each combination has, then the sub-realms (2 numbers each).
    case combinationSizes
    case combinations
    /// The sub-realms (2 numbers each), where their indexes begin, and the end of the last.
    case realms
    case treeStarts
    case trees
  }

  let stamp: Stamp
  let entries: EntryStore
  let slotCount: Int
  let order: FlatArray<UInt32>
  let sharings: RealmSets
  let trees: [EntityID: PackedPoints]

  /// Maps and checks a file.
  ///
  /// - Throws: ``FlatFileError`` or ``SnapshotError`` if it cannot be used.
  /// - Complexity: one pass over the bytes for the checksum; nothing per entry but its bounds.
  init(mapping path: String) throws {
    let file = try FlatFile(FlatMemory(mapping: path), format: CatalogSnapshot.format)
    func numbers(_ part: Part) throws -> FlatArray<UInt64> {
      try file.array(part.rawValue, of: UInt64.self)
    }
    let facts = try numbers(.facts)
    guard facts.count == 6, let count = Int(exactly: facts[5]) else {
      throw FlatFileError.inconsistent("the facts are not whole")
    }
    stamp = Stamp(
      bodyVersion: UInt32(truncatingIfNeeded: facts[0]), sequence: Int64(bitPattern: facts[1]),
      at: Int64(bitPattern: facts[2]), subject: EntityID(high: facts[3], low: facts[4]))
    slotCount = count
    entries = try CatalogSnapshot.entries(
      heads: file.array(Part.heads.rawValue, of: EntryStore.Head.self),
      starts: numbers(.bodyStarts), bodies: file.array(Part.bodies.rawValue, of: UInt8.self),
      sharings: file.array(Part.sharings.rawValue, of: UInt32.self))
    order = try file.array(Part.order.rawValue, of: UInt32.self)
    sharings = try RealmSets(
      ofSlot: Array(file.array(Part.sharings.rawValue, of: UInt32.self).prefix(count)),
      combinations: CatalogSnapshot.combinations(
        sizes: file.array(Part.combinationSizes.rawValue, of: UInt32.self),
        realms: numbers(.combinations)))
    trees = try CatalogSnapshot.trees(
      realms: numbers(.realms), starts: numbers(.treeStarts),
      bytes: file.array(Part.trees.rawValue, of: UInt8.self))
    guard sharings.count == slotCount, slotCount <= entries.blocks.count * EntryStore.blockSize,
      order.count <= slotCount, order.allSatisfy({ Int($0) < slotCount })
    else { throw FlatFileError.inconsistent("the slots do not match") }
  }

  private static func entries(
    heads: FlatArray<EntryStore.Head>, starts: FlatArray<UInt64>, bodies: FlatArray<UInt8>,
    sharings: FlatArray<UInt32>
  ) throws(FlatFileError) -> EntryStore {
    let count = heads.count / EntryStore.blockSize
    guard heads.count % EntryStore.blockSize == 0, starts.count == count + 1,
      sharings.count == heads.count
    else {
      throw .inconsistent("the blocks are not whole")
    }
    var blocks: [EntryStore.Block] = []
    blocks.reserveCapacity(count)
    for index in 0..<count {
      guard let start = Int(exactly: starts[index]), let end = Int(exactly: starts[index + 1]),
        start <= end, end <= bodies.count
      else { throw .inconsistent("a block's bodies lie outside") }
      let first = index * EntryStore.blockSize
      let block = EntryStore.Block(
        heads: heads.part(first..<first + EntryStore.blockSize), bodies: bodies.part(start..<end),
        sharings: sharings.part(first..<first + EntryStore.blockSize))
      let length = UInt32(clamping: end - start)
      guard block.heads.allSatisfy({ $0.bodyStart <= $0.bodyEnd && $0.bodyEnd <= length }) else {
        throw .inconsistent("a body lies outside")
      }
      blocks.append(block)
    }
    return EntryStore(blocks: blocks)
  }

  private static func combinations(
    sizes: FlatArray<UInt32>, realms: FlatArray<UInt64>
  ) throws(FlatFileError) -> [[EntityID]] {
    var result: [[EntityID]] = []
    var place = 0
    for size in sizes {
      guard place + 2 * Int(size) <= realms.count else {
        throw .inconsistent("a combination lies outside")
      }
      result.append(
        (0..<Int(size)).map {
          EntityID(high: realms[place + 2 * $0], low: realms[place + 2 * $0 + 1])
        })
      place += 2 * Int(size)
    }
    return result
  }

  private static func trees(
    realms: FlatArray<UInt64>, starts: FlatArray<UInt64>, bytes: FlatArray<UInt8>
  ) throws -> [EntityID: PackedPoints] {
    guard starts.count == realms.count / 2 + 1 else {
      throw FlatFileError.inconsistent("the indexes are not whole")
    }
    var trees: [EntityID: PackedPoints] = [:]
    for index in 0..<realms.count / 2 {
      guard let start = Int(exactly: starts[index]), let end = Int(exactly: starts[index + 1]),
        start <= end, end <= bytes.count
      else { throw FlatFileError.inconsistent("an index lies outside") }
      let part = bytes.part(start..<end)
      trees[EntityID(high: realms[2 * index], low: realms[2 * index + 1])] = try PackedPoints(
        lying: UnsafeRawBufferPointer(part.buffer), in: part.owner)
    }
    return trees
  }
}
