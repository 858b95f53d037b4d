import Base
import CTIFF

/// Reads what a GeoTIFF says of itself, and its samples.
///
/// - Thread: confined.
struct GeoTIFFReader {
  private let tiff: OpaquePointer

  init(_ tiff: OpaquePointer) { self.tiff = tiff }

  /// Tags and keys by their names in the standard.
  private enum Tag {
    static let modelPixelScale: UInt32 = 33550
    static let modelTiepoint: UInt32 = 33922
    static let geoKeyDirectory: UInt32 = 34735
    static let noData: UInt32 = 42113
  }

  private enum Key {
    static let modelType: UInt16 = 1024
    static let rasterType: UInt16 = 1025
    static let geodeticCRS: UInt16 = 2048
    static let projectedCRS: UInt16 = 3072
    static let verticalUnits: UInt16 = 4099
  }

  // Where it lies.

  func place() throws(Refusal)
    -> (west: Double, north: Double, stepEast: Double, stepSouth: Double)
  {
    let keys = keys
    guard keys[Key.modelType] == 2, keys[Key.geodeticCRS] == 4326 else {
      let system =
        keys[Key.projectedCRS].map { "in EPSG:\($0)" }
        ?? keys[Key.geodeticCRS].map { "in EPSG:\($0)" } ?? "in no coordinate system that it names"
      throw .invalid(
        "file",
        "its grid is \(system); heights are read in EPSG:4326. Bring it there first: "
          + "gdalwarp -t_srs EPSG:4326 IN.tif OUT.tif")
    }
    if let unit = keys[Key.verticalUnits], unit != 9001 {
      throw .invalid("file", "its heights are in the unit EPSG:\(unit), not in metres (EPSG:9001)")
    }
    let scale = doubles(Tag.modelPixelScale)
    let tie = doubles(Tag.modelTiepoint)
    guard scale.count >= 2, tie.count >= 6, (scale + tie).allSatisfy(\.isFinite),
      (1e-7...1).contains(scale[0]), (1e-7...1).contains(scale[1])
    else {
      throw .invalid(
        "file",
        "it does not say with one tie point and a step where its grid lies, north up; write it "
          + "anew: gdalwarp -t_srs EPSG:4326 IN.tif OUT.tif")
    }
    // Samples are the middles of their cells, unless they are said to be points.
    let half = keys[Key.rasterType] == 2 ? 0.0 : 0.5
    return (
      tie[3] + (half - tie[0]) * scale[0], tie[4] - (half - tie[1]) * scale[1], scale[0], scale[1]
    )
  }

  private var keys: [UInt16: UInt16] {
    let values = values(Tag.geoKeyDirectory, TIFF_SHORT, as: UInt16.self)
    guard values.count >= 4 else { return [:] }
    var keys: [UInt16: UInt16] = [:]
    for entry in stride(from: 4, to: min(values.count - 3, 4 + 4 * Int(values[3])), by: 4)
    where values[entry + 1] == 0 {
      keys[values[entry]] = values[entry + 3]
    }
    return keys
  }

  private func doubles(_ tag: UInt32) -> [Double] { values(tag, TIFF_DOUBLE, as: Double.self) }

  private func values<Value: BitwiseCopyable>(
    _ tag: UInt32, _ type: TIFFDataType, as _: Value.Type
  ) -> [Value] {
    var data: UnsafeRawPointer?
    let count = Int(wayside_tiff_values(tiff, tag, Int32(type.rawValue), &data))
    guard let data, (1...65_535).contains(count) else { return [] }
    return (0..<count).map {
      data.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Value>.stride, as: Value.self)
    }
  }

  // Samples.

  func size() throws(Refusal) -> (columns: Int, rows: Int) {
    var (width, height): (UInt32, UInt32) = (0, 0)
    guard wayside_tiff_u32(tiff, UInt32(TIFFTAG_IMAGEWIDTH), &width) == 1,
      wayside_tiff_u32(tiff, UInt32(TIFFTAG_IMAGELENGTH), &height) == 1, width > 0, height > 0
    else { throw .invalid("file", "it holds no grid") }
    let (count, overflow) = Int(width).multipliedReportingOverflow(by: Int(height))
    guard !overflow, count <= GeoTIFF.maximumSamples else {
      throw .invalid(
        "file",
        "it has \(width) by \(height) samples, more than \(GeoTIFF.maximumSamples); cut it into "
          + "pieces: gdal_translate -projwin WEST NORTH EAST SOUTH IN.tif OUT.tif")
    }
    return (Int(width), Int(height))
  }

  func samples(columns: Int, rows: Int) throws(Refusal) -> [Float] {
    guard u16(TIFFTAG_SAMPLESPERPIXEL) == 1 else {
      throw .invalid("file", "it has several bands; heights are one")
    }
    guard let kind = SampleKind(format: u16(TIFFTAG_SAMPLEFORMAT), bits: u16(TIFFTAG_BITSPERSAMPLE))
    else {
      throw .invalid(
        "file",
        "its samples are no numbers of 16 or 32 bits; write them so: "
          + "gdal_translate -ot Float32 IN.tif OUT.tif")
    }
    let isTiled = TIFFIsTiled(tiff) != 0
    var (width, height): (UInt32, UInt32) = (UInt32(columns), UInt32(rows))
    if isTiled {
      _ = wayside_tiff_u32(tiff, UInt32(TIFFTAG_TILEWIDTH), &width)
      _ = wayside_tiff_u32(tiff, UInt32(TIFFTAG_TILELENGTH), &height)
    } else if wayside_tiff_u32(tiff, UInt32(TIFFTAG_ROWSPERSTRIP), &height) != 1 {
      height = UInt32(rows)
    }
    let block = (columns: Int(width), rows: min(Int(height), isTiled ? Int(height) : rows))
    let size = Int(isTiled ? TIFFTileSize(tiff) : TIFFStripSize(tiff))
    guard block.columns > 0, block.rows > 0, (1...8 * GeoTIFF.maximumSamples).contains(size),
      size >= block.columns * block.rows * kind.bytes
    else { throw .invalid("file", "its blocks of samples make no grid") }
    var samples = [Float](repeating: .nan, count: columns * rows)
    var buffer = [UInt8](repeating: 0, count: size)
    let across = (columns + block.columns - 1) / block.columns
    let down = (rows + block.rows - 1) / block.rows
    let unknown = noData
    for number in 0..<across * down {
      let read = buffer.withUnsafeMutableBytes { bytes in
        isTiled
          ? TIFFReadEncodedTile(tiff, UInt32(number), bytes.baseAddress, tmsize_t(size))
          : TIFFReadEncodedStrip(tiff, UInt32(number), bytes.baseAddress, tmsize_t(size))
      }
      guard read > 0 else { throw .invalid("file", "its block \(number) is damaged") }
      let (left, top) = (number % across * block.columns, number / across * block.rows)
      buffer.withUnsafeBytes { bytes in
        for row in 0..<min(block.rows, rows - top) {
          for column in 0..<min(block.columns, columns - left) {
            let offset = (row * block.columns + column) * kind.bytes
            guard offset + kind.bytes <= read else { continue }
            let value = kind.value(bytes, offset)
            guard value != unknown, (-12_000...10_000).contains(value) else { continue }
            samples[(top + row) * columns + left + column] = Float(value)
          }
        }
      }
    }
    return samples
  }

  private func u16(_ tag: Int32) -> Int {
    var value: UInt16 = 0
    return wayside_tiff_u16(tiff, UInt32(tag), &value) == 1 ? Int(value) : 0
  }

  /// The value that stands for nothing known, as text; many files have none.
  private var noData: Double? {
    let text = values(Tag.noData, TIFF_ASCII, as: UInt8.self).prefix { $0 != 0 }
    return Double(String(decoding: text, as: UTF8.self).filter { $0 != " " })
  }

  /// How a sample is written, in the machine's order of bytes.
  private enum SampleKind {
    case int16, uint16, int32, float32, float64

    init?(format: Int, bits: Int) {
      switch (format, bits) {
      case (1, 16): self = .uint16
      case (2, 16): self = .int16
      case (2, 32): self = .int32
      case (3, 32): self = .float32
      case (3, 64): self = .float64
      default: return nil
      }
    }

    var bytes: Int {
      switch self {
      case .int16, .uint16: 2
      case .int32, .float32: 4
      case .float64: 8
      }
    }

    func value(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Double {
      switch self {
      case .int16: Double(bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self))
      case .uint16: Double(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
      case .int32: Double(bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
      case .float32: Double(bytes.loadUnaligned(fromByteOffset: offset, as: Float.self))
      case .float64: bytes.loadUnaligned(fromByteOffset: offset, as: Double.self)
      }
    }
  }
}
