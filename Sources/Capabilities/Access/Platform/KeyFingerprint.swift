import Cryptography
import Storage

/// What a store knows of its installation's secret: a keyed hash, by which another one is noticed.
///
/// Two processes on one store that seal with different keys would each find the other's seals
/// broken. The hash says nothing of the key: it is made with one derived from it for this alone.
extension ServiceKey {
  private var fingerprint: String { hash([], for: .fingerprint).hexadecimal }

  /// Whether a store belongs to a key already.
  public static func isNoted(in store: Store) throws -> Bool {
    try store.readOnce(noted) != nil
  }

  /// Whether a store belongs to this key; one that belongs to none yet does from now on.
  ///
  /// - Throws: what reading and writing throw, see `Store`.
  public func holds(_ store: Store) throws -> Bool {
    // Most starts only read: they succeed also on a full disk.
    if let noted = try store.readOnce(Self.noted) { return noted == fingerprint }
    return try store.write(isEssential: true) { transaction in
      try transaction.execute(
        "INSERT INTO service_keys (number, fingerprint) VALUES (1, ?1) ON CONFLICT DO NOTHING",
        [.text(fingerprint)])
      return try Self.noted(transaction) == fingerprint
    }
  }

  /// Has a store belong to this key from now on, because the one before is lost.
  public func takeOver(_ store: Store) throws {
    try store.write { transaction in
      try transaction.execute("DELETE FROM service_keys")
    }
    _ = try holds(store)
  }

  private static func noted(_ session: StoreSession) throws -> String? {
    try session.first("SELECT fingerprint FROM service_keys") { try $0.text(0) }
  }
}
