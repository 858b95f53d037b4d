import Base

/// The two parts of a GLB file: its JSON and its binary chunk.
///
/// - Source: glTF 2.0, section 4.4 (GLB file format).
struct GLBContainer {
  var json: ArraySlice<UInt8>
  /// Empty if there is no BIN chunk.
  var binary: ArraySlice<UInt8>

  private static let magic: UInt32 = 0x4654_6c67
  private static let jsonChunk: UInt32 = 0x4e4f_534a
  private static let binaryChunk: UInt32 = 0x004e_4942

  init(_ bytes: [UInt8], limits: GLBLimits) throws(Refusal) {
    guard bytes.count <= limits.bytes else {
      throw UploadRule.glbSize.refusal(
        "", "the file has \(bytes.count) bytes, more than \(limits.bytes)")
    }
    var reader = ByteReader(bytes)
    guard let magic = reader.littleEndian(UInt32.self),
      let version = reader.littleEndian(UInt32.self),
      let length = reader.littleEndian(UInt32.self)
    else {
      throw UploadRule.glbHeader.refusal(
        "", "the file ends within its header", code: "GLB_UNEXPECTED_END_OF_HEADER")
    }
    guard magic == Self.magic else {
      throw UploadRule.glbHeader.refusal(
        "byte 0", "the file does not start with \"glTF\": it is no GLB file",
        code: "GLB_INVALID_MAGIC")
    }
    guard version == 2 else {
      throw UploadRule.glbHeader.refusal(
        "byte 4", "the container version is \(version), not 2", code: "GLB_INVALID_VERSION")
    }
    guard Int(length) == bytes.count else {
      throw UploadRule.glbHeader.refusal(
        "byte 8", "the header says \(length) bytes, the file has \(bytes.count)",
        code: "GLB_LENGTH_MISMATCH")
    }
    json = []
    binary = []
    var index = 0
    while reader.remaining > 0 {
      try chunk(index, from: &reader, limits: limits)
      index += 1
    }
    guard index > 0 else {
      throw UploadRule.glbChunks.refusal(
        "byte 12", "the JSON chunk is missing", code: "GLB_LENGTH_TOO_SMALL")
    }
  }

  private mutating func chunk(
    _ index: Int, from reader: inout ByteReader, limits: GLBLimits
  ) throws(Refusal) {
    let place = "byte \(reader.offset)"
    guard let length = reader.littleEndian(UInt32.self), let type = reader.littleEndian(UInt32.self)
    else {
      throw UploadRule.glbChunks.refusal(
        place, "the file ends within a chunk's header", code: "GLB_UNEXPECTED_END_OF_CHUNK_HEADER")
    }
    guard length % 4 == 0 else {
      throw UploadRule.glbChunks.refusal(
        place, "the chunk's length \(length) is not a multiple of 4",
        code: "GLB_CHUNK_LENGTH_UNALIGNED")
    }
    guard let body = reader.take(Int(length)) else {
      throw UploadRule.glbChunks.refusal(
        place, "the chunk's \(length) bytes reach beyond the file", code: "GLB_CHUNK_TOO_BIG")
    }
    guard (type == Self.jsonChunk) == (index == 0) else {
      throw index == 0
        ? UploadRule.glbChunks.refusal(
          place, "the first chunk must be JSON", code: "GLB_UNEXPECTED_FIRST_CHUNK")
        : UploadRule.glbChunks.refusal(place, "a second JSON chunk", code: "GLB_DUPLICATE_CHUNK")
    }
    if type == Self.jsonChunk {
      guard body.count <= limits.jsonBytes else {
        throw UploadRule.glbJSON.refusal(
          place, "the JSON chunk has \(body.count) bytes, more than \(limits.jsonBytes)")
      }
      json = body
    } else if type == Self.binaryChunk {
      guard index == 1 else {
        throw UploadRule.glbChunks.refusal(
          place, "the BIN chunk must be the second and the only one",
          code: binary.isEmpty ? "GLB_UNEXPECTED_BIN_CHUNK" : "GLB_DUPLICATE_CHUNK")
      }
      binary = body
    }
    // Other chunks after the first are ignored, as section 4.4.3 wants.
  }

  /// Puts a JSON text and binary data into a GLB file, padded as section 4.4.3 wants.
  static func file(json: [UInt8], binary: some Collection<UInt8>) -> [UInt8] {
    let jsonLength = (json.count + 3) / 4 * 4
    let binaryLength = (binary.count + 3) / 4 * 4
    let total = 12 + 8 + jsonLength + (binary.isEmpty ? 0 : 8 + binaryLength)
    var writer = ByteWriter(capacity: total)
    writer.littleEndian(magic)
    writer.littleEndian(UInt32(2))
    writer.littleEndian(UInt32(clamping: total))
    writer.littleEndian(UInt32(clamping: jsonLength))
    writer.littleEndian(jsonChunk)
    writer.append(json)
    for _ in json.count..<jsonLength { writer.byte(0x20) }
    if !binary.isEmpty {
      writer.littleEndian(UInt32(clamping: binaryLength))
      writer.littleEndian(binaryChunk)
      writer.append(binary)
      for _ in binary.count..<binaryLength { writer.byte(0) }
    }
    return writer.bytes
  }
}
