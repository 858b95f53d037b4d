import Base
import Realms
import Storage

/// The picture of a sub-realm goes with it.
///
/// - Thread: pure.
struct PictureDepartures: DepartureHandler {
  func memberLeft(
    _ account: EntityID, _ realm: EntityID, in transaction: WriteTransaction
  ) throws {}

  func realmEnded(_ realm: EntityID, in transaction: WriteTransaction) throws {
    let kind = SubRealmPictures.kind
    let shown = try PictureStore.pictures(of: kind, [realm], in: transaction)[realm] ?? []
    try PictureStore.set([], of: kind, realm, in: transaction)
    for picture in shown { try PictureStore.deleteUnused(picture.id, in: transaction) }
  }
}
