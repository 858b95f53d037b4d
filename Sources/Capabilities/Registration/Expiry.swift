import Storage

/// Rows that are kept for a time only, and what deletes those that have had it; one of a capability's
/// parts.
///
/// - Thread: pure.
public struct Expiry: Sendable {
  /// A stable name in camel case, for counts and tests.
  public let name: String
  /// Deletes as much as one round may take; answers how many rows it was.
  public let delete: @Sendable (WriteTransaction) throws -> Int

  public init(_ name: String, delete: @escaping @Sendable (WriteTransaction) throws -> Int) {
    self.name = name
    self.delete = delete
  }
}
