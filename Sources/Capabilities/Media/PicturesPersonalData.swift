import Base
import Registration
import Storage

/// Exports and erases the pictures for which an account answers.
///
/// - Thread: pure.
public struct PicturesPersonalData: PersonalDataHolder {
  public init() {}

  public func export(
    _ account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    try json.array("pictures") { json in
      for picture in try PictureStore.all(by: account, in: session) { picture.write(to: &json) }
    }
  }

  /// Deletes the account's own pictures; those of an organization stay and forget who sent them.
  public func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    for picture in try PictureStore.all(by: account, in: transaction)
    where picture.holder == account {
      try transaction.execute(
        "DELETE FROM picture_uses WHERE picture = ?1", [.id(picture.id)])
      try PictureStore.deleteUnused(picture.id, isErasure: true, in: transaction)
    }
    try PictureStore.forgetAuthor(account, in: transaction)
  }
}
