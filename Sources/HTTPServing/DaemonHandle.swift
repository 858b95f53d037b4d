import CMicroHTTPD
import Glibc

// Invariant: exactly one `HTTPServer` holds it, takes it out under a lock before stopping, and the
// library's functions called here may be called from any thread.
struct DaemonHandle: @unchecked Sendable {
  private let daemon: OpaquePointer

  init(_ daemon: OpaquePointer) { self.daemon = daemon }

  /// Stops taking connections and closes the listening socket.
  func quiesce() {
    let socket = MHD_quiesce_daemon(daemon)
    if socket >= 0 { close(socket) }
  }

  /// Ends the library's threads and closes all connections.
  func stop() { MHD_stop_daemon(daemon) }
}
