/// What happened to one request, for access logs and metrics.
public struct HTTPExchange: Sendable {
  /// How an exchange ended.
  public enum End: String, Sendable {
    case completed
    /// The client or a deadline cut the connection first.
    case aborted
  }

  public var id: RequestID
  /// The route's operation; `unmatched` if there was none.
  public var operation: String
  public var method: HTTPMethod?
  public var status: HTTPStatus
  public var remoteAddress: IPAddress
  public var requestBytes: Int
  public var responseBytes: Int
  /// From the complete request line to the last byte given to the kernel.
  public var seconds: Double
  public var end: End
}
