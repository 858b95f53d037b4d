import Cryptography
import Testing

@Suite("Sealing short texts")
struct SealingKeyTests {
  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }

  @Test("opens the standard's own vector (draft-irtf-cfrg-xchacha-03, A.3.1)")
  func vector() throws {
    let key = SealingKey(try #require(Digest256(0x80...0x9f)))
    let sealed = Self.bytes(
      """
      404142434445464748494a4b4c4d4e4f5051525354555657\
      bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb\
      731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b452\
      2f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9\
      21f9664c97637da9768812f615c68b13b52e\
      c0875924c1c7987947deafd8780acf49
      """)
    let text = try #require(key.open(sealed, for: Self.bytes("50515253c0c1c2c3c4c5c6c7")))
    #expect(
      String(decoding: text, as: UTF8.self)
        == "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the "
        + "future, sunscreen would be it.")
  }

  @Test("what is sealed is opened with the same key and context alone, whatever its length")
  func roundTrip() throws {
    let key = SealingKey(try #require(Digest256(0...31)))
    let other = SealingKey(try #require(Digest256(1...32)))
    for count in [0, 1, 63, 64, 65, 5000] {
      let text = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
      let sealed = key.seal(text, for: [1, 2])
      #expect(sealed.count == count + 40)
      #expect(key.open(sealed, for: [1, 2]) == text)
      #expect(key.open(sealed, for: [1]) == nil)
      #expect(other.open(sealed, for: [1, 2]) == nil)
      for index in [0, 23, 24, sealed.count - 1] {
        var changed = sealed
        changed[index] ^= 1
        #expect(key.open(changed, for: [1, 2]) == nil)
      }
      #expect(key.open(Array(sealed.dropLast()), for: [1, 2]) == nil)
      #expect(key.seal(text, for: [1, 2]) != sealed, "no two are alike")
    }
    #expect(key.open([], for: []) == nil)
  }
}
