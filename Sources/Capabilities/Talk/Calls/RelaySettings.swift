import Base
import Cryptography
import Foundation
import Registration

/// Servers that help two devices to find a way to each other (STUN), or carry what they say (TURN).
///
/// - Source: draft-uberti-behave-turn-rest-00, as coturn's `use-auth-secret` has it.
/// - Thread: pure.
public struct RelaySettings: Sendable {
  /// Such as `stun:stun.example.org:3478` and `turn:turn.example.org:3478?transport=udp`.
  public var addresses: [String]
  /// What the TURN server and this one share; nil where no server asks for it.
  var secretFile: String?

  /// Reads `{addresses, secretFile?}`.
  init(reading fields: JSONFields) {
    addresses = fields.array("addresses", 0...10) { $0.string($1, 5...200) }
    for (index, address) in addresses.enumerated()
    where !["stun:", "stuns:", "turn:", "turns:"].contains(where: address.hasPrefix) {
      fields.reject("addresses", "\(index) must begin with stun:, stuns:, turn: or turns:")
    }
    secretFile = fields.optional("secretFile") { $0.string("secretFile", 1...1000) }
  }

  /// How long credentials hold, in seconds.
  static let seconds: Int64 = 6 * 3600

  /// What a device needs to use the relays, bound to a call and a time.
  ///
  /// - Throws: `invalid` if the secret cannot be read.
  func credentials(for call: EntityID, at now: Instant) throws(Refusal) -> RelayCredentials {
    guard let secretFile else { return RelayCredentials(addresses: addresses) }
    let text = FileManager.default.contents(atPath: secretFile)
      .map { String(decoding: $0, as: UTF8.self) }
    guard let secret = text?.split(whereSeparator: \.isNewline).first else {
      throw Refusal(
        .fault, "no-relay-secret", "The secret of the relays cannot be read from \(secretFile).")
    }
    let name = "\(now.adding(seconds: Self.seconds).milliseconds / 1000):\(call)"
    let code = SHA1.authenticate(Array(name.utf8), key: Array(secret.utf8))
    return RelayCredentials(
      addresses: addresses, name: name, code: Data(code).base64EncodedString())
  }

  static let setting = Setting<RelaySettings?>("relays", nil) {
    $0.object("relays") { RelaySettings(reading: $0) }
  }
}

/// What a device needs to use the relays.
///
/// - Thread: pure.
public struct RelayCredentials: Sendable {
  public var addresses: [String]
  public var name: String?
  public var code: String?

  /// Writes them as the interface shows them: one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.array("addresses") { json in
        for address in addresses { json.string(address) }
      }
      json.member("username", name)
      json.member("credential", code)
      json.member("seconds", RelaySettings.seconds)
    }
  }
}
