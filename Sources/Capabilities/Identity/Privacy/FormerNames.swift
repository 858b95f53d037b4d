import Base
import Mail
import Notifications
import Storage

/// Names by which an account was told of, read from and taken out of the database.
extension ToldNames {
  /// Former names that are kept: more are given up, so that an erasure takes no longer for whoever
  /// renames again and again.
  static let maximumFormer = 100
  /// Seconds for which a former name is kept: one that waits may arrive a year later, and is kept for
  /// another.
  static let formerKept: Int64 = 2 * 366 * 86_400

  /// The display names, now and before, and the addresses and numbers of an account.
  init(of account: EntityID, links: String, in session: StoreSession) throws {
    let words = try session.all(
      """
      SELECT display_name FROM accounts WHERE id = ?1
      UNION SELECT name FROM former_names WHERE account = ?1
      UNION SELECT value FROM identifiers WHERE account = ?1
      UNION SELECT value FROM identifier_codes WHERE account = ?1
      """, [.id(account)]
    ) { try $0.text(0) }
    self.init(words, links: links)
  }

  /// Takes them out of what others than `account` have been told.
  func forget(toldToOthersThan account: EntityID, in transaction: WriteTransaction) throws {
    if words.isEmpty { return }
    let conditions = words.indices.map { index in
      "text LIKE ?\(2 * index + 2) ESCAPE '!' OR payload LIKE ?\(2 * index + 3) ESCAPE '!'"
    }
    let told = try transaction.all(
      "SELECT id, text, payload FROM notifications "
        + "WHERE account <> ?1 AND (\(conditions.joined(separator: " OR ")))",
      [.id(account)]
        + words.flatMap { word -> [SQLValue] in
          [word, StoredNotice.encoded(word)].map { .text("%\(Self.pattern($0))%") }
        }
    ) { (id: try $0.id(0), text: try $0.text(1), payload: try $0.optional(2, $0.text)) }
    for (notification, text, payload) in told {
      let forgottenText = forgotten(in: text)
      let forgottenPayload = try payload.map { try StoredNotice.replacingTold(in: $0, forgotten) }
      guard forgottenText != text || forgottenPayload != payload else { continue }
      try transaction.execute(
        "UPDATE notifications SET text = ?2, payload = ?3 WHERE id = ?1",
        [.id(notification), .text(forgottenText), .text(orNull: forgottenPayload)])
    }
  }

  private static func pattern(_ word: String) -> String {
    var pattern = ""
    for character in word {
      if "!%_".contains(character) { pattern.append("!") }
      pattern.append(character)
    }
    return pattern
  }

  /// Keeps a name that an account had until now, because others were told it.
  static func keep(_ name: String, of account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO former_names (account, name, until) VALUES (?1, ?2, ?3)
      ON CONFLICT (account, name) DO UPDATE SET until = ?3
      """, [.id(account), .text(name), .instant(transaction.now)])
    try transaction.execute(
      """
      DELETE FROM former_names WHERE account = ?1 AND (until < ?2 OR name NOT IN (
        SELECT name FROM former_names WHERE account = ?1 ORDER BY until DESC, name LIMIT ?3))
      """,
      [
        .id(account), .instant(transaction.now.adding(seconds: -formerKept)), .int(maximumFormer),
      ])
  }

  static func former(of account: EntityID, in session: StoreSession) throws -> [String] {
    try session.all(
      "SELECT name FROM former_names WHERE account = ?1 ORDER BY until, name", [.id(account)]
    ) { try $0.text(0) }
  }
}
