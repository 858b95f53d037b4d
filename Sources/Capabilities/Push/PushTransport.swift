import Outgoing

/// Carries a push to the push service of a browser.
///
/// - Thread: shared; called by several threads at once.
public protocol PushTransport: Sendable {
  /// Whether anything is sent to an address.
  func mayPost(to address: String) -> Bool

  /// Sends a request, and tells of the answer whatever it is.
  ///
  /// - Throws: ``OutgoingError`` if there is none.
  func post(
    _ address: String, fields: [(name: String, value: String)], body: [UInt8],
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(OutgoingError) -> OutgoingAnswer
}

extension OutgoingClient: PushTransport {}
