import Base
import CMicroHTTPD
import CSocketReads
import Glibc
import Synchronization

// The functions the library calls, at file scope: a closure could carry an actor's isolation and
// trap on the library's threads. `cls` is always the unretained `ServerCore`, which outlives the
// library's server.

private func core(_ cls: UnsafeMutableRawPointer?) -> ServerCore? {
  cls.map { Unmanaged<ServerCore>.fromOpaque($0).takeUnretainedValue() }
}

/// The calling thread now works on this connection, which ``libraryRefuses(_:_:_:)`` must know.
private func noteSocket(of connection: OpaquePointer) {
  wayside_note_socket(wayside_mhd_socket(connection))
}

/// The library is about to answer a broken message with a page of its own: ours goes out instead.
func libraryRefuses(_ cls: UnsafeMutableRawPointer?, _ socket: Int32, _ status: UInt32) {
  guard let core = core(cls), let record = core.registry.record(of: socket) else { return }
  let refusal = HTTPRefusal.ofLibrary(status: Int(status))
  var response = core.configuration.render(refusal)
  core.configuration.decorate(&response, nil)
  response.headers.set("Connection", nil)
  record.sendLast(RawResponse.encode(response, at: core.configuration.clock.now()))
  record.dropReceived()
}

/// A connection begins or is about to be closed.
func connectionChanged(
  _ cls: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ code: MHD_ConnectionNotificationCode
) {
  guard let core = core(cls), let connection, let context else { return }
  noteSocket(of: connection)
  if code == .CONNECTION_NOTIFY_STARTED {
    wayside_begin_connection(wayside_mhd_socket(connection), cls)
    let peer = wayside_mhd_peer(connection).flatMap { IPAddress($0) } ?? .loopback
    let record = ConnectionRecord(
      socket: wayside_mhd_socket(connection), address: peer, now: core.now())
    context.pointee = Unmanaged.passRetained(record).toOpaque()
    core.registry.add(record)
  } else if let pointer = context.pointee {
    wayside_end_connection(wayside_mhd_socket(connection))
    context.pointee = nil
    let record = Unmanaged<ConnectionRecord>.fromOpaque(pointer).takeRetainedValue()
    record.forgetSocket()
    core.registry.remove(record)
  }
}

/// The request line is here, not yet cut up; begins the request's context.
func requestLine(
  _ cls: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let core = core(cls), let target, let connection,
    let record = wayside_mhd_record(connection)
  else { return nil }
  noteSocket(of: connection)
  wayside_begin_message(wayside_mhd_socket(connection))
  let context = RequestContext(
    core, connection, Unmanaged<ConnectionRecord>.fromOpaque(record).takeUnretainedValue(),
    target: target)
  return Unmanaged.passRetained(context).toOpaque()
}

/// Leaves escapes alone: targets are read by ``RequestTarget``.
func keepEscapes(
  _ cls: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ text: UnsafeMutablePointer<CChar>?
) -> Int {
  text.map { strlen($0) } ?? 0
}

/// The header, a piece of the body or the end of a request.
func handleRequest(
  _ cls: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
  _ upload: UnsafePointer<CChar>?, _ uploadCount: UnsafeMutablePointer<Int>?,
  _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let pointer = context?.pointee, let connection, let method, let version, let uploadCount
  else { return .NO }
  noteSocket(of: connection)
  return Unmanaged<RequestContext>.fromOpaque(pointer).takeUnretainedValue()
    .handle(method: method, version: version, upload: upload, uploadCount: uploadCount)
}

/// The request is answered or its connection gone.
func requestCompleted(
  _ cls: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
) {
  if let connection { noteSocket(of: connection) }
  guard let pointer = context?.pointee else { return }
  context?.pointee = nil
  Unmanaged<RequestContext>.fromOpaque(pointer).takeRetainedValue()
    .finish(wasCompleted: code == .REQUEST_TERMINATED_COMPLETED_OK)
}
