/// Why a request that left brought nothing.
///
/// Its words hold neither the address, which may hold a key, nor anything that the other side sent.
public struct OutgoingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong; part of what operators read.
  public enum Code: String, Sendable, CaseIterable {
    case wrongAddress = "wrong-address"
    /// The host is, or leads to, an address that is not public.
    case notPublic = "not-public"
    case notFound = "host-not-found"
    case unreachable
    case insecure
    /// The user or the password; the next try may have others.
    case loginRefused = "login-refused"
    case timedOut = "timed-out"
    case tooLarge = "too-large"
    case cancelled
    /// The other side answered, and refuses for good.
    case refused
    /// The other side answered, and may accept later.
    case refusedForNow = "refused-for-now"
    case failed
  }

  public var code: Code
  public var message: String
  /// What the other side answered, as a number of its protocol; 0 if it did not.
  public var status: Int

  public init(_ code: Code, _ message: String, status: Int = 0) {
    self.code = code
    self.message = message
    self.status = status
  }

  public var description: String { message }
}
