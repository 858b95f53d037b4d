import Base
import Cryptography
import Outgoing
import WebPush

/// Where the pushes for one device go: what its browser got from its push service.
///
/// - Thread: pure.
public struct PushSubscription: Sendable {
  public var id: EntityID
  public var account: EntityID
  /// The device, which is a session.
  public var session: EntityID
  /// How its owner tells the device from others.
  public var device: String
  /// The address at the push service; whoever knows it can send nothing readable, but is not told.
  var endpoint: String
  /// The push service: scheme and host of the endpoint.
  public var origin: String
  public var createdAt: Instant

  /// Writes it as the interface shows it: one JSON object.
  ///
  /// - Parameter current: the session through which it is asked for.
  public func write(to json: inout JSONWriter, current: EntityID) {
    json.object { json in
      json.member("id", id)
      json.member("session", session)
      json.member("device", device)
      json.member("service", origin)
      json.member("createdAt", createdAt)
      json.member("current", session == current)
    }
  }
}

/// What a browser says of a subscription that it has made.
///
/// - Thread: pure.
public struct PushSubscriptionDraft: Sendable {
  var endpoint: String
  /// The browser's public key, an uncompressed point of P-256.
  var point: [UInt8]
  /// The browser's secret.
  var secret: [UInt8]

  /// Reads `{endpoint, keys: {p256dh, auth}}`, as `PushSubscription.toJSON()` of browsers has it.
  ///
  /// - Throws: `invalid` with every wrong member.
  public init(reading fields: JSONFields) throws(Refusal) {
    endpoint = fields.secret("endpoint", 10...2000)
    let keys = fields.object("keys") { fields in
      let point = Self.bytes("p256dh", 80...100, fields)
      let secret = Self.bytes("auth", 20...30, fields)
      if let point, P256PublicKey(point) == nil {
        fields.reject("p256dh", "must be an uncompressed point of P-256")
      }
      if let secret, secret.count != PushEncryption.secretLength {
        fields.reject("auth", "must be \(PushEncryption.secretLength) bytes")
      }
      return (point: point ?? [], secret: secret ?? [])
    }
    point = keys?.point ?? []
    secret = keys?.secret ?? []
    try fields.finish()
  }

  /// Reads bytes as base64url; some browsers fill it up with `=`.
  private static func bytes(
    _ name: String, _ count: ClosedRange<Int>, _ fields: JSONFields
  ) -> [UInt8]? {
    let text = fields.secret(name, count)
    guard count.contains(text.utf8.count) else { return nil }
    let bare = text.prefix { $0 != "=" }
    guard text.dropFirst(bare.count).allSatisfy({ $0 == "=" }),
      let bytes = Base64URL.decode(String(bare))
    else {
      fields.reject(name, "must be base64url")
      return nil
    }
    return bytes
  }
}
