import Base
import Cryptography
import Testing

@testable import WebPush

@Suite("Identification of the server")
struct ServerIdentificationTests {
  private let now = Instant(milliseconds: 1_767_225_600_999)

  /// The parts of `vapid t=HEAD.CLAIMS.SIGNATURE, k=KEY`.
  private func parts(_ field: String) throws -> (token: [Substring], key: [UInt8]) {
    #expect(field.hasPrefix("vapid t="))
    let halves = field.dropFirst("vapid t=".count).split(separator: ", k=")
    try #require(halves.count == 2)
    let token = halves[0].split(separator: ".", omittingEmptySubsequences: false)
    try #require(token.count == 3)
    return (token, try #require(Base64URL.decode(String(halves[1]))))
  }

  @Test("the token has the form of RFC 8292 and is signed by the key that it names")
  func isSigned() throws {
    let key = try P256PrivateKey.random()
    let server = ServerIdentification(key: key, contact: "mailto:operator@example.org")
    let (token, point) = try parts(
      server.authorization(for: "https://push.example.net", at: now))
    #expect(point == key.publicKey.bytes)
    #expect(server.publicKey == Base64URL.encode(point))
    let head = try JSONValue(parsing: #require(Base64URL.decode(String(token[0]))))
    #expect(head["typ"]?.string == "JWT" && head["alg"]?.string == "ES256")
    let claims = try JSONValue(parsing: #require(Base64URL.decode(String(token[1]))))
    #expect(claims["aud"]?.string == "https://push.example.net")
    #expect(claims["sub"]?.string == "mailto:operator@example.org")
    #expect(claims["exp"]?.number == Double(1_767_225_600 + 12 * 3600), "less than a day ahead")
    let signature = try #require(Base64URL.decode(String(token[2])))
    let message = Array("\(token[0]).\(token[1])".utf8)
    let named = try #require(P256PublicKey(point))
    #expect(signature.count == 64)
    #expect(named.verifies(signature, of: message))
    #expect(!named.verifies(signature, of: message + [0]))
    #expect(!(try P256PrivateKey.random().publicKey.verifies(signature, of: message)))
    var changed = signature
    changed[63] ^= 1
    #expect(!named.verifies(changed, of: message))
    #expect(!named.verifies(Array(signature.dropLast()), of: message))
  }

  @Test("the example of RFC 8292, section 2.4, is verified")
  func verifiesExample() throws {
    let field = """
      vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3\
      B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.\
      i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, \
      k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs
      """
    let (token, point) = try parts(field)
    let key = try #require(P256PublicKey(point))
    let signature = try #require(Base64URL.decode(String(token[2])))
    #expect(key.verifies(signature, of: Array("\(token[0]).\(token[1])".utf8)))
  }

  @Test("signatures whose numbers are short keep their length")
  func keepsLength() throws {
    let key = try P256PrivateKey.random()
    // Of 600 signatures, four or five have a number that begins with a zero byte.
    for index in 0..<600 {
      let message = Array("message \(index)".utf8)
      let signature = try key.signature(of: message)
      #expect(signature.count == 64 && key.publicKey.verifies(signature, of: message))
    }
  }
}
