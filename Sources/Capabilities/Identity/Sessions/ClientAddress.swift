import Foundation

/// The network address of a client, as far as limits count it.
///
/// - Thread: pure.
public struct ClientAddress: Hashable, Sendable {
  /// IPv4 as it is; IPv6 by its /64 network, within which one client can have any address.
  public let limitKey: String

  /// - Parameter text: a numeric address; anything else is its own key.
  public init(_ text: String) {
    var network = in6_addr()
    guard text.contains(":"), inet_pton(AF_INET6, text, &network) == 1 else {
      limitKey = text
      return
    }
    let bytes = withUnsafeBytes(of: network) { Array($0) }
    let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11] == [0xff, 0xff]
    limitKey =
      isMapped
      ? bytes.suffix(4).map(String.init).joined(separator: ".")
      : bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
  }
}
