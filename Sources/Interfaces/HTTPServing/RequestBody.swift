/// What came after the header of a request.
public enum RequestBody: Sendable {
  case none
  /// The whole body, at most the route's limit.
  case bytes([UInt8])
  /// The whole body in a temporary file, at most the route's limit.
  case file(TemporaryFile)

  /// How many bytes came.
  public var count: Int {
    switch self {
    case .none: 0
    case .bytes(let bytes): bytes.count
    case .file(let file): file.byteCount
    }
  }

  /// The bytes of a body in memory; empty for the other kinds.
  public var bytes: [UInt8] {
    if case .bytes(let bytes) = self { bytes } else { [] }
  }
}
