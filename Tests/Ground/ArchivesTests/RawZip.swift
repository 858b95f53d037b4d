import Base

/// Writes zip archives byte by byte, so that they can be wrong in chosen ways.
struct RawZip {
  struct Entry {
    var name: [UInt8]
    var content: [UInt8] = Array("hello".utf8)
    var method: UInt16 = 0
    var flags: UInt16 = 0
    /// Upper half of the external attributes: the Unix mode.
    var mode: UInt32 = 0o100644
    /// Declared sizes, if they are to differ from the content's.
    var size: UInt32?
    var compressedSize: UInt32?
    var crc: UInt32?
    /// Place of the local header, if it is to differ from the true one.
    var start: UInt32?

    init(_ name: String) { self.name = Array(name.utf8) }

    func with(_ change: (inout Entry) -> Void) -> Entry {
      var copy = self
      change(&copy)
      return copy
    }
  }

  /// The archive; `between` stands between the directory and the end record.
  static func file(_ entries: [Entry], between: [UInt8] = [], comment: [UInt8] = []) -> [UInt8] {
    var writer = ByteWriter()
    var starts: [UInt32] = []
    for entry in entries {
      starts.append(UInt32(writer.bytes.count))
      writer.littleEndian(UInt32(0x0403_4b50))
      writer.littleEndian(UInt16(20))
      common(entry, &writer)
      writer.append(entry.name)
      writer.append(entry.content)
    }
    let directory = writer.bytes.count
    for (entry, start) in zip(entries, starts) {
      writer.littleEndian(UInt32(0x0201_4b50))
      writer.littleEndian(UInt16(3 << 8 | 20))
      writer.littleEndian(UInt16(20))
      common(entry, &writer)
      writer.littleEndian(UInt16(0))
      writer.littleEndian(UInt16(0))
      writer.littleEndian(UInt16(0))
      writer.littleEndian(entry.mode << 16)
      writer.littleEndian(entry.start ?? start)
      writer.append(entry.name)
    }
    let size = writer.bytes.count - directory
    writer.append(between)
    writer.littleEndian(UInt32(0x0605_4b50))
    writer.littleEndian(UInt32(0))
    writer.littleEndian(UInt16(entries.count))
    writer.littleEndian(UInt16(entries.count))
    writer.littleEndian(UInt32(size))
    writer.littleEndian(UInt32(directory))
    writer.littleEndian(UInt16(comment.count))
    writer.append(comment)
    return writer.bytes
  }

  private static func common(_ entry: Entry, _ writer: inout ByteWriter) {
    writer.littleEndian(entry.flags)
    writer.littleEndian(entry.method)
    writer.littleEndian(UInt16(0))
    writer.littleEndian(UInt16(33))
    writer.littleEndian(entry.crc ?? crc(entry.content))
    writer.littleEndian(entry.compressedSize ?? UInt32(entry.content.count))
    writer.littleEndian(entry.size ?? UInt32(entry.content.count))
    writer.littleEndian(UInt16(entry.name.count))
    writer.littleEndian(UInt16(0))
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xffff_ffff
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? 0xedb8_8320 ^ (sum >> 1) : sum >> 1 }
    }
    return ~sum
  }
}
