import Base
import Glibc

/// Where the bytes of a body go while they come in.
enum BodySink {
  case none
  case memory([UInt8], limit: Int)
  case file(TemporaryFile, limit: Int)
  /// Dropped, to be answered at the end.
  case discard(left: Int)
  /// Dropped; the answer is already sent.
  case linger

  /// What to do after some bytes.
  enum Outcome {
    case goOn
    case refuse(HTTPRefusal)
    /// Too much to drop: answer now.
    case giveUp
  }

  /// How many bytes of a refused body are read before the answer.
  static let discardLimit = 1 << 20

  mutating func take(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    switch self {
    case .none: return bytes.isEmpty ? .goOn : .refuse(.bodyTooLarge(limit: 0))
    case .linger: return .goOn
    case .discard(let left):
      if bytes.count > left { return .giveUp }
      self = .discard(left: left - bytes.count)
      return .goOn
    case .memory(var body, let limit):
      self = .none
      if body.count + bytes.count > limit { return .refuse(.bodyTooLarge(limit: limit)) }
      body.append(contentsOf: bytes)
      self = .memory(body, limit: limit)
      return .goOn
    case .file(let file, let limit):
      if file.byteCount + bytes.count > limit {
        self = .none
        return .refuse(.bodyTooLarge(limit: limit))
      }
      return file.append(bytes) ? .goOn : .refuse(.storageFull)
    }
  }

  /// The body once it is complete.
  var body: RequestBody {
    switch self {
    case .none, .discard, .linger: .none
    case .memory(let bytes, _): .bytes(bytes)
    case .file(let file, _): .file(file)
    }
  }
}
