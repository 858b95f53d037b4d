import COpenSSL

/// Random bytes from the library's generator, which the operating system's seeds.
enum Randomness {
  static func bytes(_ count: Int) throws(WebPushError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard RAND_bytes(&bytes, Int32(count)) == 1 else { throw WebPushError("no randomness") }
    return bytes
  }
}

/// Keys out of secrets.
///
/// - Source: RFC 5869 with SHA-256.
/// - Thread: pure.
enum HKDF {
  /// - Parameter length: bytes of the key, at most 8160.
  static func key(
    from secret: [UInt8], salt: [UInt8], info: [UInt8], length: Int
  ) throws(WebPushError) -> [UInt8] {
    guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nil) else {
      throw WebPushError("no memory for a key")
    }
    defer { EVP_PKEY_CTX_free(context) }
    var key = [UInt8](repeating: 0, count: length)
    var count = length
    guard EVP_PKEY_derive_init(context) == 1,
      EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1,
      EVP_PKEY_CTX_set1_hkdf_salt(context, salt, Int32(salt.count)) == 1,
      EVP_PKEY_CTX_set1_hkdf_key(context, secret, Int32(secret.count)) == 1,
      EVP_PKEY_CTX_add1_hkdf_info(context, info, Int32(info.count)) == 1,
      EVP_PKEY_derive(context, &key, &count) == 1, count == length
    else { throw WebPushError("no key could be derived") }
    return key
  }
}

/// AES-128 in Galois/Counter mode without additional data, the tag behind the text.
///
/// - Source: NIST SP 800-38D.
/// - Thread: pure.
enum AES128GCM {
  static let keyLength = 16
  static let nonceLength = 12
  static let tagLength = 16

  /// - Parameters:
  ///   - key: 16 bytes.
  ///   - nonce: 12 bytes, never twice with one key.
  static func seal(
    _ text: [UInt8], key: [UInt8], nonce: [UInt8]
  ) throws(WebPushError) -> [UInt8] {
    guard key.count == keyLength, nonce.count == nonceLength,
      let context = EVP_CIPHER_CTX_new()
    else { throw WebPushError("the key or the nonce has a wrong length") }
    defer { EVP_CIPHER_CTX_free(context) }
    var sealed = [UInt8](repeating: 0, count: text.count)
    var tag = [UInt8](repeating: 0, count: tagLength)
    var count: Int32 = 0
    var end: Int32 = 0
    var nothing: [UInt8] = [0]
    guard EVP_EncryptInit_ex2(context, EVP_aes_128_gcm(), key, nonce, nil) == 1,
      EVP_EncryptUpdate(context, &sealed, &count, text, Int32(text.count)) == 1,
      Int(count) == text.count, EVP_EncryptFinal_ex(context, &nothing, &end) == 1, end == 0,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagLength), &tag) == 1
    else { throw WebPushError("the message could not be encrypted") }
    return sealed + tag
  }

  /// Nil if it was not sealed with this key and nonce, or was changed since.
  static func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
    guard key.count == keyLength, nonce.count == nonceLength, sealed.count >= tagLength,
      let context = EVP_CIPHER_CTX_new()
    else { return nil }
    defer { EVP_CIPHER_CTX_free(context) }
    let length = sealed.count - tagLength
    var tag = Array(sealed[length...])
    var text = [UInt8](repeating: 0, count: length)
    var count: Int32 = 0
    var end: Int32 = 0
    var nothing: [UInt8] = [0]
    guard EVP_DecryptInit_ex2(context, EVP_aes_128_gcm(), key, nonce, nil) == 1,
      EVP_DecryptUpdate(context, &text, &count, sealed, Int32(length)) == 1,
      Int(count) == length,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagLength), &tag) == 1,
      EVP_DecryptFinal_ex(context, &nothing, &end) == 1
    else { return nil }
    return text
  }
}
