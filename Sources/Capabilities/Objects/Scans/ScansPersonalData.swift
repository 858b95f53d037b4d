import Base
import Registration
import Storage

/// Exports and erases an account's scan requests.
///
/// - Thread: pure.
public struct ScansPersonalData: PersonalDataHolder {
  public init() {}

  public func export(
    _ account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    try json.array("scanRequests") { json in
      for request in try ScanRequestStore.all(of: account, limit: .max, in: session) {
        request.write(to: &json)
      }
    }
  }

  /// Deletes the requests and lets go of their photos.
  public func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    try ScanRequestStore.deleteAll(of: account, in: transaction)
  }
}
