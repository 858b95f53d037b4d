import Base
import Cryptography
import Testing

@testable import WebPush

@Suite("Messages of Web Push")
struct PushEncryptionTests {
  /// The values of RFC 8291, section 5 and appendix A.
  enum Example {
    static let text = "When I grow up, I want to be a watermelon"
    static let senderKey = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    static let senderPoint =
      "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
    static let receiverKey = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    static let receiverPoint =
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    static let secret = "BTBZMqHH6r4Tts7J_aSIgg"
    static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
    static let body = """
      DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml\
      mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
      pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
      """
  }

  private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

  private func key(_ text: String) throws -> P256PrivateKey {
    try #require(P256PrivateKey(try bytes(text)))
  }

  @Test("private keys have the points of RFC 8291's example")
  func points() throws {
    #expect(
      Base64URL.encode(try key(Example.senderKey).publicKey.bytes) == Example.senderPoint)
    #expect(
      Base64URL.encode(try key(Example.receiverKey).publicKey.bytes) == Example.receiverPoint)
  }

  @Test("RFC 8291's example is sealed to the same bytes")
  func sealsExample() throws {
    let receiver = try #require(P256PublicKey(try bytes(Example.receiverPoint)))
    let body = try PushEncryption.seal(
      Array(Example.text.utf8), padded: 0, to: receiver, secret: try bytes(Example.secret),
      from: try key(Example.senderKey), salt: try bytes(Example.salt))
    #expect(Base64URL.encode(body) == Example.body)
  }

  @Test("RFC 8291's example is opened")
  func opensExample() throws {
    let text = PushEncryption.open(
      try bytes(Example.body), by: try key(Example.receiverKey),
      secret: try bytes(Example.secret))
    #expect(text.map { String(decoding: $0, as: UTF8.self) } == Example.text)
  }

  @Test("what is sealed is opened by its receiver alone, whatever its length and filling")
  func roundTrips() throws {
    let receiver = try P256PrivateKey.random()
    let secret = try Randomness.bytes(16)
    for length in [0, 1, 15, 16, 17, 1000, PushEncryption.maximumBytes] {
      let message = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
      for padded in [0, 512, PushEncryption.maximumBytes, .max] {
        let body = try PushEncryption.seal(
          message, padded: padded, to: receiver.publicKey, secret: secret)
        #expect(PushEncryption.open(body, by: receiver, secret: secret) == message)
        #expect(
          body.count == 103 + max(length, min(padded, PushEncryption.maximumBytes)),
          "the length is that of the filling")
        #expect(body.count <= 4096)
      }
    }
    let body = try PushEncryption.seal([1, 2, 3], to: receiver.publicKey, secret: secret)
    let other = try P256PrivateKey.random()
    #expect(PushEncryption.open(body, by: other, secret: secret) == nil)
    #expect(
      PushEncryption.open(body, by: receiver, secret: try Randomness.bytes(16)) == nil)
  }

  @Test("the same message is never sealed to the same bytes")
  func isFresh() throws {
    let receiver = try P256PrivateKey.random().publicKey
    let secret = try Randomness.bytes(16)
    let one = try PushEncryption.seal([1], to: receiver, secret: secret)
    let two = try PushEncryption.seal([1], to: receiver, secret: secret)
    #expect(one[..<16] != two[..<16], "salts")
    #expect(one[21..<86] != two[21..<86], "keys")
  }

  @Test("a changed or cut body is not opened, and does no harm")
  func refusesChanges() throws {
    let receiver = try key(Example.receiverKey)
    let secret = try bytes(Example.secret)
    let body = try bytes(Example.body)
    for index in body.indices where index < 16 || index >= 20 {
      var changed = body
      changed[index] ^= 1
      #expect(PushEncryption.open(changed, by: receiver, secret: secret) == nil, "byte \(index)")
    }
    for length in 0..<body.count {
      #expect(PushEncryption.open(Array(body[..<length]), by: receiver, secret: secret) == nil)
    }
  }

  @Test("a body that is longer than the record it tells of is not opened")
  func refusesSeveralRecords() throws {
    let receiver = try P256PrivateKey.random()
    let secret = try Randomness.bytes(16)
    // With the closing byte and the tag of the cipher the record has 617 bytes.
    let message = [UInt8](repeating: 7, count: 600)
    var body = try PushEncryption.seal(message, padded: 0, to: receiver.publicKey, secret: secret)
    for (size, isOpened) in [([2, 105], true), ([2, 104], false), ([2, 0], false)] {
      body.replaceSubrange(16..<20, with: [0, 0] + size.map { UInt8($0) })
      let opened = PushEncryption.open(body, by: receiver, secret: secret)
      #expect((opened == message) == isOpened, "\(size)")
    }
  }

  @Test("a message over the limit, and a secret of another length, are refused")
  func refusesTooLong() throws {
    let receiver = try P256PrivateKey.random().publicKey
    let secret = try Randomness.bytes(16)
    let long = [UInt8](repeating: 0, count: PushEncryption.maximumBytes + 1)
    #expect(throws: WebPushError.self) {
      try PushEncryption.seal(long, to: receiver, secret: secret)
    }
    #expect(throws: WebPushError.self) {
      try PushEncryption.seal([1], to: receiver, secret: Array(secret.dropLast()))
    }
  }

  @Test("only points of the curve are keys, and only numbers below its order")
  func refusesWrongKeys() throws {
    let point = try bytes(Example.receiverPoint)
    #expect(P256PublicKey(point) != nil)
    var off = point
    off[64] ^= 1
    #expect(P256PublicKey(off) == nil, "not on the curve")
    #expect(P256PublicKey(Array(point.dropLast())) == nil)
    #expect(P256PublicKey([4] + Array(repeating: 0, count: 64)) == nil)
    #expect(P256PublicKey([0]) == nil, "the point at infinity")
    var compressed = Array(point[..<33])
    compressed[0] = 2
    #expect(P256PublicKey(compressed) == nil)
    #expect(P256PrivateKey(Array(repeating: 0, count: 32)) == nil)
    #expect(P256PrivateKey(Array(repeating: 0xff, count: 32)) == nil)
    #expect(P256PrivateKey([1]) == nil)
  }
}
