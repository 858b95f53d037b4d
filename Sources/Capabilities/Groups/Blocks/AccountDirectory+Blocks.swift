import Base
import Identity
import Storage

extension AccountDirectory {
  /// Whether `account` wants to hear nothing from `other`; to be disclosed to nobody.
  public static func hasBlocked(
    _ account: EntityID, _ other: EntityID, in session: StoreSession
  ) throws -> Bool { try BlockStore.exists(account, blocks: other, in: session) }
}
