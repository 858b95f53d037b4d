/// Where requests may go, how long they may take and how much they may bring.
///
/// - Thread: pure.
public struct OutgoingRules: Hashable, Sendable {
  /// Hosts, as addresses name them, that may lie in networks that are not public.
  public var privateHosts: Set<String>
  /// Seconds for all of a request, redirects included.
  public var seconds: Double
  /// Most bytes of an answer.
  public var bytes: Int
  /// Most redirects that are followed; each is checked as the first address is.
  public var redirects: Int

  public init(
    privateHosts: Set<String> = [], seconds: Double = 15, bytes: Int = 16 << 20, redirects: Int = 5
  ) {
    self.privateHosts = privateHosts
    self.seconds = seconds
    self.bytes = bytes
    self.redirects = redirects
  }
}
