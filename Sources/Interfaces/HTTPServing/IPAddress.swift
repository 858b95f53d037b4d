import Base
import Glibc

/// An IPv4 or IPv6 address; IPv4 is kept in its mapped form `::ffff:a.b.c.d`.
///
/// - Thread: pure.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
  /// The first 8 bytes, most significant first.
  public let high: UInt64
  /// The last 8 bytes.
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  public init(ipv4: UInt32) { self.init(high: 0, low: 0xffff_0000_0000 | UInt64(ipv4)) }

  public static let loopback = IPAddress(ipv4: 0x7f00_0001)

  /// Reads the usual text forms (`192.0.2.1`, `2001:db8::1`); nil for anything else.
  public init?(_ text: String) {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      self.init(ipv4: UInt32(bigEndian: four.s_addr))
      return
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
    self.init(six)
  }

  init(_ six: in6_addr) {
    let (high, low) = withUnsafeBytes(of: six) {
      (
        $0.loadUnaligned(fromByteOffset: 0, as: UInt64.self).bigEndian,
        $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self).bigEndian
      )
    }
    self.init(high: high, low: low)
  }

  /// The address of a socket; nil for families other than IPv4 and IPv6.
  init?(_ address: UnsafePointer<sockaddr>) {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      let raw = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)
      self.init(ipv4: UInt32(bigEndian: raw.sin_addr.s_addr))
    case AF_INET6:
      self.init(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self).sin6_addr)
    default: return nil
    }
  }

  public var isIPv4: Bool { high == 0 && low >> 32 == 0xffff }

  /// 127.0.0.0/8 and ::1.
  public var isLoopback: Bool {
    isIPv4 ? low & 0xff00_0000 == 0x7f00_0000 : high == 0 && low == 1
  }

  /// What limits are counted by: an IPv4 address itself, the /64 of an IPv6 address, because one
  /// household or one attacker holds all of it.
  public var network: IPAddress { isIPv4 ? self : IPAddress(high: high, low: 0) }

  var in6: in6_addr {
    var result = in6_addr()
    withUnsafeMutableBytes(of: &result) {
      $0.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
      $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return result
  }

  public var description: String {
    if isIPv4 {
      let v = UInt32(truncatingIfNeeded: low)
      return "\(v >> 24).\(v >> 16 & 255).\(v >> 8 & 255).\(v & 255)"
    }
    var address = in6
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) {
      guard let base = $0.baseAddress,
        inet_ntop(AF_INET6, &address, base, socklen_t(INET6_ADDRSTRLEN)) != nil
      else { return "::" }
      return String(cString: base)
    }
  }
}
