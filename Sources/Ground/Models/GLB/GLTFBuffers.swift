import Base

/// The buffer, its views and accessors of a document, every offset checked and every value read.
struct GLTFBuffers {
  let binary: ArraySlice<UInt8>
  private(set) var views: [GLTFBufferView] = []
  private(set) var accessors: [GLTFAccessor] = []

  init(root: GLTFValue, binary: ArraySlice<UInt8>, limits: GLBLimits) throws(Refusal) {
    self.binary = binary
    let length = try Self.bufferLength(root, binary)
    for item in try root.objects("bufferViews", most: limits.accessors * 2) {
      views.append(try Self.view(item, bufferLength: length))
    }
    var budget = limits.decodedBytes
    for item in try root.objects("accessors", most: limits.accessors) {
      var accessor = try GLTFAccessor(item, views: views, binary: binary, budget: &budget)
      try accessor.scan(binary, declared: item)
      accessors.append(accessor)
    }
  }

  /// The bytes of a view.
  func bytes(of view: Int) -> ArraySlice<UInt8> {
    let start = binary.startIndex + views[view].offset
    return binary[start..<start + views[view].length]
  }

  /// The length of buffer 0, which is the binary chunk; there may be no other.
  private static func bufferLength(
    _ root: GLTFValue, _ binary: ArraySlice<UInt8>
  ) throws(Refusal) -> Int? {
    let buffers = try root.objects("buffers")
    guard let buffer = buffers.first else {
      guard binary.isEmpty else {
        throw UploadRule.glbBuffer.refusal(
          "/buffers", "there is a BIN chunk and no buffer that names it",
          code: "GLB_UNEXPECTED_BIN_CHUNK")
      }
      return nil
    }
    guard buffers.count == 1 else {
      throw UploadRule.glbBuffer.refusal(
        "/buffers", "a GLB file for upload has one buffer, its BIN chunk")
    }
    let length = try buffer.requiredCount("byteLength")
    guard length >= 1, length <= binary.count else {
      throw UploadRule.glbBuffer.refusal(
        buffer.pointer + "/byteLength",
        "\(length) bytes are declared, the BIN chunk has \(binary.count)",
        code: binary.isEmpty ? "BUFFER_MISSING_GLB_DATA" : "BUFFER_BYTE_LENGTH_MISMATCH")
    }
    guard binary.count - length <= 3, binary.dropFirst(length).allSatisfy({ $0 == 0 }) else {
      throw UploadRule.glbBuffer.refusal(
        buffer.pointer + "/byteLength",
        "the BIN chunk may be longer than the buffer by at most 3 zero bytes",
        code: "BUFFER_GLB_CHUNK_TOO_BIG")
    }
    return length
  }

  private static func view(
    _ item: GLTFValue, bufferLength: Int?
  ) throws(Refusal) -> GLTFBufferView {
    _ = try item.requiredIndex("buffer", of: bufferLength == nil ? 0 : 1)
    let offset = try item.count("byteOffset") ?? 0
    let length = try item.requiredCount("byteLength")
    let (end, overflow) = offset.addingReportingOverflow(length)
    guard length >= 1, !overflow, end <= bufferLength ?? 0 else {
      throw UploadRule.glbBuffer.refusal(
        item.pointer, "offset \(offset) + length \(length) lies beyond the buffer",
        code: "BUFFER_VIEW_TOO_LONG")
    }
    let stride = try item.count("byteStride")
    if let stride, !(4...252).contains(stride) || stride % 4 != 0 {
      throw UploadRule.glbBuffer.refusal(
        item.pointer + "/byteStride", "\(stride) is not a multiple of 4 in 4...252",
        code: "BUFFER_VIEW_INVALID_BYTE_STRIDE")
    }
    return GLTFBufferView(offset: offset, length: length, stride: stride)
  }
}
