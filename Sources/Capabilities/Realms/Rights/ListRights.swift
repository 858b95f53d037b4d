/// The rules of ``Rights`` about who sees what as conditions of SQL, for lists that are read from
/// the store.
///
/// - Thread: pure.
public enum ListRights {
  /// A condition that `account` has not blocked `author`.
  ///
  /// - Parameters:
  ///   - account: an expression with the one who reads, such as `?1`; NULL blocks nobody.
  ///   - author: an expression with the one who answers for the row, such as `i.author`.
  public static func isNotBlocked(_ author: String, by account: String) -> String {
    "NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker = \(account) AND b.blocked = \(author))"
  }
}
