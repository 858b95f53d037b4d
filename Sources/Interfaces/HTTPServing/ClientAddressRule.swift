/// A network in CIDR form: an address and how many of its leading bits count.
///
/// - Thread: pure.
public struct AddressRange: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64
  private let highMask: UInt64
  private let lowMask: UInt64

  /// One address.
  public init(_ address: IPAddress) { self.init(address, bits: 128) }

  private init(_ address: IPAddress, bits: Int) {
    highMask = bits >= 64 ? .max : bits == 0 ? 0 : .max << UInt64(64 - bits)
    lowMask = bits <= 64 ? 0 : bits >= 128 ? .max : .max << UInt64(128 - bits)
    high = address.high & highMask
    low = address.low & lowMask
  }

  /// Reads `10.0.0.0/8`, `2001:db8::/32` or a single address; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first.flatMap({ IPAddress(String($0)) }) else { return nil }
    guard parts.count == 2 else {
      self.init(address)
      return
    }
    guard let bits = Int(parts[1]), (0...(address.isIPv4 ? 32 : 128)).contains(bits) else {
      return nil
    }
    self.init(address, bits: address.isIPv4 ? bits + 96 : bits)
  }

  /// Whether an address is among these.
  public func contains(_ address: IPAddress) -> Bool {
    address.high & highMask == high && address.low & lowMask == low
  }
}

/// Peers that speak for others.
///
/// - Thread: pure.
public struct TrustedProxies: Sendable {
  /// Networks of proxies.
  public var ranges: [AddressRange]
  /// Whether every peer is one: on a Unix socket, which only processes of this machine reach.
  public var includesAllPeers: Bool

  public init(_ ranges: [AddressRange] = [], includesAllPeers: Bool = false) {
    self.ranges = ranges
    self.includesAllPeers = includesAllPeers
  }

  /// Whether an address is among these.
  public func contains(_ address: IPAddress) -> Bool {
    ranges.contains { $0.contains(address) }
  }
}

/// The field in which proxies say for whom they ask.
///
/// One only: a proxy writes the one and passes on whatever a client wrote into the other.
public enum ProxyHeader: String, Sendable, CaseIterable {
  /// The usual one: addresses, the last hop at the right.
  case xForwardedFor = "x-forwarded-for"
  /// RFC 7239.
  case forwarded
}

/// Finds the address that a request comes from.
///
/// - Thread: pure.
struct ClientAddressRule: Sendable {
  let trusted: TrustedProxies
  let header: ProxyHeader

  /// Whether a peer is a trusted proxy.
  func speaksForOthers(_ peer: IPAddress) -> Bool {
    trusted.includesAllPeers || trusted.contains(peer)
  }

  /// Whether a client that ``address(peer:headers:)`` has found stands for many, whom a proxy has not
  /// named.
  func standsForMany(_ client: IPAddress, peer: IPAddress) -> Bool {
    trusted.contains(client) || (trusted.includesAllPeers && client == peer)
  }

  /// The peer, or for whom it asks if it is a trusted proxy.
  ///
  /// Read from the right, that is the first address that is no trusted proxy itself. What stands
  /// further left came from that address and proves nothing.
  func address(peer: IPAddress, headers: HTTPHeaders) -> IPAddress {
    guard speaksForOthers(peer) else { return peer }
    var client = peer
    for hop in hops(headers).reversed() {
      guard let address = hop else { break }
      client = address
      if !trusted.contains(address) { break }
    }
    return client
  }

  /// The hops in order; nil for one that names no address (`unknown`, `_hidden`).
  private func hops(_ headers: HTTPHeaders) -> [IPAddress?] {
    switch header {
    case .xForwardedFor:
      headers.values(of: "X-Forwarded-For").joined(separator: ",").split(separator: ",")
        .map { Self.node($0.trimmingSpaces()) }
    case .forwarded:
      headers.values(of: "Forwarded").joined(separator: ",").split(separator: ",")
        .map { element in
          let pairs = element.split(separator: ";").map { $0.trimmingSpaces() }
          let node = pairs.first { $0.lowercased().hasPrefix("for=") }
          return node.flatMap { Self.node($0.dropFirst(4)) }
        }
    }
  }

  /// `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`, quoted or not.
  private static func node(_ text: some StringProtocol) -> IPAddress? {
    var text = String(text).filter { $0 != "\"" }
    if text.hasPrefix("[") {
      text = String(text.dropFirst().prefix { $0 != "]" })
    } else if text.filter({ $0 == ":" }).count == 1 {
      text = String(text.prefix { $0 != ":" })
    }
    return IPAddress(text)
  }
}
