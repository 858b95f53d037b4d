import Base
import CMicroHTTPD
import Glibc

/// Makes the library's form of an answer and queues it; `.NO` closes the connection.
func queue(
  _ response: HTTPResponse, on connection: OpaquePointer, isHead: Bool, core: ServerCore
) -> MHD_Result {
  guard let made = make(response, connection, isHead, core) else { return .NO }
  let headers = response.headers
  headers.text.withUnsafeBytes { text in
    guard let base = text.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
    for field in headers.fields {
      _ = MHD_add_response_header(made, base + Int(field.name), base + Int(field.value))
    }
  }
  let result = MHD_queue_response(connection, UInt32(response.status.code), made)
  MHD_destroy_response(made)
  return result
}

private func make(
  _ response: HTTPResponse, _ connection: OpaquePointer, _ isHead: Bool, _ core: ServerCore
) -> OpaquePointer? {
  switch response.body {
  case .none: return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
  case .bytes(let bytes):
    return bytes.withUnsafeBytes {
      // The library copies at once and never writes through the pointer.
      MHD_create_response_from_buffer(
        $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
    }
  case .file(let region):
    if region.count == 0 { return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) }
    let descriptor = fcntl(region.file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { return nil }
    let made = MHD_create_response_from_fd_at_offset64(
      UInt64(region.count), descriptor, UInt64(region.offset))
    if made == nil { close(descriptor) }
    return made
  // Whoever works it out settles it first.
  case .later: return nil
  case .events(let stream):
    if isHead {
      stream.finish(.notSent)
      return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
    }
    let delivery = Unmanaged.passRetained(StreamDelivery(stream, connection, core))
    let made = wayside_mhd_stream(readStream, delivery.toOpaque(), releaseStream)
    if made == nil { delivery.release() }
    return made
  }
}

/// What the library's reader needs to deliver one stream.
///
/// - Thread: confined to the connection's worker.
private final class StreamDelivery {
  let stream: EventStream
  let connection: OpaquePointer
  let core: ServerCore

  init(_ stream: EventStream, _ connection: OpaquePointer, _ core: ServerCore) {
    (self.stream, self.connection, self.core) = (stream, connection, core)
  }
}

/// Gives queued bytes; with none, suspends the connection until the stream wakes it.
///
/// Suspending happens inside the stream's lock: a sender either finds the connection suspended and
/// resumes it, or its bytes are found here.
private func readStream(
  _ cls: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int
) -> Int {
  guard let cls, let buffer else { return -2 }
  let delivery = Unmanaged<StreamDelivery>.fromOpaque(cls).takeUnretainedValue()
  let connection = delivery.connection
  let pulled = delivery.stream.pull(
    into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity), now: delivery.core.now()
  ) {
    MHD_suspend_connection(connection)
    let handle = ConnectionHandle(connection)
    return { handle.resume() }
  }
  switch pulled {
  case .bytes(let count): return count
  case .wait: return 0
  case .end: return -1  // MHD_CONTENT_READER_END_OF_STREAM
  case .abort: return -2  // MHD_CONTENT_READER_END_WITH_ERROR
  }
}

private func releaseStream(_ cls: UnsafeMutableRawPointer?) {
  guard let cls else { return }
  Unmanaged<StreamDelivery>.fromOpaque(cls).release()
}
