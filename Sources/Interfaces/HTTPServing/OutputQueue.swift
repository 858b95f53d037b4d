import CLinuxSockets
import Glibc

/// What a connection has still to send: the kernel takes only as much as its reader leaves room for.
///
/// - Thread: confined.
struct OutputQueue {
  enum Outcome {
    case done
    /// The kernel takes nothing more now.
    case full
    /// It would take more, but others wait.
    case paused
    /// The peer is gone, or a file has become shorter.
    case failed
  }

  private enum Piece {
    case bytes([UInt8])
    case file(FileRegion)
  }

  /// How much of a file is sent in one turn.
  private static let turn = 1 << 20

  private var pieces: [Piece] = []
  /// How much of the first piece is sent.
  private var sent = 0
  /// Bytes given to the kernel so far.
  private(set) var written = 0

  var isEmpty: Bool { pieces.isEmpty }

  /// Bytes that the kernel has not taken.
  var left: Int {
    pieces.reduce(-sent) { left, piece in
      switch piece {
      case .bytes(let bytes): left + bytes.count
      case .file(let region): left + region.count
      }
    }
  }

  mutating func append(_ bytes: [UInt8]) {
    if !bytes.isEmpty { pieces.append(.bytes(bytes)) }
  }

  /// Queues a header and the part of a file behind it.
  mutating func append(_ region: FileRegion, after head: [UInt8]) {
    append(head)
    if region.count > 0 { pieces.append(.file(region)) }
  }

  /// Sends a header and what follows it at once; what the kernel does not take waits.
  ///
  mutating func send(_ socket: Int32, _ head: [UInt8], _ body: [UInt8]) -> Outcome {
    guard pieces.isEmpty else {
      append(head)
      append(body)
      return .full
    }
    let count = head.withUnsafeBytes { head in
      body.withUnsafeBytes { body in
        wayside_send(
          socket, head.baseAddress, head.count, body.baseAddress, body.count, 0)
      }
    }
    guard count >= 0 || errno == EAGAIN || errno == EINTR else { return .failed }
    let taken = max(0, count)
    written += taken
    if taken == head.count + body.count { return .done }
    if taken < head.count {
      append(Array(head[taken...]))
      append(body)
    } else {
      append(body)
      sent = taken - head.count
    }
    // Until it takes nothing more: only then does it tell when there is room again.
    return flush(socket)
  }

  /// Goes on sending.
  mutating func flush(_ socket: Int32) -> Outcome {
    var turn = OutputQueue.turn
    while let piece = pieces.first {
      guard turn > 0 else { return .paused }
      let (count, whole): (Int, Int)
      switch piece {
      case .bytes(let bytes):
        whole = bytes.count
        let isLast = pieces.count == 1
        count = bytes.withUnsafeBytes {
          wayside_send(
            socket, $0.baseAddress.map { $0 + sent }, whole - sent, nil, 0, isLast ? 0 : 1)
        }
      case .file(let region):
        whole = region.count
        count = wayside_send_file(
          socket, region.file.descriptor, off_t(region.offset + sent), min(whole - sent, turn))
        if count == 0 { return .failed }
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN ? .full : .failed
      }
      written += count
      sent += count
      turn -= count
      if sent == whole {
        pieces.removeFirst()
        sent = 0
      }
    }
    return .done
  }

  /// How many bytes the peer has taken; what is given to the kernel, where that does not say.
  func takenBytes(_ socket: Int32) -> Int {
    written - max(0, Int(wayside_untaken_bytes(socket)))
  }
}
