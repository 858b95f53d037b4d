/// Messages that only the browser which subscribed can read; the push service between cannot.
///
/// - Source: RFC 8291, over the content coding `aes128gcm` of RFC 8188 in one record.
/// - Thread: pure.
public enum PushEncryption {
  /// Most bytes of a message: push services take 4096 in all (RFC 8291, section 4).
  public static let maximumBytes = 3993
  /// Bytes of the secret that a subscription comes with.
  public static let secretLength = 16
  static let saltLength = 16
  /// Bytes of a record; the only one is shorter.
  static let recordSize = 4096
  /// Salt, size of a record, length of the key, key.
  static let headerLength = saltLength + 4 + 1 + P256.pointLength

  /// Encrypts a message for one subscription, with a key and a salt that are used once.
  ///
  /// - Parameters:
  ///   - message: at most ``maximumBytes``.
  ///   - padded: bytes to which a shorter message is filled up, so that its length tells less.
  ///   - secret: the subscription's `auth`, 16 bytes.
  /// - Returns: the body of the request to the push service.
  /// - Throws: ``WebPushError`` for a message that is too long, a secret of another length, or no
  ///   memory.
  public static func seal(
    _ message: [UInt8], padded: Int = 0, to receiver: P256PublicKey, secret: [UInt8]
  ) throws(WebPushError) -> [UInt8] {
    try seal(
      message, padded: padded, to: receiver, secret: secret, from: P256PrivateKey.random(),
      salt: Randomness.bytes(saltLength))
  }

  /// The same with a given key and salt: for test vectors.
  static func seal(
    _ message: [UInt8], padded: Int, to receiver: P256PublicKey, secret: [UInt8],
    from sender: P256PrivateKey, salt: [UInt8]
  ) throws(WebPushError) -> [UInt8] {
    guard message.count <= maximumBytes else { throw WebPushError("the message is too long") }
    guard secret.count == secretLength, salt.count == saltLength else {
      throw WebPushError("the secret or the salt has a wrong length")
    }
    let keys = try Keys(
      try sender.sharedSecret(with: receiver), secret: secret, receiver: receiver.bytes,
      sender: sender.publicKey.bytes, salt: salt)
    // 2 ends the last record; zeros fill it up.
    let fill = max(0, min(padded, maximumBytes) - message.count)
    let record = message + [2] + Array(repeating: 0, count: fill)
    let size = withUnsafeBytes(of: UInt32(recordSize).bigEndian) { Array($0) }
    let point = sender.publicKey.bytes
    return salt + size + [UInt8(point.count)] + point
      + (try AES128GCM.seal(record, key: keys.content, nonce: keys.nonce))
  }

  /// Reads what was sealed for a subscription, as its browser does.
  ///
  /// - Returns: nil for anything that was not sealed for it, or has more than one record.
  public static func open(
    _ body: [UInt8], by receiver: P256PrivateKey, secret: [UInt8]
  ) -> [UInt8]? {
    guard body.count > headerLength, secret.count == secretLength,
      body[saltLength + 4] == P256.pointLength
    else { return nil }
    let salt = Array(body[..<saltLength])
    let size = body[saltLength..<saltLength + 4].reduce(0) { $0 << 8 | Int($1) }
    let record = Array(body[headerLength...])
    guard record.count <= size,
      let sender = P256PublicKey(Array(body[(saltLength + 5)..<headerLength])),
      let shared = try? receiver.sharedSecret(with: sender),
      let keys = try? Keys(
        shared, secret: secret, receiver: receiver.publicKey.bytes, sender: sender.bytes,
        salt: salt),
      let text = AES128GCM.open(record, key: keys.content, nonce: keys.nonce),
      let end = text.lastIndex(where: { $0 != 0 }), text[end] == 2
    else { return nil }
    return Array(text[..<end])
  }

  /// What both sides derive: RFC 8291, section 3.4.
  private struct Keys {
    let content: [UInt8]
    let nonce: [UInt8]

    init(
      _ shared: [UInt8], secret: [UInt8], receiver: [UInt8], sender: [UInt8], salt: [UInt8]
    ) throws(WebPushError) {
      let input = try HKDF.key(
        from: shared, salt: secret, info: Self.label("WebPush: info") + receiver + sender,
        length: 32)
      content = try HKDF.key(
        from: input, salt: salt, info: Self.label("Content-Encoding: aes128gcm"),
        length: AES128GCM.keyLength)
      nonce = try HKDF.key(
        from: input, salt: salt, info: Self.label("Content-Encoding: nonce"),
        length: AES128GCM.nonceLength)
    }

    private static func label(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }
  }
}
