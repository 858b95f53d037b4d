import Base
import Cryptography
import Testing

@Suite("Digests and tokens")
struct DigestTests {
  @Test("SHA-256 of FIPS 180-4's examples, in one piece and in many")
  func sha256() {
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(SHA256.hash(Array("abc".utf8)).hexadecimal == abc)
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    #expect(SHA256.hash([]).hexadecimal == empty)
    var hasher = SHA256()
    for piece in ["a", "", "bc"] { hasher.update(Array(piece.utf8)) }
    #expect(hasher.digest().hexadecimal == abc)
    #expect(hasher.digest().hexadecimal == abc, "asking twice changes nothing")
  }

  @Test(
    "a million bytes fed in pieces of any size give the same hash", arguments: [1, 7, 64, 4096])
  func pieces(size: Int) {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var hasher = SHA256()
    var start = 0
    while start < bytes.count {
      hasher.update(bytes[start..<min(start + size, bytes.count)])
      start += size
    }
    #expect(hasher.digest() == SHA256.hash(bytes))
  }

  @Test("BLAKE2b-256 of a known text; a key changes it")
  func blake2b() {
    // Made with Python's hashlib.blake2b(b"abc", digest_size=32).
    let known = "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"
    let text = Array("abc".utf8)
    #expect(BLAKE2b.hash(text).hexadecimal == known)
    // hashlib.blake2b(b"abc", digest_size=32, key=bytes(range(32)))
    let keyed = BLAKE2b.hash(text, key: (0..<32).map { UInt8($0) }).hexadecimal
    #expect(keyed == "d63a32d3e44738d7907f964316c241adaba0abfeabc32349677578a15a203f7f")
    #expect(BLAKE2b.hash(text, key: [1]) != BLAKE2b.hash(text, key: [2]))
    #expect(BLAKE2b.hash(text, key: Array(repeating: 7, count: 1000)) != BLAKE2b.hash(text))
  }

  @Test("digests compare by value and read back from their bytes")
  func digest() throws {
    let digest = SHA256.hash([1, 2, 3])
    #expect(Digest256(digest.bytes) == digest)
    #expect(Digest256([1, 2, 3]) == nil)
    for index in 0..<32 {
      var bytes = digest.bytes
      bytes[index] ^= 1
      #expect(Digest256(bytes) != digest)
    }
  }

  @Test("base64url: RFC 4648's examples without padding, and nothing else")
  func base64URL() {
    let pairs = [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
      ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ]
    for (plain, coded) in pairs {
      #expect(Base64URL.encode(Array(plain.utf8)) == coded)
      #expect(Base64URL.decode(coded) == Array(plain.utf8))
    }
    #expect(Base64URL.encode([0xfb, 0xff]) == "-_8")
    for wrong in ["Zg==", "Z", "Zh", "Zm9v+", "Zm9v/", "é", "Zm 9v"] {
      #expect(Base64URL.decode(wrong) == nil, "\(wrong)")
    }
  }

  @Test("random bytes survive base64url", arguments: [1, 2, 3] as [UInt64])
  func roundTrip(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes, "seed \(seed)")
    }
  }

  @Test("tokens: 256 bits, never the same, read back, only their digest equal")
  func tokens() throws {
    let tokens = (0..<1000).map { _ in SecretToken() }
    #expect(Set(tokens.map(\.text)).count == 1000)
    for token in tokens.prefix(20) {
      #expect(token.text.utf8.count == 43)
      let read = try #require(SecretToken(token.text))
      #expect(read.digest == token.digest)
      #expect(!token.digest.bytes.elementsEqual(Base64URL.decode(token.text) ?? []))
    }
    for wrong in ["", "x", String(repeating: "A", count: 42), String(repeating: "!", count: 43)] {
      #expect(SecretToken(wrong) == nil)
    }
  }

  @Test("constant-time comparison answers like ordinary comparison")
  func constantTime() {
    #expect(ConstantTime.equal([1, 2], [1, 2]))
    #expect(!ConstantTime.equal([1, 2], [1, 3]))
    #expect(!ConstantTime.equal([1, 2], [1, 2, 3]))
    #expect(ConstantTime.equal([], []))
  }
}
