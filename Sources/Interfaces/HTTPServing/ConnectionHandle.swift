import CMicroHTTPD

// Invariant: the pointer is used only to resume a connection that its own worker suspended; the
// library keeps a suspended connection alive until it is resumed, and locks inside.
struct ConnectionHandle: @unchecked Sendable {
  private let connection: OpaquePointer

  init(_ connection: OpaquePointer) { self.connection = connection }

  /// Lets the worker go on with the connection.
  func resume() { MHD_resume_connection(connection) }
}
