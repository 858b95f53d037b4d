import Base
import Storage

extension FreeBusy {
  /// Those of some accounts who may be busy at times that are not known here: a calendar elsewhere
  /// that they subscribe to has not been read yet, or could not be read the last time.
  ///
  /// Whose calendar that is, is all that is said.
  ///
  /// - Complexity: one query for every 200 accounts.
  public static func unread(
    of accounts: [EntityID], from session: StoreSession
  ) throws -> Set<EntityID> {
    var unread: Set<EntityID> = []
    for begin in stride(from: 0, to: accounts.count, by: 200) {
      let list = SQLList(Array(accounts[begin..<min(begin + 200, accounts.count)]), from: 1)
      try session.each(
        """
        SELECT DISTINCT account FROM calendar_subscriptions
        WHERE account IN (\(list.sql)) AND (failing_since IS NOT NULL OR read_at IS NULL)
        """, list.parameters
      ) { unread.insert(try $0.id(0)) }
    }
    return unread
  }
}
