/// Writes a ``FlatFile`` array by array, for content that is larger than one wants to hold twice.
///
/// The lengths are told first; then every array's bytes are given in that order, in pieces of any
/// size. Nothing appears under the target's name before ``finish()``.
///
/// - Thread: confined.
public final class FlatFileStream {
  /// One array to come.
  public struct Plan {
    public var name: UInt32
    /// Bytes per element.
    public var size: Int
    public var count: Int

    public init(_ name: UInt32, size: Int, count: Int) {
      self.name = name
      self.size = size
      self.count = count
    }

    var byteCount: Int { size * count }
  }

  private static let pieceSize = 1 << 20

  private let file: DurableFile
  private let format: FlatFile.Format
  private let plans: [Plan]
  private var current = 0
  private var written = 0
  private var offset = 0
  private var sum = FlatChecksum()
  private var buffer: [UInt8] = []

  /// Opens a file beside `path` and writes the list of arrays.
  public init(_ format: FlatFile.Format, _ plans: [Plan], to path: String) throws(FlatFileError) {
    self.format = format
    self.plans = plans
    file = try DurableFile(path)
    buffer.reserveCapacity(FlatFileStream.pieceSize)
    try file.append([UInt8](repeating: 0, count: FlatFile.headerSize))
    var place = FlatFileWriter.aligned(FlatFile.headerSize + plans.count * 24)
    for plan in plans {
      append(plan.name)
      append(UInt32(plan.size))
      append(UInt64(place))
      append(UInt64(plan.count))
      place = FlatFileWriter.aligned(place + plan.byteCount)
    }
    offset = FlatFile.headerSize + plans.count * 24
    try pad()
  }

  /// Adds to the present array; goes on to the next when it is full.
  ///
  /// - Throws: `inconsistent` for more than was announced.
  public func add(_ bytes: UnsafeRawBufferPointer) throws(FlatFileError) {
    try skipFull()
    guard !bytes.isEmpty else { return }
    guard current < plans.count, written + bytes.count <= plans[current].byteCount else {
      throw .inconsistent("more content than was announced")
    }
    buffer.append(contentsOf: bytes)
    written += bytes.count
    offset += bytes.count
    if buffer.count >= FlatFileStream.pieceSize { try spill() }
    try skipFull()
  }

  /// Adds elements to the present array.
  public func add<Element: BitwiseCopyable>(_ elements: [Element]) throws(FlatFileError) {
    let result = elements.withUnsafeBytes { bytes in
      Result { () throws(FlatFileError) in try add(bytes) }
    }
    try result.get()
  }

  /// Completes the header, flushes to disk, and renames the file to its name.
  ///
  /// - Returns: its length.
  @discardableResult
  public func finish() throws(FlatFileError) -> Int {
    try skipFull()
    guard current == plans.count else { throw .inconsistent("less content than was announced") }
    try spill()
    var header = [UInt8](repeating: 0, count: FlatFile.headerSize)
    header.withUnsafeMutableBytes { header in
      header.storeBytes(of: format.magicNumber, as: UInt64.self)
      header.storeBytes(of: format.version, toByteOffset: 8, as: UInt32.self)
      header.storeBytes(of: UInt32(plans.count), toByteOffset: 12, as: UInt32.self)
      header.storeBytes(of: UInt64(offset), toByteOffset: 16, as: UInt64.self)
      header.storeBytes(of: sum.finish(arrays: plans.count), toByteOffset: 24, as: UInt64.self)
    }
    try file.replaceStart(with: header)
    try file.finish()
    return offset
  }

  private func skipFull() throws(FlatFileError) {
    while current < plans.count, written == plans[current].byteCount {
      current += 1
      written = 0
      try pad()
    }
  }

  private func pad() throws(FlatFileError) {
    let zeroes = FlatFileWriter.aligned(offset) - offset
    buffer.append(contentsOf: repeatElement(0, count: zeroes))
    offset += zeroes
    if buffer.count >= FlatFileStream.pieceSize { try spill() }
  }

  private func append<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { buffer.append(contentsOf: $0) }
  }

  private func spill() throws(FlatFileError) {
    buffer.withUnsafeBytes { sum.add($0) }
    try file.append(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
