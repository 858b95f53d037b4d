import Base

/// The chunks of a WAV file.
///
/// - Source: IBM and Microsoft, Multimedia Programming Interface 1.0, chapter 3.
struct WAVFile {
  private let format: ArraySlice<UInt8>
  private let data: ArraySlice<UInt8>
  let seconds: Double

  init(_ bytes: [UInt8]) throws(Refusal) {
    var reader = ByteReader(bytes)
    guard reader.take(12) != nil else { throw AudioFile.broken("WAV: the file is cut off") }
    var format: ArraySlice<UInt8>?
    var data: ArraySlice<UInt8>?
    while format == nil || data == nil {
      guard let name = reader.take(4), let length = reader.littleEndian(UInt32.self),
        let body = reader.take(Int(length))
      else { throw AudioFile.broken("WAV: a chunk is cut off") }
      _ = reader.take(Int(length % 2))
      if name.elementsEqual("fmt ".utf8) { format = body }
      if name.elementsEqual("data".utf8) { data = body }
    }
    guard let format, let data, (16...64).contains(format.count) else {
      throw AudioFile.broken("WAV: the format chunk is wrong")
    }
    var header = ByteReader(format)
    guard let code = header.littleEndian(UInt16.self), [1, 3, 0xfffe].contains(code),
      header.take(6) != nil, let rate = header.littleEndian(UInt32.self), rate > 0
    else { throw AudioFile.broken("WAV: only plain samples are accepted") }
    self.format = format
    self.data = data
    seconds = Double(data.count) / Double(rate)
  }

  /// Format and samples alone.
  var stripped: [UInt8] {
    var writer = ByteWriter(capacity: data.count + 64)
    let padding = data.count % 2
    let size = 4 + 8 + format.count + format.count % 2 + 8 + data.count + padding
    writer.raw("RIFF")
    writer.littleEndian(UInt32(clamping: size))
    writer.raw("WAVEfmt ")
    writer.littleEndian(UInt32(clamping: format.count))
    writer.append(format)
    if format.count % 2 == 1 { writer.byte(0) }
    writer.raw("data")
    writer.littleEndian(UInt32(clamping: data.count))
    writer.append(data)
    if padding == 1 { writer.byte(0) }
    return writer.bytes
  }
}
