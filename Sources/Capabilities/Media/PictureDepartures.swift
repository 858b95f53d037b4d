import Base
import Groups
import Storage

/// The picture of a sub-realm goes with it.
///
/// - Thread: pure.
struct PictureDepartures: DepartureHandler {
  func memberLeft(
    _ account: EntityID, _ realm: EntityID, in transaction: WriteTransaction
  ) throws {}

  func realmEnded(_ realm: EntityID, in transaction: WriteTransaction) throws {
    try PictureStore.letGo(of: SubRealmPictures.kind, realm, in: transaction)
  }
}
