import Base

/// The central directory of a zip archive, read before anything is unpacked.
///
/// libzip does not tell where entries lie, so this reader finds out whether they overlap.
///
/// - Source: PKWARE APPNOTE 6.3.10, sections 4.3 and 4.4.
struct ZipDirectory {
  struct Item {
    var name: String
    var compressedSize: Int
    var size: Int
    var method: UInt16
    var isEncrypted: Bool
    var isLink: Bool
    var start: Int
  }

  private(set) var items: [Item] = []

  /// - Parameters:
  ///   - length: bytes of the archive.
  ///   - read: gives `count` bytes from an offset; nil if they are not there.
  init(
    length: Int, limits: ZipLimits, read: (_ offset: Int, _ count: Int) -> [UInt8]?
  ) throws(Refusal) {
    // The end record has 22 bytes and a comment of at most 65,535.
    let tailLength = min(length, 22 + 65_535)
    guard tailLength >= 22, let tail = read(length - tailLength, tailLength) else {
      throw ZipRule.broken.refusal("The file is too short for a zip archive")
    }
    guard
      let at = (0...(tailLength - 22)).last(where: { i in
        tail[i] == 0x50 && tail[i + 1] == 0x4b && tail[i + 2] == 5 && tail[i + 3] == 6
          && Int(tail[i + 20]) | Int(tail[i + 21]) << 8 == tailLength - 22 - i
      })
    else { throw ZipRule.broken.refusal("The file is no zip archive, or is cut off") }
    var end = ByteReader(tail[(at + 4)...])
    guard let disk = end.littleEndian(UInt16.self), let startDisk = end.littleEndian(UInt16.self),
      let here = end.littleEndian(UInt16.self), let count = end.littleEndian(UInt16.self),
      let size = end.littleEndian(UInt32.self), let start = end.littleEndian(UInt32.self)
    else { throw ZipRule.broken.refusal("The end record is cut off") }
    guard disk == 0, startDisk == 0, here == count, count != 0xffff, start != 0xffff_ffff else {
      throw ZipRule.broken.refusal("Archives in parts or larger than 4 GiB are not read")
    }
    guard Int(count) <= limits.entries else {
      throw ZipRule.entries.refusal("The archive has \(count) entries, more than \(limits.entries)")
    }
    // Nothing may lie between the directory and its end record, and nothing before the archive.
    let endRecord = length - tailLength + at
    guard Int(start) + Int(size) == endRecord, Int(size) <= Int(count) * 200_000,
      let directory = read(Int(start), Int(size))
    else { throw ZipRule.broken.refusal("The central directory is not where the end record says") }
    var reader = ByteReader(directory)
    for _ in 0..<count { items.append(try Self.item(&reader)) }
    guard reader.remaining == 0 else {
      throw ZipRule.broken.refusal("The central directory has more than its entries")
    }
    try checkOverlaps(directoryStart: Int(start), read: read)
  }

  private static func item(_ reader: inout ByteReader) throws(Refusal) -> Item {
    func cutOff() -> Refusal { ZipRule.broken.refusal("The central directory is cut off") }
    guard reader.littleEndian(UInt32.self) == 0x0201_4b50,
      let madeBy = reader.littleEndian(UInt16.self), reader.take(2) != nil,
      let flags = reader.littleEndian(UInt16.self), let method = reader.littleEndian(UInt16.self),
      reader.take(8) != nil, let packed = reader.littleEndian(UInt32.self),
      let size = reader.littleEndian(UInt32.self),
      let nameLength = reader.littleEndian(UInt16.self),
      let extraLength = reader.littleEndian(UInt16.self),
      let commentLength = reader.littleEndian(UInt16.self), reader.take(4) != nil,
      let attributes = reader.littleEndian(UInt32.self),
      let start = reader.littleEndian(UInt32.self), let name = reader.take(Int(nameLength)),
      reader.take(Int(extraLength)) != nil, reader.take(Int(commentLength)) != nil
    else { throw cutOff() }
    guard packed != .max, size != .max, start != .max else {
      throw ZipRule.broken.refusal("Entries larger than 4 GiB are not read")
    }
    guard let text = String(validating: name, as: UTF8.self) else {
      throw ZipRule.name.refusal("A name is not UTF-8")
    }
    // On Unix the upper half holds the file's mode; 0xa000 marks a symbolic link.
    let isLink = madeBy >> 8 == 3 && attributes >> 16 & 0xf000 == 0xa000
    return Item(
      name: text, compressedSize: Int(packed), size: Int(size), method: method,
      isEncrypted: flags & 0x41 != 0, isLink: isLink, start: Int(start))
  }

  private func checkOverlaps(
    directoryStart: Int, read: (_ offset: Int, _ count: Int) -> [UInt8]?
  ) throws(Refusal) {
    var free = 0
    for item in items.sorted(by: { $0.start < $1.start }) {
      guard item.start >= free else {
        throw ZipRule.overlap.refusal("Entries share the same bytes")
      }
      guard let header = read(item.start, 30), header.starts(with: [0x50, 0x4b, 3, 4]) else {
        throw ZipRule.broken.refusal("An entry is not where the directory says")
      }
      let names = Int(header[26]) | Int(header[27]) << 8
      let extra = Int(header[28]) | Int(header[29]) << 8
      free = item.start + 30 + names + extra + item.compressedSize
      guard free <= directoryStart else {
        throw ZipRule.overlap.refusal("An entry reaches into the directory")
      }
    }
  }
}
