/// Reads requests out of memory by the rules of the server, without one: for tests and for the fuzzer.
///
/// - Thread: pure.
public struct MessageProbe: Sendable {
  /// A request that was read to its end.
  public struct Message: Equatable, Sendable {
    public var method: HTTPMethod
    public var target: [UInt8]
    public var headers: [[String]]
    public var body: [UInt8]
  }

  /// Those that are whole.
  public private(set) var messages: [Message] = []
  /// Why reading ended; nil if more could follow.
  public private(set) var refusal: HTTPRefusal?

  /// Reads bytes that come in two pieces.
  ///
  /// - Parameter cut: where the second piece begins.
  public init(_ bytes: [UInt8], cutAt cut: Int) {
    let limits = ConnectionLimits()
    let cut = min(max(0, cut), bytes.count)
    bytes.withUnsafeBytes { bytes in
      do throws(HTTPRefusal) {
        var start = 0
        while start < bytes.count {
          let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
          guard let count = try message(rest, max(0, cut - start), limits) else { return }
          start += count
        }
      } catch {
        refusal = error
      }
    }
  }

  /// Reads one message; its length, or nil if it is not whole.
  private mutating func message(
    _ bytes: UnsafeRawBufferPointer, _ cut: Int, _ limits: ConnectionLimits
  ) throws(HTTPRefusal) -> Int? {
    var scanner = HeadScanner()
    var finding = HeadScanner.Finding.more
    for end in [min(cut, bytes.count), bytes.count] where finding == .more {
      finding = scanner.scan(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
    }
    guard finding != .broken else {
      throw .framing("A line of the header does not end with CR LF.")
    }
    guard case .end(let headEnd) = finding else { return nil }
    let head = try RequestHead(UnsafeRawBufferPointer(rebasing: bytes[..<headEnd]), limits)
    let length = head.isChunked ? nil : head.contentLength ?? 0
    var reader = BodyReader(length: length, maximumTrailer: limits.headerBytes)
    var (body, offset) = ([UInt8](), headEnd)
    for end in [max(headEnd, min(cut, bytes.count)), bytes.count] {
      let piece = UnsafeRawBufferPointer(rebasing: bytes[..<end])
      var isWaiting = false
      while !isWaiting {
        switch try reader.next(piece, &offset) {
        case .data(let data): body += data
        case .more: isWaiting = true
        case .end:
          messages.append(
            Message(
              method: head.method, target: head.target.bytes,
              headers: head.headers.all.map { [$0.name, $0.value] }, body: body))
          return offset
        }
      }
    }
    return nil
  }
}
