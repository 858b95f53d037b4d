import Testing

@testable import Outgoing

@Suite struct PublicAddressTests {
  static let addresses: [([UInt8], Bool)] = [
    ([8, 8, 8, 8], true), ([127, 0, 0, 1], false), ([10, 1, 2, 3], false), ([0, 0, 0, 0], false),
    ([100, 63, 0, 1], true), ([100, 64, 0, 1], false), ([169, 254, 169, 254], false),
    ([172, 15, 0, 1], true), ([172, 31, 0, 1], false), ([192, 168, 0, 1], false),
    ([198, 51, 100, 7], false), ([224, 0, 0, 1], false), ([255, 255, 255, 255], false),
    ([1], false),
  ]

  @Test("addresses of machines and inner networks are not public", arguments: addresses)
  func ipv4(_ bytes: [UInt8], _ isPublic: Bool) {
    #expect(PublicAddress.contains(bytes) == isPublic)
    guard bytes.count == 4 else { return }
    // The same ones in IPv6's clothes.
    let mapped = Array(repeating: 0 as UInt8, count: 10) + [0xff, 0xff] + bytes
    let translated = [0x00, 0x64, 0xff, 0x9b] + Array(repeating: 0 as UInt8, count: 8) + bytes
    let sixToFour = [0x20, 0x02] + bytes + Array(repeating: 0 as UInt8, count: 10)
    for address in [mapped, translated, sixToFour] {
      #expect(PublicAddress.contains(address) == isPublic)
    }
  }

  @Test("of IPv6, what is given out is public")
  func ipv6() {
    func address(_ start: UInt8..., end: UInt8 = 1) -> [UInt8] {
      start + Array(repeating: 0, count: 15 - start.count) + [end]
    }
    #expect(PublicAddress.contains(address(0x20, 0x01, 0x48, 0x60)))
    #expect(PublicAddress.contains(address(0x2a, 0x00)))
    for inner in [
      address(), address(end: 0), address(0xfe, 0x80), address(0xfd), address(0xff, 0x02),
      address(0x20, 0x01, 0x0d, 0xb8), address(0x20, 0x01),
    ] {
      #expect(!PublicAddress.contains(inner))
    }
  }
}
