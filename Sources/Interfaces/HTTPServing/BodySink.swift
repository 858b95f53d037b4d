import Base
import Glibc

/// Where the bytes of a body go while they come in.
enum BodySink {
  case none
  /// Where no body belongs: what has come so far of one that may be an empty JSON object.
  case unasked([UInt8])
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
  static let maximumDiscards = 1 << 20
  /// How many bytes are read where no body belongs: an empty JSON object with some space.
  static let maximumUnasked = 64

  mutating func take(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    switch self {
    case .none: return bytes.isEmpty ? .goOn : .refuse(.unexpectedBody)
    case .unasked(var body):
      self = .none
      if body.count + bytes.count > BodySink.maximumUnasked { return .refuse(.unexpectedBody) }
      body.append(contentsOf: bytes)
      self = .unasked(body)
      return .goOn
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
    case .memory(let bytes, _), .unasked(let bytes): .bytes(bytes)
    case .file(let file, _): .file(file)
    }
  }
}
