import Glibc

/// Which addresses belong to the public network, and not to this machine or one of its networks.
///
/// - Source: the special-purpose registries of IANA (RFC 6890 and its updates).
/// - Thread: pure.
enum PublicAddress {
  /// - Parameter bytes: 4 of an IPv4 or 16 of an IPv6 address, in the order of the network.
  static func contains(_ bytes: [UInt8]) -> Bool {
    switch bytes.count {
    case 4: isPublicIPv4(bytes)
    case 16: isPublicIPv6(bytes)
    default: false
    }
  }

  private static func isPublicIPv4(_ a: [UInt8]) -> Bool {
    switch (a[0], a[1], a[2]) {
    case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): false
    case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _): false
    case (192, 0, 0), (192, 0, 2), (198, 51, 100), (203, 0, 113), (198, 18...19, _): false
    case (192, 88, 99): false
    default: true
    }
  }

  private static func isPublicIPv6(_ a: [UInt8]) -> Bool {
    let isZero = { (range: Range<Int>) in a[range].allSatisfy { $0 == 0 } }
    // IPv4 in IPv6: mapped, translated, and 6to4.
    if isZero(0..<10), a[10] == 0xff, a[11] == 0xff { return isPublicIPv4(Array(a[12...])) }
    if a.starts(with: [0x00, 0x64, 0xff, 0x9b]), isZero(4..<12) {
      return isPublicIPv4(Array(a[12...]))
    }
    if a.starts(with: [0x20, 0x02]) { return isPublicIPv4(Array(a[2..<6])) }
    // Of the rest only 2000::/3 is given out; Teredo, documentation and benchmarks lie in it.
    guard a[0] & 0xe0 == 0x20 else { return false }
    if a.starts(with: [0x20, 0x01, 0x0d, 0xb8]) { return false }
    return !(a.starts(with: [0x20, 0x01]) && a[2] < 0x02)
  }

  /// The bytes of a socket's address; nil if it is none of IPv4 and IPv6.
  static func bytes(of address: UnsafePointer<sockaddr>) -> [UInt8]? {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { known in
        withUnsafeBytes(of: known.pointee.sin_addr) { Array($0) }
      }
    case AF_INET6:
      address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { known in
        withUnsafeBytes(of: known.pointee.sin6_addr) { Array($0) }
      }
    default: nil
    }
  }
}
