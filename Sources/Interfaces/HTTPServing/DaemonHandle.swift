import CMicroHTTPD
import Glibc

// Invariant: exactly one `HTTPServer` holds it, takes it out under a lock before stopping, and the
// library's functions called here may be called from any thread.
struct DaemonHandle: @unchecked Sendable {
  private let daemon: OpaquePointer

  init(_ daemon: OpaquePointer) { self.daemon = daemon }

  /// Hands a connection to a worker; false if that failed, the socket is then closed.
  func add(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Bool {
    MHD_add_connection(daemon, socket, address, size) == .YES
  }

  /// Ends the library's threads and closes all connections.
  func stop() { MHD_stop_daemon(daemon) }
}
