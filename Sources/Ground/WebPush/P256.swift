import COpenSSL

/// Points and private keys of the curve P-256, as push services and browsers use them.
///
/// - Source: FIPS 186-4; RFC 5480; libcrypto of OpenSSL 3.
enum P256 {
  /// Bytes of a private key, and of each coordinate.
  static let scalarLength = 32
  /// Bytes of a point: a byte 4, then both coordinates.
  static let pointLength = 65

  /// The point that belongs to a private number; nil unless that lies between 1 and the curve's
  /// order.
  static func point(of scalar: OpaquePointer) -> [UInt8]? {
    guard let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else { return nil }
    defer { EC_GROUP_free(group) }
    guard let order = EC_GROUP_get0_order(group), BN_is_zero(scalar) == 0,
      BN_cmp(scalar, order) < 0, let point = EC_POINT_new(group)
    else { return nil }
    defer { EC_POINT_free(point) }
    var bytes = [UInt8](repeating: 0, count: pointLength)
    guard EC_POINT_mul(group, point, scalar, nil, nil, nil) == 1,
      EC_POINT_point2oct(
        group, point, POINT_CONVERSION_UNCOMPRESSED, &bytes, bytes.count, nil) == bytes.count
    else { return nil }
    return bytes
  }
}

/// A key of libcrypto, freed with its last user.
///
/// - Thread: shared; a key is not changed after it is made, and each use of it has a context of its
///   own.
// Invariant: the key is set once and never changed, and libcrypto counts its references atomically.
final class KeyHandle: @unchecked Sendable {
  let key: OpaquePointer

  init(_ key: OpaquePointer) { self.key = key }

  deinit { EVP_PKEY_free(key) }
}

/// The public half of a key of P-256: what a browser hands out with a subscription, or what a
/// server is known by.
///
/// - Thread: shared.
public struct P256PublicKey: Sendable {
  let handle: KeyHandle
  /// 65 bytes: a byte 4, then both coordinates.
  public let bytes: [UInt8]

  /// Nil unless the bytes are an uncompressed point that lies on the curve.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == P256.pointLength, bytes[0] == 4,
      let key = wayside_openssl_p256(bytes, bytes.count, nil)
    else { return nil }
    self.bytes = bytes
    handle = KeyHandle(key)
  }

  /// Whether a signature of ES256, both numbers one after the other, is that of a message.
  public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard signature.count == 2 * P256.scalarLength, let der = Self.encoded(signature),
      let context = EVP_MD_CTX_new()
    else { return false }
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, handle.key) == 1
      && EVP_DigestVerify(context, der, der.count, message, message.count) == 1
  }

  /// The same signature as libcrypto reads it.
  private static func encoded(_ signature: [UInt8]) -> [UInt8]? {
    let half = Int32(P256.scalarLength)
    guard let pair = ECDSA_SIG_new() else { return nil }
    defer { ECDSA_SIG_free(pair) }
    let r = BN_bin2bn(signature, half, nil)
    let s = signature.withUnsafeBufferPointer { all in
      all.baseAddress.flatMap { BN_bin2bn($0 + P256.scalarLength, half, nil) }
    }
    // On success the pair owns both numbers.
    guard let r, let s, ECDSA_SIG_set0(pair, r, s) == 1 else {
      BN_free(r)
      BN_free(s)
      return nil
    }
    var start: UnsafeMutablePointer<UInt8>?
    let count = i2d_ECDSA_SIG(pair, &start)
    guard count > 0, let start else { return nil }
    defer { wayside_openssl_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }
}

/// A whole key of P-256.
///
/// - Thread: shared.
public struct P256PrivateKey: Sendable {
  let handle: KeyHandle
  public let publicKey: P256PublicKey

  /// - Parameter bytes: 32 bytes, the private number in network order.
  /// - Returns: nil for another length, 0, or a number not below the curve's order: of random ones
  ///   fewer than one in 2^32.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == P256.scalarLength,
      let scalar = BN_bin2bn(bytes, Int32(bytes.count), nil)
    else { return nil }
    defer { BN_clear_free(scalar) }
    guard let point = P256.point(of: scalar), let publicKey = P256PublicKey(point),
      let key = wayside_openssl_p256(point, point.count, scalar)
    else { return nil }
    handle = KeyHandle(key)
    self.publicKey = publicKey
  }

  /// A new key from the operating system's generator.
  ///
  /// - Throws: ``WebPushError`` if there is no memory or no randomness.
  public static func random() throws(WebPushError) -> P256PrivateKey {
    for _ in 0..<4 {
      if let key = P256PrivateKey(try Randomness.bytes(P256.scalarLength)) { return key }
    }
    throw WebPushError("no key could be made")
  }

  /// The secret that both sides of an exchange come to: 32 bytes.
  ///
  /// - Source: ECDH, SP 800-56A.
  func sharedSecret(with other: P256PublicKey) throws(WebPushError) -> [UInt8] {
    guard let context = EVP_PKEY_CTX_new_from_pkey(nil, handle.key, nil) else {
      throw WebPushError("no memory for a key exchange")
    }
    defer { EVP_PKEY_CTX_free(context) }
    var secret = [UInt8](repeating: 0, count: P256.scalarLength)
    var count = secret.count
    guard EVP_PKEY_derive_init(context) == 1,
      EVP_PKEY_derive_set_peer(context, other.handle.key) == 1,
      EVP_PKEY_derive(context, &secret, &count) == 1, count == secret.count
    else { throw WebPushError("the keys do not fit each other") }
    return secret
  }

  /// The signature of a message by ES256: 64 bytes, both numbers one after the other.
  ///
  /// - Source: RFC 7518, section 3.4.
  public func signature(of message: [UInt8]) throws(WebPushError) -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { throw WebPushError("no memory for a signature") }
    defer { EVP_MD_CTX_free(context) }
    // No signature over P-256 is longer than 72 bytes in this form.
    var der = [UInt8](repeating: 0, count: 80)
    var count = der.count
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, handle.key) == 1,
      EVP_DigestSign(context, &der, &count, message, message.count) == 1,
      let numbers = Self.numbers(der, count)
    else { throw WebPushError("the message could not be signed") }
    return numbers
  }

  private static func numbers(_ der: [UInt8], _ count: Int) -> [UInt8]? {
    let pair = der.withUnsafeBufferPointer { all in
      var start = all.baseAddress
      return d2i_ECDSA_SIG(nil, &start, count)
    }
    guard let pair else { return nil }
    defer { ECDSA_SIG_free(pair) }
    let length = Int32(P256.scalarLength)
    var r = [UInt8](repeating: 0, count: P256.scalarLength)
    var s = r
    guard BN_bn2binpad(ECDSA_SIG_get0_r(pair), &r, length) == length,
      BN_bn2binpad(ECDSA_SIG_get0_s(pair), &s, length) == length
    else { return nil }
    return r + s
  }
}
