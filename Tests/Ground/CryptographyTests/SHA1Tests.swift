import Testing

@testable import Cryptography

@Suite("SHA-1, for TURN servers")
struct SHA1Tests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test("the published values (FIPS 180-4, RFC 2202)")
  func known() {
    #expect(hex(SHA1.hash([])) == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    #expect(hex(SHA1.hash(Array("abc".utf8))) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      hex(SHA1.hash([UInt8](repeating: 97, count: 1_000_000)))
        == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
    #expect(
      hex(SHA1.authenticate(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8)))
        == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
    #expect(
      hex(
        SHA1.authenticate(
          Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
          key: [UInt8](repeating: 0xAA, count: 80)))
        == "aa4ae5e15272d00e95705637ce8a3b55ed402112")
  }

  @Test("all lengths around a block end as they should")
  func lengths() {
    let hashes = Set((50..<140).map { hex(SHA1.hash([UInt8](repeating: 1, count: $0))) })
    #expect(hashes.count == 90)
  }
}
