import Base
import CSodium
import Foundation

/// Hashes and verifies passwords with Argon2id, a bounded number at a time.
///
/// At standard cost one hash takes about 90 ms and 64 MiB. At most `concurrent` run at once and
/// `queue` callers wait; further ones are told to come back, so that a flood of log-ins cannot
/// take all memory and processors.
///
/// - Source: RFC 9106; OWASP password storage recommendations.
/// - Thread: shared.
public final class PasswordHasher: Sendable {
  /// What one hash costs.
  public struct Cost: Hashable, Sendable {
    /// Bytes of memory.
    public var memory: Int
    /// Passes over the memory.
    public var passes: Int

    public init(memory: Int, passes: Int) {
      self.memory = memory
      self.passes = passes
    }

    /// 64 MiB and 3 passes.
    public static let standard = Cost(memory: 64 << 20, passes: 3)
    /// The least that Argon2id takes; for tests only.
    public static let cheapest = Cost(memory: 8192, passes: 1)
  }

  private let cost: Cost
  private let slots: WorkSlots
  /// What no password makes, in the form of a hash, to verify against when there is no account.
  private let nobody: String

  /// - Throws: ``CryptographyError`` for a cost that the library does not take.
  public init(cost: Cost = .standard, concurrent: Int = 2, queue: Int = 32) throws {
    guard Sodium.isReady else { throw CryptographyError("libsodium cannot be initialised") }
    self.cost = cost
    slots = WorkSlots(
      concurrent: concurrent, queue: queue,
      full: Refusal(
        .busy, "log-in-busy", "Too many people are logging in at this moment. Try again shortly.",
        retryAfterSeconds: 2))
    nobody = Self.made(of: cost)
    guard !needsRehash(nobody) else {
      throw CryptographyError(
        "the password hash cannot cost \(cost.memory) bytes, \(cost.passes) passes")
    }
  }

  /// A hash in the library's text form whose bytes are random: verifying against it costs what it
  /// says, making it costs nothing.
  private static func made(of cost: Cost) -> String {
    func text(_ count: Int) -> String {
      var generator = SystemRandomNumberGenerator()
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      return Data(bytes).base64EncodedString().replacingOccurrences(of: "=", with: "")
    }
    return "$argon2id$v=19$m=\(cost.memory / 1024),t=\(cost.passes),p=1$\(text(16))$\(text(32))"
  }

  /// A salted hash in the library's text form, which names its own cost.
  ///
  /// - Throws: ``Refusal`` of kind `busy` when the queue is full or there is no memory.
  public func hash(_ password: String) throws -> String {
    try slots.run { try Self.argon2id(password, cost) }
  }

  /// Whether `password` made `hash`.
  ///
  /// - Parameter hash: nil if there is no such account: the answer is then no, after the same
  ///   time as otherwise.
  /// - Throws: ``Refusal`` of kind `busy` when the queue is full or there is no memory.
  public func verify(_ password: String, against hash: String?) throws -> Bool {
    let secret = Self.normalised(password)
    guard let stored = HashText(hash ?? nobody) else { return false }
    let matches = try slots.run { try stored.isMade(of: secret) }
    return matches && hash != nil
  }

  /// Whether `hash` was made at another cost than today's, so that it should be made anew at the
  /// next log-in.
  public func needsRehash(_ hash: String) -> Bool {
    crypto_pwhash_str_needs_rehash(hash, UInt64(cost.passes), cost.memory) != 0
  }

  fileprivate static let noMemory = Refusal(
    .busy, "log-in-busy", "There is no memory for logging in at this moment. Try again shortly.",
    retryAfterSeconds: 2)

  private static func argon2id(_ password: String, _ cost: Cost) throws -> String {
    let secret = normalised(password)
    var output = [CChar](repeating: 0, count: Int(crypto_pwhash_strbytes()))
    guard
      crypto_pwhash_str(
        &output, secret, UInt64(secret.utf8.count), UInt64(cost.passes), cost.memory) == 0
    else { throw noMemory }
    return String(
      decoding: output.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The same password typed on different keyboards gives the same bytes (NIST SP 800-63B).
  private static func normalised(_ password: String) -> String {
    password.precomposedStringWithCanonicalMapping
  }
}

/// What a hash in the library's text form says: its cost, its salt and what came out.
///
/// The library verifies such a text too, and calls a password wrong where there was no memory.
///
/// - Source: the PHC string format, as libsodium writes it: one lane, version 19.
private struct HashText {
  private let memory: Int
  private let passes: UInt64
  private let salt: [UInt8]
  private let digest: [UInt8]

  init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].isEmpty, parts[1] == "argon2id", parts[2] == "v=19" else {
      return nil
    }
    let costs = parts[3].split(separator: ",")
    guard costs.count == 3, costs[2] == "p=1", costs[0].hasPrefix("m="), costs[1].hasPrefix("t="),
      let kibibytes = UInt32(costs[0].dropFirst(2)), let passes = UInt32(costs[1].dropFirst(2)),
      let salt = Self.bytes(parts[4]), salt.count == Int(crypto_pwhash_saltbytes()),
      let digest = Self.bytes(parts[5]), digest.count >= 16
    else { return nil }
    memory = Int(kibibytes) * 1024
    self.passes = UInt64(passes)
    (self.salt, self.digest) = (salt, digest)
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(base64Encoded: text + padding).map(Array.init)
  }

  /// - Throws: ``Refusal`` of kind `busy` where there is no memory for it.
  func isMade(of secret: String) throws(Refusal) -> Bool {
    var made = [UInt8](repeating: 0, count: digest.count)
    let failed = crypto_pwhash(
      &made, UInt64(made.count), secret, UInt64(secret.utf8.count), salt, passes, memory,
      crypto_pwhash_alg_argon2id13())
    if failed != 0 { throw PasswordHasher.noMemory }
    return sodium_memcmp(made, digest, made.count) == 0
  }
}
