import Archives
import Base
import Geodata

/// Tiles in compressed form, kept while they fit.
///
/// - Thread: shared.
final class PackedTiles: Sendable {
  private struct Entry {
    var plain: Int
    var packed: [UInt8]
  }

  private struct Cache {
    var entries: [TileAddress: Entry] = [:]
    var bytes = 0
  }

  private static let capacity = 12 << 20
  /// Less than this is not worth it.
  private static let least = 200

  private let cache = Guarded(Cache())

  /// The compressed bytes of a tile; nil where compressing does not pay.
  ///
  /// - Complexity: O(bytes); compressing where the tile, with what is drawn upon it, is another than
  ///   the last time.
  func bytes(of tile: [UInt8], for address: TileAddress) -> [UInt8]? {
    guard tile.count >= PackedTiles.least else { return nil }
    let key = tile.hashValue
    if let known = cache.withLock({ $0.entries[address] }), known.plain == key {
      return known.packed
    }
    guard let packed = Gzip.compress(tile), packed.count < tile.count else { return nil }
    cache.withLock { cache in
      // Simple and good enough: what is looked at again is soon there again.
      if cache.bytes + packed.count > PackedTiles.capacity { cache = Cache() }
      cache.bytes += packed.count - (cache.entries[address]?.packed.count ?? 0)
      cache.entries[address] = Entry(plain: key, packed: packed)
    }
    return packed
  }
}
