import Geodesy

extension PackedNodes {
  /// Writes the header; the last step of building.
  func seal(kind: SnapshotHeader.Kind, hasRepeatedItems: Bool) {
    let base = storage.base
    base.storeBytes(of: SnapshotHeader.magic.littleEndian, as: UInt64.self)
    base.storeBytes(of: SnapshotHeader.version.littleEndian, toByteOffset: 8, as: UInt32.self)
    base.storeBytes(of: kind.rawValue.littleEndian, toByteOffset: 12, as: UInt32.self)
    base.storeBytes(of: UInt64(count).littleEndian, toByteOffset: 16, as: UInt64.self)
    base.storeBytes(of: UInt64(storage.byteCount).littleEndian, toByteOffset: 24, as: UInt64.self)
    let repeated: UInt64 = hasRepeatedItems ? 1 : 0
    base.storeBytes(of: repeated.littleEndian, toByteOffset: 40, as: UInt64.self)
  }

  /// The bytes of a snapshot, with the checksum filled in.
  ///
  /// The checksum is computed here and not when the tree is built: most trees are never written.
  func snapshotBytes() -> [UInt8] {
    var bytes = [UInt8](storage.bytes)
    let sum = PackedNodes.checksum(of: storage.bytes)
    withUnsafeBytes(of: sum.littleEndian) { sumBytes in
      for (i, byte) in sumBytes.enumerated() { bytes[32 + i] = byte }
    }
    return bytes
  }

  /// Checks bytes from outside and lays a tree over them.
  ///
  /// - Complexity: O(n), one pass for the checksum (several GB/s).
  static func open(
    _ storage: PackedStorage, kind: SnapshotHeader.Kind, leafBytes: Int
  ) throws(SnapshotError) -> (nodes: PackedNodes, hasRepeatedItems: Bool) {
    let bytes = storage.bytes
    guard bytes.count >= SnapshotHeader.size,
      UInt64(littleEndian: bytes.load(as: UInt64.self)) == SnapshotHeader.magic
    else { throw .notASnapshot }
    let version = UInt32(littleEndian: bytes.load(fromByteOffset: 8, as: UInt32.self))
    guard version == SnapshotHeader.version else { throw .otherVersion(version) }
    guard UInt32(littleEndian: bytes.load(fromByteOffset: 12, as: UInt32.self)) == kind.rawValue
    else { throw .otherKind }
    let stored = UInt64(littleEndian: bytes.load(fromByteOffset: 16, as: UInt64.self))
    guard let count = Int(exactly: stored),
      let expected = byteCount(count: count, leafBytes: leafBytes)
    else { throw .notASnapshot }
    let announced = UInt64(littleEndian: bytes.load(fromByteOffset: 24, as: UInt64.self))
    guard bytes.count == expected, announced == UInt64(expected) else {
      throw .wrongLength(expected: expected, actual: bytes.count)
    }
    let sum = UInt64(littleEndian: bytes.load(fromByteOffset: 32, as: UInt64.self))
    guard sum == checksum(of: bytes) else { throw .wrongChecksum }
    let repeated = UInt64(littleEndian: bytes.load(fromByteOffset: 40, as: UInt64.self))
    return (PackedNodes(storage: storage, count: count, leafBytes: leafBytes), repeated != 0)
  }

  /// Of all fields of the header but the sum itself, and of everything behind it.
  private static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var seed: UInt64 = 0
    for offset in [0, 8, 16, 24, 40, 48, 56] {
      let word = UInt64(littleEndian: bytes.load(fromByteOffset: offset, as: UInt64.self))
      seed = (seed ^ word) &* 0x9e37_79b9_7f4a_7c15
      seed ^= seed >> 31
    }
    let content = UnsafeRawBufferPointer(rebasing: bytes[SnapshotHeader.size...])
    return SnapshotHeader.checksum(content, seed: seed)
  }
}
