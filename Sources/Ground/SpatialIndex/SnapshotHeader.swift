/// The first 64 bytes of an index snapshot; numbers are little-endian.
///
/// | offset | content |
/// |---|---|
/// | 0 | `WAYRTREE` |
/// | 8 | format version, 4 bytes |
/// | 12 | kind: 0 positions, 1 boxes, 4 bytes |
/// | 16 | number of entries, 8 bytes |
/// | 24 | length of all in bytes, 8 bytes |
/// | 32 | checksum of everything behind the header and of the fields above, 8 bytes |
/// | 40 | 1 if an item has several boxes, else 0, 8 bytes |
/// | 48 | zero |
struct SnapshotHeader {
  static let size = 64
  static let version: UInt32 = 1
  /// "WAYRTREE" read as a little-endian number.
  static let magic: UInt64 = 0x4545_5254_5259_4157

  enum Kind: UInt32 {
    case points = 0
    case boxes = 1
  }

  /// A fast checksum against damage, not against forgery: four independent multiply-xor lanes.
  ///
  /// - Parameter bytes: aligned to 8, the count a multiple of 64.
  static func checksum(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    let prime: UInt64 = 0x9e37_79b1_85eb_ca87
    var a = seed ^ 0x60ea_27ee_adc0_b5d6
    var b = seed ^ 0xc2b2_ae3d_27d4_eb4f
    var c = seed ^ 0x1656_67b1_9e37_79f9
    var d = seed ^ 0x85eb_ca77_c2b2_ae63
    var offset = 0
    while offset + 32 <= bytes.count {
      a = mix(a, UInt64(littleEndian: bytes.load(fromByteOffset: offset, as: UInt64.self)), prime)
      b = mix(
        b, UInt64(littleEndian: bytes.load(fromByteOffset: offset + 8, as: UInt64.self)), prime)
      c = mix(
        c, UInt64(littleEndian: bytes.load(fromByteOffset: offset + 16, as: UInt64.self)), prime)
      d = mix(
        d, UInt64(littleEndian: bytes.load(fromByteOffset: offset + 24, as: UInt64.self)), prime)
      offset += 32
    }
    var sum = mix(mix(mix(a, b, prime), c, prime), d, prime)
    sum ^= sum >> 32
    return sum
  }

  private static func mix(_ state: UInt64, _ word: UInt64, _ prime: UInt64) -> UInt64 {
    let mixed = (state ^ word) &* prime
    return mixed ^ (mixed >> 29)
  }
}
